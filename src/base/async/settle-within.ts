/** The result of `settleWithin` for a promise that takes longer. */
export const LATE: unique symbol = Symbol('late');

/**
 * Settles like a promise, or resolves to `LATE` after a time in milliseconds. What the promise does after that is ignored,
 * and no timer remains.
 */
export async function settleWithin<T>(promise: PromiseLike<T>, limitMs: number): Promise<T | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, limitMs, LATE);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
