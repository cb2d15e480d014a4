import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { findFiles } from './find-files.js';
import { definitionPattern, readDefinitions } from './read-definitions.js';
import { modulePattern, readModule } from './read-module.js';
import type { ManagerSettings } from './read-settings.js';
import { sourcesOf } from './tool-file.js';
import type { LoadedFile } from './tool-table.js';

/** The files that were loaded before, and the number of the loading. */
export interface EarlierFiles {
  readonly files: readonly LoadedFile[];
  /** A number that differs from those of earlier loadings. */
  readonly version: number;
}

/**
 * Loads the files with tools, in their order. A file that has not changed since it was loaded is not read again. A file
 * that cannot be read keeps its former tools.
 */
export async function loadFiles(settings: ManagerSettings, earlier: EarlierFiles): Promise<readonly LoadedFile[]> {
  const { configuration, path, entries } = settings.dirs;
  const found = await findFiles(entries as readonly string[], {
    cwd: configuration.folder,
    names: [modulePattern, definitionPattern],
    createError: (index, message) => configuration.errorAt([...path, index], message),
  });
  const byPath = new Map(earlier.files.map((file) => [file.path, file]));
  const files = found.filter((file) => file !== settings.config);
  return Promise.all(files.map((file) => loadFile(file, byPath.get(file), { settings, version: earlier.version })));
}

async function loadFile(
  path: string,
  earlier: LoadedFile | undefined,
  { settings, version }: { readonly settings: ManagerSettings; readonly version: number },
): Promise<LoadedFile> {
  // Before the file is read, so that a change during the reading is noticed later.
  const signature = await createSignature(path);
  const isUnchanged = earlier?.signature === `${signature} ${await createSignature(...(earlier?.documents ?? []))}`;
  // A server may be available now.
  if (earlier !== undefined && isUnchanged && earlier.errors.length === 0) return earlier;
  const isModule = /^\.[cm]?[jt]s$/.test(extname(path));
  const tools = isModule
    ? await readModule(path, { version, importTimeoutMs: settings.importTimeoutMs })
    : await readDefinitions(path, settings.environment);
  const loaded = { path, signature: `${signature} ${await createSignature(...(tools.documents ?? []))}`, ...tools };
  if (tools.errors.length === 0 || earlier === undefined) return loaded;
  for (const source of sourcesOf([tools])) source.retire();
  return { ...loaded, parts: earlier.parts };
}

/** Returns a text that changes when one of the files is changed or removed. */
async function createSignature(...files: readonly string[]): Promise<string> {
  const parts = files.map((file) =>
    stat(file).then(
      ({ mtimeMs, size }) => `${mtimeMs}:${size}`,
      () => 'absent',
    ),
  );
  return (await Promise.all(parts)).join(' ');
}
