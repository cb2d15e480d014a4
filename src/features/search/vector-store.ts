import { decodeBase64, encodeBase64 } from '../../base/text/base64.js';
import type { RecordStore, StoredRecord } from '../../stores/record-store.js';
import type { UnitVector } from './unit-vectors.js';
import { untilAborted } from './until-aborted.js';

// A store on a network answers many requests at the same time.
const concurrency = 32;
const numberBytes = 4;

/** The vectors in a store that several processes share. */
export class VectorStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** Resolves to the vectors of a length that are stored, by key. */
  async read(keys: readonly string[], length: number, signal: AbortSignal): Promise<ReadonlyMap<string, UnitVector>> {
    const found = new Map<string, UnitVector>();
    await forEach(keys, async (key) => {
      const record = await untilAborted(signal, () => this.#records.get(nameOf(key)));
      const vector = record && decodeVector(record);
      if (vector?.length === length) found.set(key, vector);
    });
    return found;
  }

  async write(vectors: ReadonlyMap<string, UnitVector>, signal: AbortSignal): Promise<void> {
    await forEach([...vectors], ([key, vector]) => untilAborted(signal, () => this.#write(nameOf(key), vector)));
  }

  async #write(name: string, vector: UnitVector): Promise<void> {
    const value = encodeBase64(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
    if ((await this.#records.create(name, value)) !== undefined) return;
    const record = await this.#records.get(name);
    // Another process may have stored it meanwhile. Only a vector of another length is replaced.
    if (record === undefined || decodeVector(record)?.length === vector.length) return;
    await this.#records.update(name, value, record.revision);
  }
}

function nameOf(key: string): string {
  return `vector-${key}`;
}

function decodeVector({ value }: StoredRecord): UnitVector | undefined {
  if (typeof value !== 'string') return undefined;
  const bytes = decodeBase64(value);
  if (bytes.byteLength === 0 || bytes.byteLength % numberBytes !== 0) return undefined;
  const vector = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / numberBytes);
  return vector.every(Number.isFinite) ? vector : undefined;
}

async function forEach<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += concurrency) {
    await Promise.all(items.slice(start, start + concurrency).map(run));
  }
}
