import type { JsonSchema, McpObjectSchema, McpTool, ToolSpec } from '../../index.js';
import { hoistDefs } from '../../schema/json-schema/edit-schema.js';

/**
 * The values that structured content may have: objects up to protocol version 2025-11-25, anything from 2026-07-28 on.
 */
export type OutputRule = 'objects' | 'anything';

/**
 * How a tool's data travels as `structuredContent`: 'free' for a tool without an output schema, 'whole' as it is,
 * 'wrapped' as `{ result }` where it need not be an object but has to travel as one.
 */
export type OutputForm = 'free' | 'whole' | 'wrapped';

/** How the data of a tool travels. */
export function outputFormOf(spec: ToolSpec, rule: OutputRule): OutputForm {
  if (spec.outputSchema === undefined) return 'free';
  return rule === 'objects' && spec.toMcp().outputSchema === undefined ? 'wrapped' : 'whole';
}

/**
 * A tool as it is listed. Where structured content is an object, an output that is none is announced as `{ result }`.
 */
export function listedTool(spec: ToolSpec, rule: OutputRule): McpTool {
  const tool = spec.toMcp();
  if (tool.outputSchema !== undefined || spec.outputSchema === undefined) return tool;
  // Declared for objects alone, as most versions of the protocol have it.
  const outputSchema = rule === 'anything' ? (spec.outputSchema as McpObjectSchema) : wrappedSchema(spec.outputSchema);
  return { ...tool, outputSchema };
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
