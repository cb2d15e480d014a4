import { Toolkit } from '../index.js';
import type { LoadedTool } from './load-tools.js';

/** A new toolkit with all given tools active, whatever groups they ask for. Of several tools of one name, the last. */
export function toolkitOf(tools: readonly LoadedTool[]): Toolkit {
  const toolkit = new Toolkit();
  for (const { spec } of new Map(tools.map((one) => [one.spec.name, one])).values()) {
    toolkit.register(spec, { group: 'basic' });
  }
  return toolkit;
}
