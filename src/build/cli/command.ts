import { parseArgs } from 'node:util';
import { type DoctorCommand, readDoctor } from './doctor-options.js';
import { readDocumentOptions } from './document-options.js';
import { CommandFailure, exitCodes } from './exit-codes.js';
import { type InstallCommand, readInstall, readUninstall, type UninstallCommand } from './install-options.js';
import type { ToolPlace } from './load-tools.js';
import { messageOf } from './message-of.js';

/** The parsed command line. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | (ToolPlace & {
      readonly kind: 'list';
      /** The report of the size of the tools. Undefined to print the tools. */
      readonly cost: CostReport | undefined;
    })
  | (ToolPlace & {
      readonly kind: 'call';
      readonly toolName: string;
      /** The arguments as JSON text; '-' to read them from standard input. */
      readonly input: string | undefined;
      readonly stream: boolean;
      /** The path of a file with answers to the questions of the tool. */
      readonly answers: string | undefined;
    })
  | (ToolPlace & {
      readonly kind: 'serve';
      /** Whether to serve over HTTP instead of standard input and output. */
      readonly http: boolean;
      readonly host: string | undefined;
      readonly port: number | undefined;
      /** The protocol version to serve. Undefined for every version that can be served. */
      readonly era: ServedEra | undefined;
      /** Where to serve over NATS. Undefined to serve over the Model Context Protocol. */
      readonly nats: ServedWorker | undefined;
    })
  | InstallCommand
  | DoctorCommand
  | UninstallCommand
  | {
      readonly kind: 'generate';
      readonly project: string | undefined;
      readonly out: string | undefined;
      /** The file to write with the types of tools. Undefined for none. */
      readonly types: string | undefined;
      readonly check: boolean;
      readonly watch: boolean;
      readonly closed: boolean;
    };

const flags = {
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
  json: { type: 'boolean', default: false },
  cost: { type: 'boolean', default: false },
  budget: { type: 'string' },
  stream: { type: 'boolean', default: false },
  answers: { type: 'string' },
  'base-url': { type: 'string' },
  auth: { type: 'string', multiple: true },
  agent: { type: 'string' },
  stdio: { type: 'boolean', default: false },
  http: { type: 'boolean', default: false },
  host: { type: 'string' },
  port: { type: 'string' },
  era: { type: 'string' },
  nats: { type: 'string' },
  subject: { type: 'string' },
  queue: { type: 'string' },
  project: { type: 'string', short: 'p' },
  out: { type: 'string', short: 'o' },
  types: { type: 'string' },
  check: { type: 'boolean', default: false },
  'no-closed': { type: 'boolean', default: false },
  watch: { type: 'boolean', short: 'w', default: false },
} as const;

/** The flags that each command accepts, in addition to --json. */
const flagsOf: Readonly<Record<string, readonly string[]>> = {
  list: ['cost', 'budget', 'base-url', 'auth', 'agent'],
  call: ['stream', 'answers', 'base-url', 'auth', 'agent'],
  serve: ['stdio', 'http', 'host', 'port', 'era', 'nats', 'subject', 'queue', 'base-url', 'auth', 'agent', 'watch'],
  generate: ['project', 'out', 'types', 'no-closed', 'check', 'watch'],
};

/**
 * Parses a command line.
 *
 * @throws CommandFailure if the command line is not valid.
 */
export function parseCommand(args: readonly string[]): Command {
  const separate = readSeparate(args);
  if (separate !== undefined) return separate;
  const { values, positionals } = parse(args);
  if (values.help || isBare({ values, positionals })) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [kind = '', ...operands] = positionals;
  checkFlags(kind, values);
  const [modulePath, toolName, input, ...excess] = operands;
  if (kind === 'list') {
    if (modulePath === undefined) throw createUsageFailure("'list' needs a module.");
    if (toolName !== undefined)
      throw createUsageFailure(`'list' accepts one module. Unexpected argument: '${toolName}'.`);
    return { kind, ...placeOf(modulePath, values), cost: readCost(values) };
  }
  if (kind === 'call') {
    if (modulePath === undefined || toolName === undefined)
      throw createUsageFailure("'call' needs a module and a tool.");
    if (excess.length > 0)
      throw createUsageFailure("'call' accepts a module, a tool and one JSON text. Quote the text.");
    const { stream, answers } = values;
    return { kind, ...placeOf(modulePath, values), toolName, input, stream, answers };
  }
  if (kind === 'serve') {
    if (modulePath === undefined) throw createUsageFailure("'serve' needs a module.");
    if (toolName !== undefined)
      throw createUsageFailure(`'serve' accepts one module. Unexpected argument: '${toolName}'.`);
    const { watch } = values;
    const place = placeOf(modulePath, values);
    return { kind, ...place, watch, ...readAddress(values), era: readEra(values), nats: readWorker(values) };
  }
  if (modulePath !== undefined)
    throw createUsageFailure(`'generate' accepts no module. To set the project, use --project ${modulePath}.`);
  if (values.check && values.watch) throw createUsageFailure("'generate' accepts --check or --watch, not both.");
  const { project, out, types, check, watch, 'no-closed': isOpen } = values;
  return { kind: 'generate', project, out, types, check, watch, closed: !isOpen };
}

