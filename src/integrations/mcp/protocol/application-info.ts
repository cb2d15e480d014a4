/** The name and the version by which an application presents itself to its peers. */
export interface ApplicationInfo {
  readonly name: string;
  readonly version: string;
}

/** The identity of this package, for an application that has no `package.json`. */
export const ownInfo: ApplicationInfo = Object.freeze({ name: 'toolwright', version: '0.1.0' });

interface FileSystem {
  readFileSync(path: string, encoding: 'utf8'): string;
  realpathSync(path: string): string;
}

interface Paths {
  dirname(path: string): string;
  join(...parts: string[]): string;
}

/**
 * Returns the name and the version in the `package.json` nearest to the main module, or else to the working folder. In
 * a runtime without files, and where neither has one, it returns those of this package.
 */
export function applicationInfo(): ApplicationInfo {
  // Some runtimes have no `process`, or none of its members.
  const runtime = globalThis.process as Partial<NodeJS.Process> | undefined;
  const fs = runtime?.getBuiltinModule?.('node:fs') as FileSystem | undefined;
  const paths = runtime?.getBuiltinModule?.('node:path') as Paths | undefined;
  if (runtime === undefined || fs === undefined || paths === undefined) return ownInfo;
  const main = runtime.argv?.[1];
  const folders = [
    // A command of a package is a link to its main module.
    () => (main === undefined ? undefined : paths.dirname(fs.realpathSync(main))),
    () => runtime.cwd?.(),
  ];
  for (const folderOf of folders) {
    const folder = tryTo(folderOf);
    const info = folder === undefined ? undefined : nearestInfo(folder, fs, paths);
    if (info !== undefined) return info;
  }
  return ownInfo;
}

/** Returns the first name in a `package.json` of a folder or one above it. A file without a name only sets options. */
function nearestInfo(folder: string, fs: FileSystem, paths: Paths): ApplicationInfo | undefined {
  const json: unknown = tryTo(() => JSON.parse(fs.readFileSync(paths.join(folder, 'package.json'), 'utf8')));
  const { name, version } = (json ?? {}) as { readonly name?: unknown; readonly version?: unknown };
  if (typeof name === 'string' && name !== '')
    return { name, version: typeof version === 'string' ? version : '0.0.0' };
  const parent = paths.dirname(folder);
  return parent === folder ? undefined : nearestInfo(parent, fs, paths);
}

/** Returns undefined if a file or folder does not exist or must not be read. */
function tryTo<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
