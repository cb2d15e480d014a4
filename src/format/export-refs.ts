import { DefinitionError } from '../base/errors/errors.js';
import type { JsonSchema } from '../base/json/json-schema.js';
import { memoize } from '../base/values/memoize.js';
import { previewValue } from '../base/values/value-preview.js';
import { freezeDeep } from '../schema/json-schema/freeze-deep.js';
import { hoistSubschemas } from '../schema/json-schema/hoist-subschemas.js';
import { inlineRefs } from '../schema/json-schema/inline-refs.js';
import { checkExpansion } from './check-expansion.js';
import type { ToolDescriptor } from './tool-descriptor.js';

/**
 * How an export writes subschemas that several places share: as the format does, inlined at each place, or as
 * definitions, also where the author repeated them.
 */
export type RefStyle = 'keep' | 'inline' | 'hoist';

const inline = memoize((schema: JsonSchema) => freezeDeep(inlineRefs(schema)) as JsonSchema);
const hoist = memoize((schema: JsonSchema) => freezeDeep(hoistSubschemas(schema)) as JsonSchema);

/**
 * Returns a descriptor whose schemas are written in a style.
 *
 * @throws DefinitionError on an unknown style, and on a schema that would become too large once it is inlined.
 */
export function applyRefStyle(tool: ToolDescriptor, refs: RefStyle = 'keep'): ToolDescriptor {
  if (refs === 'keep') return tool;
  if (refs !== 'inline' && refs !== 'hoist') {
    throw new DefinitionError(`${tool.name}.to: refs must be 'keep', 'inline' or 'hoist', not ${previewValue(refs)}.`);
  }
  if (refs === 'inline') checkExpansion(tool);
  const rewrite = refs === 'inline' ? inline : hoist;
  const { inputSchema, outputSchema } = tool;
  return {
    ...tool,
    inputSchema: rewrite(inputSchema),
    outputSchema: outputSchema === undefined ? undefined : rewrite(outputSchema),
    // The author's own text may be of any dialect, so that its references cannot be rewritten.
    authoredInputSchema: undefined,
    authoredOutputSchema: undefined,
  };
}
