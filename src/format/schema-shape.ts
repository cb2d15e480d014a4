import type { JsonSchema, JsonSchemaType } from '../base/json/json-schema.js';
import { annotationKeywords } from '../schema/json-schema/annotation-keywords.js';
import { areDisjoint } from './disjoint.js';
import { applyUnevaluated, intersect, isSameJson } from './intersection.js';
import { childPointer } from './schema-pointer.js';

/** The kinds of value that a schema may describe, except `null`. */
export type PlainKind = Exclude<JsonSchemaType, 'null'>;

interface ShapeBase {
  /** Whether `null` is accepted in addition. */
  readonly nullable: boolean;
  /** The remaining keywords at this location: annotations and constraints that the kind does not imply. */
  readonly schema: JsonSchema;
  /** The location, as a JSON Pointer into the root schema. */
  readonly pointer: string;
  /** The references inlined on the path from the root to this location. Required for the locations below. */
  readonly inlined: ReadonlySet<string>;
}

/** One alternative of a union. */
export interface SchemaBranch {
  readonly schema: JsonSchema | boolean;
  readonly pointer: string;
  readonly inlined: ReadonlySet<string>;
}

/**
 * One location of a schema in a normal form from which every format is generated: `allOf` is merged, lists of types and
 * alternatives become one union, `null` is separated, and a missing type is inferred.
 */
export type SchemaShape =
  | (ShapeBase & { readonly kind: PlainKind | 'null' | 'any' | 'never' })
  | (ShapeBase & { readonly kind: 'reference'; readonly ref: string })
  | (ShapeBase & { readonly kind: 'values'; readonly values: readonly unknown[]; readonly wide: boolean })
  | (ShapeBase & { readonly kind: 'union'; readonly branches: readonly SchemaBranch[]; readonly exclusive: boolean });

/** The path from the root of a schema to a location in it. */
export interface SchemaPath {
  readonly pointer: string;
  /** The references inlined on the path from the root to this location. @default none */
  readonly inlined?: ReadonlySet<string> | undefined;
}

/** The location of a schema: the root schema, to which references refer, and the path from the root. */
export interface SchemaLocation extends SchemaPath {
  readonly root: JsonSchema;
}

const none: ReadonlySet<string> = new Set();

const keywordsByKind: Readonly<Record<PlainKind, ReadonlySet<string>>> = {
  object: new Set(
    (
      'properties required additionalProperties patternProperties propertyNames minProperties maxProperties ' +
      'dependentRequired dependentSchemas unevaluatedProperties'
    ).split(' '),
  ),
  array: new Set(
    'items prefixItems minItems maxItems uniqueItems contains minContains maxContains unevaluatedItems'.split(' '),
  ),
  string: new Set('minLength maxLength pattern format contentEncoding contentMediaType contentSchema'.split(' ')),
  number: new Set('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf format'.split(' ')),
  integer: new Set('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf format'.split(' ')),
  boolean: new Set(),
};

/** Reads one location of a schema. */
export function shapeOf(schema: JsonSchema | boolean, place: SchemaLocation): SchemaShape {
  const { root, pointer, inlined = none } = place;
  if (typeof schema === 'boolean') {
    return { nullable: false, schema: {}, pointer, inlined, kind: schema ? 'any' : 'never' };
  }
  const reference = asReference(schema);
  if (reference !== undefined) return { nullable: false, pointer, inlined, kind: 'reference', ...reference };
  const node = withoutDefinitions(schema);
  if (!needsMerge(node)) return mergedShape(node, { root, pointer, inlined });
  const now = new Set<string>();
  // Parts that cannot be merged are not changed: each format describes them in words or rejects them.
  const merged = intersect([node], root, { before: inlined, now }) ?? node;
  if (merged === false) return { nullable: false, schema: {}, pointer, inlined, kind: 'never' };
  return mergedShape(merged, { root, pointer, inlined: new Set([...inlined, ...now]) });
}

function mergedShape(node: JsonSchema, place: InnerLocation): SchemaShape {
  return unionShape(node, place) ?? valuesShape(node, place) ?? typedShape(node, place);
}

/** Returns the path that leads some steps below a shape. */
export function below(shape: SchemaShape, ...steps: readonly (string | number)[]): SchemaPath {
  return { pointer: childPointer(shape.pointer, ...steps), inlined: shape.inlined };
}

