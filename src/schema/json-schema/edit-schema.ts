import type { JsonSchema } from '../../json-schema.js';
import { listOf } from '../../list-of.js';
import { DefinitionPool } from './definition-pool.js';
import { safeName } from './normalize-names.js';
import { propertyNames } from './property-names.js';
import { PropertyOmission } from './property-omission.js';
import { refsIn, refTo, rewriteRefs, rootRef, UniqueNames } from './schema-refs.js';
import type { AnySchema } from './schema-walk.js';
import { usedDefinitions } from './used-definitions.js';

type Definitions = Readonly<Record<string, AnySchema>>;

/** What an author says when unknown properties are not simply to be refused. */
const openness = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'];

/** Keywords through which other schemas than the root declare properties of the same object. */
const sharing = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'];

/**
 * A schema that refuses unknown properties at its top level, unless it says itself what becomes of them. Nested levels
 * stay as written, also where they refer back to the root.
 */
export function closeTopLevel(schema: JsonSchema): JsonSchema {
  if (openness.some((keyword) => Object.hasOwn(schema, keyword)) || !takesObjects(schema)) return schema;
  const { root, definitions } = detachRoot(schema, 'Root');
  const isShared = sharing.some((keyword) => Object.hasOwn(root, keyword));
  return withDefinitions(
    { ...root, [isShared ? 'unevaluatedProperties' : 'additionalProperties']: false },
    definitions,
  );
}

/**
 * A schema without some of its top-level properties, for values that somebody else supplies, and without the
 * definitions that only they needed. Nested levels stay as written, also where they refer back to the root.
 */
export function omitProperties(schema: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  if (names.size === 0) return schema;
  const { root, definitions } = detachRoot(schema, 'Root');
  const counted = [...propertyNames(schema)].filter((name) => names.has(name)).length;
  const omitted = new PropertyOmission({ names, counted }, definitions).from(root);
  return omitted === root ? schema : withDefinitions(omitted, usedDefinitions(omitted, definitions));
}

/** Property schemas to be put under one root, and the definitions that this root must have. */
export interface HoistedProperties {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly $defs: Definitions;
}

/**
 * Turns standalone schemas, each with definitions and references of its own, into property schemas for one root.
 * Definitions that say the same are shared; others of the same name get a number. `taken` are those that the root has.
 */
export function hoistDefs(schemas: Readonly<Record<string, JsonSchema>>, taken: Definitions = {}): HoistedProperties {
  const pool = new DefinitionPool(taken);
  const properties = Object.entries(schemas).map(([name, schema]): [string, JsonSchema] => {
    const { root, definitions, rootName } = detachRoot(schema, safeName(name));
    const rewrite = pool.add(definitions);
    return [name, Object.freeze(rewriteRefs(rootName === undefined ? root : pointTo(rootName, root), rewrite))];
  });
  return Object.freeze({ properties: Object.freeze(Object.fromEntries(properties)), $defs: pool.definitions() });
}

interface DetachedRoot {
  /** The root without its definitions. */
  readonly root: JsonSchema;
  readonly definitions: Definitions;
  /** The definition that the root's references to itself now lead to, if there were any. */
  readonly rootName: string | undefined;
}

/** Takes a root and its definitions apart so that the root may change without what refers to it. */
function detachRoot(schema: JsonSchema, name: string): DetachedRoot {
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

/** What is told about a schema where it is used: validators fill defaults from there, and models read there. */
function pointTo(name: string, { description, default: value, examples, deprecated }: JsonSchema): JsonSchema {
  const told = Object.entries({ description, default: value, examples, deprecated });
  return { $ref: refTo(name), ...Object.fromEntries(told.filter(([, said]) => said !== undefined)) };
}

function takesObjects({ type }: JsonSchema): boolean {
  return type === undefined || listOf(type).includes('object');
}

function withDefinitions(root: JsonSchema, definitions: Definitions): JsonSchema {
  if (Object.keys(definitions).length === 0) return Object.freeze(root);
  return Object.freeze({ ...root, $defs: Object.freeze({ ...definitions }) });
}
