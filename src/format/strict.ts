import type { JsonSchema } from '../base/json/json-schema.js';
import { acceptsNull } from './accepts-null.js';
import { addSentences, describeConstraint } from './describe-constraint.js';
import { childPointer, definitionName, isSchemaObject, resolveRef } from './schema-pointer.js';
import { below, jsonTypeOf, type SchemaPath, type SchemaShape, shapeOf } from './schema-shape.js';
import { formatViolation, isCompound, isStrict, isStrictPattern, strictFormats } from './strict-rules.js';
import { findStrictSizeViolations } from './strict-sizes.js';
import { typeText } from './type-text.js';

/** The result of {@link toStrictSchema}. */
export interface StrictSchema {
  /** The strict schema, or the unchanged schema if it cannot be converted. */
  readonly schema: JsonSchema;
  /**
   * The keywords that were moved to descriptions, or the reasons why the conversion failed, each with a JSON Pointer.
   */
  readonly warnings: readonly string[];
  /** Whether the schema satisfies OpenAI's strict rules. */
  readonly strict: boolean;
}

/** The options of {@link toStrictSchema}. */
export interface StrictOptions {
  /** Whether the tool rejects `null` for an optional property. Each such property is a warning. @default false */
  readonly refusesNull?: boolean | undefined;
}

interface Conversion {
  readonly root: JsonSchema;
  readonly refusesNull: boolean;
  /** The keywords that were moved to descriptions. */
  readonly lost: string[];
  /** The parts that no strict schema can express. */
  readonly blocked: string[];
  /** The converted definitions in use; undefined for a definition that is being converted. */
  readonly definitions: Map<string, JsonSchema | undefined>;
}

/**
 * Converts an input schema to the rules of OpenAI's strict mode: every object is closed, every property is required,
 * and optional properties are nullable instead. A keyword that strict mode does not support is described in words in
 * the description of its location and listed in `warnings`. A schema with open objects cannot be converted and is
 * returned unchanged, with `strict: false`.
 */
export function toStrictSchema(schema: JsonSchema, { refusesNull = false }: StrictOptions = {}): StrictSchema {
  if (isStrict(schema)) return { schema, warnings: [], strict: true };
  const conversion: Conversion = { root: schema, refusesNull, lost: [], blocked: [], definitions: new Map() };
  const converted = convertRoot(schema, conversion);
  const problems = conversion.blocked.length > 0 ? conversion.blocked : findStrictSizeViolations(converted);
  if (problems.length > 0) return { schema, warnings: problems, strict: false };
  return { schema: converted, warnings: conversion.lost, strict: true };
}

