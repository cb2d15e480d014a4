import type { McpObjectSchema, McpTool } from '../../../format/to-mcp.js';
import type { JsonSchema, ToolSpec } from '../../../index.js';
import { hoistDefs } from '../../../schema/json-schema/edit-schema.js';

/**
 * The values that structured content may have: objects up to protocol version 2025-11-25, anything from 2026-07-28 on.
 */
export type OutputRule = 'objects' | 'anything';

/**
 * The form in which a tool's data is sent as `structuredContent`: 'free' for data that is sent only if it is an object,
 * 'plain' for unchanged data, 'wrapped' for `{ result }` if the data may be a non-object but the protocol requires an object.
 */
export type OutputForm = 'free' | 'plain' | 'wrapped';

/** Returns the form in which the data of a tool is sent. */
export function outputFormOf(spec: ToolSpec, rule: OutputRule): OutputForm {
  if (rule === 'anything') return 'plain';
  if (spec.outputSchema === undefined) return 'free';
  return spec.toMcp().outputSchema === undefined ? 'wrapped' : 'plain';
}

/**
 * Converts a spec to its entry in the list of tools. If structured content must be an object, an output schema of any
 * other type is wrapped as `{ result }`.
 */
export function toListedTool(spec: ToolSpec, rule: OutputRule): McpTool {
  const tool = spec.toMcp();
  if (tool.outputSchema !== undefined || spec.outputSchema === undefined) return tool;
  // The type allows only objects, like most versions of the protocol.
  const outputSchema = rule === 'anything' ? (spec.outputSchema as McpObjectSchema) : wrapSchema(spec.outputSchema);
  return { ...tool, outputSchema };
}

function wrapSchema(schema: JsonSchema): McpObjectSchema {
  const { properties, $defs } = hoistDefs({ result: schema });
  return {
    type: 'object',
    properties,
    required: ['result'],
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
  };
}
