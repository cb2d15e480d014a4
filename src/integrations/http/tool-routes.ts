import { LATE, settleWithin } from '../../base/async/settle-within.js';
import { emitWarning } from '../../base/errors/emit-warning.js';
import {
  type CallRequest,
  createCallRequest,
  DefinitionError,
  sseHeaders,
  ToolError,
  type Toolkit,
  type ToolResult,
  toSSE,
} from '../../index.js';
import type { AppAuth } from '../../tool/metadata/app-types.js';
import { isDirectlyCallable } from '../../tool/spec/is-directly-callable.js';
import type { ToolkitCallOptions } from '../../toolkit/pipeline/toolkit-call-options.js';
import { isJsonType } from '../shared/own-page.js';
import { PageGuard, preflightResponse } from '../shared/page-guard.js';
import { BodyError } from '../shared/read-body-text.js';
import { readDecision } from '../shared/read-decision.js';
import { RouteApprovals } from '../shared/route-approvals.js';
import { RouteRefusal } from '../shared/route-refusal.js';
import { jsonResponse, type RouteRequest, type RouteResponse, type ToolRequest } from '../shared/route-request.js';
import { statusOf, statusOfCode } from '../shared/status-of.js';
import type { ToolHandlerOptions } from './handler-options.js';

/** The sender of a request, and what its calls receive. */
interface Sender {
  readonly request: ToolRequest;
  readonly view: CallRequest;
  readonly auth: AppAuth | undefined;
  readonly state: Readonly<Record<string, unknown>> | undefined;
}

type Route = { readonly name: 'list' } | { readonly name: 'approve' } | ToolRoute;

/** A route of one tool. */
interface ToolRoute {
  readonly name: 'call' | 'stream';
  readonly tool: string;
}

/** The routes that list and call the tools of a toolkit, stream their responses, and decide on deferred calls. */
export class ToolRoutes {
  readonly #toolkit: Toolkit;
  readonly #options: ToolHandlerOptions;
  readonly #guard: PageGuard;
  readonly #approvals: RouteApprovals<Sender>;

  /** @throws DefinitionError if an origin is invalid. */
  constructor(toolkit: Toolkit, options: ToolHandlerOptions) {
    this.#toolkit = toolkit;
    this.#options = options;
    this.#guard = new PageGuard(options, 'toolHandler');
    const parts = { toolkit, authOf: ({ auth }: Sender) => auth, where: 'toolHandler: approvals' };
    this.#approvals = new RouteApprovals(parts, options.approvals);
  }

  /** Responds to a request. */
  async respond(request: RouteRequest): Promise<RouteResponse> {
    let headers: RouteResponse['headers'] = {};
    try {
      headers = this.#guard.check(request);
      const response = await this.#route(request);
      return { ...response, headers: { ...headers, ...response.headers } };
    } catch (error) {
      const refusal = this.#refusalOf(error);
      const { status: statusCode, message } = refusal;
      return jsonResponse(statusCode, { statusCode, message }, { ...headers, ...refusal.headers });
    }
  }

  async #route(request: RouteRequest): Promise<RouteResponse> {
    const route = this.#findRoute(request.path);
    if (request.method === 'OPTIONS' && request.headers.has('origin')) return preflightResponse(request);
    const method = route.name === 'list' ? 'GET' : 'POST';
    if (request.method !== method) throw new RouteRefusal(405, 'Method not allowed.', { allow: method });
    if (method === 'POST' && !isJsonType(request.headers.get('content-type') ?? undefined)) {
      throw new RouteRefusal(415, 'Send the content type application/json.');
    }
    const sender = await this.#identify(request);
    if (route.name === 'list') return this.#list(sender);
    const body = (await this.#readBody(request)) ?? {};
    if (route.name === 'approve') return this.#approve(sender, body);
    const options = { ...this.#callOptions(sender), signal: request.signal };
    return route.name === 'call'
      ? this.#sendResult(await this.#toolkit.execute(route.tool, body, options), sender)
      : this.#stream({ name: route.tool, input: body }, options, sender);
  }

  #findRoute(pathname: string): Route {
    const { path = '/tools' } = this.#options;
    const notFound = new RouteRefusal(404, 'There is no such route.');
    if (pathname !== path && !pathname.startsWith(`${path}/`)) throw notFound;
    const [first = '', second, ...others] = pathname.slice(path.length + 1).split('/');
    if (others.length > 0 || (second !== undefined && second !== 'stream')) throw notFound;
    if (first === '' && second === undefined) return { name: 'list' };
    if (first === 'approvals' && second === undefined) return { name: 'approve' };
    return { name: second === undefined ? 'call' : 'stream', tool: first };
  }

