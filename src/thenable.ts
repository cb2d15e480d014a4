/** Whether `await` would wait for a value. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return false;
  return typeof (value as Partial<PromiseLike<unknown>>).then === 'function';
}
