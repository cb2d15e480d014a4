import { scheduleAfter } from './schedule.js';

/** The result of `settleWithin` for a promise that takes longer. */
export const LATE: unique symbol = Symbol('late');

/**
 * Settles like a promise, or resolves to `LATE` after a time in milliseconds. What the promise does after that is ignored,
 * and no timer remains.
 */
export async function settleWithin<T>(promise: PromiseLike<T>, limitMs: number): Promise<T | typeof LATE> {
  let cancel = (): void => {};
  const late = new Promise<typeof LATE>((resolve) => {
    cancel = scheduleAfter(() => resolve(LATE), limitMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel();
  }
}
