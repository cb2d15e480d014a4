import type { JsonSchema } from '../base/json/json-schema.js';
import type { OptionNames } from '../base/options/check-options.js';
import { findStrictViolations } from './strict-rules.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/** A tool in the form that most model APIs accept: a function with a JSON Schema. */
export interface FunctionJsonSchema {
  readonly type: 'function';
  readonly name: string;
  readonly description?: string;
  readonly parameters: JsonSchema;
  /** Whether `parameters` satisfies the rules of OpenAI's strict mode without changes. */
  readonly strict: boolean;
  readonly [field: string]: unknown;
}

/** The options of the format for JSON Schema. */
export interface JsonSchemaOptions {
  /** Additional fields of the exported tool. They cannot replace `type`, `name` and `parameters`. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

/** Exports a tool as a frozen object `{ type: 'function', name, description, parameters, strict }`. */
export function toJsonSchema(tool: ToolDescriptor, { extra = {} }: JsonSchemaOptions = {}): FunctionJsonSchema {
  const { name, description, inputSchema: parameters } = tool;
  const { type: _, name: __, parameters: ___, ...others } = extra;
  return Object.freeze({
    type: 'function',
    name,
    ...(description === undefined ? {} : { description }),
    parameters,
    strict: findStrictViolations(parameters).length === 0,
    ...others,
  });
}

const optionNames = { extra: true } satisfies OptionNames<JsonSchemaOptions>;
toJsonSchema.options = optionNames;
