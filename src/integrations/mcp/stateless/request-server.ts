import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { appsExtension } from '../protocol/app-capability.js';
import { McpProtocolError, rpcErrorCodes } from '../protocol/protocol-error.js';
import { tasksExtension } from '../protocol/task-capability.js';
import type { BoundClient } from '../server/binder.js';
import type { CallRounds } from '../server/call-rounds.js';
import { isLogged } from '../server/log-messages.js';
import type { RoundTrip } from '../server/multi-round-trip-call.js';
import {
  isOfferMethod,
  type OfferMethod,
  offerCapabilities,
  offerExtensions,
  offerMethods,
} from '../server/offer-server.js';
import { offerTrip, toolTrip } from '../server/offer-trip.js';
import type { Notify } from '../server/outbox.js';
import type { WireTask } from '../server/wire-task.js';
import { servedVersion } from './admit-message.js';
import { answerObserved } from './answer-observed.js';
import { checkArgumentHeaders } from './argument-headers.js';
import { ClientTasks } from './client-tasks.js';
import { envelopeKeys, type RequestEnvelope } from './envelope.js';
import { toErrorText, toProtocolError } from './error-text.js';
import { type CacheRule, type ResultFields, responseText, serverMeta } from './results.js';
import type { ServedRequest } from './served-request.js';
import { cancelTask, getTask, supportsTasks, taskResult, updateTask } from './task-methods.js';
import { ToolTexts } from './tool-texts.js';

type Handler = (served: ServedRequest) => Promise<ResultFields>;

/**
 * The server of protocol version 2026-07-28, without sessions and handshakes: each request is answered on its own. It does
 * not depend on an SDK or a transport.
 */
export class RequestServer {
  readonly #rounds: CallRounds;
  readonly #texts = new ToolTexts();
  readonly #methods: ReadonlyMap<string, Handler>;

