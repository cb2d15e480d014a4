import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { hoistDefs } from '../../schema/json-schema/edit-schema.js';
import { inlineRoot } from '../../schema/json-schema/inline-root.js';
import { propertyNames } from '../../schema/json-schema/property-names.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';

// The keywords that a model may have in addition to its properties. Any other keyword would apply to the tool's own
// arguments too, or could not be separated from them.
const mergeable = new Set(['type', 'properties', 'required', '$defs', 'description', 'examples', 'default']);
const closing = ['additionalProperties', 'unevaluatedProperties'];

/**
 * Adds the fields of an extended model to a tool's input schema. Identical definitions are shared; different
 * definitions of the same name are renamed.
 *
 * @throws DefinitionError if a field has the name of an argument, or the model is more than an object with fields.
 */
export function extendSchema(base: ToolSpec, extension: JsonSchema): JsonSchema {
  const where = `setExtendedModel('${base.name}')`;
  const { inputSchema } = base;
  const hoisted = hoistDefs({ extension }, inputSchema.$defs);
  const fields = inlineRoot({ ...hoisted.properties.extension, $defs: hoisted.$defs });
  checkFields(fields, where);
  const used = new Set([...propertyNames(inputSchema), ...Object.keys(base.bindings)]);
  const conflict = Object.keys(fields.properties ?? {}).find((name) => used.has(name));
  if (conflict !== undefined) {
    throw new DefinitionError(
      `${where}: the model has a field '${conflict}', and the tool has an argument of that name. Rename one.`,
    );
  }
  const required = [...(inputSchema.required ?? []), ...(fields.required ?? [])];
  return {
    ...inputSchema,
    properties: { ...inputSchema.properties, ...fields.properties },
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(hoisted.$defs).length > 0 ? { $defs: hoisted.$defs } : {}),
  };
}

function checkFields(fields: JsonSchema, where: string): void {
  if (fields.type !== 'object' || Object.keys(fields.properties ?? {}).length === 0) {
    throw new DefinitionError(`${where}: the model must be an object with fields.`);
  }
  const other = Object.entries(fields).find(([keyword, value]) => {
    return !mergeable.has(keyword) && !(closing.includes(keyword) && value === false);
  });
  if (other === undefined) return;
  throw new DefinitionError(
    `${where}: the model has the keyword '${other[0]}' on the object itself, which cannot be merged. ` +
      'Remove the keyword, or wrap the object in a field.',
  );
}