function asReference(schema: JsonSchema): { readonly ref: string; readonly schema: JsonSchema } | undefined {
  if (schema.$ref === undefined && schema.allOf === undefined) return undefined;
  const { $ref, allOf, $defs: _, ...notes } = schema;
  if (hasConstraints(notes)) return undefined;
  if ($ref !== undefined && allOf === undefined) return { ref: $ref, schema: notes };
  const [only, ...more] = allOf ?? [];
  if ($ref !== undefined || typeof only !== 'object' || more.length > 0) return undefined;
  return asReference({ ...only, ...notes });
}

function needsMerge({ allOf, $ref, unevaluatedProperties }: JsonSchema): boolean {
  return allOf !== undefined || $ref !== undefined || unevaluatedProperties !== undefined;
}

function withoutDefinitions(schema: JsonSchema): JsonSchema {
  if (schema.$defs === undefined) return schema;
  const { $defs: _, ...node } = schema;
  return node;
}

interface InnerLocation extends SchemaLocation {
  readonly inlined: ReadonlySet<string>;
}

function unionShape(node: JsonSchema, place: InnerLocation): SchemaShape | undefined {
  const keyword = node.anyOf !== undefined ? 'anyOf' : 'oneOf';
  const alternatives = node[keyword];
  if (alternatives === undefined) return undefined;
  const { [keyword]: _, unevaluatedProperties, ...others } = node;
  const [notes, constraints] = splitNotes(others);
  const branches: SchemaBranch[] = [];
  let nullable = false;
  for (const [index, alternative] of alternatives.entries()) {
    const branch = narrowBranch(alternative, constraints, {
      ...place,
      pointer: childPointer(place.pointer, keyword, index),
    });
    if (branch === undefined) return undefined;
    const { schema } = branch;
    if (isNull(schema)) nullable = true;
    else if (typeof schema === 'object')
      branches.push({ ...branch, schema: applyUnevaluated(schema, unevaluatedProperties) });
    else if (schema) branches.push(branch);
  }
  const [only, ...more] = branches;
  const base = { nullable, schema: notes, pointer: place.pointer, inlined: place.inlined };
  if (only === undefined) return { ...base, kind: nullable ? 'null' : 'never', nullable: false };
  if (more.length > 0) {
    const exclusive = keyword === 'oneOf' && !areDisjoint(alternatives, place.root);
    return { ...base, kind: 'union', branches, exclusive };
  }
  const inner = shapeOf(only.schema, { ...only, root: place.root });
  return { ...inner, nullable: nullable || inner.nullable, schema: withNotes(inner.schema, notes) };
}

/** Merges an alternative with the constraints next to the union. Returns undefined if they cannot be merged. */
function narrowBranch(
  alternative: JsonSchema | boolean,
  constraints: JsonSchema,
  { root, pointer, inlined }: InnerLocation,
): SchemaBranch | undefined {
  if (Object.keys(constraints).length === 0) return { schema: alternative, pointer, inlined };
  const now = new Set<string>();
  const schema = intersect([constraints, alternative], root, { before: inlined, now });
  return schema === undefined ? undefined : { schema, pointer, inlined: new Set([...inlined, ...now]) };
}

function withNotes(schema: JsonSchema, notes: JsonSchema): JsonSchema {
  const description = [notes.description, schema.description].filter((text) => text !== undefined).join('\n');
  return { ...schema, ...notes, ...(description === '' ? {} : { description }) };
}

const valueKeywords: ReadonlySet<string> = new Set(['enum', 'const', 'type']);
const typeKeyword: ReadonlySet<string> = new Set(['type']);

/** Copies a schema without some keywords. Faster than a rest pattern, which the many locations of a large schema need. */
function omitKeywords(schema: JsonSchema, omitted: ReadonlySet<string>): JsonSchema {
  const copy: Record<string, unknown> = {};
  for (const keyword of Object.keys(schema)) if (!omitted.has(keyword)) copy[keyword] = schema[keyword];
  return copy;
}

