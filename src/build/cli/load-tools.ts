import type { ToolSource } from '../../index.js';
import type { OpenApiInfo } from '../../sources/rest/index.js';
import type { DocumentOptions } from './document-options.js';
import { loadDocument } from './load-document.js';
import { type FolderOptions, isFolderPath, loadFolder } from './load-folder.js';
import { type LoadedTool, loadModule, type ModuleTools } from './load-module.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';

/** The tools of a module, a document or a folder. */
export interface LoadedModule extends ModuleTools {
  /** The source of the tools of a folder, an OpenAPI document or a watched file. Undefined for any other module. */
  readonly source?: ToolSource;
  /** The title and the version of an OpenAPI document. Undefined for a module and a folder. */
  readonly info?: OpenApiInfo;
  /** Closes what the tools of a folder have opened, such as connections. */
  readonly close?: () => Promise<void>;
}

/** The module, the OpenAPI document or the folder of a command. */
export interface ToolPlace extends FolderOptions {
  readonly modulePath: string;
  /** The options for an OpenAPI document. Undefined for a module and a folder. */
  readonly document?: DocumentOptions | undefined;
}

/**
 * Loads the tools of a module, an OpenAPI document or a folder.
 *
 * @throws CommandFailure if it does not exist, fails to load, or has no tools.
 */
export async function loadTools({ modulePath: path, document, agent, watch }: ToolPlace): Promise<LoadedModule> {
  const isFolder = isFolderPath(path);
  if (!isFolder && agent !== undefined) {
    const message = `--agent requires a folder of tools or its configuration, not '${path}'.`;
    throw new CommandFailure(message, exitCodes.usage);
  }
  if (!isFolder && document === undefined) return loadModule(path);
  const loaded = document === undefined ? await loadFolder(path, { agent, watch }) : await loadDocument(path, document);
  const specs = await loaded.source.specs();
  const { groups } = loaded.source;
  const tools = specs.map((spec): LoadedTool => {
    const group = groups?.find(({ name }) => name === spec.group);
    return { spec, exportName: path, toolkit: undefined, isActive: group === undefined || group.active === true };
  });
  return { tools, ...loaded };
}
