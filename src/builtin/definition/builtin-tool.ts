import type { JsonSchema } from '../../base/json/json-schema.js';
import type { ToolOptions } from '../../metadata/tool-options.js';

/** The definition of a built-in tool. */
export interface BuiltinDefinition {
  readonly name: string;
  readonly description: string;
  /** The schemas of the arguments by name. An argument is required unless it has a default or is `optional`. */
  readonly input: Readonly<Record<string, JsonSchema>>;
  readonly optional?: readonly string[];
  /** The schema of the returned data. */
  readonly output: JsonSchema;
}

/** Creates the options of a built-in tool, which only computes: it changes nothing and reaches no other system. */
export function builtinTool(tag: string, definition: BuiltinDefinition): ToolOptions {
  const { name, description, input, optional = [], output } = definition;
  const required = Object.entries(input).filter(([key, schema]) => !('default' in schema) && !optional.includes(key));
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: input,
      required: required.map(([key]) => key),
      additionalProperties: false,
    },
    outputSchema: output,
    tags: [tag],
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  };
}
