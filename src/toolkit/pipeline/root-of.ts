import type { CallContext } from '../../execution/call-context.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { RootCall } from './pipeline.js';

/** Returns the call of a middleware's context. Undefined for a context from another version of this package. */
export function rootOf(context: ToolContext): RootCall | undefined {
  return (context as Partial<CallContext>).outerCall?.root as RootCall | undefined;
}
