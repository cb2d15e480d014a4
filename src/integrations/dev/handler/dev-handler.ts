import { checkOptionNames, type OptionNames, ownOptions } from '../../../base/options/check-options.js';
import { anyValue, callback, optionRule, string, strings } from '../../../base/options/option-rules.js';
import { DefinitionError, type Toolkit, type ToolProvider } from '../../../index.js';
import type { AppAuth } from '../../../tool/metadata/app-types.js';
import { createRouteHandler, type RouteHandler } from '../../shared/route-handler.js';
import { toToolkit } from '../../shared/to-toolkit.js';
import { DevHost } from '../host/dev-host.js';
import { DevServer } from '../server/dev-server.js';

/** The options of `devHandler`. */
export interface DevHandlerOptions {
  /** The path of the page. @default '/dev' */
  readonly path?: string | undefined;
  /** The name that the page shows. @default 'Tools' */
  readonly title?: string | undefined;
  /** The version that the page shows. @default none */
  readonly version?: string | undefined;
  /** The identity with which the page lists and calls tools. @default none */
  readonly auth?: AppAuth | undefined;
  /** Returns the request object of a framework on whose behalf the page lists tools, or calls one. @default none */
  readonly hostRequest?: (() => unknown) | undefined;
  /**
   * The host names that browsers use. Requests to another host are refused, and if none are named, so are connections of other
   * machines.
   *
   * @default the names of the loopback interface
   */
  readonly allowedHosts?: readonly string[] | undefined;
}

const path = optionRule<string>(
  'a path such as /dev, without a slash at its end',
  (value) => typeof value === 'string' && /^(?:\/[\w.~-]+)+$/.test(value),
);

const optionNames: OptionNames<DevHandlerOptions> = {
  path,
  title: string,
  version: string,
  auth: anyValue,
  hostRequest: callback,
  allowedHosts: strings,
};

/** The developer page of an application. */
export interface DevHandler extends RouteHandler {
  /** The token that the page sends with each request. Anyone who has it can call all tools. */
  readonly token: string;
  /** Returns the URL that opens the page on a server, such as `http://localhost:3000`. It contains the token. */
  readonly url: (origin: string) => string;
  /** Ends the streams of the page, and cancels its calls. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a handler that serves the developer page, which shows the tools of an application, calls them, and shows all calls as
 * they happen. For development only: anyone who opens the URL can call all tools.
 *
 * @example
 * ```ts
 * const dev = devHandler(toolkit);
 * app.use(dev.node);
 * console.log(dev.url('http://localhost:3000'));
 * ```
 * @throws DefinitionError if `NODE_ENV` is `production`, and on an invalid option.
 */
export function devHandler(tools: Toolkit | ToolProvider, options: DevHandlerOptions = {}): DevHandler {
  checkOptionNames(options, optionNames, 'devHandler');
  if (process.env.NODE_ENV === 'production') {
    throw new DefinitionError('devHandler: the developer page must not be served with NODE_ENV=production.');
  }
  const { path = '/dev', title = 'Tools', version, auth, hostRequest, allowedHosts } = ownOptions(options, optionNames);
  const host = new DevHost(toToolkit(tools), {
    title,
    version,
    getCaller: () => ({ auth, hostRequest: hostRequest?.() }),
  });
  const server = new DevServer(host, { path, allowedHosts, where: 'devHandler' });
  server.record({ type: 'ready', title });
  const { node, fetch } = createRouteHandler((request) => server.respond(request));
  return Object.freeze<DevHandler>({
    node,
    fetch,
    token: server.token,
    url: (origin) => server.urlAt(origin),
    close: () => server.close(),
  });
}
