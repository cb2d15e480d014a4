import type { WireMessage, WireTransport } from '../../protocol/wire-transport.js';
import { failedAnswer } from '../local-errors.js';
import { LineSplitter, type LongLine } from './line-splitter.js';
import { type ServerCommand, ServerProcess } from './server-process.js';
import { WriteQueue } from './write-queue.js';

/** What a transport over stdio is told besides the command. */
export interface StdioOptions extends ServerCommand {
  /** The longest message, in bytes. A longer one is dropped as it comes, and its request fails. */
  readonly maxMessageBytes: number;
  /** Is told of what the server should not have done, and was put up with. */
  readonly onOddity: (kind: string, message: string) => void;
}

// How long output that was written before the end may still take to be read, in milliseconds.
const drainMs = 50;

/**
 * Messages to and from a server that is a process of ours, one on each line. What is no message is put up with; a message
 * that is too long fails its own request; when the process ends, everything that waits for it is told at once.
 */
export class StdioTransport implements WireTransport {
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  onmessage: ((message: WireMessage) => void) | undefined;
  /** How the process ended, once it has. */
  ending: string | undefined;
  readonly #options: StdioOptions;
  #process: ServerProcess | undefined;
  #queue: WriteQueue | undefined;
  #isClosed = false;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const process = new ServerProcess(this.#options);
    this.#process = process;
    this.#queue = new WriteQueue(process.stdin);
    const lines = new LineSplitter(this.#options.maxMessageBytes, {
      line: (text) => this.#read(text),
      tooLong: (line) => this.#refuse(line),
    });
    process.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    void this.#follow(process);
    await process.started();
  }

  async send(message: WireMessage): Promise<void> {
    if (this.#queue === undefined || this.#isClosed) throw new TypeError('The connection to the server is closed.');
    await this.#queue.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    await this.#process?.stop();
    this.#finish();
  }

  async #follow(process: ServerProcess): Promise<void> {
    const drained = new Promise<void>((resolve) => process.stdout.once('close', resolve));
    this.ending = await process.ended;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, drainMs);
    });
    await Promise.race([drained, late]);
    clearTimeout(timer);
    this.#finish();
  }

  #finish(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#process?.stdout.destroy();
    this.onclose?.();
  }

  #read(text: string): void {
    if (this.#isClosed || text.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#options.onOddity('garbage', 'it wrote something to stdout that is no message');
      return;
    }
    const messages: readonly unknown[] = Array.isArray(message) ? message : [message];
    for (const one of messages) {
      if (isMessage(one)) this.onmessage?.(one);
      else if (isAnswer(one)) this.onmessage?.(failedAnswer(one.id, { toolwright: 'malformed' }));
      else this.#options.onOddity('garbage', 'it wrote JSON to stdout that is no message of JSON-RPC 2.0');
    }
  }

  #refuse(line: LongLine): void {
    const { maxMessageBytes: value } = this.#options;
    const id = requestIdOf(line);
    if (id !== undefined) {
      this.onmessage?.(failedAnswer(id, { toolwright: 'limit', limit: 'maxMessageBytes', value }));
      return;
    }
    this.#options.onOddity('too-long', `it wrote a message of more than ${value} bytes (maxMessageBytes)`);
    // Whose answer it was cannot be told: nobody may wait for it for ever.
    void this.close();
  }
}

/** Whether JSON has the outline of a message. The SDKs believe that their transports have looked. */
function isMessage(value: unknown): value is WireMessage {
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, method, id, result, error, params } = value as WireMessage;
  if (jsonrpc !== '2.0') return false;
  if (method !== undefined) return typeof method === 'string' && (params === undefined || isObject(params));
  const isId = typeof id === 'number' || typeof id === 'string';
  return isId && (isObject(result) || isErrorObject(error));
}

/** Whether JSON answers a request, with something that is no answer. */
function isAnswer(value: unknown): value is WireMessage {
  if (!isObject(value)) return false;
  const { id, method } = value as WireMessage;
  return method === undefined && (typeof id === 'number' || typeof id === 'string');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isErrorObject(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { code, message } = value as WireMessage;
  return typeof code === 'number' && typeof message === 'string';
}

/** Whose answer a long line is: JSON libraries write the id before the result or after it. */
function requestIdOf({ head, tail }: LongLine): number | undefined {
  const before = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/.exec(head);
  const after = /,\s*"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail);
  const id = before?.[1] ?? after?.[1];
  return id === undefined ? undefined : Number(id);
}
