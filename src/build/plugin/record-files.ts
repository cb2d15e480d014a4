import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackageFolder } from '../codegen/own-package.js';
import type { Insertion } from './insertion.js';
import { findUp, type ModuleText } from './module-file.js';

/** The records of a module's classes, as insertions into one text of the module. */
export interface ModuleRecords {
  readonly insertions: readonly Insertion[];
  /** The files that declare the described types. If one of them changes, the records may change. */
  readonly typeFiles: readonly string[];
  readonly warnings: readonly string[];
}

interface Entry extends Omit<ModuleRecords, 'typeFiles'> {
  readonly key: string;
  /** The hashes of the type files, by path. */
  readonly typeFiles: Readonly<Record<string, string>>;
}

/**
 * The records of earlier builds, stored as files in `node_modules/.cache/toolwright`. Records are valid while the text of
 * the module and all files with its types have the same content. Other processes of a build use them too.
 */
export class RecordFiles {
  readonly #version = readOwnVersion();
  readonly #closed: boolean;

  /** @param options - The options of the plugin on which the records depend. */
  constructor({ closed }: { readonly closed: boolean }) {
    this.#closed = closed;
  }

  /**
   * Returns the valid records of a module, or undefined.
   *
   * @param configPath - The tsconfig file of the module. Undefined for a module without one.
   */
  read(text: ModuleText, configPath: string | undefined): ModuleRecords | undefined {
    const path = this.#pathFor(text.fileName);
    const entry = path === undefined ? undefined : readEntry(path);
    if (entry === undefined || entry.key !== this.#keyOf(text, configPath)) return undefined;
    const paths = Object.keys(entry.typeFiles);
    if (paths.some((one) => hashFile(one) !== entry.typeFiles[one])) return undefined;
    return { insertions: entry.insertions, warnings: entry.warnings, typeFiles: paths };
  }

  /** Stores the records of a module. A folder that cannot be written is ignored: the next build takes longer. */
  write(text: ModuleText, configPath: string | undefined, records: ModuleRecords): void {
    const path = this.#pathFor(text.fileName);
    if (path === undefined) return;
    const typeFiles = Object.fromEntries(records.typeFiles.map((one) => [one, hashFile(one)]));
    const entry: Entry = { ...records, typeFiles, key: this.#keyOf(text, configPath) };
    try {
      mkdirSync(dirname(path), { recursive: true });
      // Another process may read the file at any time.
      const written = `${path}.${process.pid}`;
      writeFileSync(written, JSON.stringify(entry));
      renameSync(written, path);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }

  #pathFor(fileName: string): string | undefined {
    const packages = findUp(dirname(fileName), 'node_modules');
    return packages === undefined ? undefined : join(packages, '.cache/toolwright', `${hash(fileName)}.json`);
  }

  #keyOf({ code, fileName, format }: ModuleText, configPath: string | undefined): string {
    return hash([this.#version, this.#closed, configPath, format, fileName, code].join('\0'));
  }
}

function readEntry(path: string): Entry | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Entry;
  } catch {
    return undefined;
  }
}

function hashFile(path: string): string {
  try {
    return hash(readFileSync(path, 'utf8'));
  } catch {
    return 'missing';
  }
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function readOwnVersion(): string {
  return hash(readFileSync(join(findPackageFolder(), 'package.json'), 'utf8'));
}
