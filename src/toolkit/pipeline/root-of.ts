import { hostCallOf, PartKey } from '../../execution/host-call.js';
import type { ToolContext } from '../../execution/tool-context.js';
import type { RootCall } from './pipeline.js';

/** The key of the call of the toolkit or session that runs a tool. */
export const rootCallKey = new PartKey<RootCall>('RootCall');

/** Returns the call of the toolkit or session that runs a tool or its middleware. Undefined outside of toolkits. */
export function rootOf(context: ToolContext): RootCall | undefined {
  return rootCallKey.findIn(hostCallOf(context).parts());
}
