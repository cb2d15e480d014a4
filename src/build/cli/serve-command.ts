import { readPort } from './read-port.js';
import { type ServedAddress, type ServedWorker, servedEras } from './served-place.js';
import { defineCommand, type OptionDeclarations, type OptionValues, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { moduleArgument, moduleExit, readToolPlace, toolPlaceOptions } from './tool-place-options.js';

const options = {
  stdio: {
    kind: 'flag',
    flags: '--stdio',
    description: 'serve over standard input and output, to one client (default)',
  },
  http: { kind: 'flag', flags: '--http', description: 'serve over Streamable HTTP, to many clients' },
  host: { kind: 'value', flags: '--host <host>', description: 'with --http: where to listen (default: 127.0.0.1)' },
  port: { kind: 'value', flags: '--port <port>', description: 'with --http: where to listen (default: 3000)' },
  era: {
    kind: 'value',
    flags: '--era <version>',
    description: `only the protocol version ${servedEras.join(' or ')} (default: with --http, both)`,
    choices: servedEras,
  },
  nats: { kind: 'value', flags: '--nats <url>', description: 'serve as a worker of the NATS server at this URL' },
  subject: {
    kind: 'value',
    flags: '--subject <prefix>',
    description: 'with --nats: the prefix of all subjects (default: toolwright)',
  },
  queue: {
    kind: 'value',
    flags: '--queue <name>',
    description: 'with --nats: the queue group, whose workers share the calls (default: default)',
  },
  watch: {
    kind: 'flag',
    flags: '-w, --watch',
    description: 'update the tools whenever the file, a file that it imports, or a file of the folder changes',
  },
  ...toolPlaceOptions,
} as const satisfies OptionDeclarations;

/** The command `toolwright serve`. */
export const serve = defineCommand({
  name: 'serve',
  summary: 'serve tools over the Model Context Protocol or NATS',
  description: 'Serves the tools of a module over the Model Context Protocol or NATS, until Ctrl-C.',
  arguments: [moduleArgument],
  options,
  examples: ['serve ./shop.ts', 'serve ./shop.ts --http --port 8080', 'serve ./shop.ts --http --watch'],
  exits: [
    [exitCodes.ok, 'stopped'],
    [exitCodes.usage, 'invalid usage, or a server that cannot start'],
    moduleExit,
    [exitCodes.interrupted, 'interrupted before all calls had ended'],
  ],
  prepare({ operands: [modulePath = ''], values }) {
    const { watch } = values;
    const place = readToolPlace(modulePath, values);
    const command = { ...place, watch, ...readAddress(values), era: readEra(values), nats: readWorker(values) };
    return {
      isStdoutReserved: !command.http && command.nats === undefined,
      run: async ({ report }) => (await import('./serve.js')).serve(command, report),
    };
  },
});

type Values = OptionValues<typeof options>;

function readAddress({ stdio, http, host, port }: Values): ServedAddress {
  if (stdio && http) throw new UsageFailure("'serve' accepts --stdio or --http, not both.");
  if (!http && (host !== undefined || port !== undefined)) {
    throw new UsageFailure('--host and --port require --http.');
  }
  return { http, host, port: readPort(port) };
}

function readEra({ era }: Values): (typeof servedEras)[number] | undefined {
  return servedEras.find((one) => one === era);
}

function readWorker({ nats, subject, queue, stdio, http, era }: Values): ServedWorker | undefined {
  if (nats === undefined) {
    if (subject === undefined && queue === undefined) return undefined;
    throw new UsageFailure('--subject and --queue require --nats.');
  }
  if (stdio || http || era !== undefined) {
    throw new UsageFailure("'serve' accepts --nats without --stdio, --http and --era.");
  }
  return { servers: nats, subject, queue };
}