  async #identify({ method, url, headers, raw, address }: RouteRequest): Promise<Sender> {
    const request = Object.freeze({ method, url, headers, raw });
    const auth = await this.#options.auth?.(request);
    const state = await this.#options.state?.(request, auth);
    const view = createCallRequest({ headers, method, path: url.pathname, address });
    return { request, view, auth, state };
  }

  async #readBody(request: RouteRequest): Promise<unknown> {
    const { maxBodyBytes = 4_194_304, requestTimeoutMs = 30_000 } = this.#options;
    if (request.parsedBody !== undefined) return request.parsedBody;
    const text = await settleWithin(request.readText(maxBodyBytes), requestTimeoutMs).catch((error: unknown) => {
      throw error instanceof BodyError ? refuseBody(error, maxBodyBytes) : error;
    });
    if (text === LATE) throw new RouteRefusal(408, 'The request took too long to arrive.', { connection: 'close' });
    if (text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw new RouteRefusal(400, 'The body of the request is not valid JSON.');
    }
  }

  #callOptions({ request, view, auth, state }: Sender): ToolkitCallOptions {
    return { hostRequest: request, request: view, auth, state, approver: this.#options.approver };
  }

  /** Lists the tools that the caller may call, as the Model Context Protocol does. */
  #list({ auth, request }: Sender): RouteResponse {
    const specs = this.#toolkit.list({ active: true, auth, hostRequest: request }).filter(isDirectlyCallable);
    return jsonResponse(200, { tools: specs.map((spec) => spec.toMcp()) });
  }

  async #approve(sender: Sender, body: unknown): Promise<RouteResponse> {
    const { token, decision } = readDecision(body);
    const { hostRequest: caller } = this.#approvals.optionsFor(token, sender);
    const { approver: _, ...options } = this.#callOptions(caller);
    const result = await this.#toolkit.resumeApproval(token, decision, options);
    if (result.success || decision === 'deny') this.#approvals.forget(token);
    return this.#sendResult(result, caller);
  }

  #sendResult(result: ToolResult, sender: Sender): RouteResponse {
    this.#approvals.remember(result, sender);
    return jsonResponse(statusOf(result), result.toJSON());
  }

  #stream(
    call: { readonly name: string; readonly input: unknown },
    options: ToolkitCallOptions,
    sender: Sender,
  ): RouteResponse {
    const responses = this.#approvals.follow(this.#toolkit.iterate(call, options), sender);
    const { heartbeatMs } = this.#options;
    return { status: 200, headers: sseHeaders, body: toSSE(responses, { heartbeatMs }) };
  }

  #refusalOf(error: unknown): RouteRefusal {
    if (error instanceof RouteRefusal) return error;
    if (ToolError.is(error) && (error.code === 'authentication' || error.code === 'permission')) {
      return new RouteRefusal(statusOfCode(error.code), error.message);
    }
    this.#report(error);
    return new RouteRefusal(500, 'Internal error.');
  }

  #report(error: unknown): void {
    const { onError = warnOfError } = this.#options;
    try {
      onError(error);
    } catch (other) {
      // The request has to be answered all the same.
      warnOfError(error);
      warnOfError(other);
    }
  }
}

function refuseBody({ reason }: BodyError, maxBytes: number): Error {
  if (reason === 'too large') {
    return new RouteRefusal(413, `The body of the request is longer than ${maxBytes} bytes.`, { connection: 'close' });
  }
  if (reason === 'aborted') return new RouteRefusal(400, 'The request was aborted.');
  return new DefinitionError(
    'toolHandler: the body of the request has already been read. Set the parsed body as its property body, as ' +
      'express.json() does.',
  );
}

function warnOfError(error: unknown): void {
  emitWarning(`toolHandler: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}
