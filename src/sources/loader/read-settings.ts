import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { checkOptionNames } from '../../base/options/check-options.js';
import { checkPositive } from '../../call/check-limits.js';
import { DefinitionError } from '../../index.js';
import type { Configuration, Environment, ValuePath } from './configuration.js';
import { ConfigurationFile } from './configuration-file.js';
import { ConfigurationObject } from './configuration-object.js';
import { kindOf } from './find-files.js';
import { managerNames, type ToolManagerOptions } from './manager-options.js';
import { messageOf } from './message-of.js';
import { type Field, keyOf, readFields } from './read-fields.js';
import { importFile, type ModuleImport } from './read-module.js';

/** A list of paths and definitions, and the configuration that contains it. */
export interface SettingsList {
  readonly configuration: Configuration;
  readonly path: ValuePath;
  readonly entries: readonly unknown[];
}

/** The settings of a manager. */
export interface ManagerSettings {
  readonly environment: Environment;
  /** How long the import of a module may take, in milliseconds. */
  readonly importTimeoutMs: number;
  readonly dirs: SettingsList;
  readonly toolSets: SettingsList;
  readonly agents: SettingsList;
  /** The path of the configuration, if there is one. */
  readonly config: string | undefined;
}

const fields = {
  dirs: { kind: 'strings' },
  toolSets: { kind: 'any', alias: 'tool_sets' },
  agents: { kind: 'any' },
} as const;

type ListName = keyof typeof fields;

const listNames: readonly ListName[] = ['dirs', 'toolSets', 'agents'];

/** The folders of each list, if it is not set and they exist. */
const defaultFolders: Readonly<Record<ListName, readonly string[]>> = {
  dirs: ['tools/native', 'tools/builtin', 'tools/mcp'],
  toolSets: ['configs/tool_sets'],
  agents: ['configs/agents'],
};

/** The names of the file that `ToolManager.load` reads by default. */
const configNames: readonly string[] = ['ts', 'mts', 'js', 'mjs', 'cjs', 'json', 'yaml', 'yml'].map(
  (extension) => `toolwright.config.${extension}`,
);

/**
 * Reads the options of a manager and its configuration.
 *
 * @param version - A number that differs from those of earlier readings.
 * @throws DefinitionError on an invalid option, a configuration that cannot be read, and if there is nothing to load.
 */
export async function readSettings(options: ToolManagerOptions, version: number): Promise<ManagerSettings> {
  checkOptionNames(options, managerNames, 'ToolManager.load');
  const { cwd = '.', env: environment = process.env, dirs: paths, toolSets: sets, agents: users } = options;
  const { importTimeoutMs = 30_000 } = options;
  checkPositive(importTimeoutMs, 'ToolManager.load: importTimeoutMs');
  const folder = resolve(cwd);
  const passed = new ConfigurationObject('ToolManager.load', folder, { dirs: paths, toolSets: sets, agents: users });
  const config = await findConfig(options, folder);
  const configurations = [
    passed,
    ...(config === undefined ? [] : [await readConfig(config, { environment, version, importTimeoutMs })]),
  ];
  const lists = await Promise.all(listNames.map((name) => readList(name, configurations)));
  const [dirs, toolSets, agents] = lists as [SettingsList, SettingsList, SettingsList];
  if (dirs.entries.length > 0) return { environment, importTimeoutMs, dirs, toolSets, agents, config };
  throw new DefinitionError(
    `ToolManager.load: there are no tools in '${folder}'. Pass { dirs }, or create toolwright.config.yaml.`,
  );
}

async function findConfig(options: ToolManagerOptions, folder: string): Promise<string | undefined> {
  if (options.config !== undefined) return resolve(folder, options.config);
  if (listNames.some((name) => options[name] !== undefined)) return undefined;
  const found = await Promise.all(configNames.map(async (name) => (await kindOf(join(folder, name))) === 'file'));
  const [first, second] = configNames.filter((_, index) => found[index]);
  if (second === undefined) return first === undefined ? undefined : join(folder, first);
  throw new DefinitionError(
    `ToolManager.load: '${folder}' contains ${first} and ${second}. Remove one, or set config.`,
  );
}

async function readConfig(
  file: string,
  { environment, ...options }: ModuleImport & { readonly environment: Environment },
): Promise<Configuration> {
  if (/\.[cm]?[jt]s$/.test(file)) {
    let exported: unknown;
    try {
      const module = await importFile(file, options);
      exported = Object.hasOwn(module, 'default') ? module.default : module;
    } catch (cause) {
      throw new DefinitionError(`${file}: The configuration cannot be imported: ${messageOf(cause)}`, { cause });
    }
    return new ConfigurationObject(file, resolve(file, '..'), exported);
  }
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new DefinitionError(`ToolManager.load: the configuration '${file}' cannot be read.`, { cause });
  }
  return ConfigurationFile.parse(file, text, { environment });
}

/** Returns the list of the first configuration that contains it. */
async function readList(name: ListName, configurations: readonly Configuration[]): Promise<SettingsList> {
  for (const configuration of configurations) {
    const { [name]: value } = readFields(configuration, [], fields);
    if (value === undefined) continue;
    const { alias = name }: Field = fields[name];
    const path = [keyOf(configuration, [], [name, alias])];
    if (typeof value === 'string') return { configuration, path, entries: [value] };
    if (Array.isArray(value)) return { configuration, path, entries: value };
    throw configuration.errorAt(path, `'${String(path.at(-1))}' must be a path or a list.`);
  }
  const [configuration] = configurations as readonly [Configuration];
  const kinds = await Promise.all(defaultFolders[name].map((path) => kindOf(join(configuration.folder, path))));
  const entries = defaultFolders[name].filter((_, index) => kinds[index] === 'folder');
  return { configuration, path: [name], entries };
}
