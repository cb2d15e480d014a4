import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { WireError } from '../shared/wire-error.js';
import type { WireOutput } from '../shared/wire-output.js';

/** The names of the headers of a request. */
export const headerNames = Object.freeze({
  callId: 'Call',
  limitMs: 'Limit-Ms',
  labels: 'Labels',
  identity: 'Identity',
  logs: 'Logs',
  parts: 'Parts',
  part: 'Part',
});

/** A message of a worker about one call. */
export type Reply =
  /** The worker has received the call, which waits for its turn. */
  | { readonly kind: 'queued'; readonly worker: string; readonly beatMs: number }
  /** The worker runs the call. */
  | { readonly kind: 'taken'; readonly worker: string; readonly beatMs: number }
  /** The worker waits for the parts of the arguments. */
  | { readonly kind: 'send'; readonly worker: string; readonly beatMs: number }
  /** The worker has no room for the call. */
  | { readonly kind: 'busy' }
  /** Chunks, of which the first has the number `from`. */
  | { readonly kind: 'chunks'; readonly from: number; readonly chunks: readonly WireOutput[] }
  | { readonly kind: 'progress'; readonly value: number; readonly total?: number; readonly message?: string }
  | { readonly kind: 'log'; readonly level: string; readonly message: string; readonly data?: unknown }
  /** The end of the call: its output, or its error. */
  | { readonly kind: 'end'; readonly output?: WireOutput; readonly error?: WireError };

/** How a call ended: its output, or its error. */
export type CallEnd = Pick<Extract<Reply, { readonly kind: 'end' }>, 'output' | 'error'>;

/** A message of a caller to a worker. A call is named by the subject of its replies. */
export type Control =
  /** The caller still waits for its calls. `inbox` is where their replies go. */
  | { readonly kind: 'beat'; readonly inbox: string; readonly beatMs: number }
  | { readonly kind: 'cancel'; readonly call: string; readonly reason: 'timeout' | 'interrupted' }
  /** The caller has read chunks up to the number `count`. */
  | { readonly kind: 'read'; readonly call: string; readonly count: number }
  /** The caller asks for the health of the workers. */
  | { readonly kind: 'hello' }
  /** The caller asks for the tools of the worker. */
  | { readonly kind: 'tools' }
  /** A worker asks whether another one still runs the call of an effect. */
  | { readonly kind: 'runs'; readonly effectKey: string };

/** The heartbeat of a worker for the calls of one caller: the last tokens of the subjects of their replies. */
export interface Beat {
  readonly worker: string;
  readonly calls: readonly string[];
}

/** The health of a worker. */
export interface Health {
  readonly worker: string;
  readonly queue: string;
  /** The digest of all tools of the worker. */
  readonly digest: string;
  readonly state: 'serving' | 'stopping';
  /** The time between two messages on the health of the worker, in milliseconds. */
  readonly healthMs: number;
  /** The time at which the worker started, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly running: number;
  readonly waiting: number;
  readonly concurrency: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Encodes a message as JSON. */
export function encodeMessage(message: object): Uint8Array {
  return encoder.encode(JSON.stringify(message));
}

/** Decodes a message. Returns undefined for anything but the JSON text of an object. */
export function decodeMessage<T extends object>(data: Uint8Array): T | undefined {
  try {
    const message: unknown = JSON.parse(decoder.decode(data));
    return isRecord(message) ? (message as unknown as T) : undefined;
  } catch {
    return undefined;
  }
}

// A server limits the length of subjects, which contain these texts.
const workerId = /^[\w-]{1,64}$/;
const longestQueue = 256;
const states: readonly unknown[] = ['serving', 'stopping'] satisfies readonly Health['state'][];

/** Reads a message to a worker. Returns undefined if it is malformed. */
export function readControl(data: Uint8Array): Control | undefined {
  const control = decodeMessage<Control>(data);
  switch (control?.kind) {
    case 'beat':
      return typeof control.inbox === 'string' && Number.isFinite(control.beatMs) ? control : undefined;
    case 'cancel':
      return typeof control.call === 'string' ? control : undefined;
    case 'read':
      return typeof control.call === 'string' && Number.isSafeInteger(control.count) ? control : undefined;
    case 'runs':
      return typeof control.effectKey === 'string' ? control : undefined;
    case 'hello':
    case 'tools':
      return control;
    default:
      return undefined;
  }
}

/** Reads a message of a worker about one call. Returns undefined if it is malformed. */
export function readReply(data: Uint8Array): Reply | undefined {
  const reply = decodeMessage<Reply>(data);
  switch (reply?.kind) {
    case 'queued':
    case 'taken':
    case 'send':
      return isWorkerId(reply.worker) && Number.isFinite(reply.beatMs) ? reply : undefined;
    case 'chunks':
      return Number.isSafeInteger(reply.from) && Array.isArray(reply.chunks) ? reply : undefined;
    case 'progress':
      return Number.isFinite(reply.value) && isOptional(reply.total, 'number') && isOptional(reply.message, 'string')
        ? reply
        : undefined;
    case 'log':
      return typeof reply.level === 'string' && typeof reply.message === 'string' ? reply : undefined;
    case 'busy':
    case 'end':
      return reply;
    default:
      return undefined;
  }
}

/** Reads the heartbeat of a worker. Returns undefined if it is malformed. */
export function readBeat(data: Uint8Array): Beat | undefined {
  const beat = decodeMessage<Beat>(data);
  return isWorkerId(beat?.worker) && isStrings(beat?.calls) ? beat : undefined;
}

/** Reads the health of a worker. Returns undefined if it is malformed. */
export function readHealth(data: Uint8Array): Health | undefined {
  const health = decodeMessage<Health>(data);
  if (health === undefined || !isWorkerId(health.worker) || !states.includes(health.state)) return undefined;
  const { queue, digest, healthMs, startedAt, running, waiting, concurrency } = health;
  if (typeof queue !== 'string' || queue === '' || queue.length > longestQueue) return undefined;
  if (typeof digest !== 'string' || !(healthMs > 0)) return undefined;
  return [healthMs, startedAt, running, waiting, concurrency].every(Number.isFinite) ? health : undefined;
}

function isWorkerId(value: unknown): boolean {
  return typeof value === 'string' && workerId.test(value);
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isOptional(value: unknown, type: 'number' | 'string'): boolean {
  return value === undefined || typeof value === type;
}
