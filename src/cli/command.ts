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
    };

/** Reads a command line. Throws a CommandFailure on one that makes no sense. */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = parse(args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [kind, ...operands] = positionals;
  const [modulePath, toolName, input, ...tooMany] = operands;
  if (kind === 'list') {
    if (values.stream) throw misuse("'list' has no --stream.");
    if (modulePath === undefined) throw misuse("'list' needs a module.");
    if (toolName !== undefined) throw misuse(`'list' takes one module, and nothing like '${toolName}'.`);
    return { kind, modulePath, json: values.json };
  }
  if (kind === 'call') {
    if (values.json) throw misuse("'call' has no --json.");
    if (modulePath === undefined || toolName === undefined) throw misuse("'call' needs a module and a tool.");
    if (tooMany.length > 0) throw misuse("'call' takes a module, a tool and one JSON text. Quote the text.");
    return { kind, modulePath, toolName, input, stream: values.stream };
  }
  throw misuse(kind === undefined ? 'There is no command.' : `There is no command '${kind}'.`);
}

interface Parsed {
  readonly values: Readonly<Record<'help' | 'version' | 'json' | 'stream', boolean>>;
  readonly positionals: readonly string[];
}

function parse(args: readonly string[]): Parsed {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
        json: { type: 'boolean', default: false },
        stream: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw misuse(`${messageOf(error)}.`.replace(/\.\.$/, '.'));
  }
}

function misuse(message: string): CommandFailure {
  return new CommandFailure(`${message} See 'toolwright --help'.`, exitCodes.usage);
}