function valuesShape(node: JsonSchema, { pointer, inlined }: InnerLocation): SchemaShape | undefined {
  const hasConst = Object.hasOwn(node, 'const');
  if (node.enum === undefined && !hasConst) return undefined;
  const { enum: listed, const: single, type } = node;
  const schema = omitKeywords(node, valueKeywords);
  const types = typesOf(type);
  const fits = (value: unknown) =>
    (!hasConst || isSameJson(value, single)) && (types === undefined || types.some((name) => hasType(value, name)));
  const accepted = (listed ?? [single]).filter(fits);
  const nullable = accepted.includes(null);
  const values = accepted.filter((value) => value !== null);
  const base = { nullable, schema, pointer, inlined };
  if (values.length === 0) return { ...base, kind: nullable ? 'null' : 'never', nullable: false };
  return { ...base, kind: 'values', values, wide: types?.includes('number') ?? false };
}

function typedShape(node: JsonSchema, { pointer, inlined }: InnerLocation): SchemaShape {
  const schema = omitKeywords(node, typeKeyword);
  const types = typesOf(node.type) ?? inferTypes(schema);
  const nullable = types.includes('null');
  const plain = types.filter((name): name is PlainKind => name !== 'null');
  const [only, ...more] = plain.includes('number') ? plain.filter((name) => name !== 'integer') : plain;
  const base = { nullable, schema, pointer, inlined };
  if (only === undefined) return { ...base, kind: nullable ? 'null' : 'any', nullable: false };
  if (more.length === 0) return { ...base, kind: only };
  const branches = [only, ...more].map((kind) => ({
    schema: { type: kind, ...keywordsFor(kind, schema) },
    pointer,
    inlined,
  }));
  return { ...base, kind: 'union', branches, exclusive: false, schema: splitNotes(schema)[0] };
}

function typesOf(type: JsonSchema['type']): readonly JsonSchemaType[] | undefined {
  if (type === undefined) return undefined;
  return typeof type === 'string' ? [type] : type;
}

/** Infers the type from keywords: `properties` without a type means an object, unless keywords suggest another kind. */
function inferTypes(schema: JsonSchema): readonly JsonSchemaType[] {
  const kinds = (['object', 'array', 'string', 'number'] as const).filter((kind) =>
    Object.keys(schema).some((keyword) => keywordsByKind[kind].has(keyword) && keyword !== 'format'),
  );
  if (kinds.length === 0 && schema.format !== undefined) return ['string'];
  return kinds.length === 1 ? kinds : [];
}

function keywordsFor(kind: PlainKind, schema: JsonSchema): JsonSchema {
  const others = Object.values(keywordsByKind);
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => {
      if (annotationKeywords.has(keyword)) return false;
      return keywordsByKind[kind].has(keyword) || !others.some((keywords) => keywords.has(keyword));
    }),
  );
}

function splitNotes(schema: JsonSchema): readonly [notes: JsonSchema, constraints: JsonSchema] {
  const entries = Object.entries(schema);
  return [
    Object.fromEntries(entries.filter(([keyword]) => annotationKeywords.has(keyword))),
    Object.fromEntries(entries.filter(([keyword]) => !annotationKeywords.has(keyword))),
  ];
}

function hasConstraints(schema: JsonSchema): boolean {
  return Object.keys(schema).some((keyword) => !annotationKeywords.has(keyword));
}

/** Checks whether a value has a JSON Schema type. */
function hasType(value: unknown, type: JsonSchemaType): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return jsonTypeOf(value) === type;
}

/** Returns the JSON Schema type of a value. Integers are numbers. */
export function jsonTypeOf(value: unknown): Exclude<JsonSchemaType, 'integer'> {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const name = typeof value;
  return name === 'string' || name === 'boolean' || name === 'number' ? name : 'object';
}

/** Checks whether a schema accepts only `null`, without further constraints. */
function isNull(schema: JsonSchema | boolean): boolean {
  if (typeof schema === 'boolean') return false;
  const { type, enum: values = [null], const: single = null, ...others } = schema;
  const acceptsNull = type === 'null' || schema.const === null || schema.enum !== undefined;
  const kinds = Object.values(keywordsByKind);
  const isFree = Object.keys(others).every(
    (keyword) => annotationKeywords.has(keyword) || kinds.some((keywords) => keywords.has(keyword)),
  );
  const isOnlyNull = values.length === 1 && values[0] === null && single === null;
  return acceptsNull && isFree && isOnlyNull && (typesOf(type)?.includes('null') ?? true);
}
