import { placeArguments, placeOptions, readPlace } from './checked-place.js';
import { readPort } from './read-port.js';
import { defineCommand, type OptionDeclarations } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { moduleExit } from './tool-place-options.js';

const options = {
  host: { kind: 'value', flags: '--host <host>', description: 'where to listen (default: 127.0.0.1)' },
  port: { kind: 'value', flags: '--port <port>', description: 'where to listen (default: a free port)' },
  ...placeOptions,
} as const satisfies OptionDeclarations;

/** The command `toolwright dev`. */
export const dev = defineCommand({
  name: 'dev',
  summary: 'show and call tools in a page while you write them',
  description:
    'Serves a page that shows the tools of a module, calls them, and shows what happens, until Ctrl-C. The tools run in a ' +
    'process of their own, which is started again whenever a file changes.',
  arguments: placeArguments,
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
    const command = { place: readPlace('dev', operands, values), host, port: readPort(port) };
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
