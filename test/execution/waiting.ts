import { setTimeout as pause } from 'node:timers/promises';

/** A promise that never settles. */
export const never: Promise<never> = new Promise(() => {});

/** A promise that the test settles itself. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

export function deferred<T = void>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = ignore;
  let reject: Deferred<T>['reject'] = ignore;
  const promise = new Promise<T>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  return { promise, resolve, reject };
}

/** Waits until something is so; gives up after twenty seconds, so that the test's own expectation fails. */
export async function until(isSo: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + 20_000;
  while (!isSo() && Date.now() < giveUpAt) await pause(1);
}

/** Lets the event loop turn, so that whatever is ready has happened. */
export async function turns(count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) await pause(1);
}

function ignore(): void {}
