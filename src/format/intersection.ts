import type { JsonSchema, JsonSchemaType } from '../json-schema.js';
import { annotationKeywords } from '../schema/json-schema/annotation-keywords.js';
import { resolveRef } from './schema-pointer.js';
import { leadsBackTo } from './self-reference.js';

/**
 * What came of an intersection: one schema without `allOf`, `false` if no value can fit all parts, or undefined if the
 * parts cannot be written as one schema.
 */
export type Intersection = JsonSchema | false | undefined;

/** The references that merging has written out in place of themselves. */
export interface InlinedRefs {
  /** On the way from the top to here. They are not written out again, or a recursive schema would never end. */
  readonly before: ReadonlySet<string>;
  /** Receives those that this merge writes out. */
  readonly now: Set<string>;
}

interface MergeContext extends InlinedRefs {
  readonly root: JsonSchema;
  /** The references being followed, so that a definition made of itself ends. */
  readonly following: ReadonlySet<string>;
}

/** One schema that accepts exactly what all parts accept. Of annotations, the first part that has one wins. */
export function intersect(
  parts: readonly (JsonSchema | boolean)[],
  root: JsonSchema,
  inlined: InlinedRefs = { before: new Set(), now: new Set() },
): Intersection {
  return intersectAll(parts, { ...inlined, root, following: new Set() });
}

function intersectAll(parts: readonly (JsonSchema | boolean)[], context: MergeContext): Intersection {
  let whole: JsonSchema = {};
  for (const part of parts) {
    const flat = flatten(part, context);
    if (flat === false || flat === undefined) return flat;
    const merged = intersectTwo(whole, flat);
    if (merged === false || merged === undefined) return merged;
    whole = merged;
  }
  return whole;
}

function flatten(part: JsonSchema | boolean, context: MergeContext): Intersection {
  if (typeof part === 'boolean') return part ? {} : false;
  const { $ref, allOf, $defs: _, unevaluatedProperties, ...own } = part;
  if ($ref === undefined && allOf === undefined) return closeBy(own, unevaluatedProperties);
  const parts: (JsonSchema | boolean)[] = [own, ...(allOf ?? [])];
  let following = context.following;
  if ($ref !== undefined) {
    const target = resolveRef(context.root, $ref);
    const isEndless = following.has($ref) || context.before.has($ref) || leadsBackTo($ref, context.root);
    if (target === undefined || isEndless) return undefined;
    following = new Set(following).add($ref);
    context.now.add($ref);
    parts.splice(1, 0, target);
  }
  const merged = intersectAll(parts, { ...context, following });
  return merged === false || merged === undefined ? merged : closeBy(merged, unevaluatedProperties);
}

/**
 * Writes `unevaluatedProperties` as `additionalProperties`, which is the same where no union is left whose branches
 * could still declare properties.
 */
export function closeBy(schema: JsonSchema, unevaluated: JsonSchema | boolean | undefined): JsonSchema {
  if (unevaluated === undefined || schema.additionalProperties !== undefined) return schema;
  const open = schema.anyOf ?? schema.oneOf ?? schema.if ?? schema.patternProperties;
  if (open !== undefined) return { ...schema, unevaluatedProperties: unevaluated };
  return { ...schema, additionalProperties: unevaluated };
}

const objectKeywords: ReadonlySet<string> = new Set([
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
]);

function intersectTwo(a: JsonSchema, b: JsonSchema): Intersection {
  const objects = intersectObjects(a, b);
  if (objects === false || objects === undefined) return objects;
  const merged: [keyword: string, value: unknown][] = [];
  for (const keyword of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (objectKeywords.has(keyword)) continue;
    const left = a[keyword];
    const right = b[keyword];
    if (left === undefined || right === undefined) {
      merged.push([keyword, left === undefined ? right : left]);
      continue;
    }
    const both = combine(keyword, left, right);
    if (both === false || both === undefined) return both;
    merged.push([keyword, both.value]);
  }
  // Two lists of items have meaning only together, so a tuple meets a plain array in no simple schema.
  if (a.prefixItems !== undefined && b.prefixItems === undefined && b.items !== undefined) return undefined;
  if (b.prefixItems !== undefined && a.prefixItems === undefined && a.items !== undefined) return undefined;
  return { ...Object.fromEntries(merged), ...objects };
}

