import { statSync } from 'node:fs';
import { LATE, settleWithin } from '../../base/async/settle-within.js';
import type { Candidate } from './candidate.js';
import { readDocumentOptions } from './document-options.js';
import type { LoadedTool } from './load-module.js';
import { loadTools } from './load-tools.js';
import { SchemaVariants } from './schema-variants.js';

// A person waits for the completion. A module that loads for longer is completed without tools. In milliseconds.
const loadingTimeoutMs = 3_000;

/** Returns the names of the tools of a module, or none if it cannot be loaded quickly. */
export async function completeTool(modulePath: string): Promise<readonly Candidate[]> {
  const tools = await findTools(modulePath);
  return tools.map(({ spec }) => ({ value: spec.name, description: firstLine(spec.description) }));
}

// Types may contain each other, so that no depth is the last one.
const maxDepth = 8;

/**
 * Returns the beginnings of pairs, such as `limit=`, and whole pairs of the parameters with known values. An object is
 * completed by its name and a dot, and after that by its properties.
 *
 * @param word - The beginning of a pair.
 */
export async function completeArgument(
  modulePath: string,
  toolName: string,
  word: string,
): Promise<readonly Candidate[]> {
  const tool = (await findTools(modulePath)).find(({ spec }) => spec.name === toolName);
  if (tool === undefined) return [];
  const path = word.replace(/=.*$/s, '').split('.').slice(0, -1);
  if (path.length > maxDepth) return [];
  const object = path.reduce((at, name) => at.property(name), new SchemaVariants(tool.spec.inputSchema));
  const prefix = path.map((name) => `${name}.`).join('');
  return object.propertyNames.flatMap((name) => {
    const property = object.property(name);
    const description = firstLine(property.description);
    return endingsOf(property).map((ending) => ({ value: `${prefix}${name}${ending}`, description }));
  });
}

/** Returns what may follow the name of a property. */
function endingsOf({ propertyNames, choices, types }: SchemaVariants): readonly string[] {
  if (propertyNames.length > 0) return ['.'];
  if (choices.length > 0) return choices.map((choice) => `=${String(choice)}`);
  return types.has('boolean') ? ['=true', '=false'] : ['='];
}

async function findTools(modulePath: string): Promise<readonly LoadedTool[]> {
  try {
    if (!isFileOrFolder(modulePath)) return [];
    const document = readDocumentOptions(modulePath, { baseUrl: undefined, auth: [] });
    const loading = loadTools({ modulePath, document: typeof document === 'string' ? undefined : document });
    const loaded = await settleWithin(loading, loadingTimeoutMs);
    if (loaded === LATE) return [];
    await loaded.close?.();
    return loaded.tools;
  } catch {
    // The command that is completed reports what is wrong with the module.
    return [];
  }
}

/**
 * Checks whether a path is that of a file or a folder. A document at a URL would send a request for each completed word,
 * and a pipe or a device would block the shell.
 */
function isFileOrFolder(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFile() || stats.isDirectory());
}

function firstLine(text: string | undefined): string | undefined {
  return text?.split('\n', 1).join();
}
