import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { previewValue } from '../../base/values/value-preview.js';
import { DefinitionError } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import { canonicalJson } from '../../tool/arguments/canonical-json.js';
import { isRecordedCall, type RecordedCall } from './recorded-call.js';

/** What is the same for the runs of one call: the tool and its arguments. */
export type CallKey = Pick<RecordedCall, 'tool' | 'arguments'>;

/** A file with recorded calls. It is read when it is needed, because several toolkits and processes may write it. */
export class Recording {
  /** The name of the file, for messages. */
  readonly name: string;
  readonly #path: string;

  /** @throws DefinitionError that begins with `where` if `file` is neither a path nor a file URL. */
  constructor(file: string | URL, where: string) {
    this.#path = pathOf(file, where);
    this.name = basename(this.#path);
  }

  /**
   * Returns the recorded calls. Returns undefined if the file does not exist.
   *
   * @throws DefinitionError if the file is not a recording.
   */
  read(): readonly RecordedCall[] | undefined {
    const text = readText(this.#path);
    return text === undefined ? undefined : this.#parse(text);
  }

  /**
   * Adds the run of a call.
   *
   * @param isFirst - Whether it replaces the runs of an earlier recording.
   */
  add(call: RecordedCall, isFirst: boolean): void {
    const key = keyOf(call);
    const known = (this.read() ?? []).filter((one) => !isFirst || keyOf(one) !== key);
    const calls = [...known, call].sort((one, other) =>
      keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0,
    );
    mkdirSync(dirname(this.#path), { recursive: true });
    // Another process may read the file at any time.
    const written = `${this.#path}.${process.pid}`;
    writeFileSync(written, `${JSON.stringify({ version, calls }, undefined, 2)}\n`);
    renameSync(written, this.#path);
  }

  #parse(text: string): readonly RecordedCall[] {
    const json = this.#parseJson(text);
    if (!isRecord(json) || typeof json.version !== 'number' || !Array.isArray(json.calls)) {
      throw new DefinitionError(`'${this.name}' is not a recording. Pass the path of another file.`);
    }
    if (json.version > version) {
      throw new DefinitionError(`The recording '${this.name}' was written by a newer version of toolwright.`);
    }
    const calls: readonly unknown[] = json.calls;
    const broken = calls.findIndex((call) => !isRecordedCall(call));
    if (broken === -1) return calls.filter(isRecordedCall);
    throw new DefinitionError(
      `The call ${broken} of the recording '${this.name}' is invalid. Delete it, or run the tests with TOOLWRIGHT_UPDATE=1 (or jest -u, vitest --update).`,
    );
  }

  #parseJson(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new DefinitionError(`The recording '${this.name}' is not valid JSON. Delete it to record it again.`, {
        cause,
      });
    }
  }
}

/** The version of the format. */
const version = 1;

/** Returns a text that is the same for the runs of one call, and by which calls are sorted. */
export function keyOf({ tool, arguments: args }: CallKey): string {
  return `${tool} ${canonicalJson(args)}`;
}

function pathOf(file: unknown, where: string): string {
  if (typeof file === 'string' && file !== '') return file;
  if (file instanceof URL && file.protocol === 'file:') return fileURLToPath(file);
  throw new DefinitionError(`${where}: the file must be a path or a file URL, not ${previewValue(file)}.`);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isRecord(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
