import type { McpObservation, McpObservedAnswer } from '../../../../base/network/mcp-observer.js';
import { observedAnswer, observedFailure } from '../../protocol/observed-message.js';
import type { WireMessage, WireTransport } from '../../protocol/wire-transport.js';
import { createErrorAnswer, type LocalError } from '../errors/local-errors.js';
import { mayBecomeTask, wrapTask } from './task-answer.js';

/** The options that an SDK passes with a message. */
interface SendOptions {
  /** Ends the stream of the request, and with it the request. */
  readonly requestSignal?: AbortSignal | undefined;
}

/** A router that handles some of the notifications of a server. Returns whether it has handled a message. */
interface NotificationRouter {
  handle(message: WireMessage): boolean;
}

/** A request that is not answered yet. */
interface PendingRequest {
  /** How it is observed; undefined if it is not, or no longer. */
  observation: McpObservation | undefined;
  readonly mayBecomeTask: boolean;
  /** Whether its sender no longer expects the response. */
  isAbandoned: boolean;
}

/** A listener that is notified of the traffic of a transport. */
export interface TapListener {
  onAnomaly(kind: string, message: string): void;
  /** Called when a request is no longer pending. */
  onSettled?(id: unknown): void;
  /** Called when a request is sent. Returns how it is observed. @default requests are not observed */
  readonly observe?: ((request: WireMessage, transport: TappedTransport) => McpObservation | undefined) | undefined;
}

/**
 * A transport that tracks its pending requests, can fail each of them, and drops messages that would cause an error in
 * the SDK.
 */
export class TappedTransport implements WireTransport {
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  onmessage: ((message: WireMessage, extra?: unknown) => void) | undefined;
  /** The negotiated protocol version; undefined until it is negotiated. */
  protocolVersion: string | undefined;
  readonly #inner: WireTransport;
  readonly #routers: readonly NotificationRouter[];
  readonly #listener: TapListener;
  readonly #waiting = new Map<unknown, PendingRequest>();
  readonly #thrown = new WeakSet<object>();
  readonly #ending = new AbortController();

  constructor(inner: WireTransport, routers: readonly NotificationRouter[], listener: TapListener) {
    this.#inner = inner;
    this.#routers = routers;
    this.#listener = listener;
    inner.onclose = () => {
      this.#endAll();
      this.onclose?.();
    };
    // The SDK's transports also report the errors that they throw. The sender receives those already.
    inner.onerror = (error) => setImmediate(() => this.#thrown.has(error) || this.onerror?.(error));
    inner.onmessage = (message, extra) => this.#receive(message, extra);
  }

  /** A signal that fires when the connection has ended. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  /** Whether each request has its own stream and is cancelled by ending it. */
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
    let sent = message;
    if (method !== undefined && id !== undefined) {
      const observation = this.#listener.observe?.(message, this);
      if (observation !== undefined) sent = { ...message, params: observation.params };
      // Before it initializes a connection, an SDK sends only a negotiation of the version, whose response came too late.
      if (method === 'initialize') for (const pending of this.#waiting.values()) pending.isAbandoned = true;
      this.#waiting.set(id, { observation, mayBecomeTask: mayBecomeTask(message), isAbandoned: false });
      options?.requestSignal?.addEventListener('abort', () => this.#settle(id), { once: true });
    }
    try {
      await this.#inner.send(sent, options);
    } catch (error) {
      this.#settle(id, observedFailure(error));
      if (error instanceof Error) this.#thrown.add(error);
      throw error;
    } finally {
      // Only after the server has been notified.
      if (method === 'notifications/cancelled') this.#settle((params as WireMessage).requestId);
    }
  }

  close(): Promise<void> {
    this.#endAll();
    return this.#inner.close();
  }

  isWaiting(id: unknown): boolean {
    return this.#waiting.has(id);
  }

  /** Fails a request that is still pending. */
  fail(id: unknown, error: LocalError): void {
    const pending = this.#waiting.get(id);
    if (pending === undefined) return;
    endObservation(pending, { failure: error.toolwright });
    this.#receive(createErrorAnswer(id, error), undefined);
  }

  #receive(message: WireMessage, extra: unknown): void {
    if (this.#routers.some((router) => router.handle(message))) return;
    const { id, method } = message;
    if (method !== undefined) {
      this.onmessage?.(message, extra);
      return;
    }
    const pending = this.#waiting.get(id);
    if (pending === undefined) {
      this.#listener.onAnomaly('unknown-answer', 'it answered a request that is not pending');
      return;
    }
    this.#settle(id, observedAnswer(message));
    if (pending.isAbandoned) return;
    this.onmessage?.(pending.mayBecomeTask ? wrapTask(message) : message, extra);
  }

  /** @param answer - How the request has ended; undefined if it was cancelled. */
  #settle(id: unknown, answer?: McpObservedAnswer): void {
    const pending = this.#waiting.get(id);
    if (pending === undefined) return;
    this.#waiting.delete(id);
    endObservation(pending, answer);
    this.#listener.onSettled?.(id);
  }

  /** Ends the observation of the requests that are never answered, because the connection has ended. */
  #endAll(): void {
    for (const pending of this.#waiting.values()) endObservation(pending, { failure: 'lost' });
    this.#ending.abort();
  }
}

function endObservation(pending: PendingRequest, answer: McpObservedAnswer | undefined): void {
  pending.observation?.end(answer);
  pending.observation = undefined;
}
