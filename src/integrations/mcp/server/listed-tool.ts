import type { McpObjectSchema, McpTool } from '../../../format/to-mcp.js';
import type { JsonSchema, ToolSpec } from '../../../index.js';
import { hoistDefs } from '../../../schema/json-schema/edit-schema.js';
import { editSchemas } from '../../../schema/json-schema/schema-walk.js';

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
  if (spec.outputSchema === undefined) return tool;
  // The type allows only objects, like most versions of the protocol.
  if (rule === 'anything')
    return { ...tool, outputSchema: tool.outputSchema ?? (spec.outputSchema as McpObjectSchema) };
  const outputSchema = tool.outputSchema ?? wrapSchema(spec.outputSchema);
  return { ...tool, outputSchema: withoutItemsOfTuples(outputSchema as JsonSchema) as McpObjectSchema };
}

/**
 * Removes `items` next to `prefixItems`. The SDK of protocol version 2025-11-25 validates structured content as draft-07, where
 * `items` is for all values of an array, so that its clients would refuse each result with a tuple. The length of a tuple
 * without further values is limited by `maxItems` instead, which means the same in both drafts.
 */
function withoutItemsOfTuples(schema: JsonSchema): JsonSchema {
  return editSchemas(schema, (one) => {
    const { items, prefixItems, ...others } = one;
    if (!Array.isArray(prefixItems) || items === undefined) return one;
    const { maxItems = prefixItems.length } = others;
    const isClosed = items === false;
    return {
      ...others,
      prefixItems,
      ...(isClosed ? { maxItems: Math.min(Number(maxItems), prefixItems.length) } : {}),
    };
  });
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
