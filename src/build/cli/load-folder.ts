import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { ToolSource } from '../../index.js';
import { CommandFailure, createLoadFailure, exitCodes } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';

/** The options of a command for a folder. */
export interface FolderOptions {
  /** The agent whose tools are loaded. Undefined for all tools. */
  readonly agent?: string | undefined;
  /** Whether the tools are updated when a file changes. */
  readonly watch?: boolean | undefined;
}

/** The tools of a folder. */
export interface LoadedFolder {
  readonly source: ToolSource;
  /** What was not loaded. */
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

const configName = /^toolwright\.config\.[cm]?(?:[jt]s|json|ya?ml)$/;

/** Checks whether a path is the configuration of a folder of tools. */
export function isConfigurationPath(path: string): boolean {
  return configName.test(basename(path));
}

/** Checks whether a path is a folder of tools, or the configuration of one. */
export function isFolderPath(path: string): boolean {
  return isConfigurationPath(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Loads the tools of a folder: those that its configuration names, or else all in it.
 *
 * @throws CommandFailure if the configuration cannot be read, the folder has no tools, or the agent does not exist.
 */
export async function loadFolder(path: string, { agent, watch }: FolderOptions): Promise<LoadedFolder> {
  const folder = isConfigurationPath(path) ? dirname(resolve(path)) : resolve(path);
  if (basename(folder) === 'node_modules') {
    throw new CommandFailure(`'${path}' contains packages. Pass a folder of tools.`, exitCodes.module);
  }
  // Loaded only for TypeScript, because the hooks change how every module is loaded.
  if (containsTypeScript(folder)) (await import('../plugin/module-hooks.js')).registerModuleHooks();
  const { ToolManager } = await import('../../sources/loader/index.js');
  try {
    const manager = await ToolManager.load({ ...placeOf(path, folder), watch });
    const source = manager.toolSource(agent);
    const specs = await source.specs();
    const warnings = manager.errors.map(({ message }) => message);
    if (specs.length > 0) return { source, warnings, close: () => manager.close() };
    await manager.close();
    throw new CommandFailure([`'${path}' contains no tools.`, ...warnings].join('\n'), exitCodes.module);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw createLoadFailure(`Cannot read the tools of '${path}': ${messageOf(error)}`, error);
  }
}

/** Returns the options of a manager for a path. */
function placeOf(path: string, folder: string): { readonly cwd: string; readonly [option: string]: unknown } {
  if (isConfigurationPath(path)) return { cwd: folder, config: resolve(path) };
  const names = readdirSync(folder);
  // All modules of a project include its programs, which importing would run.
  return names.some((name) => name === 'package.json' || configName.test(name))
    ? { cwd: folder }
    : { cwd: folder, dirs: ['.'] };
}

function containsTypeScript(folder: string): boolean {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (entry.isDirectory()) {
      return !/^(?:\.|node_modules$)/.test(entry.name) && containsTypeScript(join(folder, entry.name));
    }
    return /\.[cm]?ts$/.test(entry.name) && !/\.d\.[cm]?ts$/.test(entry.name);
  });
}
