import type { DevPlace } from './dev-place.js';
import { readPort } from './read-port.js';
import { defineCommand, type OptionDeclarations, type OptionValues, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { moduleArgument, moduleExit, readToolPlace, toolPlaceOptions } from './tool-place-options.js';

const options = {
  host: { kind: 'value', flags: '--host <host>', description: 'where to listen (default: 127.0.0.1)' },
  port: { kind: 'value', flags: '--port <port>', description: 'where to listen (default: a free port)' },
  mcp: {
    kind: 'flag',
    flags: '--mcp',
    description: 'show the tools of an MCP server: its URL, or its command after --',
  },
  ...toolPlaceOptions,
} as const satisfies OptionDeclarations;

/** The command `toolwright dev`. */
export const dev = defineCommand({
  name: 'dev',
  summary: 'show and call tools in a page while you write them',
  description:
    'Serves a page that shows the tools of a module, calls them, and shows what happens, until Ctrl-C. The tools run in a ' +
    'process of their own, which is started again whenever a file changes.',
  arguments: [
    moduleArgument,
    {
      name: 'arguments',
      label: 'arguments',
      description: 'with --mcp: the arguments of the command',
      isOptional: true,
      isRepeatable: true,
    },
  ],
  options,
  examples: [
    'dev ./shop.ts',
    'dev ./tools --port 4000',
    'dev --mcp https://example.com/mcp',
    'dev --mcp -- npx -y example-server',
  ],
  exits: [
    [exitCodes.ok, 'stopped'],
    [exitCodes.usage, 'invalid usage, or a page that cannot be served'],
    moduleExit,
    [exitCodes.interrupted, 'interrupted before all calls had ended'],
  ],
  prepare({ operands, values }) {
    const { host, port } = values;
    const command = { place: readPlace(operands, values), host, port: readPort(port) };
    return { run: async ({ report }) => (await import('./dev.js')).dev(command, report) };
  },
});

/** The command that runs the tools of `toolwright dev`, in a process that it starts. */
export const devTools = defineCommand({
  name: '__dev',
  summary: 'run the tools of the developer page',
  description: 'Runs the tools of the developer page, and sends what happens to the process that has started it.',
  arguments: [],
  options: {},
  examples: ['__dev'],
  exits: [],
  isHidden: true,
  prepare: () => ({ run: async () => (await import('./dev-tools.js')).runDevTools() }),
});

function readPlace(operands: readonly string[], values: OptionValues<typeof options>): DevPlace {
  const [modulePath = '', ...others] = operands;
  const isServer = values.mcp || /^https?:\/\/.+\/mcp\/?$/i.test(modulePath);
  if (!isServer && others.length > 0) {
    throw new UsageFailure("'dev' accepts one module. Pass --mcp before the command of an MCP server.");
  }
  if (!isServer) return readToolPlace(modulePath, values);
  const { baseUrl, auth, agent } = values;
  if (baseUrl === undefined && auth.length === 0 && agent === undefined) return { mcp: operands };
  throw new UsageFailure('--base-url, --auth and --agent do not apply to an MCP server.');
}
