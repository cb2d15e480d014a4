import type { JsonSchema } from '../base/json/json-schema.js';
import { annotationKeywords } from '../schema/json-schema/annotation-keywords.js';
import { addSentences, describeConstraint } from './describe-constraint.js';
import { isExactField, toGeminiField } from './gemini-field.js';
import type { GeminiSchema } from './gemini-schema.js';
import { refLabel, resolveRef } from './schema-pointer.js';
import { below, jsonTypeOf, type SchemaPath, type SchemaShape, shapeOf } from './schema-shape.js';
import { typeText } from './type-text.js';

/** A schema in Gemini's dialect, and the keywords that the dialect does not support, each with a JSON Pointer. */
export interface GeminiConversion {
  readonly schema: GeminiSchema;
  readonly warnings: readonly string[];
}

interface Conversion {
  readonly root: JsonSchema;
  readonly warnings: string[];
  /** The references being inlined. A reference that occurs again is recursive. */
  readonly following: ReadonlySet<string>;
}

/** Converts a schema to Gemini's dialect. */
export function toGeminiSchema(schema: JsonSchema): GeminiConversion {
  const warnings: string[] = [];
  const converted = convert(schema, { pointer: '' }, { root: schema, warnings, following: new Set(['#']) });
  return { schema: converted, warnings };
}

function convert(schema: JsonSchema | boolean, place: SchemaPath, conversion: Conversion): GeminiSchema {
  const shape = shapeOf(schema, { ...place, root: conversion.root });
  const sentences: string[] = [];
  const constraints = convertConstraints(shape, { conversion, sentences });
  const converted = convertShape(shape, { conversion, sentences });
  const description = addSentences(shape.schema.description ?? converted.description, sentences);
  return {
    ...converted,
    ...constraints,
    ...(converted.maxItems === undefined ? {} : { maxItems: converted.maxItems }),
    ...(description === undefined ? {} : { description }),
    ...(shape.nullable ? { nullable: true } : {}),
  };
}

interface Node {
  readonly conversion: Conversion;
  /** The sentences to append to the description. */
  readonly sentences: string[];
}

function warn(shape: SchemaShape, problem: string, { conversion }: Node): void {
  conversion.warnings.push(`${shape.pointer === '' ? '(top level)' : shape.pointer}: ${problem}`);
}

function convertShape(shape: SchemaShape, node: Node): GeminiSchema {
  const { conversion } = node;
  switch (shape.kind) {
    case 'any':
    case 'never':
      return createAnyValue(shape, node);
    case 'null':
      return { type: 'NULL' };
    case 'reference':
      return convertReference(shape.ref, shape, node);
    case 'values':
      return convertValues(shape, node);
    case 'union': {
      if (shape.exclusive) {
        warn(shape, "'oneOf' became 'anyOf'", node);
        node.sentences.push('Exactly one alternative may match.');
      }
      return { anyOf: shape.branches.map((branch) => convert(branch.schema, branch, conversion)) };
    }
    case 'array':
      return convertArray(shape, node);
    case 'object':
      return convertObject(shape, node);
    default:
      return { type: shape.kind.toUpperCase() };
  }
}

function createAnyValue(shape: SchemaShape, node: Node): GeminiSchema {
  warn(shape, shape.kind === 'never' ? 'no value is accepted' : 'any value is accepted', node);
  node.sentences.push(shape.kind === 'never' ? 'No value is accepted.' : 'Any JSON value.');
  const alternatives = ['STRING', 'NUMBER', 'BOOLEAN', 'OBJECT'].map((type) => ({ type }));
  return { anyOf: [...alternatives, { type: 'ARRAY', items: { type: 'STRING' } }], nullable: true };
}

function convertReference(ref: string, shape: SchemaShape, node: Node): GeminiSchema {
  const { conversion } = node;
  const target = resolveRef(conversion.root, ref);
  if (target === undefined) return createAnyValue(shape, node);
  if (!conversion.following.has(ref)) {
    return convert(target, shape, { ...conversion, following: new Set(conversion.following).add(ref) });
  }
  warn(shape, `'$ref' ${JSON.stringify(ref)} is recursive`, node);
  node.sentences.push(
    `Repeats the shape of ${refLabel(ref) || 'the root'}: ${typeText({ $ref: ref }, { root: conversion.root })}.`,
  );
  const { kind } = shapeOf(target, { root: conversion.root, pointer: '' });
  if (kind === 'array') return { type: 'ARRAY', items: { type: 'OBJECT' } };
  return { type: kind === 'string' || kind === 'number' ? kind.toUpperCase() : 'OBJECT' };
}

