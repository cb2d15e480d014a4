import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DefinitionError } from '../../base/errors/errors.js';
import { messageOf } from './error-text.js';

/**
 * Reads a file of a check, without a byte order mark.
 *
 * @throws DefinitionError if it cannot be read.
 */
export function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
  } catch (cause) {
    throw createFileError(path, 'read', cause);
  }
}

/**
 * Writes a file and the folders that contain it. Another program that reads the file finds the old text or the new one.
 *
 * @throws DefinitionError if it cannot be written.
 */
export function writeTextFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(draft, text);
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw createFileError(path, 'written', cause);
  }
}

/** Checks whether a text has the marks of git for lines that two branches have changed. */
export function hasMergeMarks(text: string): boolean {
  return /^(?:<{7}|\|{7}|>{7})(?: |\r?$)/m.test(text);
}

function createFileError(path: string, done: 'read' | 'written', cause: unknown): DefinitionError {
  return new DefinitionError(`'${path}' cannot be ${done}: ${messageOf(cause)}.`, { cause });
}
