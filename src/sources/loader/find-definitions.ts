import { readFile } from 'node:fs/promises';
import type { DefinitionError } from '../../index.js';
import { type Environment, isMapping } from './configuration.js';
import { ConfigurationFile } from './configuration-file.js';
import { Definition } from './definition.js';
import { findFiles } from './find-files.js';
import { asDefinitionError } from './message-of.js';
import { replacePlaceholders } from './placeholders.js';
import { definitionPattern } from './read-definitions.js';
import type { SettingsList } from './read-settings.js';

/** The definitions of a list, and the errors of its files. */
export interface FoundDefinitions {
  readonly definitions: readonly Definition[];
  readonly errors: readonly DefinitionError[];
}

/** Finds the definitions of a list: its mappings, and the mappings in its files. */
export async function findDefinitions(list: SettingsList, environment: Environment): Promise<FoundDefinitions> {
  const found = await Promise.all(list.entries.map((_, index) => findEntry(list, index, environment)));
  return {
    definitions: found.flatMap(({ definitions }) => definitions),
    errors: found.flatMap(({ errors }) => errors),
  };
}

async function findEntry(list: SettingsList, index: number, environment: Environment): Promise<FoundDefinitions> {
  const { configuration, entries } = list;
  const entry = entries[index];
  const path = [...list.path, index];
  if (isMapping(entry)) return { definitions: [new Definition(configuration, path)], errors: [] };
  if (typeof entry !== 'string') {
    throw configuration.errorAt(path, 'This must be a path, a glob pattern, or a mapping of keys to values.');
  }
  const files = await findFiles([String(replacePlaceholders(configuration, path, entry))], {
    cwd: configuration.folder,
    names: [definitionPattern],
    createError: (_, message) => configuration.errorAt(path, message),
  });
  const read = await Promise.allSettled(files.map((file) => readFileDefinitions(file, environment)));
  return {
    definitions: read.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    errors: read.flatMap((one) => (one.status === 'rejected' ? [asDefinitionError(one.reason)] : [])),
  };
}

async function readFileDefinitions(file: string, environment: Environment): Promise<readonly Definition[]> {
  return Definition.listOf(await ConfigurationFile.parse(file, await readFile(file, 'utf8'), { environment }));
}
