import type { Middleware } from './middleware.js';
import type { ToolEntry } from './tool-entry.js';

/** What a toolkit adds together with middleware. */
export interface Companion {
  /** The tool with which models use what the middleware returns. */
  readonly entry: ToolEntry;
  /** The store from which that tool reads. */
  readonly resultStore?: unknown;
}

// Shared by all copies of the package.
const key = Symbol.for('toolwright.Companion@1');

/** Sets what a toolkit adds together with middleware. Returns the middleware. */
export function setCompanion(middleware: Middleware, companion: Companion): Middleware {
  return Object.defineProperty(middleware, key, { value: companion });
}

/** Returns what a toolkit adds together with middleware. Returns undefined for most middleware. */
export function companionOf(middleware: Middleware): Companion | undefined {
  return (middleware as { readonly [key]?: Companion })[key];
}
