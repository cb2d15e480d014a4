import { DefinitionError } from '../../../base/errors/errors.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { digestOf } from '../../../tool/arguments/canonical-json.js';
import { hasMergeMarks } from '../text-file.js';
import type { Definitions } from './definition.js';

/** The version of the format of lock files. */
const lockVersion = 1;

const integrityPrefix = 'sha256-';

/**
 * Writes definitions as the text of a lock file: JSON with sorted keys, so that a change is a few lines, and a digest by
 * which a file that a merge has broken is recognized.
 *
 * @throws DefinitionError if a schema is not JSON, or nested too deeply.
 */
export function writeLock(definitions: Definitions): string {
  const { servers, tools } = definitions;
  const integrity = integrityOf({ servers, tools });
  return `${JSON.stringify({ lockVersion, integrity, servers: sort(servers), tools: sort(tools) }, undefined, 2)}\n`;
}

/**
 * Reads the text of a lock file.
 *
 * @throws DefinitionError if it is no lock file, or was changed since it was written.
 */
export function readLock(text: string): Definitions {
  if (hasMergeMarks(text)) throw refuse('it contains the marks of a merge that is not resolved');
  let lock: unknown;
  try {
    lock = JSON.parse(text);
  } catch (error) {
    throw refuse('it is not JSON', error);
  }
  if (!isRecord(lock) || typeof lock.lockVersion !== 'number') throw refuse('it is no lock file of tools');
  if (lock.lockVersion !== lockVersion) {
    throw refuse(`its version is ${lock.lockVersion}, and this version of toolwright reads ${lockVersion}`);
  }
  const { servers, tools, integrity } = lock;
  if (!isTable(servers) || !isTable(tools)) throw refuse('it has no table of tools');
  if (integrity !== integrityOf({ servers, tools })) {
    throw refuse('its content does not match its digest: it was changed by hand or by a merge');
  }
  // What the digest covers was written by `writeLock`.
  return { servers, tools } as Definitions;
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && Object.values(value).every(isRecord);
}

function integrityOf(content: object): string {
  const digest = digestOf(JSON.parse(JSON.stringify(content)), 'base64url');
  if (digest === undefined)
    throw new DefinitionError('The definitions cannot be locked: a schema is nested too deeply.');
  return integrityPrefix + digest;
}

function refuse(reason: string, cause?: unknown): DefinitionError {
  const message = `The lock file cannot be used: ${reason}. Write it again with 'toolwright lock', and review the difference.`;
  return new DefinitionError(message, { cause });
}

function sort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sort);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sort(value[name])]));
}
