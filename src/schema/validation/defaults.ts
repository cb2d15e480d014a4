import { compileFunction, memberOf } from '../../compiled-function.js';
import type { JsonSchema } from '../../json-schema.js';
import { isPlainObject } from './copy-json.js';

/** Puts a schema's defaults into arguments that are ours to change. */
export type DefaultFiller = (args: Record<string, unknown>) => void;

/**
 * Compiles how a schema's defaults are filled: those of its own properties, and those of properties that are plain
 * objects themselves. They are filled once the arguments are accepted: a model is not judged by what it did not send.
 */
export function compileDefaults(schema: JsonSchema): DefaultFiller | undefined {
  const own: (readonly [string, unknown])[] = [];
  const nested: (readonly [string, DefaultFiller])[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property !== 'object') continue;
    if ('default' in property) own.push([name, property.default]);
    const fill = compileDefaults(property);
    if (fill !== undefined) nested.push([name, fill]);
  }
  if (own.length === 0 && nested.length === 0) return undefined;
  const values = own.map(([, value]) => value);
  const fillers = nested.map(([, fill]) => fill);
  const body = ['return (args) => {', ...own.map(ownLine), ...nested.map(nestedLine), '};'].join('\n');
  // Where code from strings is forbidden there is none either: ajv compiles no schema.
  return compileFunction({ values, fillers, ownCopy, isPlainObject }, body) as DefaultFiller | undefined;
}

function ownLine([name]: readonly [string, unknown], index: number): string {
  const member = memberOf('args', name);
  return `if (${member} === undefined) ${member} = ownCopy(values[${index}]);`;
}

function nestedLine([name]: readonly [string, DefaultFiller], index: number): string {
  const member = memberOf('args', name);
  return `if (isPlainObject(${member})) fillers[${index}](${member});`;
}

/** Each call gets its own: a method may change the array that it was given. */
export function ownCopy(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}
