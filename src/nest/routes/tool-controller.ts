import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  BadRequestException,
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Inject,
  Param,
  Post,
  Req,
  Res,
  StreamableFile,
  type Type,
  UseGuards,
} from '@nestjs/common';
import { type Approval, type FinalDecision, sseHeaders, type ToolResult, toSSE } from '../../index.js';
import { isDirectlyCallable } from '../../spec/is-directly-callable.js';
import type { ToolRouteOptions } from '../module-options.js';
import { getRuntimeToken } from '../tokens.js';
import type { ToolkitRuntime } from '../toolkit-runtime.js';
import { createRouteGuard } from './route-guard.js';
import { statusOf } from './status-of.js';

/** A response of Express or Fastify. */
interface StatusResponse {
  status(code: number): unknown;
}

/** The body of a request that decides on a deferred call. */
interface ApprovalBody {
  readonly token?: unknown;
  readonly answer?: unknown;
  readonly input?: unknown;
}

/** Creates the controller of the routes that list and call the tools of a toolkit. */
export function createToolController(name: string, options: ToolRouteOptions): Type {
  const { path, version, guards = [], approver } = options;
  const routeGuard = createRouteGuard(options, 'ToolkitModule: http');

  @Controller({ path, ...(version === undefined ? {} : { version: version as string | string[] }) })
  @UseGuards(routeGuard, ...guards)
  class ToolController {
    readonly #runtime: ToolkitRuntime;

    constructor(@Inject(getRuntimeToken(name)) runtime: ToolkitRuntime) {
      this.#runtime = runtime;
    }

    /** Lists the tools that the caller may call, as the Model Context Protocol does. */
    @Get()
    list(@Req() request: object): { readonly tools: readonly unknown[] } {
      const { toolkit, requests } = this.#runtime;
      const auth = requests.authOf(request);
      const specs = toolkit.list({ active: true, auth }).filter(isDirectlyCallable);
      return { tools: specs.map((spec) => spec.toMcp()) };
    }

    /** Decides on a deferred call. The token has the arguments, and is not part of the URL for that reason. */
    @Post('approvals')
    @HttpCode(200)
    async approve(
      @Body() body: unknown,
      @Req() request: object,
      @Res({ passthrough: true }) response: StatusResponse,
    ): Promise<unknown> {
      const { token, decision } = readDecision(body);
      return send(await this.#runtime.toolkit.resumeApproval(token, decision, { hostRequest: request }), response);
    }

    /** Calls a tool with the arguments in the body. */
    @Post(':tool')
    @HttpCode(200)
    // biome-ignore lint/complexity/useMaxParams: the parameters of a route.
    async call(
      @Param('tool') tool: string,
      @Body() input: unknown,
      @Req() request: object,
      @Res({ passthrough: true }) response: StatusResponse,
    ): Promise<unknown> {
      const options = { hostRequest: request, signal: abortOnClose(response), approver };
      return send(await this.#runtime.toolkit.execute(tool, input ?? {}, options), response);
    }

    /** Calls a tool, and sends its responses as server-sent events. */
    @Post(':tool/stream')
    @HttpCode(200)
    @Header('cache-control', sseHeaders['cache-control'])
    @Header('x-accel-buffering', sseHeaders['x-accel-buffering'])
    // biome-ignore lint/complexity/useMaxParams: the parameters of a route.
    stream(
      @Param('tool') tool: string,
      @Body() input: unknown,
      @Req() request: object,
      @Res({ passthrough: true }) response: StatusResponse,
    ): StreamableFile {
      const options = { hostRequest: request, signal: abortOnClose(response), approver };
      const responses = this.#runtime.toolkit.iterate({ name: tool, input: input ?? {} }, options);
      const body = Readable.fromWeb(toSSE(responses) as ReadableStream);
      return new StreamableFile(body, { type: sseHeaders['content-type'] });
    }
  }
  return ToolController;
}

function send(result: ToolResult, response: StatusResponse): unknown {
  response.status(statusOf(result));
  return result.toJSON();
}

/** Returns a signal that aborts when the connection closes before the response has been sent. */
function abortOnClose(response: object): AbortSignal {
  const { raw = response } = response as { readonly raw?: object };
  const controller = new AbortController();
  (raw as NodeJS.EventEmitter).once('close', () => controller.abort());
  return controller.signal;
}

function readDecision(body: unknown): { readonly token: string; readonly decision: FinalDecision } {
  const { token, answer, input }: ApprovalBody = typeof body === 'object' && body !== null ? body : {};
  if (typeof token !== 'string') throw new BadRequestException('token must be the token of a deferred call.');
  if (answer !== 'approve' && answer !== 'deny') {
    throw new BadRequestException("answer must be 'approve' or 'deny'.");
  }
  if (answer === 'deny') return { token, decision: { kind: 'deny' } };
  return {
    token,
    decision: { kind: 'approve', ...(input === undefined ? {} : { input: input as Approval['input'] }) },
  };
}
