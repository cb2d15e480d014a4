import type { JsonSchema } from '../base/json/json-schema.js';
import { isSchemaObject, resolveRef } from './schema-pointer.js';

const maxDepth = 10;
const maxProperties = 5000;
const maxNameCharacters = 120_000;
const maxEnumValues = 1000;
/** The number of values above which the total length of an enum's strings is limited. */
const largeEnum = 250;
const maxLargeEnumCharacters = 15_000;

interface Sizes {
  properties: number;
  characters: number;
  enumValues: number;
  hasLongEnum: boolean;
}

/** Finds the size limits of OpenAI's strict mode that a schema without other violations exceeds. */
export function findStrictSizeViolations(schema: JsonSchema): readonly string[] {
  const sizes: Sizes = { properties: 0, characters: 0, enumValues: 0, hasLongEnum: false };
  measure(schema, sizes);
  const depth = depthOf(schema, { root: schema, known: new Map() });
  const found: string[] = [];
  const checkLimit = (unit: string, size: number, max: number) => {
    if (size > max) found.push(`(top level): ${size} ${unit}, but at most ${max} are allowed`);
  };
  checkLimit('levels of nesting', depth, maxDepth);
  checkLimit('properties', sizes.properties, maxProperties);
  checkLimit('characters of names and values', sizes.characters, maxNameCharacters);
  checkLimit('enum values', sizes.enumValues, maxEnumValues);
  if (sizes.hasLongEnum) found.push(`(top level): an enum has more than ${maxLargeEnumCharacters} characters`);
  return found;
}

function measure(schema: JsonSchema | boolean, sizes: Sizes): void {
  if (!isSchemaObject(schema)) return;
  const names = Object.keys(schema.properties ?? {});
  const values = schema.enum ?? [];
  const texts = values.filter((value) => typeof value === 'string');
  const length = countCharacters(texts);
  sizes.properties += names.length;
  sizes.enumValues += values.length;
  sizes.characters += countCharacters(names) + countCharacters(Object.keys(schema.$defs ?? {})) + length;
  if (typeof schema.const === 'string') sizes.characters += schema.const.length;
  if (values.length > largeEnum && length > maxLargeEnumCharacters) sizes.hasLongEnum = true;
  for (const child of [...Object.values(schema.$defs ?? {}), ...childrenOf(schema)]) measure(child, sizes);
}

function countCharacters(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function childrenOf(schema: JsonSchema): readonly (JsonSchema | boolean)[] {
  const items = schema.items === undefined ? [] : [schema.items];
  return [...Object.values(schema.properties ?? {}), ...items, ...(schema.anyOf ?? [])];
}

interface DepthContext {
  readonly root: JsonSchema;
  /** The depths measured so far; 0 for a definition that is being measured, so that recursion counts once. */
  readonly known: Map<string, number>;
}

function depthOf(schema: JsonSchema | boolean, context: DepthContext): number {
  if (!isSchemaObject(schema)) return 0;
  if (schema.$ref !== undefined) return referenceDepth(schema.$ref, context);
  const below = childrenOf(schema).reduce((deepest, child) => Math.max(deepest, depthOf(child, context)), 0);
  const opensLevel = schema.properties !== undefined || schema.items !== undefined;
  return below + (opensLevel ? 1 : 0);
}

function referenceDepth(ref: string, context: DepthContext): number {
  const known = context.known.get(ref);
  if (known !== undefined) return known;
  context.known.set(ref, 0);
  const depth = ref === '#' ? 0 : depthOf(resolveRef(context.root, ref) ?? true, context);
  context.known.set(ref, depth);
  return depth;
}
