import { onAbort } from '../../../call/on-abort.js';
import { type EndpointRequest, headerOf } from '../http/endpoint-request.js';
import { type EndpointResponse, emptyResponse, eventResponse } from '../http/endpoint-response.js';
import { EventStream, toEvent } from '../http/event-stream.js';
import type { McpHttpService } from '../http/http-service.js';
import { HttpRefusal } from '../http/refusal.js';
import type { AdmittedRequest } from '../http/request-guard.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { BoundClient, HttpServiceParts } from '../server/binder.js';
import type { ToolServer } from '../server/tool-server.js';
import { admitNotification, admitRequest, type ReadHeader } from './admit-message.js';
import type { ApplicationServers } from './application-servers.js';
import { LazyResponse } from './lazy-response.js';
import { readMessage, type WireNotification, type WireRequest } from './message.js';
import { isToolMethod, methodNotFound, type RequestServer } from './request-server.js';
import type { ServedRequest } from './served-request.js';
import { Subscription, type SubscriptionParts } from './subscription.js';

/** The settings of the service. */
export interface RequestServiceParts extends HttpServiceParts {
  readonly server: RequestServer;
  /** The application's own servers, for the methods that the server lacks. */
  readonly application: ApplicationServers | undefined;
}

// Each subscription keeps a connection open.
const maxSubscriptions = 1_024;

/** The service for HTTP clients of protocol version 2026-07-28. */
export class RequestService implements McpHttpService {
  readonly #parts: RequestServiceParts;
  readonly #running = new Set<ToolServer>();
  readonly #subscriptions = new Set<() => void>();
  /** How many subscriptions are being opened. */
  #openingSubscriptions = 0;
  #isClosed = false;

  constructor(parts: RequestServiceParts) {
    this.#parts = parts;
  }

  async handle(admitted: AdmittedRequest): Promise<EndpointResponse> {
    const { request, body } = admitted;
    if (request.method !== 'POST') {
      throw new HttpRefusal(405, 'Method not allowed: this server has no sessions.', { headers: { allow: 'POST' } });
    }
    try {
      const message = readMessage(body);
      return await (message.id === undefined ? this.#accept(message, admitted) : this.#answer(message, admitted));
    } catch (error) {
      throw error instanceof McpProtocolError ? toRefusal(error) : error;
    }
  }

  async drain(deadlineMs: number): Promise<void> {
    const running = [...this.#running].map((tools) => tools.drain(deadlineMs));
    await Promise.all([...running, this.#parts.server.drain(deadlineMs)]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#subscriptions) end();
    await this.#parts.application?.close();
  }

  async #accept(message: WireNotification, admitted: AdmittedRequest): Promise<EndpointResponse> {
    const { calls, onError, application } = this.#parts;
    admitNotification(message, headersOf(admitted.request));
    if (message.method === 'notifications/cancelled') {
      calls.cancel(message.params, { owner: admitted.owner, connection: admitted.request.connection }, onError);
    } else if (application !== undefined) {
      return application.forward(admitted, await this.#parts.bind(admitted, undefined));
    }
    return emptyResponse(202);
  }

  async #answer(request: WireRequest, admitted: AdmittedRequest): Promise<EndpointResponse> {
    const { server, application, bind } = this.#parts;
    const envelope = admitRequest(request, headersOf(admitted.request));
    const isSubscription = request.method === 'subscriptions/listen';
    const client = await bind(admitted, undefined);
    if (isSubscription) return this.#subscribe({ request, envelope, client }, admitted);
    if (application !== undefined && !isToolMethod(request.method)) return application.forward(admitted, client);
    if (!server.has(request.method, client)) throw methodNotFound();
    return this.#run({ request, envelope, client }, admitted);
  }

  #run({ request, envelope, client }: Exchange, admitted: AdmittedRequest): Promise<EndpointResponse> {
    const { owner, auth, info: http, subject, client: limitedAs } = admitted;
    const { signal, cancel, connection } = admitted.request;
    const header = headersOf(admitted.request);
    const response = new LazyResponse(acceptsStream(header));
    const forget = this.#parts.calls.add(request.id, { owner, connection, cancel });
    this.#running.add(client.tools);
    const served: ServedRequest = {
      request,
      envelope,
      client,
      caller: { auth: auth ?? client.auth, http },
      owner: subject,
      limitedAs,
      header,
      signal,
      notify: (method, params) => response.notify(method, params),
      // A later request of a client without an identity does not find what this one has stored.
      readsResources: subject !== undefined && this.#offersResources(client),
    };
    void this.#parts.server.respond(served).then(({ text, error }) => {
      this.#running.delete(client.tools);
      forget();
      if (signal.aborted) response.abandon();
      else response.end(error === undefined ? 200 : statusOfAnswer(error), text);
    });
    return response.ready;
  }

