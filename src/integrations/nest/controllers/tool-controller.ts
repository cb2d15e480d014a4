import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
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
import { memoize } from '../../../base/values/memoize.js';
import { sseHeaders, type ToolResult, toSSE } from '../../../index.js';
import { isDirectlyCallable } from '../../../tool/spec/is-directly-callable.js';
import { readDecision } from '../../shared/read-decision.js';
import { responseOverSignal } from '../../shared/response-over.js';
import { RouteApprovals } from '../../shared/route-approvals.js';
import { statusOf } from '../../shared/status-of.js';
import { exceptionStatusOf } from '../execution/map-exception.js';
import type { ToolRouteOptions } from '../options/module-options.js';
import { getRuntimeToken } from '../options/tokens.js';
import type { EmptyBodies } from '../routes/empty-bodies.js';
import { createRouteGuard } from '../routes/route-guard.js';
import { toHttpException } from '../routes/to-http-exception.js';
import type { ToolkitRuntime } from '../runtime/toolkit-runtime.js';

/** A request of Express or Fastify, whose body the application has parsed. */
interface ToolRequest {
  readonly params: { readonly tool: string };
  readonly body?: unknown;
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
  const approvalsOf = memoize(({ requests, toolkit }: ToolkitRuntime) => {
    const parts = {
      toolkit,
      authOf: (request: object) => requests.authOf(request),
      where: 'ToolkitModule: http.approvals',
    };
    return new RouteApprovals(parts, approvals);
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
      const known = approvalsOf(this.#runtime);
      const { token, decision, options } = this.#readDecision(request, known);
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

    #readDecision(request: ToolRequest, known: RouteApprovals<object>) {
      try {
        const { token, decision } = readDecision(request.body);
        return { token, decision, options: known.optionsFor(token, request) };
      } catch (error) {
        throw toHttpException(error);
      }
    }

    #sendResult(response: object, result: ToolResult, request: object): void {
      approvalsOf(this.#runtime).remember(result, request);
      this.#send(response, exceptionStatusOf(result.error) ?? statusOf(result), result.toJSON());
    }

    #send(response: object, status: number, body: unknown): void {
      const { httpAdapter } = this.#platform;
      // An interceptor of the application may have ended the request, such as one with a time limit.
      if (!httpAdapter.isHeadersSent(response)) httpAdapter.reply(response, body, status);
    }
  }
  return ToolController;
}

/** Returns a signal that aborts when a response is over. An interceptor with a time limit may have answered. */
function signalOf(response: object): AbortSignal {
  const { raw = response } = response as { readonly raw?: object };
  return responseOverSignal(raw as ServerResponse);
}
