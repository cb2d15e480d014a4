import type { JsonSchema, JsonSchemaType } from '../json-schema.js';
import { areDisjoint } from './disjoint.js';
import { annotationKeywords, closeBy, intersect, sameJson } from './intersection.js';
import { childPointer } from './schema-pointer.js';

/** The kinds of value that a schema may be about, once `null` is set aside. */
export type PlainKind = Exclude<JsonSchemaType, 'null'>;

interface ShapeBase {
  /** Whether `null` is accepted besides. */
  readonly nullable: boolean;
  /** What else the schema says at this place: annotations and constraints, without what the kind itself tells. */
  readonly schema: JsonSchema;
  /** Where, as a JSON Pointer into the whole schema. */
  readonly pointer: string;
}

/** One alternative of a union. */
export interface SchemaBranch {
  readonly schema: JsonSchema | boolean;
  readonly pointer: string;
}

/**
 * One place of a schema in a form that every format can be made from: `allOf` merged, lists of types and of
 * alternatives made one union, `null` set aside, a missing type inferred.
 */
export type SchemaShape =
  | (ShapeBase & { readonly kind: PlainKind | 'null' | 'any' | 'never' })
  | (ShapeBase & { readonly kind: 'reference'; readonly ref: string })
  | (ShapeBase & { readonly kind: 'values'; readonly values: readonly unknown[]; readonly wide: boolean })
  | (ShapeBase & { readonly kind: 'union'; readonly branches: readonly SchemaBranch[]; readonly exclusive: boolean });

/** Where a schema stands: the whole that its references mean, and the way from there. */
export interface SchemaPlace {
  readonly root: JsonSchema;
  readonly pointer: string;
}

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

/** Reads one place of a schema. */
export function shapeOf(schema: JsonSchema | boolean, place: SchemaPlace): SchemaShape {
  const { pointer } = place;
  if (typeof schema === 'boolean') return { kind: schema ? 'any' : 'never', nullable: false, schema: {}, pointer };
  const reference = asReference(schema, pointer);
  if (reference !== undefined) return reference;
  const merged = mergeAllOf(schema, place.root);
  if (merged === false) return { kind: 'never', nullable: false, schema: {}, pointer };
  return unionShape(merged, place) ?? valuesShape(merged, pointer) ?? typedShape(merged, pointer);
}

function asReference(schema: JsonSchema, pointer: string): SchemaShape | undefined {
  const { $ref, allOf, $defs: _, ...notes } = schema;
  if (hasConstraints(notes)) return undefined;
  if ($ref !== undefined && allOf === undefined) {
    return { kind: 'reference', ref: $ref, nullable: false, schema: notes, pointer };
  }
  const [only, ...more] = allOf ?? [];
  if ($ref !== undefined || typeof only !== 'object' || more.length > 0) return undefined;
  return asReference({ ...only, ...notes }, pointer);
}

function mergeAllOf(schema: JsonSchema, root: JsonSchema): JsonSchema | false {
  const { $defs: _, ...node } = schema;
  const needsMerge = node.allOf !== undefined || node.$ref !== undefined || node.unevaluatedProperties !== undefined;
  if (!needsMerge) return node;
  // What cannot be merged stays as it is: each format says it in words or refuses it.
  return intersect([node], root) ?? node;
}

function unionShape(node: JsonSchema, place: SchemaPlace): SchemaShape | undefined {
  const keyword = node.anyOf !== undefined ? 'anyOf' : 'oneOf';
  const { [keyword]: alternatives, unevaluatedProperties, ...others } = node;
  if (alternatives === undefined) return undefined;
  const [notes, constraints] = splitNotes(others);
  const branches: SchemaBranch[] = [];
  let nullable = false;
  for (const [index, alternative] of alternatives.entries()) {
    const whole =
      Object.keys(constraints).length === 0 ? alternative : intersect([constraints, alternative], place.root);
    if (whole === undefined) return undefined;
    if (whole === false) continue;
    if (isNull(whole)) nullable = true;
    else {
      const schema = whole === true ? whole : closeBy(whole, unevaluatedProperties);
      branches.push({ schema, pointer: childPointer(place.pointer, keyword, index) });
    }
  }
  const [only, ...more] = branches;
  const { pointer } = place;
  if (only === undefined) return { kind: nullable ? 'null' : 'never', nullable: false, schema: notes, pointer };
  if (more.length > 0) {
    const exclusive = keyword === 'oneOf' && !areDisjoint(alternatives, place.root);
    return { kind: 'union', branches, exclusive, nullable, schema: notes, pointer };
  }
  const inner = shapeOf(only.schema, { ...place, pointer: only.pointer });
  return { ...inner, nullable: nullable || inner.nullable, schema: withNotes(inner.schema, notes) };
}

function withNotes(schema: JsonSchema, notes: JsonSchema): JsonSchema {
  const description = [notes.description, schema.description].filter((text) => text !== undefined).join('\n');
  return { ...schema, ...notes, ...(description === '' ? {} : { description }) };
}

function valuesShape(node: JsonSchema, pointer: string): SchemaShape | undefined {
  const { enum: listed, const: single, type, ...rest } = node;
  if (listed === undefined && !Object.hasOwn(node, 'const')) return undefined;
  const all = listed ?? [single];
  const types = typesOf(type);
  const values = all.filter(
    (value) =>
      (!Object.hasOwn(node, 'const') || sameJson(value, single)) &&
      (types === undefined || types.some((name) => hasType(value, name))),
  );
  const nullable = values.includes(null);
  const others = values.filter((value) => value !== null);
  if (others.length === 0) return { kind: nullable ? 'null' : 'never', nullable: false, schema: rest, pointer };
  const wide = types?.includes('number') ?? false;
  return { kind: 'values', values: others, wide, nullable, schema: rest, pointer };
}

function typedShape(node: JsonSchema, pointer: string): SchemaShape {
  const { type, ...schema } = node;
  const types = typesOf(type) ?? inferTypes(schema);
  const nullable = types.includes('null');
  const plain = types.filter((name): name is PlainKind => name !== 'null');
  const [only, ...more] = plain.includes('number') ? plain.filter((name) => name !== 'integer') : plain;
  if (only === undefined) return { kind: nullable ? 'null' : 'any', nullable: false, schema, pointer };
  if (more.length === 0) return { kind: only, nullable, schema, pointer };
  const [notes] = splitNotes(schema);
  const branches = [only, ...more].map((kind) => ({ schema: { type: kind, ...keywordsFor(kind, schema) }, pointer }));
  return { kind: 'union', branches, exclusive: false, nullable, schema: notes, pointer };
}

function typesOf(type: JsonSchema['type']): readonly JsonSchemaType[] | undefined {
  if (type === undefined) return undefined;
  return typeof type === 'string' ? [type] : type;
}

/** An author who writes `properties` without a type means an object; taken so if no other kind is hinted at. */
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

/** Whether a value is of a JSON Schema type. */
export function hasType(value: unknown, type: JsonSchemaType): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return jsonTypeOf(value) === type;
}

/** The JSON Schema type of a value; whole numbers are numbers. */
export function jsonTypeOf(value: unknown): Exclude<JsonSchemaType, 'integer'> {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const name = typeof value;
  return name === 'string' || name === 'boolean' || name === 'number' ? name : 'object';
}

function isNull(schema: JsonSchema | boolean): boolean {
  if (typeof schema === 'boolean') return false;
  if (schema.type === 'null' || schema.const === null) return true;
  return schema.enum?.length === 1 && schema.enum[0] === null;
}
