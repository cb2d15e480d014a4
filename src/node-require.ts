/**
 * Returns Node's synchronous module loader, or undefined in a runtime without it. Bundlers do not see what it loads, so
 * the packages are in no bundle.
 */
export function nodeRequire(): NodeJS.Require | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.('node:module')?.createRequire(import.meta.url);
  } catch {
    // A bundle in CommonJS has no URL of its own.
    return undefined;
  }
}