type Combined = { readonly value: unknown } | false | undefined;

function combine(keyword: string, a: unknown, b: unknown): Combined {
  if (annotationKeywords.has(keyword) || sameJson(a, b)) return { value: a };
  if (typeof a === 'number' && typeof b === 'number') {
    if (/^(exclusiveMin|min)/.test(keyword)) return { value: Math.max(a, b) };
    if (/^(exclusiveMax|max)/.test(keyword)) return { value: Math.min(a, b) };
    if (keyword === 'multipleOf' && a % b === 0) return { value: a };
    if (keyword === 'multipleOf' && b % a === 0) return { value: b };
  }
  switch (keyword) {
    case 'type':
      return combineTypes(listOf(a), listOf(b));
    case 'enum': {
      const values = listOf(a).filter((value) => listOf(b).some((other) => sameJson(value, other)));
      return values.length === 0 ? false : { value: values };
    }
    case 'const':
      return false;
    case 'uniqueItems':
      return { value: true };
    case 'items':
      return { value: bothOf(a as JsonSchema | boolean, b as JsonSchema | boolean) };
    case 'not':
      return { value: { anyOf: [a, b] } };
    default:
      return undefined;
  }
}

function combineTypes(a: readonly unknown[], b: readonly unknown[]): Combined {
  const types = new Set<JsonSchemaType>();
  for (const type of a as readonly JsonSchemaType[]) {
    if (b.includes(type)) types.add(type);
    else if (type === 'integer' && b.includes('number')) types.add('integer');
    else if (type === 'number' && b.includes('integer')) types.add('integer');
  }
  const [first, ...others] = types;
  if (first === undefined) return false;
  return { value: others.length === 0 ? first : [...types] };
}

function intersectObjects(a: JsonSchema, b: JsonSchema): Intersection {
  if (!hasObjectKeywords(b)) return pickObjectKeywords(a);
  if (!hasObjectKeywords(a)) return pickObjectKeywords(b);
  if (a.patternProperties !== undefined || b.patternProperties !== undefined) {
    const [left, right] = [pickObjectKeywords(a), pickObjectKeywords(b)];
    return sameJson(left, right) ? left : undefined;
  }
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  const properties: [string, JsonSchema | boolean][] = [];
  for (const name of new Set([...Object.keys(a.properties ?? {}), ...Object.keys(b.properties ?? {})])) {
    const both = bothOf(propertySchema(a, name), propertySchema(b, name));
    if (both !== false) properties.push([name, both]);
  }
  const isClosedTo = (name: string) => bothOf(propertySchema(a, name), propertySchema(b, name)) === false;
  if (required.some(isClosedTo)) return false;
  const additional = bothOf(a.additionalProperties ?? true, b.additionalProperties ?? true);
  return {
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required }),
    ...(additional === true ? {} : { additionalProperties: additional }),
  };
}

function propertySchema(schema: JsonSchema, name: string): JsonSchema | boolean {
  const properties = schema.properties ?? {};
  return (Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties) ?? true;
}

function bothOf(a: JsonSchema | boolean, b: JsonSchema | boolean): JsonSchema | boolean {
  if (a === false || b === false) return false;
  if (a === true) return b;
  if (b === true || sameJson(a, b)) return a;
  return { allOf: [a, b] };
}

function hasObjectKeywords(schema: JsonSchema): boolean {
  return Object.keys(schema).some((keyword) => objectKeywords.has(keyword));
}

function pickObjectKeywords(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => objectKeywords.has(keyword)));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Whether two JSON values are written the same way. */
export function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
