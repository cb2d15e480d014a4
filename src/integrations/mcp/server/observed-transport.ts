import type { McpObservation, McpObserver } from '../../../base/network/mcp-observer.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { observedAnswer, observedRequest } from '../protocol/observed-message.js';
import type { WireMessage, WireTransport } from '../protocol/wire-transport.js';

/** Returns the transport of an SDK, whose requests are observed if there is an observer. */
export function observeTransport<Transport>(transport: Transport, observer: McpObserver | undefined): Transport {
  if (observer === undefined) return transport;
  return new ObservedTransport(transport as unknown as WireTransport, observer) as unknown as Transport;
}

/** The transport of a server over standard input and output, whose requests are observed until they are answered. */
class ObservedTransport implements WireTransport {
  onclose: (() => void) | undefined;
  onerror: ((error: Error) => void) | undefined;
  onmessage: ((message: WireMessage, extra?: unknown) => void) | undefined;
  readonly #inner: WireTransport;
  readonly #observer: McpObserver;
  readonly #open = new Map<unknown, McpObservation>();
  #protocolVersion: string | undefined;

  constructor(inner: WireTransport, observer: McpObserver) {
    this.#inner = inner;
    this.#observer = observer;
    inner.onclose = () => {
      for (const id of this.#open.keys()) this.#end(id);
      this.onclose?.();
    };
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message, extra) => this.onmessage?.(this.#receive(message), extra);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: WireMessage, options?: object): Promise<void> {
    const { id, method, result } = message;
    if (isRecord(result) && typeof result.protocolVersion === 'string') this.#protocolVersion = result.protocolVersion;
    await this.#inner.send(message, options);
    if (method === undefined) this.#end(id, message);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #receive(message: WireMessage): WireMessage {
    const { method, params } = message;
    if (method === 'notifications/cancelled' && isRecord(params)) this.#end(params.requestId);
    const request = observedRequest(message, this.#protocolVersion);
    if (request === undefined) return message;
    const observation = this.#observer.observe({ ...request, side: 'server', transport: 'stdio' });
    this.#open.set(request.id, observation);
    return { ...message, params: observation.params };
  }

  #end(id: unknown, answer?: WireMessage): void {
    this.#open.get(id)?.end(answer && observedAnswer(answer));
    this.#open.delete(id);
  }
}
