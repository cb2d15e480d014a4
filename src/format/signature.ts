import type { JsonSchema } from '../base/json/json-schema.js';
import { propertyKey } from './identifier.js';
import { literalText } from './literal-text.js';
import { toRootObject } from './root-object.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** A documented argument of a tool. */
export interface ToolParameter {
  readonly name: string;
  readonly schema: JsonSchema | boolean;
  readonly isRequired: boolean;
}

/** Returns the arguments of a tool in the order of its schema. */
export function parametersOf(tool: ToolDescriptor): readonly ToolParameter[] {
  const { schema } = toRootObject(tool.inputSchema);
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {})
    .filter(([, property]) => property !== false)
    .map(([name, property]) => ({ name, schema: property, isRequired: required.includes(name) }));
}

/**
 * Prints the signature of a tool as one line of code: `search({ query, limit = 10, tags? })`. With arguments, prints
 * the call: `search({ query: "x", limit: 10 })`. Defaults are filled in, and unknown names are omitted.
 */
export function signature(tool: ToolDescriptor, args?: Readonly<Record<string, unknown>>): string {
  const parts = parametersOf(tool)
    .map((parameter) => (args === undefined ? declaredText(parameter) : argumentText(parameter, args)))
    .filter((part) => part !== undefined);
  return `${tool.name}(${parts.length === 0 ? '' : `{ ${parts.join(', ')} }`})`;
}

function declaredText({ name, schema, isRequired }: ToolParameter): string {
  const key = propertyKey(name);
  if (isRequired) return key;
  return hasDefault(schema) ? `${key} = ${literalText(schema.default)}` : `${key}?`;
}

function argumentText(
  { name, schema, isRequired }: ToolParameter,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  const key = propertyKey(name);
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  if (value !== undefined) return `${key}: ${literalText(value)}`;
  if (hasDefault(schema)) return `${key}: ${literalText(schema.default)}`;
  return isRequired ? key : undefined;
}

/** Checks whether a schema has a default value. */
export function hasDefault(schema: JsonSchema | boolean): schema is JsonSchema & { readonly default: unknown } {
  return typeof schema !== 'boolean' && schema.default !== undefined;
}
