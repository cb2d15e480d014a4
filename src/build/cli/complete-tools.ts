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

/** Returns the beginnings of pairs, such as `limit=`, and whole pairs of the parameters with known values. */
export async function completeArgument(modulePath: string, toolName: string): Promise<readonly Candidate[]> {
  const tool = (await findTools(modulePath)).find(({ spec }) => spec.name === toolName);
  if (tool === undefined) return [];
  const { inputSchema } = tool.spec;
  const root = new SchemaVariants(inputSchema);
  return Object.entries(inputSchema.properties ?? {}).flatMap(([name, schema]) => {
    const { choices, types } = root.property(name);
    const values = choices.length > 0 ? choices.map(String) : types.has('boolean') ? ['true', 'false'] : [''];
    const description = typeof schema === 'object' ? firstLine(schema.description) : undefined;
    return values.map((value) => ({ value: `${name}=${value}`, description }));
  });
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
