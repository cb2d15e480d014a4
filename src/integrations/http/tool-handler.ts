import { checkOptionNames, ownOptions } from '../../base/options/check-options.js';
import type { Toolkit, ToolProvider } from '../../index.js';
import { createRouteHandler, type RouteHandler } from '../shared/route-handler.js';
import { toToolkit } from '../shared/to-toolkit.js';
import { handlerNames, type ToolHandlerOptions } from './handler-options.js';
import { ToolRoutes } from './tool-routes.js';

/** The routes of a toolkit, for the HTTP server of an application. */
export interface ToolHandler extends RouteHandler {}

/**
 * Creates a handler that serves tools over HTTP: `GET` lists them, `POST /:tool` calls one, `POST /:tool/stream` sends its
 * responses as server-sent events, and `POST /approvals` decides on a deferred call. `createClient` of `toolwright/client`
 * calls them. A call is cancelled when its client disconnects.
 *
 * @example
 * ```ts
 * const handler = toolHandler(new Shop());
 * const app = new Hono();
 * app.all('/tools/*', (context) => handler.fetch(context.req.raw));
 * ```
 * @throws DefinitionError on an invalid option, and for the reasons of `register`.
 */
export function toolHandler(tools: Toolkit | ToolProvider, options: ToolHandlerOptions = {}): ToolHandler {
  checkOptionNames(options, handlerNames, 'toolHandler');
  const routes = new ToolRoutes(toToolkit(tools), ownOptions(options, handlerNames));
  return createRouteHandler((request) => routes.respond(request));
}