function convertRoot(schema: JsonSchema, conversion: Conversion): JsonSchema {
  let shape = shapeOf(schema, { root: schema, pointer: '' });
  if (shape.kind === 'reference') {
    const target = resolveRef(schema, shape.ref) ?? true;
    shape = shapeOf(target, { root: schema, pointer: shape.ref.replace(/^#/, '') });
  }
  if (shape.kind !== 'object') {
    conversion.blocked.push(formatViolation('', 'the top level must be one object'));
    return schema;
  }
  const root = addConstraints(convertObject(shape, conversion), shape, conversion);
  const names = Object.keys(schema.$defs ?? {}).filter((name) => conversion.definitions.has(name));
  if (names.length === 0) return root;
  return { ...root, $defs: Object.fromEntries(names.map((name) => [name, conversion.definitions.get(name) ?? {}])) };
}

function convert(schema: JsonSchema | boolean, place: SchemaPath, conversion: Conversion): JsonSchema {
  return convertAt(shapeOf(schema, { ...place, root: conversion.root }), conversion);
}

function convertAt(shape: SchemaShape, conversion: Conversion): JsonSchema {
  const converted = addConstraints(convertShape(shape, conversion), shape, conversion);
  return shape.nullable ? makeNullable(converted) : converted;
}

function convertShape(shape: SchemaShape, conversion: Conversion): JsonSchema {
  switch (shape.kind) {
    case 'any':
      conversion.blocked.push(formatViolation(shape.pointer, 'any value is accepted'));
      return {};
    case 'never':
      conversion.blocked.push(formatViolation(shape.pointer, 'no value is accepted'));
      return {};
    case 'reference':
      return convertReference(shape.ref, shape.pointer, conversion);
    case 'values':
      return convertValues(shape, conversion);
    case 'union': {
      if (shape.exclusive) conversion.lost.push(formatViolation(shape.pointer, "'oneOf' became 'anyOf'"));
      return { anyOf: shape.branches.map((branch) => convert(branch.schema, branch, conversion)) };
    }
    case 'array':
      return convertArray(shape, conversion);
    case 'object':
      return convertObject(shape, conversion);
    default:
      return { type: shape.kind };
  }
}

function convertReference(ref: string, pointer: string, conversion: Conversion): JsonSchema {
  const name = definitionName(ref);
  if (ref === '#') return { $ref: ref };
  const target = resolveRef(conversion.root, ref);
  if (name === undefined || !isSchemaObject(target)) {
    conversion.blocked.push(
      formatViolation(pointer, `'$ref' ${JSON.stringify(ref)} does not refer to a definition in '$defs'`),
    );
  } else if (!conversion.definitions.has(name)) {
    conversion.definitions.set(name, undefined);
    conversion.definitions.set(name, convert(target, { pointer: childPointer('', '$defs', name) }, conversion));
  }
  return { $ref: ref };
}

function convertValues(shape: SchemaShape & { kind: 'values' }, conversion: Conversion): JsonSchema {
  if (shape.values.some(isCompound)) {
    conversion.blocked.push(formatViolation(shape.pointer, "'enum' and 'const' may contain only primitive values"));
    return {};
  }
  const byType = new Map<string, unknown[]>();
  for (const value of shape.values) {
    const type = jsonTypeOf(value);
    byType.set(type, [...(byType.get(type) ?? []), value]);
  }
  const alternatives = [...byType].map(([name, values]): JsonSchema => {
    const isInteger = name === 'number' && !shape.wide && values.every(Number.isInteger);
    const type = isInteger ? 'integer' : (name as 'string');
    return values.length === 1 ? { type, const: values[0] } : { type, enum: values };
  });
  const [only, ...others] = alternatives;
  return only !== undefined && others.length === 0 ? only : { anyOf: alternatives };
}

function convertArray(shape: SchemaShape, conversion: Conversion): JsonSchema {
  const { schema } = shape;
  const { prefixItems } = schema;
  const rest = schema.items ?? schema.unevaluatedItems;
  if (prefixItems === undefined) {
    return { type: 'array', items: convert(schema.items ?? true, below(shape, 'items'), conversion) };
  }
  // A tuple that does not declare further items ends with its last one.
  const isOpen = isSchemaObject(rest) || rest === true;
  const items = prefixItems.map((item, index) => convert(item, below(shape, 'prefixItems', index), conversion));
  if (isOpen) items.push(convert(rest, below(shape, 'items'), conversion));
  const distinct = new Map(items.map((item) => [JSON.stringify(item), item]));
  const [only, ...others] = distinct.values();
  return {
    type: 'array',
    items: only !== undefined && others.length === 0 ? only : { anyOf: [...distinct.values()] },
    ...(isOpen ? {} : { maxItems: Math.min(schema.maxItems ?? prefixItems.length, prefixItems.length) }),
  };
}

function convertObject(shape: SchemaShape, conversion: Conversion): JsonSchema {
  const { schema, pointer } = shape;
  const declared = Object.entries(schema.properties ?? {}).filter(([, property]) => property !== false);
  const further = schema.additionalProperties ?? schema.unevaluatedProperties;
  const block = (problem: string) => conversion.blocked.push(formatViolation(pointer, problem));
  if (schema.patternProperties !== undefined) block("'patternProperties' leaves the object open");
  if (further !== undefined && further !== false) block("'additionalProperties' leaves the object open");
  if (further === undefined && declared.length === 0 && pointer !== '') block('the object is open');
  for (const keyword of ['allOf', 'anyOf', 'oneOf', '$ref']) {
    if (schema[keyword] !== undefined) block(`'${keyword}' cannot be merged into the object`);
  }
  const required = new Set(schema.required ?? []);
  const names = new Set(declared.map(([name]) => name));
  for (const name of required) {
    if (!names.has(name)) block(`required property '${name}' has no schema`);
  }
  const properties = declared.map(([name, property]): [string, JsonSchema] => {
    const inner = shapeOf(property, { ...below(shape, 'properties', name), root: conversion.root });
    const converted = convertAt(inner, conversion);
    if (required.has(name) || acceptsNull(inner, conversion.root)) return [name, converted];
    if (conversion.refusesNull)
      conversion.lost.push(formatViolation(childPointer(pointer, 'properties', name), nullIsRefused));
    return [name, makeNullable(converted)];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: [...names],
    additionalProperties: false,
  };
}

const nullIsRefused = 'the model sends null for the optional property, which { coerce: false } rejects';

const rewritten: ReadonlySet<string> = new Set([
  'description',
  'items',
  'properties',
  'required',
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
]);
const supportedKeywords: ReadonlySet<string> = new Set(
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems'.split(' '),
);

/** Adds the constraints that strict mode supports at this location, and describes the others in words. */
function addConstraints(converted: JsonSchema, shape: SchemaShape, conversion: Conversion): JsonSchema {
  const keywords = Object.keys(shape.schema);
  const isExclusive = shape.kind === 'union' && shape.exclusive;
  if (keywords.length === 0 && !isExclusive) return converted;
  const constraints: Record<string, unknown> = {};
  const sentences: string[] = isExclusive ? ['Exactly one alternative may match.'] : [];
  for (const keyword of keywords) {
    const value = shape.schema[keyword];
    const endsTuple = keyword === 'unevaluatedItems' && shape.schema.prefixItems !== undefined;
    if (rewritten.has(keyword) || endsTuple || value === undefined) continue;
    if (isSupported(keyword, value, shape)) {
      constraints[keyword] = value;
      continue;
    }
    conversion.lost.push(formatViolation(shape.pointer, `'${keyword}'`));
    const sentence =
      keyword === 'prefixItems' ? describeTuple(shape, conversion) : describeConstraint(keyword, shape.schema);
    if (sentence !== undefined) sentences.push(sentence);
  }
  const description = addSentences(shape.schema.description, sentences);
  const { type, ...structure } = converted;
  const schema: JsonSchema = { ...(type === undefined ? {} : { type }), ...constraints, ...structure };
  if (description === undefined) return schema;
  // A reference cannot be combined with other keywords, so the description is added to a schema around it.
  return schema.$ref === undefined ? { description, ...schema } : { description, anyOf: [schema] };
}

function isSupported(keyword: string, value: unknown, shape: SchemaShape): boolean {
  const { kind } = shape;
  if (keyword === 'pattern') return kind === 'string' && isStrictPattern(value);
  if (keyword === 'format') return kind === 'string' && strictFormats.has(String(value));
  if (keyword === 'minItems' || keyword === 'maxItems') return kind === 'array';
  return supportedKeywords.has(keyword) && (kind === 'number' || kind === 'integer');
}

function describeTuple(shape: SchemaShape, conversion: Conversion): string {
  const { prefixItems, items = false } = shape.schema;
  return `Items in this order: ${typeText({ type: 'array', prefixItems, items }, { root: conversion.root })}.`;
}

function makeNullable(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  const isPlain = typeof rest.type === 'string' && /^(string|number|integer|boolean)$/.test(rest.type);
  if (rest.type === 'null') return schema;
  if (isPlain && rest.enum === undefined && rest.const === undefined) {
    return { ...schema, type: [rest.type as 'string', 'null'] };
  }
  const note = description === undefined ? {} : { description };
  return { ...note, anyOf: [...(rest.anyOf ?? [rest]), { type: 'null' }] };
}
