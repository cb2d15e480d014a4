import { resolve } from 'node:path';
import { replacePlaceholders } from './placeholders.js';
import type { ManagerSettings, SettingsList } from './read-settings.js';
import type { LoadedFile } from './tool-table.js';

/** Returns the files and folders whose changes affect what is loaded. */
export function watchedPaths(settings: ManagerSettings, files: readonly LoadedFile[]): readonly string[] {
  const { dirs, toolSets, agents, config } = settings;
  const paths = [
    ...[dirs, toolSets, agents].flatMap(pathsOf),
    ...files.flatMap(({ documents = [] }) => documents),
    ...(config === undefined ? [] : [config]),
  ];
  return [...new Set(paths)];
}

function pathsOf({ configuration, path, entries }: SettingsList): readonly string[] {
  return entries.flatMap((entry, index) => {
    if (typeof entry !== 'string') return [];
    const written = String(replacePlaceholders(configuration, [...path, index], entry));
    return [resolve(configuration.folder, fixedPart(written))];
  });
}

/** Returns the folder that contains everything that a glob pattern can match. Any other path is returned as it is. */
function fixedPart(pattern: string): string {
  const at = pattern.search(/[*?[\]{}()!]/);
  return at < 0 ? pattern : pattern.slice(0, pattern.lastIndexOf('/', at) + 1);
}
