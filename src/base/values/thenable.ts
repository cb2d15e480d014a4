/** Checks whether a value is a thenable, which `await` would wait for. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return typeof (value as Partial<PromiseLike<unknown>>).then === 'function';
}
