import { All, Controller, Inject, Req, Res, type Type, UseGuards } from '@nestjs/common';
import type { ToolRouteOptions } from '../module-options.js';
import { getMcpToken } from '../tokens.js';
import type { McpRoute } from './mcp-route.js';

/** Creates the controller of the MCP endpoint of a toolkit. */
export function createMcpController(name: string, { path, version, guards = [] }: ToolRouteOptions): Type {
  @Controller({ path, ...(version === undefined ? {} : { version: version as string | string[] }) })
  @UseGuards(...guards)
  class McpController {
    readonly #route: McpRoute;

    constructor(@Inject(getMcpToken(name)) route: McpRoute) {
      this.#route = route;
    }

    /** Responds to every method of the transport. */
    @All()
    respond(@Req() request: object, @Res() response: object): Promise<void> {
      return this.#route.respond({ request, response });
    }
  }
  return McpController;
}