  constructor(rounds: CallRounds) {
    this.#rounds = rounds;
    this.#methods = new Map<string, Handler>([
      ['server/discover', (served) => this.#discover(served)],
      ['tools/list', (served) => this.#listTools(served)],
      ['tools/call', (served) => this.#callTool(served)],
      ...offerMethods.map((method) => [method, (served: ServedRequest) => this.#offer(method, served)] as const),
      ['tasks/get', (served) => getTask(this.tasksOf(served), served)],
      ['tasks/update', (served) => updateTask(this.tasksOf(served), served)],
      ['tasks/cancel', (served) => cancelTask(this.tasksOf(served), served)],
    ]);
  }

  /** Whether the server has a method for a client. */
  has(method: string, { tools }: BoundClient): boolean {
    if (isOfferMethod(method) && !tools.offers.has(method)) return false;
    if (method.startsWith('tasks/') && !tools.offersTasks) return false;
    return this.#methods.has(method);
  }

  /** Returns the tasks of a client. */
  tasksOf({ client, owner }: Pick<ServedRequest, 'client' | 'owner'>): ClientTasks {
    return new ClientTasks({ local: this.#rounds.tasks, stored: client.tools.storedTasksOf(owner), owner });
  }

  /** Resolves when all tasks have ended. Tasks that take longer than `deadlineMs` are cancelled. */
  drain(deadlineMs: number): Promise<void> {
    return this.#rounds.tasks.drain(deadlineMs);
  }

  /** Answers a request with the JSON text of its response, and the error in it. */
  async respond(served: ServedRequest): Promise<{ readonly text: string; readonly error?: McpProtocolError }> {
    const { request, client } = served;
    const { observer, onError } = client;
    try {
      const answering =
        observer === undefined
          ? this.#answer(served)
          : answerObserved(observer, served, (observed) => this.#answer(observed));
      return { text: responseText(request.id, await answering) };
    } catch (thrown) {
      const error = toProtocolError(thrown, onError);
      return { text: toErrorText(request.id, error), error };
    }
  }

  async #answer(served: ServedRequest): Promise<ResultFields> {
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
    const extensions = {
      ...offerExtensions(tools.offers.methods),
      ...(tools.offersTasks ? { [tasksExtension]: {} } : {}),
      ...(tools.offersApps ? { [appsExtension]: {} } : {}),
    };
    const capabilities = {
      tools: { listChanged: true },
      logging: {},
      ...offerCapabilities(tools.offers.methods, true),
      ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
    };
    const given = instructions();
    return {
      supportedVersions: [servedVersion],
      capabilities,
      ...(given === undefined ? {} : { instructions: given }),
      ...cacheOf(client),
    };
  }

  async #listTools({ request, envelope, client, caller }: ServedRequest): Promise<ResultFields> {
    const { items, nextCursor } = await client.tools.pageOfTools(request.params, {
      ...caller,
      capabilities: envelope[envelopeKeys.capabilities],
    });
    return {
      tools: this.#texts.of(items),
      ...(nextCursor === undefined ? {} : { nextCursor }),
      ...cacheOf(client),
    };
  }

  async #callTool(served: ServedRequest): Promise<ResultFields> {
    const { envelope, caller, owner, header } = served;
    const { params } = served.request;
    const { tools } = served.client;
    const schema = header === undefined ? undefined : tools.inputSchemaOf(String(params.name));
    if (header !== undefined && schema !== undefined) checkArgumentHeaders(schema, params.arguments, header);
    const becomesTask = supportsTasks(envelope) && tools.becomesTask(params.name, caller);
    const stored = becomesTask ? await this.#store(served) : undefined;
    if (stored !== undefined) return taskResult(stored);
    const release = becomesTask ? this.#rounds.tasks.reserve(served.limitedAs) : undefined;
    try {
      const call = { tools, params, exchange: exchangeOf(served), owner, client: served.limitedAs };
      return await this.#advance({ ...toolTrip(call), becomesTask }, served);
    } finally {
      release?.();
    }
  }

  /** Runs a request, or continues what an earlier one has begun. What it asks its client is the result of the request. */
  async #advance(trip: Omit<RoundTrip, 'callId' | 'answers'>, { request }: ServedRequest): Promise<ResultFields> {
    const { inputResponses: answers, requestState } = request.params;
    const response = await this.#rounds.handle({ ...trip, answers, requestState });
    if (response.kind === 'result') return response.result;
    if (response.kind === 'task') return taskResult(response.task);
    return { resultType: response.kind, inputRequests: response.inputRequests, requestState: response.requestState };
  }

  /** Stores the task of a call, if the toolkit has a task store. */
  async #store({ request, client, caller, owner, limitedAs }: ServedRequest): Promise<WireTask | undefined> {
    const tasks = client.tools.storedTasksOf(owner);
    const call = tasks && client.tools.storableCall(request.params, caller);
    if (tasks === undefined || call === undefined) return undefined;
    this.#rounds.tasks.reserveStored(limitedAs);
    return tasks.create(call);
  }

  async #offer(method: OfferMethod, served: ServedRequest): Promise<ResultFields> {
    const { request, client, owner, limitedAs } = served;
    const { params } = request;
    const call = { tools: client.tools, method, params, exchange: exchangeOf(served), owner, client: limitedAs };
    try {
      return await this.#advance(offerTrip(call), served);
    } catch (error) {
      if (!(error instanceof McpProtocolError) || error.code !== rpcErrorCodes.resourceNotFound) throw error;
      // The code of a resource that does not exist has changed (specification 2026-07-28, server/resources, errors).
      throw new McpProtocolError(rpcErrorCodes.invalidParams, error.message, error.data);
    }
  }
}

/** Returns how a list may be reused: by its client alone if identity decides what is listed. */
function cacheOf({ tools }: BoundClient): CacheRule {
  return { ttlMs: 0, cacheScope: tools.isForEveryone ? 'public' : 'private' };
}

/** Whether a method is about tools and their tasks, which a server of the application never has. */
export function isToolMethod(method: string): boolean {
  return method.startsWith('tools/') || method.startsWith('tasks/');
}

/** Creates the error of a method that the server does not have. */
export function methodNotFound(): McpProtocolError {
  return new McpProtocolError(rpcErrorCodes.methodNotFound, 'Method not found.');
}

/** Returns the exchange of a request. What it asks is sent as the response. */
function exchangeOf({
  request,
  envelope,
  caller,
  signal,
  readsResources,
  notify,
}: ServedRequest): RoundTrip['exchange'] {
  return {
    ...caller,
    signal,
    meta: request.params._meta,
    capabilities: envelope[envelopeKeys.capabilities],
    progressToken: envelope.progressToken,
    refusesUndeclared: true,
    readsResources,
    notify: loggedFrom(envelope[envelopeKeys.logLevel], notify),
  };
}

/** Returns a function that sends only log messages of a level and above; none if the client has not asked for a level. */
function loggedFrom(least: RequestEnvelope[typeof envelopeKeys.logLevel], notify: Notify): Notify {
  return async (method, params) => {
    if (method === 'notifications/message' && (least === undefined || !isLogged(params, least))) return;
    await notify(method, params);
  };
}
