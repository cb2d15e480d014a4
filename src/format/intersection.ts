import type { JsonSchema, JsonSchemaType } from '../base/json/json-schema.js';
import { annotationKeywords } from '../schema/json-schema/annotation-keywords.js';
import { resolveRef } from './schema-pointer.js';
import { isSelfReferential } from './self-reference.js';

/**
 * The result of an intersection: one schema without `allOf`, `false` if no value can match all parts, or undefined if
 * the parts cannot be expressed as one schema.
 */
export type Intersection = JsonSchema | false | undefined;

/** The references that merging has replaced by their definitions. */
export interface InlinedRefs {
  /** The references inlined on the path from the root. They are not inlined again, so that recursive schemas end. */
  readonly before: ReadonlySet<string>;
  /** Collects the references that this merge inlines. */
  readonly now: Set<string>;
}

interface MergeContext extends InlinedRefs {
  readonly root: JsonSchema;
  /** The references being followed, to detect a definition that consists of itself. */
  readonly following: ReadonlySet<string>;
}

/** Creates one schema that accepts exactly the values that all parts accept. The first value of an annotation wins. */
export function intersect(
  parts: readonly (JsonSchema | boolean)[],
  root: JsonSchema,
  inlined: InlinedRefs = { before: new Set(), now: new Set() },
): Intersection {
  return intersectAll(parts, { ...inlined, root, following: new Set() });
}

function intersectAll(parts: readonly (JsonSchema | boolean)[], context: MergeContext): Intersection {
  let result: JsonSchema = {};
  for (const part of parts) {
    const flat = flatten(part, context);
    if (flat === false || flat === undefined) return flat;
    const merged = intersectTwo(result, flat);
    if (merged === false || merged === undefined) return merged;
    result = merged;
  }
  return result;
}

function flatten(part: JsonSchema | boolean, context: MergeContext): Intersection {
  if (typeof part === 'boolean') return part ? {} : false;
  const { $ref, allOf, $defs: _, unevaluatedProperties, ...own } = part;
  if ($ref === undefined && allOf === undefined) return applyUnevaluated(own, unevaluatedProperties);
  const parts: (JsonSchema | boolean)[] = [own, ...(allOf ?? [])];
  let following = context.following;
  if ($ref !== undefined) {
    const target = resolveRef(context.root, $ref);
    const isRecursive = following.has($ref) || context.before.has($ref) || isSelfReferential($ref, context.root);
    if (target === undefined || isRecursive) return undefined;
    following = new Set(following).add($ref);
    context.now.add($ref);
    parts.splice(1, 0, target);
  }
  const merged = intersectAll(parts, { ...context, following });
  return merged === false || merged === undefined ? merged : applyUnevaluated(merged, unevaluatedProperties);
}

/**
 * Replaces `unevaluatedProperties` by `additionalProperties`, which is equivalent unless the branches of a union can
 * declare further properties.
 */
export function applyUnevaluated(schema: JsonSchema, unevaluated: JsonSchema | boolean | undefined): JsonSchema {
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
  // `prefixItems` and `items` depend on each other, so a tuple and a plain array cannot be merged into a simple schema.
  if (a.prefixItems !== undefined && b.prefixItems === undefined && b.items !== undefined) return undefined;
  if (b.prefixItems !== undefined && a.prefixItems === undefined && a.items !== undefined) return undefined;
  return { ...Object.fromEntries(merged), ...objects };
}

type Combined = { readonly value: unknown } | false | undefined;

function combine(keyword: string, a: unknown, b: unknown): Combined {
  if (annotationKeywords.has(keyword) || isSameJson(a, b)) return { value: a };
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
      const values = listOf(a).filter((value) => listOf(b).some((other) => isSameJson(value, other)));
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
    return isSameJson(left, right) ? left : undefined;
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
  if (b === true || isSameJson(a, b)) return a;
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

/** Checks whether two JSON values have the same JSON text. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
