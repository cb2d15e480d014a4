import type { JsonSchema } from '../json-schema.js';
import { propertyKey } from './identifier.js';
import { literalText } from './literal-text.js';
import { toRootObject } from './root-object.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** One argument of a tool, as a reader sees it. */
export interface ToolParameter {
  readonly name: string;
  readonly schema: JsonSchema | boolean;
  readonly isRequired: boolean;
}

/** A tool's arguments in the order of its schema. */
export function parametersOf(tool: ToolDescriptor): readonly ToolParameter[] {
  const { schema } = toRootObject(tool.inputSchema);
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {})
    .filter(([, property]) => property !== false)
    .map(([name, property]) => ({ name, schema: property, isRequired: required.includes(name) }));
}

/**
 * A tool as one line of code: `search({ query, limit = 10, tags? })`. With arguments, the call that they make:
 * `search({ query: "x", limit: 10 })`, where defaults fill in and names that the tool does not know are left out.
 */
export function signature(tool: ToolDescriptor, args?: Readonly<Record<string, unknown>>): string {
  const parts = parametersOf(tool)
    .map((parameter) => (args === undefined ? declaredText(parameter) : givenText(parameter, args)))
    .filter((part) => part !== undefined);
  return `${tool.name}(${parts.length === 0 ? '' : `{ ${parts.join(', ')} }`})`;
}

function declaredText({ name, schema, isRequired }: ToolParameter): string {
  const key = propertyKey(name);
  if (isRequired) return key;
  return hasDefault(schema) ? `${key} = ${literalText(schema.default)}` : `${key}?`;
}

function givenText(
  { name, schema, isRequired }: ToolParameter,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  const key = propertyKey(name);
  const given = Object.hasOwn(args, name) ? args[name] : undefined;
  if (given !== undefined) return `${key}: ${literalText(given)}`;
  if (hasDefault(schema)) return `${key}: ${literalText(schema.default)}`;
  return isRequired ? key : undefined;
}

/** Whether a schema names the value that stands in for a missing one. */
export function hasDefault(schema: JsonSchema | boolean): schema is JsonSchema & { readonly default: unknown } {
  return typeof schema !== 'boolean' && schema.default !== undefined;
}