function convertValues(shape: SchemaShape & { kind: 'values' }, node: Node): GeminiSchema {
  const byType = new Map<string, unknown[]>();
  for (const value of shape.values) {
    const type = jsonTypeOf(value);
    byType.set(type, [...(byType.get(type) ?? []), value]);
  }
  const alternatives = [...byType].map(([type, values]) => valuesOfType(type, values, { shape, node }));
  const [only, ...others] = alternatives;
  return only !== undefined && others.length === 0 ? only : { anyOf: alternatives };
}

function valuesOfType(
  type: string,
  values: readonly unknown[],
  { shape, node }: { shape: SchemaShape & { kind: 'values' }; node: Node },
): GeminiSchema {
  const texts = values.filter((value) => typeof value === 'string');
  // The API rejects an empty string in an enum.
  if (type === 'string' && !texts.includes('')) return { type: 'STRING', format: 'enum', enum: texts };
  warn(shape, `'enum' of ${type === 'string' ? 'an empty string' : `${type}s`}`, node);
  node.sentences.push(describeConstraint('enum', { enum: values }) ?? '');
  if (type === 'array') return { type: 'ARRAY', items: { type: 'STRING' } };
  if (type !== 'number') return { type: type.toUpperCase() };
  const numbers = values.filter((value) => typeof value === 'number');
  const isInteger = !shape.wide && numbers.every(Number.isInteger);
  return { type: isInteger ? 'INTEGER' : 'NUMBER', minimum: Math.min(...numbers), maximum: Math.max(...numbers) };
}

function convertArray(shape: SchemaShape, node: Node): GeminiSchema {
  const { schema } = shape;
  const { prefixItems, items: rest = false } = schema;
  if (prefixItems === undefined) {
    return { type: 'ARRAY', items: convert(schema.items ?? true, below(shape, 'items'), node.conversion) };
  }
  warn(shape, "'prefixItems'", node);
  node.sentences.push(`Items in this order: ${tupleText(schema, node)}.`);
  const schemas = prefixItems.map((item, index) => convert(item, below(shape, 'prefixItems', index), node.conversion));
  if (rest !== false) schemas.push(convert(rest, below(shape, 'items'), node.conversion));
  const distinct = [...new Map(schemas.map((item) => [JSON.stringify(item), item])).values()];
  const [only, ...others] = distinct;
  return {
    type: 'ARRAY',
    items: only !== undefined && others.length === 0 ? only : { anyOf: distinct },
    ...(rest === false
      ? { maxItems: String(Math.min(schema.maxItems ?? prefixItems.length, prefixItems.length)) }
      : {}),
  };
}

function tupleText({ prefixItems, items = false }: JsonSchema, { conversion }: Node): string {
  return typeText(
    { type: 'array', ...(prefixItems === undefined ? {} : { prefixItems }), items },
    { root: conversion.root },
  );
}

function convertObject(shape: SchemaShape, node: Node): GeminiSchema {
  const { schema } = shape;
  const declared = Object.entries(schema.properties ?? {}).filter(([, property]) => property !== false);
  // The API rejects an object with empty `properties`, but accepts an object without `properties`.
  if (declared.length === 0) return { type: 'OBJECT' };
  const properties = declared.map(([name, property]): [string, GeminiSchema] => {
    if (!/^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/.test(name)) {
      warn(shape, `property name ${JSON.stringify(name)} may be rejected by the API`, node);
    }
    return [name, convert(property, below(shape, 'properties', name), node.conversion)];
  });
  const names = new Set(declared.map(([name]) => name));
  const required = (schema.required ?? []).filter((name) => names.has(name));
  return {
    type: 'OBJECT',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  };
}

const rewritten: ReadonlySet<string> = new Set('description items prefixItems properties required $comment'.split(' '));

/** Converts the constraints at this location to Gemini's fields, and describes the others in words. */
function convertConstraints(shape: SchemaShape, node: Node): GeminiSchema {
  const fields: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(shape.schema)) {
    if (rewritten.has(keyword) || value === undefined || isClosedMarker(keyword, value)) continue;
    const field = toGeminiField(keyword, shape);
    Object.assign(fields, field);
    if (field !== undefined && isExactField(keyword, shape)) continue;
    const sentence = describeConstraint(keyword, shape.schema);
    if (sentence !== undefined) node.sentences.push(sentence);
    if (!annotationKeywords.has(keyword) && value !== false) warn(shape, `'${keyword}'`, node);
  }
  return fields;
}

function isClosedMarker(keyword: string, value: unknown): boolean {
  // Models send only declared properties and items, so the fact that an object or tuple is closed can be omitted.
  return value === false && /^(additional|unevaluated)(Properties|Items)$/.test(keyword);
}
