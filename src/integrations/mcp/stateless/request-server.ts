import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import type { BoundClient } from '../server/binder.js';
import type { CallRounds } from '../server/call-rounds.js';
import { invalidCursor } from '../server/cursor.js';
import { isLogged } from '../server/log-messages.js';
import type { Notify } from '../server/outbox.js';
import type { RequestCaller } from '../server/request-state.js';
import { type ReadHeader, servedVersion } from './admit-message.js';
import { checkArgumentHeaders } from './argument-headers.js';
import { envelopeKeys, type RequestEnvelope } from './envelope.js';
import type { WireRequest } from './message.js';
import { type CacheRule, type ResultFields, serverMeta } from './results.js';
import { ToolTexts } from './tool-texts.js';

/** A request whose version is served, with its sender. */
export interface ServedRequest {
  readonly request: WireRequest;
  readonly envelope: RequestEnvelope;
  readonly client: BoundClient;
  readonly caller: RequestCaller;
  /** The client that calls belong to; undefined if it is not known. */
  readonly owner: string | undefined;
  /** The client that limits are counted for. */
  readonly limitedAs: string;
  /** The headers of the HTTP request; undefined for other transports. */
  readonly header: ReadHeader | undefined;
  /** A signal that fires when the client cancels the request or disconnects. */
  readonly signal: AbortSignal;
  /** Sends a notification that belongs to the request. */
  readonly notify: Notify;
  /** Whether the client can read large results as resources of the server. */
  readonly readsResources: boolean;
}

/** The settings of a request server. */
export interface RequestServerParts {
  readonly rounds: CallRounds;
  /** How long clients may reuse a list, in milliseconds. */
  readonly listTtlMs: number;
}

type Handler = (served: ServedRequest) => Promise<ResultFields>;

/**
 * The server of protocol version 2026-07-28, without sessions and handshakes: each request is answered on its own. It does
 * not depend on an SDK or a transport.
 */
export class RequestServer {
  readonly #rounds: CallRounds;
  readonly #listTtlMs: number;
  readonly #texts = new ToolTexts();
  readonly #methods: ReadonlyMap<string, Handler>;

  constructor({ rounds, listTtlMs }: RequestServerParts) {
    this.#rounds = rounds;
    this.#listTtlMs = listTtlMs;
    this.#methods = new Map<string, Handler>([
      ['server/discover', (served) => this.#discover(served)],
      ['tools/list', (served) => this.#listTools(served)],
      ['tools/call', (served) => this.#callTool(served)],
      ['resources/list', (served) => this.#listResources(served)],
      ['resources/templates/list', (served) => this.#listTemplates(served)],
      ['resources/read', (served) => this.#readResource(served)],
    ]);
  }

  /** Whether the server has a method for a client. */
  has(method: string, { tools }: BoundClient): boolean {
    return this.#methods.has(method) && (!method.startsWith('resources/') || tools.offersResources);
  }

  /** Answers a request. Rejects with an McpProtocolError on a request that the method does not accept. */
  async answer(served: ServedRequest): Promise<ResultFields> {
    const { request, client } = served;
    const handler = this.#methods.get(request.method);
    if (handler === undefined) throw methodNotFound();
    const { _meta: meta, ...result } = await handler(served);
    return {
      resultType: 'complete',
      ...result,
      _meta: { ...(isRecord(meta) ? meta : {}), ...serverMeta(client.identity) },
    };
  }

  async #discover({ client }: ServedRequest): Promise<ResultFields> {
    const { tools, instructions } = client;
    const capabilities = {
      tools: { listChanged: true },
      logging: {},
      ...(tools.offersResources ? { resources: {} } : {}),
    };
    const given = instructions();
    return {
      supportedVersions: [servedVersion],
      capabilities,
      ...(given === undefined ? {} : { instructions: given }),
      ...this.#cacheOf(client),
    };
  }

  async #listTools({ request, client, caller }: ServedRequest): Promise<ResultFields> {
    const { items, nextCursor } = await client.tools.pageOfTools(request.params, caller);
    return {
      tools: this.#texts.of(items),
      ...(nextCursor === undefined ? {} : { nextCursor }),
      ...this.#cacheOf(client),
    };
  }

  async #callTool(served: ServedRequest): Promise<ResultFields> {
    const { envelope, caller, owner, header, signal, readsResources } = served;
    const { params } = served.request;
    const { tools } = served.client;
    const schema = header === undefined ? undefined : tools.inputSchemaOf(String(params.name));
    if (header !== undefined && schema !== undefined) checkArgumentHeaders(schema, params.arguments, header);
    const exchange = {
      ...caller,
      signal,
      meta: params._meta,
      capabilities: envelope[envelopeKeys.capabilities],
      progressToken: envelope.progressToken,
      refusesUndeclared: true,
      readsResources,
      notify: loggedFrom(envelope[envelopeKeys.logLevel], served.notify),
    };
    const trip = { tools, params, exchange, owner, client: served.limitedAs };
    const { inputResponses: answers, requestState } = params;
    const response = await this.#rounds.handle({ ...trip, answers, requestState });
    if (response.kind === 'result') return response.result;
    return { resultType: response.kind, inputRequests: response.inputRequests, requestState: response.requestState };
  }

  async #listResources({ request, client, caller }: ServedRequest): Promise<ResultFields> {
    refuseCursor(request);
    return { ...(await client.tools.listResources(caller)), ...privateResult };
  }

  async #listTemplates({ request }: ServedRequest): Promise<ResultFields> {
    refuseCursor(request);
    return { resourceTemplates: [], ...privateResult };
  }

  async #readResource({ request, client, caller }: ServedRequest): Promise<ResultFields> {
    try {
      return { ...(await client.tools.readResource(request.params, caller)), ...privateResult };
    } catch (error) {
      if (!(error instanceof McpProtocolError) || error.code !== rpcErrorCodes.resourceNotFound) throw error;
      // The code of a resource that does not exist has changed (specification 2026-07-28, server/resources, errors).
      throw new McpProtocolError(rpcErrorCodes.invalidParams, error.message, error.data);
    }
  }

  /** Returns how a list may be reused: by its client alone if identity decides what is listed. */
  #cacheOf({ tools }: BoundClient): CacheRule {
    return { ttlMs: this.#listTtlMs, cacheScope: tools.isForEveryone ? 'public' : 'private' };
  }
}

// Results belong to the session of one client.
const privateResult: CacheRule = { ttlMs: 0, cacheScope: 'private' };

/** Throws an McpProtocolError if a request has a cursor for a list that has one page. */
function refuseCursor({ params }: WireRequest): void {
  if (params.cursor !== undefined) throw invalidCursor();
}

/** Whether a method is about tools, which a server of the application never has. */
export function isToolMethod(method: string): boolean {
  return method.startsWith('tools/');
}

/** Creates the error of a method that the server does not have. */
export function methodNotFound(): McpProtocolError {
  return new McpProtocolError(rpcErrorCodes.methodNotFound, 'Method not found.');
}

/** Returns a function that sends only log messages of a level and above; none if the client has not asked for a level. */
function loggedFrom(least: RequestEnvelope[typeof envelopeKeys.logLevel], notify: Notify): Notify {
  return async (method, params) => {
    if (method === 'notifications/message' && (least === undefined || !isLogged(params, least))) return;
    await notify(method, params);
  };
}
