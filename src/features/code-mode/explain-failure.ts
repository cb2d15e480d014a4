import { type ToolError, ToolExecutionError } from '../../base/errors/errors.js';
import type { NamedCodeTool } from './code-names.js';
import { describeMissing } from './missing-function.js';

/** A program of a model, and the tools that it may call. */
interface Program {
  readonly code: string;
  readonly tools: readonly NamedCodeTool[];
}

/**
 * Adds to the error of a program what a model needs to correct it: how a program returns its result, and which function it
 * means by a name that does not exist, because the engine names no function that it cannot call.
 */
export function explainFailure(error: ToolError, program: Program): ToolError {
  const hint = hintFor(error, program);
  if (hint === undefined) return error;
  return new ToolExecutionError(`${error.message}. ${hint}`, { cause: error.cause, details: error.details });
}

function hintFor({ message, details = {} }: ToolError, { code, tools }: Program): string | undefined {
  if (isImport(message, details, code)) return 'A program cannot import modules: its functions are already defined.';
  if (details.reason === 'syntax') {
    return /\breturn\b/i.test(message) ? "Write the result as the last expression, without 'return'." : undefined;
  }
  const missing = details.reason === 'thrown' ? findMissing(`${details.name}`, message, { code, tools }) : undefined;
  return missing === undefined ? undefined : describeMissing(missing, tools);
}

/** Checks whether a program fails because it imports a module. */
function isImport(message: string, { reason, line, column }: ErrorDetails, code: string): boolean {
  if (reason === 'thrown') return /^ReferenceError: (?:'?require'? is not defined|could not load module)/.test(message);
  if (reason !== 'syntax' || typeof line !== 'number' || typeof column !== 'number') return false;
  // The parser refuses what follows the keyword.
  const before = code.split('\n')[line - 1]?.slice(0, column - 1) ?? '';
  return /(?:^|[;}\s])import\s*$/.test(before);
}

type ErrorDetails = NonNullable<ToolError['details']>;

/** Finds the function that a program calls and that does not exist, by the error of the engine. */
function findMissing(name: string, message: string, { code, tools }: Program): string | undefined {
  const calls = [...code.matchAll(calledName)].map(([, namespace, called]) => ({ namespace, called }));
  const pathOf = ({ namespace, called }: Call) => (namespace === undefined ? called : `${namespace}.${called}`);
  if (name === 'TypeError' && message.startsWith('TypeError: not a function')) {
    const namespaces = new Set(tools.map(({ namespace }) => namespace));
    const paths = new Set(tools.map(({ path }) => path));
    const call = calls.find((one) => namespaces.has(one.namespace ?? '') && !paths.has(pathOf(one) ?? ''));
    return call && pathOf(call);
  }
  if (name !== 'ReferenceError') return undefined;
  const unknown = /^ReferenceError: '?([\w$]+)'? is not defined/.exec(message)?.[1];
  const call = calls.find(({ namespace, called }) => unknown !== undefined && unknown === (namespace ?? called));
  return call && pathOf(call);
}

interface Call {
  readonly namespace: string | undefined;
  readonly called: string | undefined;
}

/** The name of a function that is called, with the namespace before it. A name of more than 100 characters is no mistake. */
const calledName =
  /(?<![\w$.])(?:([A-Za-z_$][\w$]{0,99})\??\.)?([A-Za-z_$][\w$]{0,99})(?:\?\.)?(?:\(|\??\.(?:call|apply|bind)\()/g;
