/** A store whose value follows asynchronous code. */
export interface AsyncStorage<T> {
  /** Returns the value of the running code. Undefined outside of `run`. */
  getStore(): T | undefined;
  /** Runs a function, and everything that it starts, with a value. */
  run<R>(value: T, run: () => R): R;
}

/** Creates a store whose value follows asynchronous code. Returns undefined in a runtime without it. */
export function createAsyncStorage<T>(): AsyncStorage<T> | undefined {
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks');
  return hooks === undefined ? undefined : new hooks.AsyncLocalStorage<T>();
}
