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
  readdirSync,
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
import { messageOf } from '../shared/message-of.js';

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

/** A configuration file that was written. */
export interface WrittenFile {
  /** The file with the previous content. Undefined if there was none. */
  readonly backup: string | undefined;
}

/**
 * Replaces a configuration file by a new text, and stores the previous content in another file. Whenever the process ends, the
 * file has either content. Returns undefined, and changes nothing, if the file has changed since it was read.
 *
 * @throws DefinitionError if the file cannot be written.
 */
export async function writeConfigFile(
  file: ConfigFile,
  text: string,
  options: WriteOptions,
): Promise<WrittenFile | undefined> {
  const { path, target, hasMark } = file;
  try {
    mkdirSync(dirname(target), { recursive: true });
    return await withLock(file, () => {
      removeOldDrafts(target);
      return replaceFile(file, Buffer.from(hasMark ? mark + text : text), options);
    });
  } catch (error) {
    if (error instanceof DefinitionError) throw error;
    throw createFileFailure(path, `${messageOf(error)}.`);
  }
}

/** Creates the error for a configuration file that cannot be used. Nothing has been changed. */
export function createFileFailure(path: string, reason: string): DefinitionError {
  return new DefinitionError(`Cannot change '${path}': ${reason} Nothing was changed.`);
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
    throw createFileFailure(path, `${messageOf(error)}.`);
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

/** Renames drafts, so that a program that reads the file never finds a part of it. */
function replaceFile(file: ConfigFile, content: Uint8Array, options: WriteOptions): WrittenFile | undefined {
  const { target, bytes } = file;
  const access = { old: statSync(target, { throwIfNoEntry: false }), options };
  const backup = bytes === undefined ? undefined : findBackup(target, bytes);
  const drafts: string[] = [];
  try {
    const create = (draftBytes: Uint8Array): string => {
      const draft = draftOf(target);
      drafts.push(draft);
      writeDraft(draft, draftBytes, access);
      return draft;
    };
    const copy = bytes === undefined || backup?.exists === true ? undefined : create(bytes);
    const draft = create(content);
    // Storing a draft takes long enough for the host to write to the file.
    if (!isUnchanged(file)) return undefined;
    if (copy !== undefined && backup !== undefined) renameSync(copy, backup.path);
    renameSync(draft, target);
    removeOldBackups(target);
    return { backup: backup?.path };
  } finally {
    for (const draft of drafts) rmSync(draft, { force: true });
  }
}

interface Backup {
  readonly path: string;
  /** Whether the file exists already, with the content to store. */
  readonly exists: boolean;
}

/** Returns a name for a copy of a file that no other content has. */
function findBackup(target: string, bytes: Buffer): Backup {
  let path = `${target}.bak`;
  for (let time = Date.now(); existsSync(path); time++) {
    if (statSync(path).isFile() && bytes.equals(readFileSync(path))) return { path, exists: true };
    path = `${target}.${new Date(time).toISOString().replaceAll(':', '-')}.bak`;
  }
  return { path, exists: false };
}

// The copies with a date that remain. The first copy, which has none, is the file before toolwright has changed it.
const keptBackups = 3;

function removeOldBackups(target: string): void {
  const folder = dirname(target);
  const start = `${basename(target)}.`;
  const dated = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith(start))
    .map(({ name }) => name)
    .filter((name) => /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.bak$/.test(name.slice(start.length)));
  for (const name of dated.sort().slice(0, -keptBackups)) rmSync(join(folder, name), { force: true });
}

const draftEnd = '.toolwright-draft';
// A draft that is older belongs to a process that was killed.
const oldDraftMs = 60_000;

function draftOf(target: string): string {
  return join(dirname(target), `${draftStart(target)}${randomUUID()}${draftEnd}`);
}

function draftStart(target: string): string {
  return `.${basename(target)}.`;
}

function removeOldDrafts(target: string): void {
  const folder = dirname(target);
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(draftStart(target)) || !name.endsWith(draftEnd)) continue;
    const draft = join(folder, name);
    const written = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - written > oldDraftMs) rmSync(draft, { force: true });
  }
}

interface Access {
  /** The file to replace. */
  readonly old: Stats | undefined;
  readonly options: WriteOptions;
}

function writeDraft(draft: string, bytes: Uint8Array, { old, options }: Access): void {
  const file = openSync(draft, 'wx', old === undefined && !options.isPrivate ? 0o666 : 0o600);
  try {
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (old !== undefined) copyAccess(draft, old);
}

/** Gives a file the owner and the mode of another one. */
function copyAccess(path: string, { mode, uid, gid }: Stats): void {
  const own = statSync(path);
  if (process.platform !== 'win32' && (own.uid !== uid || own.gid !== gid)) chownSync(path, uid, gid);
  chmodSync(path, mode & 0o777);
}
