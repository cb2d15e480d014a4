import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DefinitionError } from '../../../base/errors/errors.js';

/** The configuration file of a host, as it was read. */
export interface ConfigFile {
  /** The path as it is shown. */
  readonly path: string;
  /** The file to which links lead. */
  readonly target: string;
  /** The text without its byte order mark. Empty if the file does not exist. */
  readonly text: string;
  readonly bytes: Buffer | undefined;
  readonly hasMark: boolean;
}

const mark = '\uFEFF';
const maxLinks = 40;

/**
 * Reads a configuration file, which need not exist.
 *
 * @throws DefinitionError if it is not a file with text that this user may change.
 */
export function readConfigFile(path: string): ConfigFile {
  const target = followLinks(resolve(path));
  const stats = statSync(target, { throwIfNoEntry: false });
  if (stats === undefined) return { path, target, text: '', bytes: undefined, hasMark: false };
  if (!stats.isFile()) throw createFileFailure(path, 'It is not a file.');
  // The superuser may write to it nevertheless, and replacing a file does not require the right to write to it.
  if ((stats.mode & 0o222) === 0) throw createFileFailure(path, 'It is read-only.');
  const bytes = readBytes(path, target);
  const text = decode(path, bytes);
  const hasMark = text.startsWith(mark);
  return { path, target, bytes, hasMark, text: hasMark ? text.slice(1) : text };
}

/** How a file is written. */
export interface WriteOptions {
  /** Whether only the user may read a new file. */
  readonly isPrivate: boolean;
}

/**
 * Replaces a configuration file by a new text, and stores the previous content as `<file>.bak`. Whenever the process ends, the file
 * has either content. Returns false, and writes nothing, if the file has changed since it was read.
 *
 * @throws DefinitionError if the file cannot be written.
 */
export async function writeConfigFile(file: ConfigFile, text: string, options: WriteOptions): Promise<boolean> {
  const { path, target, bytes, hasMark } = file;
  try {
    mkdirSync(dirname(target), { recursive: true });
    return await withLock(file, () => {
      if (!isUnchanged(file)) return false;
      const old = statSync(target, { throwIfNoEntry: false });
      if (bytes !== undefined) replace(backupOf(target), bytes, { old, options });
      replace(target, Buffer.from(hasMark ? mark + text : text), { old, options });
      return true;
    });
  } catch (error) {
    if (error instanceof DefinitionError) throw error;
    throw createFileFailure(path, `${reasonOf(error)}.`);
  }
}

/** Returns the path of the backup of a file. */
export function backupOf(target: string): string {
  return `${target}.bak`;
}

/** Creates the error for a configuration file that cannot be used. Nothing has been changed. */
export function createFileFailure(path: string, reason: string): DefinitionError {
  return new DefinitionError(`Cannot change '${path}': ${reason} Nothing was changed.`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the file to which links lead, also if it does not exist. */
function followLinks(path: string): string {
  let target = path;
  for (let count = 0; count < maxLinks; count++) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target;
    // A relative link starts from the folder in which it is, not from a link to this folder.
    target = resolve(realpathSync(dirname(target)), readlinkSync(target));
  }
  throw createFileFailure(path, 'Its links form a cycle.');
}

function readBytes(path: string, target: string): Buffer {
  try {
    return readFileSync(target);
  } catch (error) {
    throw createFileFailure(path, `${reasonOf(error)}.`);
  }
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw createFileFailure(path, 'It is not text in UTF-8. Save it as UTF-8.');
  }
}

function isUnchanged({ target, bytes }: ConfigFile): boolean {
  if (!existsSync(target)) return bytes === undefined;
  return bytes?.equals(readFileSync(target)) === true;
}

// A write takes milliseconds. A lock that is older belongs to a process that was killed.
const staleLockMs = 10_000;
const lockIntervalMs = 20;

/** Runs a function while no other toolwright changes the file. */
async function withLock<T>({ path, target }: ConfigFile, run: () => T): Promise<T> {
  const lock = join(dirname(target), `.${basename(target)}.toolwright-lock`);
  const end = Date.now() + 2 * staleLockMs;
  while (!tryLock(lock)) {
    if (Date.now() > end) throw createFileFailure(path, `Another program holds '${lock}'. Delete it.`);
    await sleep(lockIntervalMs);
  }
  try {
    return run();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > staleLockMs) rmSync(lock, { force: true });
    return false;
  }
}

/** Writes next to the file and renames, so that a program that reads the file never finds a part of it. */
function replace(
  path: string,
  bytes: Uint8Array,
  { old, options }: { readonly old: Stats | undefined; readonly options: WriteOptions },
): void {
  const draft = `${path}.${randomUUID()}`;
  const file = openSync(draft, 'wx', old === undefined && !options.isPrivate ? 0o666 : 0o600);
  try {
    try {
      writeFileSync(file, bytes);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    if (old !== undefined) copyAccess(draft, old);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Gives a file the owner and the mode of another one. */
function copyAccess(path: string, { mode, uid, gid }: Stats): void {
  const own = statSync(path);
  if (process.platform !== 'win32' && (own.uid !== uid || own.gid !== gid)) chownSync(path, uid, gid);
  chmodSync(path, mode & 0o777);
}