  #offersResources(client: BoundClient): boolean {
    const { application } = this.#parts;
    return client.tools.offers.hasResults && (application === undefined || application.readsResults(client));
  }

  async #subscribe(
    exchange: Exchange,
    { subject: owner, request, auth, info }: AdmittedRequest,
  ): Promise<EndpointResponse> {
    if (this.#subscriptions.size + this.#openingSubscriptions >= maxSubscriptions) {
      const message = `This server has ${maxSubscriptions} subscriptions already.`;
      throw new HttpRefusal(200, message, { code: rpcErrorCodes.internalError });
    }
    const events = new EventStream();
    const tasks = this.#parts.server.tasksOf({ client: exchange.client, owner });
    const send: SubscriptionParts['send'] = async (message) => {
      events.write(toEvent(message));
      await events.whenWritable();
    };
    const caller = { auth: auth ?? exchange.client.auth, http: info };
    this.#openingSubscriptions++;
    const subscription = await openSubscription({ ...exchange, caller, tasks, send }).finally(() => {
      this.#openingSubscriptions--;
    });
    const end = (): void => {
      subscription.end();
      events.end();
    };
    if (!subscription.isActive || this.#isClosed) end();
    else {
      this.#subscriptions.add(end);
      let stopListening = (): void => {};
      const onOver = (): void => {
        subscription.cancel();
        stopListening();
        this.#subscriptions.delete(end);
        events.end();
      };
      stopListening = onAbort(request.signal, onOver);
      events.onClose(onOver);
    }
    return eventResponse(events);
  }
}

/** Opens a subscription. Its errors are those of a method, and not of the transport. */
async function openSubscription(parts: SubscriptionParts): Promise<Subscription> {
  try {
    return await Subscription.open(parts);
  } catch (error) {
    if (!(error instanceof McpProtocolError)) throw error;
    throw new HttpRefusal(statusOfAnswer(error), error.message, error);
  }
}

type Exchange = Pick<ServedRequest, 'request' | 'envelope' | 'client'>;

function headersOf(request: EndpointRequest): ReadHeader {
  return (name) => headerOf(request, name);
}

/** Whether the client accepts a stream of events. A client that does not say what it accepts does. */
function acceptsStream(header: ReadHeader): boolean {
  const accepted = header('accept');
  return accepted === undefined || accepted.includes('text/event-stream') || accepted.includes('*/*');
}

/** Returns the HTTP status of an error with which a method has answered. */
function statusOfAnswer({ code }: McpProtocolError): number {
  return code === rpcErrorCodes.missingCapability || code === rpcErrorCodes.headerMismatch ? 400 : 200;
}

/** Converts the error of a message that reaches no method (specification 2026-07-28, Streamable HTTP, status codes). */
function toRefusal({ code, message, data }: McpProtocolError): HttpRefusal {
  return new HttpRefusal(code === rpcErrorCodes.methodNotFound ? 404 : 400, message, { code, data });
}