/** Reads the command line of a command whose options have another meaning than those of others. */
function readSeparate(args: readonly string[]): Command | undefined {
  const index = args.findIndex((arg) => arg !== '--json');
  const rest = [...args.slice(0, index), ...args.slice(index + 1)];
  if (rest.includes('--help') || rest.includes('-h')) return undefined;
  if (args[index] === 'doctor') return readDoctor(rest);
  if (args[index] === 'install') return readInstall(rest);
  return args[index] === 'uninstall' ? readUninstall(rest) : undefined;
}

type Parsed = ReturnType<typeof parseArgs<{ options: typeof flags; allowPositionals: true }>>;

function parse(args: readonly string[]): Parsed {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: flags });
  } catch (error) {
    throw createUsageFailure(`${messageOf(error)}.`.replace(/\.\.$/, '.'));
  }
}

/** Checks whether a command line has neither a command nor an option other than `--json`. */
function isBare({ values, positionals }: Pick<Parsed, 'values' | 'positionals'>): boolean {
  const { json: _, ...others } = values;
  return positionals.length === 0 && Object.values(others).every((value) => value === undefined || value === false);
}

function checkFlags(kind: string, values: Parsed['values']): void {
  const known = flagsOf[kind];
  if (known === undefined) throw createUsageFailure(kind === '' ? 'Missing command.' : `Unknown command '${kind}'.`);
  for (const [flag, value] of Object.entries(values)) {
    if (value === undefined || value === false || flag === 'json' || known.includes(flag)) continue;
    throw createUsageFailure(`'${kind}' has no option --${flag}.`);
  }
}

function placeOf(modulePath: string, { 'base-url': baseUrl, auth = [], agent }: Parsed['values']): ToolPlace {
  const document = readDocumentOptions(modulePath, { baseUrl, auth });
  if (typeof document === 'string') throw createUsageFailure(document);
  return { modulePath, document, agent };
}

/** A report of the size of tools. */
interface CostReport {
  /** The largest number of tokens of the active tools. Undefined for no limit. */
  readonly budget: number | undefined;
}

function readCost({ cost, budget }: Parsed['values']): CostReport | undefined {
  if (!cost && budget !== undefined) throw createUsageFailure('--budget requires --cost.');
  if (!cost) return undefined;
  if (budget === undefined || /^\d{1,12}$/.test(budget)) {
    return { budget: budget === undefined ? undefined : Number(budget) };
  }
  throw createUsageFailure(`--budget must be a number of tokens, not '${budget}'.`);
}

interface Address {
  readonly http: boolean;
  readonly host: string | undefined;
  readonly port: number | undefined;
}

function readAddress({ stdio, http, host, port }: Parsed['values']): Address {
  if (stdio && http) throw createUsageFailure("'serve' accepts --stdio or --http, not both.");
  if (!http && (host !== undefined || port !== undefined))
    throw createUsageFailure('--host and --port require --http.');
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw createUsageFailure(`--port must be a number from 0 to 65535, not '${port}'.`);
  }
  return { http, host, port: port === undefined ? undefined : Number(port) };
}

/** Where a worker serves tools over NATS. */
export interface ServedWorker {
  readonly servers: string;
  /** The prefix of all subjects. Undefined for the default. */
  readonly subject: string | undefined;
  /** The queue group. Undefined for the default. */
  readonly queue: string | undefined;
}

function readWorker({ nats, subject, queue, stdio, http, era }: Parsed['values']): ServedWorker | undefined {
  if (nats === undefined) {
    if (subject === undefined && queue === undefined) return undefined;
    throw createUsageFailure('--subject and --queue require --nats.');
  }
  if (stdio || http || era !== undefined)
    throw createUsageFailure("'serve' accepts --nats without --stdio, --http and --era.");
  return { servers: nats, subject, queue };
}

const eras = ['2025-11-25', '2026-07-28'] as const;

/** A protocol version that `serve` accepts. */
export type ServedEra = (typeof eras)[number];

function readEra({ era }: Parsed['values']): ServedEra | undefined {
  const known = eras.find((one) => one === era);
  if (known !== undefined || era === undefined) return known;
  throw createUsageFailure(`--era must be ${eras.join(' or ')}, not '${era}'.`);
}

function createUsageFailure(message: string): CommandFailure {
  return new CommandFailure(`${message} See 'toolwright --help'.`, exitCodes.usage);
}
