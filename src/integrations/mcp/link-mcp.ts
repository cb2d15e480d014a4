import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { anyValue, oneOf, optionsOf } from '../../base/options/option-rules.js';
import { type McpSource, mcpSource } from './client/mcp-source.js';
import { type McpSourceOptions, sourceNames } from './client/source-options.js';
import type { McpEra } from './protocol/era.js';
import { eraLoaders } from './publish.js';
import { selectEras } from './server/load-eras.js';
import { createLazyHandler } from './server/mcp-handler.js';
import { handlerNames } from './server/serve-option-names.js';
import type { McpHandlerOptions } from './server/serve-options.js';
import type { McpServed } from './server/served-toolkit.js';

/** The options of `linkMcp`. */
export interface McpLinkOptions {
  /** The protocol version that both ends use. @default '2025-11-25' */
  readonly era?: McpEra | undefined;
  /** The description of the client, which tools read as `ctx.auth`. */
  readonly auth?: unknown;
  /** The options of the server. */
  readonly server?: Omit<McpHandlerOptions, 'era' | 'path' | 'allowedHosts' | 'card' | 'health'> | undefined;
  /** The options of the client. @default the tools have their own names, without a prefix */
  readonly client?: Partial<Omit<McpSourceOptions, 'transport' | 'sdk'>> | undefined;
}

const { era: _era, path: _path, allowedHosts: _hosts, card: _card, health: _health, ...serverNames } = handlerNames;
const { transport: _transport, sdk: _sdk, ...clientNames } = sourceNames;

const optionNames: OptionNames<McpLinkOptions> = {
  era: oneOf('2025-11-25', '2026-07-28'),
  auth: anyValue,
  server: optionsOf<NonNullable<McpLinkOptions['server']>>(serverNames),
  client: optionsOf<NonNullable<McpLinkOptions['client']>>(clientNames),
};

/**
 * Connects a server and a client of MCP in memory, for tests. The returned source imports the served tools through the
 * whole protocol, over HTTP messages, but without a port. Closing it closes the server, too.
 *
 * @param served - A toolkit; or a registry, specs or a function, whose tools are all active.
 * @throws DefinitionError if an option is invalid.
 * @example
 * ```ts
 * const remote = new Toolkit();
 * await remote.registerSource(linkMcp(toolkit, { era: '2026-07-28' }));
 * console.log(await remote.execute('add', { a: 1, b: 2 }));
 * ```
 */
export function linkMcp(served: McpServed, options: McpLinkOptions = {}): McpSource {
  checkOptionNames(options, optionNames, 'linkMcp');
  const { era = '2025-11-25', auth, server = {}, client } = options;
  // Its SDK is loaded with the first request, which the client sends when its own SDK has been loaded.
  const handler = createLazyHandler(selectEras(eraLoaders, era), served, server);
  const source = mcpSource({
    name: 'linked',
    prefix: false,
    ...client,
    sdk: era === '2026-07-28' ? 'v2' : 'v1',
    transport: {
      url: 'http://localhost/mcp',
      fetch: async (url, init) => {
        // A missing SDK is the error of the source, and not that of one request.
        await handler.load();
        return handler.fetch(new Request(url, init), { auth });
      },
    },
  });
  const closeSource = source.close.bind(source);
  return Object.assign(source, {
    close: async () => {
      await closeSource();
      await handler.close();
    },
  });
}
