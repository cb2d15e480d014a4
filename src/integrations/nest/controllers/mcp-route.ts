import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { McpHandler, McpHandlerOptions } from 'toolwright/mcp';
import type { ToolkitRuntime } from '../runtime/toolkit-runtime.js';

/** A request and its response on the platform of an application. */
export interface PlatformExchange {
  /** The request of Express or Fastify. */
  readonly request: object;
  /** The response of Express, or the reply of Fastify. */
  readonly response: object;
}

/** The documented members of the reply of Fastify that give its response of Node.js away. */
interface FastifyReply {
  readonly raw: ServerResponse;
  hijack(): unknown;
  getHeaders(): Readonly<Record<string, string | string[] | number | undefined>>;
}

/** The MCP endpoint of a toolkit. */
export class McpRoute implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #runtime: ToolkitRuntime;
  readonly #options: McpHandlerOptions;
  #handler: Promise<McpHandler> | undefined;

  constructor(runtime: ToolkitRuntime, options: McpHandlerOptions) {
    this.#runtime = runtime;
    this.#options = options;
  }

  /** Loads the SDKs, so that an application without one of them does not start. */
  async onApplicationBootstrap(): Promise<void> {
    this.#handler ??= this.#load();
    await (await this.#handler).load();
  }

  /** Responds to a request. Guards, request-scoped providers, `auth` and `state` see it. */
  async respond({ request, response }: PlatformExchange): Promise<void> {
    this.#handler ??= this.#load();
    const handler = await this.#handler;
    const { requests } = this.#runtime;
    const { body, raw = request } = request as { readonly body?: unknown; readonly raw?: object };
    const auth = requests.authOf(request);
    await requests.run(request, () =>
      handler.node(raw as IncomingMessage, takeOver(response), {
        isAddressChecked: true,
        ...(auth === undefined ? {} : { auth }),
        ...(body === undefined ? {} : { body }),
      }),
    );
  }

  async onModuleDestroy(): Promise<void> {
    await (await this.#handler)?.close();
  }

  async #load(): Promise<McpHandler> {
    const { mcpHandler } = await import('toolwright/mcp');
    return mcpHandler(this.#runtime.toolkit, this.#options);
  }
}

/** Returns the response of Node.js, which the platform will not send any more. */
function takeOver(response: object): ServerResponse {
  if (!('hijack' in response)) return response as ServerResponse;
  const reply = response as FastifyReply;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  return reply.raw;
}
