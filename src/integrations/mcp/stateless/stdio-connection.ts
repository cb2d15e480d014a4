import { idOf } from '../http/read-body.js';
import { isRequestId, type RequestId } from '../http/running-calls.js';
import { LineSplitter } from '../protocol/line-splitter.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { BoundClient, StdioStreams } from '../server/binder.js';
import { flushTimeoutMs } from '../server/ordered-sends.js';
import { watchStreams } from '../server/sdk-server.js';
import { admitNotification, admitRequest } from './admit-message.js';
import type { RequestEnvelope } from './envelope.js';
import { toErrorText, toProtocolError } from './error-text.js';
import { LineOutput } from './line-output.js';
import { readMessage, type WireNotification, type WireRequest } from './message.js';
import { methodNotFound, type RequestServer } from './request-server.js';
import { Subscription } from './subscription.js';

const maxSubscriptions = 1_024;

/** The settings of a connection. */
export interface StdioParts {
  readonly server: RequestServer;
  readonly client: BoundClient;
  readonly streams: StdioStreams;
}

/** The connection of a client of protocol version 2026-07-28 over standard input and output. */
export class StdioConnection {
  readonly #server: RequestServer;
  readonly #client: BoundClient;
  readonly #streams: StdioStreams;
  readonly #output: LineOutput;
  readonly #running = new Map<RequestId, AbortController>();
  readonly #subscriptions = new Map<RequestId, Subscription>();
  readonly #unwatch: () => void;
  #isClosed = false;

  constructor({ server, client, streams }: StdioParts) {
    this.#server = server;
    this.#client = client;
    this.#streams = streams;
    this.#output = new LineOutput(streams.stdout);
    // The input has limited the length of a line.
    const lines = new LineSplitter(Number.POSITIVE_INFINITY, {
      onLine: (text) => this.#read(text),
      onTooLong: () => {},
    });
    streams.stdin.on('data', (chunk: Buffer) => lines.push(chunk));
    this.#unwatch = watchStreams(streams);
  }

  /** Ends the subscriptions. Resolves when all messages are written, or the client does not read them. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const subscription of this.#subscriptions.values()) subscription.end();
    this.#subscriptions.clear();
    this.#streams.stdin.removeAllListeners('data');
    await this.#output.flushed(flushTimeoutMs);
    this.#unwatch();
  }

  #read(text: string): void {
    if (text.trim() === '') return;
    let id: RequestId | undefined;
    let isNotification = false;
    try {
      const body = parseLine(text);
      // Without it, the client of a malformed request would wait forever.
      id = idOf(body) ?? undefined;
      const message = readMessage(body);
      isNotification = message.id === undefined;
      if (message.id === undefined) this.#accept(message);
      else this.#answer(message);
    } catch (error) {
      const refusal = toProtocolError(error, this.#client.onError);
      if (id === undefined) this.#client.onError(refusal);
      if (!isNotification) void this.#send(toErrorText(id, refusal));
    }
  }

  #accept(message: WireNotification): void {
    admitNotification(message);
    const { requestId } = message.params;
    if (message.method !== 'notifications/cancelled' || !isRequestId(requestId)) return;
    this.#running.get(requestId)?.abort();
    this.#subscriptions.get(requestId)?.cancel();
    this.#subscriptions.delete(requestId);
  }

  #answer(request: WireRequest): void {
    const envelope = admitRequest(request);
    const { id, method } = request;
    if (this.#running.has(id) || this.#subscriptions.has(id)) {
      throw new McpProtocolError(rpcErrorCodes.invalidRequest, `The request ID ${JSON.stringify(id)} is in use.`);
    }
    if (method === 'subscriptions/listen') {
      if (this.#subscriptions.size >= maxSubscriptions) {
        const message = `This client has ${maxSubscriptions} subscriptions already.`;
        throw new McpProtocolError(rpcErrorCodes.internalError, message);
      }
      void this.#subscribe(request, envelope);
      return;
    }
    const client = this.#client;
    if (!this.#server.has(method, client)) throw methodNotFound();
    const abort = new AbortController();
    this.#running.set(id, abort);
    const served = {
      request,
      envelope,
      client,
      caller: { auth: client.auth, http: undefined },
      owner: undefined,
      limitedAs: 'standard input',
      header: undefined,
      signal: abort.signal,
      notify: async (name: string, params: Readonly<Record<string, unknown>>) => {
        await this.#send(JSON.stringify({ jsonrpc: '2.0', method: name, params }));
      },
      readsResources: client.tools.offers.hasResults,
    };
    void this.#server.respond(served).then(({ text }) => {
      this.#running.delete(id);
      // A client that has cancelled its request receives no response.
      if (!abort.signal.aborted) void this.#send(text);
    });
  }

  async #subscribe(request: WireRequest, envelope: RequestEnvelope): Promise<void> {
    const send = (message: Readonly<Record<string, unknown>>): Promise<void> => this.#send(JSON.stringify(message));
    const client = this.#client;
    const caller = { auth: client.auth, http: undefined };
    const tasks = this.#server.tasksOf({ client, owner: undefined });
    const abort = new AbortController();
    this.#running.set(request.id, abort);
    try {
      const subscription = await Subscription.open({ request, envelope, client, caller, tasks, send });
      if (abort.signal.aborted) subscription.cancel();
      else if (subscription.isActive && !this.#isClosed) this.#subscriptions.set(request.id, subscription);
      else subscription.end();
    } catch (error) {
      void this.#send(toErrorText(request.id, toProtocolError(error, client.onError)));
    } finally {
      this.#running.delete(request.id);
    }
  }

  #send(text: string): Promise<void> {
    return this.#output.write(text);
  }
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new McpProtocolError(rpcErrorCodes.parseError, 'Parse error: the line is not valid JSON.');
  }
}
