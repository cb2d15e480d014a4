import type { JsonSchema } from '../../base/json/json-schema.js';
import { listOf } from '../../base/values/list-of.js';
import { DefinitionPool } from './definition-pool.js';
import { safeName } from './normalize-names.js';
import { propertyNames } from './property-names.js';
import { PropertyOmission } from './property-omission.js';
import { refsIn, refTo, rewriteRefs, rootRef, UniqueNames } from './schema-refs.js';
import type { AnySchema } from './schema-walk.js';
import { usedDefinitions } from './used-definitions.js';

type Definitions = Readonly<Record<string, AnySchema>>;

/** The keywords with which an author declares how unknown properties are treated. */
const unknownPropertyKeywords = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'];

/** The keywords through which schemas other than the root declare properties of the same object. */
const compositionKeywords = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'];

/**
 * Creates a schema that rejects unknown properties at its top level, unless it declares how they are treated. Nested
 * levels are not changed, even if they refer back to the root.
 */
export function closeTopLevel(schema: JsonSchema): JsonSchema {
  if (unknownPropertyKeywords.some((keyword) => Object.hasOwn(schema, keyword)) || !acceptsObjects(schema))
    return schema;
  const { root, definitions } = detachRoot(schema, 'Root');
  const isShared = compositionKeywords.some((keyword) => Object.hasOwn(root, keyword));
  return withDefinitions(
    { ...root, [isShared ? 'unevaluatedProperties' : 'additionalProperties']: false },
    definitions,
  );
}

/**
 * Removes top-level properties whose values come from another source, and the definitions that only they use. Nested
 * levels are not changed, even if they refer back to the root.
 */
export function omitProperties(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  if (names.size === 0) return schema;
  const { root, definitions } = detachRoot(schema, 'Root');
  const counted = [...propertyNames(schema)].filter((name) => names.has(name)).length;
  const omitted = new PropertyOmission({ names, counted }, definitions).from(root);
  return omitted === root ? schema : withDefinitions(omitted, usedDefinitions(omitted, definitions));
}

/** Property schemas for one root, and the definitions that this root must contain. */
export interface HoistedProperties {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly $defs: Definitions;
}

/**
 * Converts standalone schemas, each with its own definitions and references, to property schemas for one root. Equal
 * definitions are shared; others of the same name get a number. `taken` contains the definitions of the root.
 */
export function hoistDefs(schemas: Readonly<Record<string, JsonSchema>>, taken: Definitions = {}): HoistedProperties {
  const pool = new DefinitionPool(taken);
  const properties = Object.entries(schemas).map(([name, schema]): [string, JsonSchema] => {
    const { root, definitions, rootName } = detachRoot(schema, safeName(name));
    const rewrite = pool.add(definitions);
    return [name, Object.freeze(rewriteRefs(rootName === undefined ? root : createReference(rootName, root), rewrite))];
  });
  return Object.freeze({ properties: Object.freeze(Object.fromEntries(properties)), $defs: pool.definitions() });
}

interface DetachedRoot {
  /** The root without its definitions. */
  readonly root: JsonSchema;
  readonly definitions: Definitions;
  /** The definition to which the root's references to itself now refer; undefined if it has none. */
  readonly rootName: string | undefined;
}

/** Separates a root from its definitions, so that the root can change without affecting references to it. */
export function detachRoot(schema: JsonSchema, name: string): DetachedRoot {
  const { $defs = {}, ...root } = schema;
  if (!refsIn(schema).has(rootRef)) return { root, definitions: $defs, rootName: undefined };
  const rootName = new UniqueNames(Object.keys($defs)).take(name);
  const rewrite = (ref: string): string => (ref === rootRef ? refTo(rootName) : ref);
  const detached = rewriteRefs(root, rewrite);
  const definitions = Object.entries($defs).map(([key, definition]): [string, AnySchema] => [
    key,
    typeof definition === 'boolean' ? definition : rewriteRefs(definition, rewrite),
  ]);
  return { root: detached, definitions: { ...Object.fromEntries(definitions), [rootName]: detached }, rootName };
}

/**
 * Creates a reference with the annotations of the schema: validators and models read defaults and descriptions here.
 */
function createReference(name: string, { description, default: value, examples, deprecated }: JsonSchema): JsonSchema {
  const annotations = Object.entries({ description, default: value, examples, deprecated });
  return { $ref: refTo(name), ...Object.fromEntries(annotations.filter(([, held]) => held !== undefined)) };
}

function acceptsObjects({ type }: JsonSchema): boolean {
  return type === undefined || listOf(type).includes('object');
}

/** Returns a root with its definitions. */
export function withDefinitions(root: JsonSchema, definitions: Definitions): JsonSchema {
  if (Object.keys(definitions).length === 0) return Object.freeze(root);
  return Object.freeze({ ...root, $defs: Object.freeze({ ...definitions }) });
}
