import type { JsonSchema, McpObjectSchema, McpTool, ToolSpec } from '../../index.js';
import { hoistDefs } from '../../schema/schema-surgery.js';

/**
 * How a tool's data travels as `structuredContent`: 'free' for a tool without an output schema, 'object' where the
 * schema is of an object, 'wrapped' as `{ result }` where it is of anything else.
 */
export type OutputForm = 'free' | 'object' | 'wrapped';

/** How the data of a tool travels in protocol versions up to 2025-11-25. */
export function outputFormOf(spec: ToolSpec): OutputForm {
  if (spec.outputSchema === undefined) return 'free';
  return spec.toMcp().outputSchema === undefined ? 'wrapped' : 'object';
}

/** A tool as protocol versions up to 2025-11-25 list it: an output that is no object is announced as `{ result }`. */
export function listedTool(spec: ToolSpec): McpTool {
  const tool = spec.toMcp();
  if (tool.outputSchema !== undefined || spec.outputSchema === undefined) return tool;
  return { ...tool, outputSchema: wrappedSchema(spec.outputSchema) };
}

function wrappedSchema(schema: JsonSchema): McpObjectSchema {
  const { properties, $defs } = hoistDefs({ result: schema });
  return {
    type: 'object',
    properties,
    required: ['result'],
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
  };
}
