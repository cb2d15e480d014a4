import { hostCallOf, PartKey } from '../../call/host-call.js';
import type { ToolContext } from '../../call/tool-context.js';
import type { RootCall } from './pipeline.js';

/** The key of the call of the toolkit or session that runs a tool. */
export const rootCallKey = new PartKey<RootCall>('RootCall');

/** Returns the call of the toolkit or session that runs a tool or its middleware. Undefined outside of toolkits. */
export function rootOf(context: ToolContext): RootCall | undefined {
  return hostCallOf(context).part(rootCallKey);
}
