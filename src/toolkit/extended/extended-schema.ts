import { DefinitionError } from '../../errors.js';
import type { JsonSchema } from '../../json-schema.js';
import { hoistDefs } from '../../schema/json-schema/edit-schema.js';
import { inlineRoot } from '../../schema/json-schema/inline-root.js';
import { propertyNames } from '../../schema/json-schema/property-names.js';
import type { ToolSpec } from '../../spec/tool-spec.js';

// What may stand beside the properties of a model that is added to a tool. Anything else would judge the tool's own
// arguments too, or could not be told apart from them.
const mergeable = new Set(['type', 'properties', 'required', '$defs', 'description', 'examples', 'default']);
const closing = ['additionalProperties', 'unevaluatedProperties'];

/**
 * A tool's input schema with the fields of an extended model. Definitions that say the same are shared; others of one
 * name are kept apart.
 *
 * @throws DefinitionError if a field has the name of an argument, or the model is more than an object with fields.
 */
export function extendedSchema(base: ToolSpec, extension: JsonSchema): JsonSchema {
  const where = `setExtendedModel('${base.name}')`;
  const { inputSchema } = base;
  const hoisted = hoistDefs({ extension }, inputSchema.$defs);
  const fields = inlineRoot({ ...hoisted.properties.extension, $defs: hoisted.$defs });
  checkFields(fields, where);
  const taken = new Set([...propertyNames(inputSchema), ...Object.keys(base.bindings)]);
  const clash = Object.keys(fields.properties ?? {}).find((name) => taken.has(name));
  if (clash !== undefined) {
    throw new DefinitionError(
      `${where}: the model has a field '${clash}', and the tool has an argument of that name. Rename one.`,
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
    `${where}: the model says '${other[0]}' of the whole object, which cannot be merged. Leave it out, or wrap it in a field.`,
  );
}
