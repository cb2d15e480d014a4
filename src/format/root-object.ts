import type { JsonSchema } from '../base/json/json-schema.js';
import { annotationKeywords } from '../schema/json-schema/annotation-keywords.js';
import { addSentences, describeConstraint } from './describe-constraint.js';
import { isSameJson } from './intersection.js';
import { resolveRef } from './schema-pointer.js';
import { shapeOf } from './schema-shape.js';
import { typeText } from './type-text.js';

/** An input schema whose top level is a plain object. */
export interface RootObject {
  readonly schema: JsonSchema & { readonly type: 'object' };
  /** The keywords of the top level that were moved to its description. */
  readonly warnings: readonly string[];
}

const unsupportedAtTopLevel = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const'] as const;

/**
 * Converts the top level to one plain object, which vendors require for a tool's parameters: `allOf` is merged, and the
 * alternatives of a union become one object with the properties of all alternatives.
 */
export function toRootObject(schema: JsonSchema): RootObject {
  if (unsupportedAtTopLevel.every((keyword) => schema[keyword] === undefined)) {
    return { schema: { ...schema, type: 'object', properties: schema.properties ?? {} }, warnings: [] };
  }
  const [only, ...more] = objectsOf(schema, schema, new Set());
  const notes = annotationsOf(schema);
  if (only === undefined) {
    return { schema: { ...notes, type: 'object', properties: {} }, warnings: ['(top level): not an object'] };
  }
  if (more.length === 0) {
    const { schema: described, warnings } = describeTopLevel({ properties: {}, ...only, ...notes });
    return { schema: { ...described, type: 'object' }, warnings };
  }
  const kinds = [only, ...more].map((variant) => typeText(variant, { root: schema }));
  const sentence = `The arguments have one of these shapes: ${[...new Set(kinds)].join(' | ')}.`;
  const joined = addToDescription({ ...notes, ...joinObjects([only, ...more]) }, [sentence]);
  return { schema: { ...joined, type: 'object' }, warnings: ['(top level): alternatives became one object'] };
}

function annotationsOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => annotationKeywords.has(keyword)));
}

/** Returns the object schemas of the arguments' alternatives. Empty if values other than objects are accepted. */
function objectsOf(
  schema: JsonSchema | boolean,
  root: JsonSchema,
  followed: ReadonlySet<string>,
): readonly JsonSchema[] {
  const shape = shapeOf(schema, { root, pointer: '' });
  if (shape.kind === 'object') return [shape.schema];
  if (shape.kind === 'union') return shape.branches.flatMap((branch) => objectsOf(branch.schema, root, followed));
  if (shape.kind !== 'reference' || followed.has(shape.ref)) return [];
  return objectsOf(resolveRef(root, shape.ref) ?? false, root, new Set(followed).add(shape.ref));
}

/** Moves keywords that are not supported at the top level to the description. */
function describeTopLevel(schema: JsonSchema): { readonly schema: JsonSchema; readonly warnings: readonly string[] } {
  const found = unsupportedAtTopLevel.filter((keyword) => schema[keyword] !== undefined);
  const supported = Object.entries(schema).filter(([keyword]) => !found.some((other) => other === keyword));
  const sentences = found.map((keyword) => describeConstraint(keyword, schema)).filter((text) => text !== undefined);
  return {
    schema: addToDescription(Object.fromEntries(supported), sentences),
    warnings: found.map((keyword) => `(top level): '${keyword}'`),
  };
}

function addToDescription(schema: JsonSchema, sentences: readonly string[]): JsonSchema {
  const description = addSentences(schema.description, sentences);
  return description === undefined ? schema : { ...schema, description };
}

function joinObjects(variants: readonly JsonSchema[]): JsonSchema {
  const schemas = new Map<string, (JsonSchema | boolean)[]>();
  for (const variant of variants) {
    for (const [name, property] of Object.entries(variant.properties ?? {})) {
      const found = schemas.get(name) ?? [];
      if (!found.some((other) => isSameJson(other, property))) schemas.set(name, [...found, property]);
    }
  }
  const properties = [...schemas].map(([name, found]): [string, JsonSchema | boolean] => {
    const [only, ...others] = found;
    return [name, only !== undefined && others.length === 0 ? only : { anyOf: found }];
  });
  const required = (variants[0]?.required ?? []).filter((name) =>
    variants.every((variant) => variant.required?.includes(name)),
  );
  const isClosed = variants.every((variant) => variant.additionalProperties === false);
  return {
    properties: Object.fromEntries(properties),
    required,
    ...(isClosed ? { additionalProperties: false } : {}),
  };
}
