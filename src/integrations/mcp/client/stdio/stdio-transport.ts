import { settleWithin } from '../../../../base/async/settle-within.js';
import { LineSplitter, type LongLine } from '../../protocol/line-splitter.js';
import type { WireMessage, WireTransport } from '../../protocol/wire-transport.js';
import { createErrorAnswer } from '../errors/local-errors.js';
import type { ServerCommand, ServerProcess } from './server-process.js';
import { WriteQueue } from './write-queue.js';

/** The options of a transport over stdio. */
export interface StdioOptions extends ServerCommand {
  /** The size limit of a message, in bytes. A longer message is dropped, and its request fails. */
  readonly maxMessageBytes: number;
  /** Called when the server violated the protocol in a way that could be tolerated. */
  readonly onAnomaly: (kind: string, message: string) => void;
}

// How long the end of a line that is too long may take to arrive, in milliseconds.
const lineEndMs = 1_000;

// How long reading the remaining output may take after the process has ended, in milliseconds.
const drainMs = 50;

// How long the end of a process that does not read what it is sent is waited for, in milliseconds.
const brokenPipeMs = 1_000;

/**
 * A transport to a server that runs as a child process, with one message per line. It ignores lines that are not
 * messages. A message that is too long fails its request. If the message does not end, or its request cannot be
 * identified, all requests fail and the transport closes. When the process ends, the transport closes immediately.
 */
export class StdioTransport implements WireTransport {
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  onmessage: ((message: WireMessage) => void) | undefined;
  /** The reason why the process has ended; undefined while it runs. */
  endReason: string | undefined;
  readonly #options: StdioOptions;
  #process: ServerProcess | undefined;
  #queue: WriteQueue | undefined;
  #isClosed = false;
  /** Resolves when the process has ended, and the transport is closed. */
  #ended: Promise<void> = Promise.resolve();
  /** The IDs of the requests without a response. */
  readonly #pending = new Set<string | number>();
  /** The time limit for the end of a line that is too long. */
  #lineEnd: NodeJS.Timeout | undefined;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    // Only Node.js can start processes.
    const { ServerProcess, describeStartFailure } = await import('./server-process.js');
    const process = new ServerProcess(this.#options);
    this.#process = process;
    this.#queue = new WriteQueue(process.stdin);
    const lines = new LineSplitter(this.#options.maxMessageBytes, {
      onLine: (text) => this.#read(text),
      onExceeded: (head) => this.#onExceeded(head),
      onTooLong: (line) => this.#onTooLong(line),
    });
    process.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    this.#ended = this.#watchEnd(process);
    try {
      await process.started();
    } catch (error) {
      this.endReason = describeStartFailure(error, this.#options);
      throw error;
    }
  }

  /** The end of what the process has written to standard error. */
  get errorOutput(): string {
    return this.#process?.errorOutput ?? '';
  }

  async send(message: WireMessage): Promise<void> {
    if (this.#queue === undefined || this.#isClosed) throw new TypeError('The connection to the server is closed.');
    this.#trackRequest(message);
    try {
      await this.#queue.write(`${JSON.stringify(message)}\n`);
    } catch (error) {
      // A process that no longer reads is usually about to end, and how it ends says more than the broken pipe.
      await settleWithin(this.#ended, brokenPipeMs);
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#process?.stop();
    this.#finish();
  }

  async #watchEnd(process: ServerProcess): Promise<void> {
    const drained = Promise.all(
      [process.stdout, process.stderr].map((stream) => new Promise<void>((resolve) => stream.once('close', resolve))),
    );
    const reason = await process.ended;
    this.endReason ??= reason;
    await settleWithin(drained, drainMs);
    this.#finish();
  }

  #finish(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#lineEnd);
    this.#process?.stdout.destroy();
    this.onclose?.();
  }

  #read(text: string): void {
    if (this.#isClosed || text.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#options.onAnomaly('garbage', 'it wrote a line to stdout that is not a message');
      return;
    }
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
    for (const one of messages) {
      if (isMessage(one)) this.#deliver(one);
      else if (isAnswer(one)) this.#deliver(createErrorAnswer(one.id, { toolwright: 'malformed' }));
      else this.#options.onAnomaly('garbage', 'it wrote JSON to stdout that is not a JSON-RPC 2.0 message');
    }
  }

  #trackRequest({ method, id, params }: WireMessage): void {
    if (method !== undefined && isId(id)) this.#pending.add(id);
    // A cancelled request gets no response.
    const { requestId } = (params ?? {}) as { readonly requestId?: unknown };
    if (method === 'notifications/cancelled' && isId(requestId)) this.#pending.delete(requestId);
  }

  #deliver(message: WireMessage): void {
    if (message.method === undefined && isId(message.id)) this.#pending.delete(message.id);
    this.onmessage?.(message);
  }

  #onExceeded(head: string): void {
    const id = requestIdOf({ head, tail: '' });
    if (id !== undefined) this.#failRequest(id);
    // Until the line ends, no other response can arrive. JSON libraries may write the ID at its end.
    if (/^\s*\{/.test(head)) this.#lineEnd = setTimeout(() => this.#failAll(), lineEndMs);
    else this.#failAll();
  }

  #onTooLong(line: LongLine): void {
    clearTimeout(this.#lineEnd);
    const id = requestIdOf(line);
    if (id === undefined) this.#failAll();
    else if (this.#pending.has(id)) this.#failRequest(id);
  }

  #failRequest(id: string | number): void {
    const { maxMessageBytes: value } = this.#options;
    this.#deliver(createErrorAnswer(id, { toolwright: 'limit', limit: 'maxMessageBytes', value }));
  }

  /** Fails all requests and closes, because the request to which a message belongs cannot be identified. */
  #failAll(): void {
    const { maxMessageBytes } = this.#options;
    this.#options.onAnomaly('too-long', `it wrote a message of more than ${maxMessageBytes} bytes (maxMessageBytes)`);
    for (const id of [...this.#pending]) this.#failRequest(id);
    void this.close();
  }
}

/** Whether a JSON value has the structure of a message. The SDKs rely on their transports to check that. */
function isMessage(value: unknown): value is WireMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, method, id, result, error, params } = value as WireMessage;
  if (jsonrpc !== '2.0') return false;
  if (method !== undefined) return typeof method === 'string' && (params === undefined || isObject(params));
  return isId(id) && (isObject(result) || isErrorObject(error));
}

/** Whether a JSON value is meant as a response to a request. */
function isAnswer(value: unknown): value is WireMessage {
  if (!isObject(value)) return false;
  const { id, method } = value as WireMessage;
  return method === undefined && isId(id);
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || typeof id === 'number';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isErrorObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { code, message } = value as WireMessage;
  return typeof code === 'number' && typeof message === 'string';
}

/** Returns the ID of the request that a long line answers. JSON libraries write the ID before or after the result. */
function requestIdOf({ head, tail }: LongLine): number | undefined {
  const before = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/.exec(head);
  const after = /,\s*"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail);
  const id = before?.[1] ?? after?.[1];
  return id === undefined ? undefined : Number(id);
}
