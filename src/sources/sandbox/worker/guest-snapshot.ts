import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PendingCall } from '../../../features/code-mode/sandbox-engine.js';

/** What a snapshot contains in addition to the memory of the engine. */
export interface SavedState {
  /** The number of calls that have no answer. */
  readonly open: number;
  readonly made: number;
  readonly logCharacters: number;
  /** The references of the results at which the program has looked. */
  readonly looked: readonly string[];
  /** Finds the functions of the prelude in the memory. */
  readonly token: number;
  readonly pending: readonly PendingCall[];
}

/** The content of a snapshot. */
export interface SavedGuest {
  readonly state: SavedState;
  readonly memory: Uint8Array;
}

/** What a snapshot must fit to. */
export interface SnapshotLimits {
  readonly version: string;
  readonly memoryBytes: number;
}

const magic = 'toolwright-sandbox 2';

/** Writes a snapshot. Only an engine of the same version can read it. */
export function writeSnapshot({ state, memory }: SavedGuest, version: string): Uint8Array<ArrayBuffer> {
  const head = Buffer.from([magic, version, JSON.stringify(state), ''].join('\n'));
  // Most of the memory is zero, so the fastest level is as good as any.
  const body = deflateRawSync(memory, { level: 1 });
  return new Uint8Array(Buffer.concat([head, body]));
}

/** Reads a snapshot. Returns undefined if it is none, or was written by another version. */
export function readSnapshot(snapshot: Uint8Array, limits: SnapshotLimits): SavedGuest | undefined {
  try {
    const bytes = Buffer.from(snapshot.buffer, snapshot.byteOffset, snapshot.byteLength);
    let start = 0;
    const nextLine = (): string => {
      const end = bytes.indexOf('\n', start);
      const line = bytes.toString('utf8', start, end);
      start = end + 1;
      return line;
    };
    if (nextLine() !== magic || nextLine() !== limits.version) return undefined;
    const state: SavedState = JSON.parse(nextLine());
    // The engine itself needs some memory too.
    const memory = inflateRawSync(bytes.subarray(start), { maxOutputLength: limits.memoryBytes + 16_000_000 });
    return { state, memory: new Uint8Array(memory.buffer, memory.byteOffset, memory.byteLength) };
  } catch {
    return undefined;
  }
}
