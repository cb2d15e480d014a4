import { All, Controller, Inject, Req, Res, type Type, UseGuards } from '@nestjs/common';
import type { McpRouteOptions } from '../options/module-options.js';
import { getMcpToken } from '../options/tokens.js';
import { createRouteGuard } from '../routes/route-guard.js';
import type { McpRoute } from './mcp-route.js';

/** Creates the controller of the MCP endpoint of a toolkit. */
export function createMcpController(name: string, { path, version, guards = [], options }: McpRouteOptions): Type {
  const { allowedHosts, allowedOrigins } = options ?? {};
  const addresses = { allowedHosts, allowedOrigins, acceptsLocalPages: true };
  const routeGuard = createRouteGuard(addresses, 'ToolkitModule: mcp.options');

  @Controller({ path, ...(version === undefined ? {} : { version: version as string | string[] }) })
  @UseGuards(routeGuard, ...guards)
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
