import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import { detachRoot, withDefinitions } from './edit-schema.js';
import { propertyNames } from './property-names.js';
import { type AnySchema, isRecord } from './schema-walk.js';

type Fields = Readonly<Record<string, unknown>>;
type Names = ReadonlyMap<string, string>;

/**
 * Renames top-level properties of a schema, also in the subschemas that validate the same object. Nested levels are not
 * changed, even if they refer back to the root.
 *
 * @param names - The new names by current name.
 * @throws DefinitionError if a property is declared in a definition, or the schema restricts names by patterns.
 */
export function renameProperties(schema: JsonSchema, names: Names): JsonSchema {
  const { root, definitions } = detachRoot(schema, 'Root');
  return withDefinitions(renameIn(root, names, definitions), definitions);
}

function renameIn(schema: JsonSchema, names: Names, definitions: Readonly<Record<string, AnySchema>>): JsonSchema {
  checkRenameable(schema, names, definitions);
  const rename = (name: string): string => names.get(name) ?? name;
  const within = (held: unknown): unknown => (isRecord(held) ? renameIn(held, names, definitions) : held);
  const byKeyword: Readonly<Record<string, (value: unknown) => unknown>> = {
    properties: (value) => renameKeys(value as Fields, names),
    required: (value) => (value as readonly string[]).map(rename),
    dependentRequired: (value) =>
      renameKeys(
        mapValues(value as Fields, (needs) => (needs as readonly string[]).map(rename)),
        names,
      ),
    dependentSchemas: (value) => renameKeys(mapValues(value as Fields, within), names),
  };
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    Object.assign(byKeyword, { [keyword]: (value: unknown) => (value as readonly unknown[]).map(within) });
  }
  for (const keyword of ['not', 'if', 'then', 'else']) Object.assign(byKeyword, { [keyword]: within });
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, byKeyword[keyword]?.(value) ?? value]),
  );
}

/** Throws if a renamed property would be validated by a name that is not changed. */
function checkRenameable(schema: JsonSchema, names: Names, definitions: Readonly<Record<string, AnySchema>>): void {
  const where = `The argument '${[...names.keys()].join("', '")}' cannot be renamed`;
  if (schema.patternProperties !== undefined || schema.propertyNames !== undefined) {
    throw new DefinitionError(`${where}: its schema restricts names by patterns. Replace the inputSchema instead.`);
  }
  if (schema.$ref === undefined) return;
  const referred = propertyNames({ $ref: schema.$ref, $defs: definitions });
  if (![...names.keys()].some((name) => referred.has(name))) return;
  throw new DefinitionError(`${where}: its schema refers to a definition of it. Replace the inputSchema instead.`);
}

function renameKeys(map: Fields, names: Names): Fields {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [names.get(name) ?? name, value]));
}

function mapValues(map: Fields, change: (value: unknown) => unknown): Fields {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}
