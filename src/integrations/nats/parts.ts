import { headers, type Msg } from '@nats-io/transport-node';
import type { GuardedConnection } from './guarded-connection.js';
import { headerNames } from './messages.js';

// The part of a message that its headers may take, in bytes.
const reservedBytes = 8_192;
const defaultMaxPayload = 1_048_576;
// An incomplete message is dropped after this time, in milliseconds.
const maxAgeMs = 60_000;

/** Returns the size of the largest message that is sent in one part, in bytes. */
export function largestPart({ info }: Pick<GuardedConnection, 'info'>): number {
  return Math.max(1_024, (info?.max_payload ?? defaultMaxPayload) - reservedBytes);
}

/** Publishes a message, in parts if it is larger than what the server accepts. */
export function publishInParts(
  connection: Pick<GuardedConnection, 'info' | 'publish'>,
  data: Uint8Array,
  { subject, reply }: { readonly subject: string; readonly reply?: string },
): void {
  const size = largestPart(connection);
  const addressed = reply === undefined ? {} : { reply };
  if (data.length <= size) {
    connection.publish(subject, data, addressed);
    return;
  }
  const count = Math.ceil(data.length / size);
  const id = crypto.randomUUID();
  for (let index = 0; index < count; index++) {
    const part = headers();
    part.set(headerNames.part, `${id} ${index} ${count}`);
    connection.publish(subject, data.subarray(index * size, (index + 1) * size), { ...addressed, headers: part });
  }
}

interface Incomplete {
  /** The number of parts. */
  readonly count: number;
  readonly parts: (Uint8Array | undefined)[];
  readonly startedAt: number;
  received: number;
  bytes: number;
}

/** Joins the parts of messages. A message that is too large, and one that remains incomplete, is dropped. */
export class PartJoiner {
  readonly #maxBytes: number;
  readonly #incomplete = new Map<string, Incomplete>();

  /** @param maxBytes - The size of the largest message, in bytes. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Returns the data of a message that is complete; undefined if parts are missing, and 'too large' once for a message
   * that is larger than the limit.
   */
  add({ data, headers: part }: Msg): Uint8Array | 'too large' | undefined {
    const text = part?.get(headerNames.part) ?? '';
    if (text === '') return data;
    const [id = '', at = '', of = ''] = text.split(' ');
    const [index, count] = [Number(at), Number(of)];
    if (!Number.isInteger(index) || !Number.isInteger(count) || index < 0 || index >= count) return undefined;
    this.#dropOld();
    if (index === 0) {
      // A part cannot be empty, so that there are not more parts than bytes.
      if (count > this.#maxBytes) return 'too large';
      this.#incomplete.set(id, { count, parts: [], startedAt: performance.now(), received: 0, bytes: 0 });
    }
    const message = this.#incomplete.get(id);
    if (message === undefined || message.count !== count || message.parts[index] !== undefined) return undefined;
    message.parts[index] = data;
    message.received++;
    message.bytes += data.length;
    if (message.bytes > this.#maxBytes) {
      this.#incomplete.delete(id);
      return 'too large';
    }
    if (message.received < count) return undefined;
    this.#incomplete.delete(id);
    return join(message);
  }

  #dropOld(): void {
    for (const [id, { startedAt }] of this.#incomplete) {
      if (performance.now() - startedAt < maxAgeMs) break;
      this.#incomplete.delete(id);
    }
  }
}

function join({ parts, bytes }: Incomplete): Uint8Array {
  const joined = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    if (part === undefined) continue;
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
