import { Toolkit, type ToolSpec } from '../../index.js';
import type { LoadedTool } from './load-module.js';

/**
 * Creates a toolkit in which all tools are active, regardless of their groups. The last tool of a name wins.
 *
 * @param offers - The resources, prompts and completions. @default none
 */
export function createToolkit(tools: readonly LoadedTool[], offers: readonly ToolSpec[] = []): Toolkit {
  const toolkit = new Toolkit();
  for (const { spec } of new Map(tools.map((one) => [one.spec.name, one])).values()) {
    toolkit.register(spec, { group: 'basic' });
  }
  toolkit.register(offers, { group: 'basic' });
  return toolkit;
}
