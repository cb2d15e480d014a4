import { DefinitionError } from '../base/errors/errors.js';
import { previewValue } from '../base/values/value-preview.js';
import type { ToolCall } from './call-options.js';

/** The names that other libraries give to the arguments of a call. */
const otherNames = ['arguments', 'args'] as const;

/**
 * Returns the error that says how to make a call, if a value is no call. A call without a name is one: a model may omit
 * the name, and has to learn which tools there are.
 *
 * @param method - The method that takes the call, for the error.
 */
export function findCallProblem(call: unknown, method: string): DefinitionError | undefined {
  const problem = describeProblem(call);
  if (problem === undefined) return undefined;
  return new DefinitionError(`${method}: the call ${problem}. ${howToCall(method, callNamed(call).name)}`);
}

/** Throws a DefinitionError if the calls of `callTools` are no array. */
export function checkCalls(calls: unknown): void {
  if (Array.isArray(calls)) return;
  throw new DefinitionError(`callTools: the calls must be an array. ${howToCall('callTools', callNamed(calls).name)}`);
}

/** Creates the error of a value that is neither the name of a tool nor a spec. */
export function createToolNameError(tool: unknown): DefinitionError {
  return new DefinitionError(
    `execute: the tool must be a name or a registered spec, not ${previewValue(tool)}. ` +
      `Write execute('${callNamed(tool).name}', { … }).`,
  );
}

/** Returns a call without arguments that has the name in a value, or a placeholder. */
export function callNamed(value: unknown): ToolCall {
  const name: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'name') : value;
  return { name: typeof name === 'string' ? name : 'tool', input: undefined };
}

function howToCall(method: string, name: string): string {
  const call = `{ name: '${name}', input: { … } }`;
  return `Write ${method}(${method === 'callTools' ? `[${call}]` : call}).`;
}

function describeProblem(call: unknown): string | undefined {
  if (typeof call !== 'object' || call === null) {
    return `must be an object with a name and an input, not ${previewValue(call)}`;
  }
  const other = 'input' in call ? undefined : otherNames.find((name) => name in call);
  return other === undefined ? undefined : `has its arguments in 'input', not in '${other}'`;
}
