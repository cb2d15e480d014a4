import type { JsonSchema } from '../json-schema.js';
import { strictViolations } from './strict-rules.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** A tool as most model APIs take it: a function with a JSON Schema. */
export interface FunctionJsonSchema {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly parameters: JsonSchema;
  /** Whether `parameters` obeys the rules of OpenAI's strict mode as it is. */
  readonly strict: boolean;
  readonly [field: string]: unknown;
}

/** Options of the format for JSON Schema. */
export interface JsonSchemaOptions {
  /** Further fields of the exported tool. `type`, `name` and `parameters` stay the tool's own. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** Exports a tool as `{ type: 'function', name, description, parameters, strict }`, frozen. */
export function toJsonSchema(tool: ToolDescriptor, { extra = {} }: JsonSchemaOptions = {}): FunctionJsonSchema {
  const { name, description, inputSchema: parameters } = tool;
  const { type: _, name: __, parameters: ___, ...others } = extra;
  return Object.freeze({
    type: 'function',
    name,
    ...(description === undefined ? {} : { description }),
    parameters,
    strict: strictViolations(parameters).length === 0,
    ...others,
  });
}
