import { DefinitionError } from '../errors.js';
import type { JsonSchema } from '../json-schema.js';
import { memoize } from '../memoize.js';
import { countExpanded } from '../schema/json-schema/count-expanded.js';
import type { ToolDescriptor } from './tool-descriptor.js';

// About ten times as many as the largest tool of a public API that is known has. An export of more takes seconds.
const maxNodes = 100_000;

const countNodes = memoize((schema: JsonSchema) => countExpanded(schema, maxNodes));

/**
 * Checks that the schemas of a tool can be exported by a format that replaces references by their definitions. The size
 * can double with each definition.
 *
 * @throws DefinitionError if a schema would become too large.
 */
export function checkExpansion({ name, inputSchema, outputSchema }: ToolDescriptor): void {
  for (const schema of [inputSchema, outputSchema]) {
    if (schema === undefined || countNodes(schema) <= maxNodes) continue;
    throw new DefinitionError(
      `${name}: a schema has more than ${maxNodes} JSON values once its references are expanded, as this export does. ` +
        'Refer to fewer definitions, or export the tool with toMcp() or toJsonSchema().',
    );
  }
}
