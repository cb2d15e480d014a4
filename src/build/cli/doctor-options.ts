import { parseArgs } from 'node:util';
import { readDocumentOptions } from './document-options.js';
import { CommandFailure, exitCodes } from './exit-codes.js';
import type { ToolPlace } from './load-tools.js';
import { messageOf } from './message-of.js';

/** The command line of `toolwright doctor`. */
export interface DoctorCommand {
  readonly kind: 'doctor';
  /** The tools to check. Undefined to check only the project. */
  readonly place: ToolPlace | undefined;
}

const flags = {
  'base-url': { type: 'string' },
  auth: { type: 'string', multiple: true },
  agent: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Reads the arguments after `doctor`. @throws CommandFailure if they are not valid. */
export function readDoctor(args: readonly string[]): DoctorCommand {
  const { values, positionals } = parse(args);
  const [modulePath, excess] = positionals;
  if (excess !== undefined) throw createUsageFailure(`'doctor' accepts one module. Unexpected argument: '${excess}'.`);
  if (modulePath === undefined) return { kind: 'doctor', place: undefined };
  const { 'base-url': baseUrl, auth = [], agent } = values;
  const document = readDocumentOptions(modulePath, { baseUrl, auth });
  if (typeof document === 'string') throw createUsageFailure(document);
  return { kind: 'doctor', place: { modulePath, document, agent } };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: true });
  } catch (error) {
    throw createUsageFailure(`${messageOf(error)}.`.replace(/\.\.$/, '.'));
  }
}

function createUsageFailure(message: string): CommandFailure {
  return new CommandFailure(`${message} See 'toolwright --help'.`, exitCodes.usage);
}
