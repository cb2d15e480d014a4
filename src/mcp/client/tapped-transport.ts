import type { WireMessage, WireTransport } from '../protocol/wire-transport.js';
import { failedAnswer, type LocalError } from './local-errors.js';
import type { ProgressRouter } from './progress-router.js';

/** What an SDK says of a message besides. */
interface SendOptions {
  /** Ends the stream of the request, and thereby the request. */
  readonly requestSignal?: AbortSignal | undefined;
}

/** What is told of the traffic of a transport. */
export interface TapListener {
  oddity(kind: string, message: string): void;
  /** A request is not waited for any more. */
  settled?(id: unknown): void;
}

/**
 * A transport with a tap: it knows which requests wait for an answer, can fail each of them, and keeps from an SDK what it
 * would stumble over.
 */
export class TappedTransport implements WireTransport {
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  onmessage: ((message: WireMessage, extra?: unknown) => void) | undefined;
  /** The protocol that was agreed on, once it is. */
  protocolVersion: string | undefined;
  readonly #inner: WireTransport;
  readonly #progress: ProgressRouter;
  readonly #listener: TapListener;
  readonly #waiting = new Set<unknown>();
  readonly #thrown = new WeakSet<object>();

  constructor(inner: WireTransport, progress: ProgressRouter, listener: TapListener) {
    this.#inner = inner;
    this.#progress = progress;
    this.#listener = listener;
    inner.onclose = () => this.onclose?.();
    // The SDK's transports also tell of what they throw: whoever sends learns of that already.
    inner.onerror = (error) => setImmediate(() => this.#thrown.has(error) || this.onerror?.(error));
    inner.onmessage = (message, extra) => this.#receive(message, extra);
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  /** Whether each request has a stream of its own, and is cancelled by ending that. */
  get hasPerRequestStream(): boolean | undefined {
    return this.#inner.hasPerRequestStream;
  }

  setProtocolVersion(version: string): void {
    this.protocolVersion = version;
    this.#inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: WireMessage, options?: SendOptions): Promise<void> {
    const { id, method, params } = message;
    if (method !== undefined && id !== undefined) {
      this.#waiting.add(id);
      options?.requestSignal?.addEventListener('abort', () => this.#settle(id), { once: true });
    }
    try {
      await this.#inner.send(message, options);
    } catch (error) {
      this.#settle(id);
      if (error instanceof Error) this.#thrown.add(error);
      throw error;
    } finally {
      // After the server has been told.
      if (method === 'notifications/cancelled') this.#settle((params as WireMessage).requestId);
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  isWaiting(id: unknown): boolean {
    return this.#waiting.has(id);
  }

  /** Ends a request whose answer will not come. Nothing happens to one that has ended. */
  fail(id: unknown, error: LocalError): void {
    if (this.#waiting.has(id)) this.#receive(failedAnswer(id, error), undefined);
  }

  #receive(message: WireMessage, extra: unknown): void {
    if (this.#progress.take(message)) return;
    const { id, method } = message;
    if (method === undefined && !this.#waiting.has(id)) {
      this.#listener.oddity('unknown-answer', 'it answered a request that does not wait for an answer');
      return;
    }
    if (method === undefined) this.#settle(id);
    this.onmessage?.(message, extra);
  }

  #settle(id: unknown): void {
    if (this.#waiting.delete(id)) this.#listener.settled?.(id);
  }
}
