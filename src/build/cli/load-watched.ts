import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { importedFiles } from './imported-files.js';
import { loadDocument } from './load-document.js';
import { loadModule } from './load-module.js';
import type { LoadedModule, ToolPlace } from './load-tools.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import { forgetCommonJs, registerVersionHooks } from './version-hooks.js';
import { type FileTools, type FileUpdate, WatchedSource } from './watched-source.js';

/**
 * Loads the tools of a module or an OpenAPI document, and updates them when it changes.
 *
 * @param onUpdate - Called after each change.
 * @throws CommandFailure if it cannot be loaded or watched, or if it exports a toolkit.
 */
export async function loadWatched(place: ToolPlace, onUpdate: (update: FileUpdate) => void): Promise<LoadedModule> {
  const { modulePath: path, document } = place;
  if (statSync(path, { throwIfNoEntry: false }) === undefined && document !== undefined) {
    throw new CommandFailure(`--watch requires a file or a folder, not '${path}'.`, exitCodes.usage);
  }
  const source = await WatchedSource.start({
    path,
    listFiles: () => (document === undefined ? [...importedFiles(path)] : [resolve(path)]),
    load: (version) => (document === undefined ? readModule(path, version) : readDocument(place)),
    onUpdate,
  });
  const specs = await source.specs();
  const tools = specs.filter(({ offer }) => offer === undefined);
  return {
    tools: tools.map((spec) => ({ spec, exportName: path, toolkit: undefined })),
    source,
    warnings: source.warnings,
    close: () => source.close(),
  };
}

async function readModule(path: string, version: number): Promise<FileTools> {
  registerVersionHooks();
  if (version > 0) forgetCommonJs(path);
  const { tools, offers = [], warnings } = await loadModule(path, version);
  const kit = tools.find(({ toolkit }) => toolkit !== undefined);
  if (kit !== undefined) {
    throw new CommandFailure(
      `--watch cannot update the toolkit '${kit.exportName}' of '${path}', because clients use its state. Fix one of: ` +
        'export the classes and specs instead of the toolkit; serve without --watch.',
      exitCodes.usage,
    );
  }
  return { specs: [...new Map(tools.map(({ spec }) => [spec.name, spec])).values(), ...offers], warnings };
}

async function readDocument({ modulePath, document }: ToolPlace): Promise<FileTools> {
  const { source, warnings } = await loadDocument(modulePath, document ?? { baseUrl: undefined, credentials: [] });
  return { specs: await source.specs(), groups: source.groups, warnings };
}
