import { parseArgs } from 'node:util';
import { CommandFailure, exitCodes } from './exit-codes.js';
import { messageOf } from './message-of.js';

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'list'; readonly modulePath: string; readonly json: boolean }
  | {
      readonly kind: 'call';
      readonly modulePath: string;
      readonly toolName: string;
      /** The arguments as JSON text; '-' for those on standard input. */
      readonly input: string | undefined;
      readonly stream: boolean;
    }
  | {
      readonly kind: 'serve';
      readonly modulePath: string;
      /** Over HTTP, not over standard input and output. */
      readonly http: boolean;
      readonly host: string | undefined;
      readonly port: number | undefined;
    }
  | {
      readonly kind: 'generate';
      readonly project: string | undefined;
      readonly out: string | undefined;
      readonly check: boolean;
      readonly watch: boolean;
    };

const flags = {
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
  json: { type: 'boolean', default: false },
  stream: { type: 'boolean', default: false },
  stdio: { type: 'boolean', default: false },
  http: { type: 'boolean', default: false },
  host: { type: 'string' },
  port: { type: 'string' },
  project: { type: 'string', short: 'p' },
  out: { type: 'string', short: 'o' },
  check: { type: 'boolean', default: false },
  watch: { type: 'boolean', short: 'w', default: false },
} as const;

/** The flags that each command has. */
const flagsOf: Readonly<Record<string, readonly string[]>> = {
  list: ['json'],
  call: ['stream'],
  serve: ['stdio', 'http', 'host', 'port'],
  generate: ['project', 'out', 'check', 'watch'],
};

/** Reads a command line. Throws a CommandFailure on one that makes no sense. */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [kind = '', ...operands] = positionals;
  checkFlags(kind, values);
  const [modulePath, toolName, input, ...tooMany] = operands;
  if (kind === 'list') {
    if (modulePath === undefined) throw misuse("'list' needs a module.");
    if (toolName !== undefined) throw misuse(`'list' takes one module, and nothing like '${toolName}'.`);
    return { kind, modulePath, json: values.json };
  }
  if (kind === 'call') {
    if (modulePath === undefined || toolName === undefined) throw misuse("'call' needs a module and a tool.");
    if (tooMany.length > 0) throw misuse("'call' takes a module, a tool and one JSON text. Quote the text.");
    return { kind, modulePath, toolName, input, stream: values.stream };
  }
  if (kind === 'serve') {
    if (modulePath === undefined) throw misuse("'serve' needs a module.");
    if (toolName !== undefined) throw misuse(`'serve' takes one module, and nothing like '${toolName}'.`);
    return { kind, modulePath, ...readAddress(values) };
  }
  if (modulePath !== undefined) throw misuse(`'generate' reads a project. Say --project ${modulePath}.`);
  if (values.check && values.watch) throw misuse("'generate' takes --check or --watch, not both.");
  return { kind: 'generate', project: values.project, out: values.out, check: values.check, watch: values.watch };
}

type Parsed = ReturnType<typeof parseArgs<{ options: typeof flags; allowPositionals: true }>>;

function parse(args: readonly string[]): Parsed {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options: flags });
  } catch (error) {
    throw misuse(`${messageOf(error)}.`.replace(/\.\.$/, '.'));
  }
}

function checkFlags(kind: string, values: Parsed['values']): void {
  const known = flagsOf[kind];
  if (known === undefined) throw misuse(kind === '' ? 'There is no command.' : `There is no command '${kind}'.`);
  for (const [flag, value] of Object.entries(values)) {
    if (value !== undefined && value !== false && !known.includes(flag)) throw misuse(`'${kind}' has no --${flag}.`);
  }
}

interface Address {
  readonly http: boolean;
  readonly host: string | undefined;
  readonly port: number | undefined;
}

function readAddress({ stdio, http, host, port }: Parsed['values']): Address {
  if (stdio && http) throw misuse("'serve' takes --stdio or --http, not both.");
  if (!http && (host !== undefined || port !== undefined)) throw misuse('--host and --port go with --http.');
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535)) {
    throw misuse(`--port must be a number from 0 to 65535, not '${port}'.`);
  }
  return { http, host, port: port === undefined ? undefined : Number(port) };
}

function misuse(message: string): CommandFailure {
  return new CommandFailure(`${message} See 'toolwright --help'.`, exitCodes.usage);
}
