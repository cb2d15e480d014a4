import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  BadRequestException,
  Controller,
  Get,
  Header,
  HttpCode,
  Inject,
  Post,
  Req,
  Res,
  StreamableFile,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { nearestName } from '../../../base/options/nearest-name.js';
import { memoize } from '../../../base/values/memoize.js';
import { type Approval, type FinalDecision, sseHeaders, type ToolResult, toSSE } from '../../../index.js';
import { isDirectlyCallable } from '../../../tool/spec/is-directly-callable.js';
import type { ToolRouteOptions } from '../options/module-options.js';
import { getRuntimeToken } from '../options/tokens.js';
import type { EmptyBodies } from '../routes/empty-bodies.js';
import { RouteApprovals } from '../routes/route-approvals.js';
import { createRouteGuard } from '../routes/route-guard.js';
import { statusOf } from '../routes/status-of.js';
import type { ToolkitRuntime } from '../runtime/toolkit-runtime.js';

/** A request of Express or Fastify, whose body the application has parsed. */
interface ToolRequest {
  readonly params: { readonly tool: string };
  readonly body?: unknown;
}

/** The body of a request that decides on a deferred call. */
interface ApprovalBody {
  readonly token?: unknown;
  readonly answer?: unknown;
  readonly input?: unknown;
}

/** The parts of a controller. */
export interface ToolControllerParts {
  readonly http: ToolRouteOptions;
  readonly emptyBodies: EmptyBodies;
}

/**
 * Creates the controller of the routes that list and call the tools of a toolkit. Its methods read the request and send
 * the response themselves, so that neither pipes nor interceptors of the application change what a route receives or
 * answers: they apply to the called tool.
 */
export function createToolController(name: string, { http, emptyBodies }: ToolControllerParts): Type {
  const { path, version, guards = [], approver, approvals } = http;
  // A guard of the request makes the controller request-scoped.
  const approvalsOf = memoize(({ requests, subjectOf }: ToolkitRuntime) => {
    return new RouteApprovals({ authOf: (request) => requests.authOf(request), subjectOf }, approvals);
  });
  const routeGuard = createRouteGuard({ ...http, acceptsLocalPages: false, emptyBodies }, 'ToolkitModule: http');

  @Controller({ path, ...(version === undefined ? {} : { version: version as string | string[] }) })
  @UseGuards(routeGuard, ...guards)
  class ToolController {
    readonly #runtime: ToolkitRuntime;
    readonly #platform: HttpAdapterHost;
    constructor(
      @Inject(getRuntimeToken(name)) runtime: ToolkitRuntime,
      @Inject(HttpAdapterHost) platform: HttpAdapterHost,
    ) {
      this.#runtime = runtime;
      this.#platform = platform;
    }

    /** Lists the tools that the caller may call, as the Model Context Protocol does. */
    @Get()
    list(@Req() request: object, @Res() response: object): void {
      const { toolkit, requests } = this.#runtime;
      const auth = requests.authOf(request);
      const specs = toolkit.list({ active: true, auth, hostRequest: request }).filter(isDirectlyCallable);
      this.#send(response, 200, { tools: specs.map((spec) => spec.toMcp()) });
    }

    /** Decides on a deferred call. The token has the arguments, and is not part of the URL for that reason. */
    @Post('approvals')
    @HttpCode(200)
    async approve(@Req() request: ToolRequest, @Res() response: object): Promise<void> {
      const { token, decision } = readDecision(request.body);
      const known = approvalsOf(this.#runtime);
      const options = known.optionsFor(token, request);
      const result = await this.#runtime.toolkit.resumeApproval(token, decision, options);
      if (result.success || decision === 'deny') known.forget(token);
      this.#sendResult(response, result, options.hostRequest);
    }

    /** Calls a tool with the arguments in the body. */
    @Post(':tool')
    @HttpCode(200)
    async call(@Req() request: ToolRequest, @Res() response: object): Promise<void> {
      const { params, body } = request;
      const options = { hostRequest: request, signal: signalOf(response), approver };
      this.#sendResult(response, await this.#runtime.toolkit.execute(params.tool, body ?? {}, options), request);
    }

    /** Calls a tool, and sends its responses as server-sent events. */
    @Post(':tool/stream')
    @HttpCode(200)
    @Header('cache-control', sseHeaders['cache-control'])
    @Header('x-accel-buffering', sseHeaders['x-accel-buffering'])
    stream(@Req() request: ToolRequest, @Res() response: object): void {
      const { params, body } = request;
      const options = { hostRequest: request, signal: signalOf(response), approver };
      const responses = this.#runtime.toolkit.iterate({ name: params.tool, input: body ?? {} }, options);
      const followed = approvalsOf(this.#runtime).follow(responses, request);
      const events = Readable.fromWeb(toSSE(followed) as ReadableStream);
      this.#send(response, 200, new StreamableFile(events, { type: sseHeaders['content-type'] }));
    }

    #sendResult(response: object, result: ToolResult, request: object): void {
      approvalsOf(this.#runtime).remember(result, request);
      this.#send(response, statusOf(result), result.toJSON());
    }

    #send(response: object, status: number, body: unknown): void {
      const { httpAdapter } = this.#platform;
      // An interceptor of the application may have ended the request, such as one with a time limit.
      if (!httpAdapter.isHeadersSent(response)) httpAdapter.reply(response, body, status);
    }
  }
  return ToolController;
}

/**
 * Returns a signal that aborts when a response is over: the client has disconnected, or something else has answered, such as
 * an interceptor with a time limit. A call that has ended does not notice.
 */
function signalOf(response: object): AbortSignal {
  const { raw = response } = response as { readonly raw?: object };
  const controller = new AbortController();
  (raw as NodeJS.EventEmitter).once('close', () => controller.abort());
  return controller.signal;
}

function readDecision(body: unknown): { readonly token: string; readonly decision: FinalDecision } {
  const decision: ApprovalBody = typeof body === 'object' && body !== null ? body : {};
  const { token, answer, input } = decision;
  if (typeof token !== 'string') throw new BadRequestException('token must be the token of a deferred call.');
  if (answer !== 'approve' && answer !== 'deny') {
    throw new BadRequestException("answer must be 'approve' or 'deny'.");
  }
  checkDecisionNames(decision);
  if (answer === 'deny') return { token, decision: 'deny' };
  return {
    token,
    decision: { kind: 'approve', ...(input === undefined ? {} : { input: input as Approval['input'] }) },
  };
}

const decisionNames: readonly string[] = ['token', 'answer', 'input'] satisfies (keyof ApprovalBody)[];

/** Refuses unknown members, so that a call does not run with other arguments than a misspelled one changes. */
function checkDecisionNames(decision: ApprovalBody): void {
  const unknown = Object.keys(decision).find((name) => !decisionNames.includes(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, decisionNames);
  const hint = nearest === undefined ? `It has ${decisionNames.join(', ')}.` : `Did you mean '${nearest}'?`;
  throw new BadRequestException(`A decision has no '${unknown.slice(0, 100)}'. ${hint}`);
}
