import { Toolkit, type ToolSource } from '../../index.js';
import { createToolkit } from './create-toolkit.js';
import type { LoadedModule } from './load-tools.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';

/** Returns the toolkit that a module exports, or a new one with the tools of the module, the document or the folder. */
export async function createServedToolkit(module: LoadedModule): Promise<Toolkit> {
  return module.source === undefined ? selectToolkit(module) : createSourceToolkit(module.source);
}

function selectToolkit({ tools, offers }: LoadedModule): Toolkit {
  const toolkits = new Map(tools.flatMap(({ toolkit, exportName }) => (toolkit ? [[toolkit, exportName]] : [])));
  const [toolkit, another] = toolkits.keys();
  if (toolkit === undefined) return createToolkit(tools, offers);
  if (another === undefined) return toolkit;
  const names = [...toolkits.values()].map((name) => `'${name}'`).join(' and ');
  throw new CommandFailure(`The module exports the toolkits ${names}. Export only the one to serve.`, exitCodes.module);
}

/** Creates a toolkit with the tools of a source. If some groups are inactive, clients activate them by a tool. */
async function createSourceToolkit(source: ToolSource): Promise<Toolkit> {
  const toolkit = new Toolkit();
  // Without groups, all tools are active.
  await toolkit.registerSource(source, source.groups === undefined ? { group: 'basic' } : {});
  if (toolkit.groups().some(({ active }) => !active)) toolkit.enableMetaTool();
  return toolkit;
}
