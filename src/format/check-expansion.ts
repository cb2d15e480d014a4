import { DefinitionError } from '../base/errors/errors.js';
import type { JsonSchema } from '../base/json/json-schema.js';
import { brands, hasBrand } from '../base/values/brand.js';
import { memoize } from '../base/values/memoize.js';
import { measureExpansion } from '../schema/json-schema/measure-expansion.js';
import type { ToolDescriptor } from './tool-descriptor.js';

// About ten times the size of the largest tool of a public API that is known. A larger export takes seconds, and a
// deeper one exhausts the stack.
const limits = { nodes: 100_000, depth: 500 };

const measure = memoize((schema: JsonSchema) => measureExpansion(schema, limits));

/**
 * Checks that the schemas of a tool can be exported by a format that replaces references by their definitions. The size
 * can double with each definition.
 *
 * @throws DefinitionError if a schema would become too large.
 */
export function checkExpansion({ name, inputSchema, outputSchema }: ToolDescriptor): void {
  for (const schema of [inputSchema, outputSchema]) {
    const { nodes, depth } = schema === undefined ? { nodes: 0, depth: 0 } : measure(schema);
    if (nodes <= limits.nodes && depth <= limits.depth) continue;
    const excess = depth > limits.depth ? `${limits.depth} levels` : `${limits.nodes} JSON values`;
    const error = new DefinitionError(
      `${name}: a schema has more than ${excess} once its references are expanded, as this export does. ` +
        'Refer to fewer definitions, or export the tool with toMcp() or toJsonSchema().',
    );
    throw Object.defineProperty(error, brands.tooLargeForFormat, { value: true });
  }
}

/** Checks whether an error says that a schema would become too large, in any copy of this package. */
export function isTooLargeError(error: unknown): error is DefinitionError {
  return hasBrand(error, brands.tooLargeForFormat);
}
