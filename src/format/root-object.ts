import type { JsonSchema } from '../json-schema.js';
import { annotationKeywords } from '../schema/json-schema/annotation-keywords.js';
import { addSentences, describeConstraint } from './describe-constraint.js';
import { sameJson } from './intersection.js';
import { resolveRef } from './schema-pointer.js';
import { shapeOf } from './schema-shape.js';
import { typeText } from './type-text.js';

/** An input schema whose top level is a plain object. */
export interface RootObject {
  readonly schema: JsonSchema & { readonly type: 'object' };
  /** The keywords that the top level lost to its description. */
  readonly warnings: readonly string[];
}

const notAtTheTop = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const'] as const;

/**
 * Makes the top level one plain object, which vendors demand of a tool's parameters: `allOf` is merged, and the
 * alternatives of a union become one object with the properties of all.
 */
export function toRootObject(schema: JsonSchema): RootObject {
  if (notAtTheTop.every((keyword) => schema[keyword] === undefined)) {
    return { schema: { ...schema, type: 'object', properties: schema.properties ?? {} }, warnings: [] };
  }
  const [only, ...more] = objectsOf(schema, schema, new Set());
  const notes = notesOf(schema);
  if (only === undefined) {
    return { schema: { ...notes, type: 'object', properties: {} }, warnings: ['(top level): not an object'] };
  }
  if (more.length === 0) {
    const { schema: said, warnings } = sayTopLevel({ properties: {}, ...only, ...notes });
    return { schema: { ...said, type: 'object' }, warnings };
  }
  const kinds = [only, ...more].map((variant) => typeText(variant, { root: schema }));
  const sentence = `The arguments take one of these shapes: ${[...new Set(kinds)].join(' | ')}.`;
  const joined = describedBy({ ...notes, ...joinObjects([only, ...more]) }, [sentence]);
  return { schema: { ...joined, type: 'object' }, warnings: ['(top level): alternatives became one object'] };
}

function notesOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => annotationKeywords.has(keyword)));
}

/** The object schemas among which the arguments may choose; none if something else than an object is accepted. */
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

function sayTopLevel(schema: JsonSchema): { readonly schema: JsonSchema; readonly warnings: readonly string[] } {
  const found = notAtTheTop.filter((keyword) => schema[keyword] !== undefined);
  const kept = Object.entries(schema).filter(([keyword]) => !found.some((other) => other === keyword));
  const sentences = found.map((keyword) => describeConstraint(keyword, schema)).filter((text) => text !== undefined);
  return {
    schema: describedBy(Object.fromEntries(kept), sentences),
    warnings: found.map((keyword) => `(top level): '${keyword}'`),
  };
}

function describedBy(schema: JsonSchema, sentences: readonly string[]): JsonSchema {
  const description = addSentences(schema.description, sentences);
  return description === undefined ? schema : { ...schema, description };
}

function joinObjects(variants: readonly JsonSchema[]): JsonSchema {
  const schemas = new Map<string, (JsonSchema | boolean)[]>();
  for (const variant of variants) {
    for (const [name, property] of Object.entries(variant.properties ?? {})) {
      const known = schemas.get(name) ?? [];
      if (!known.some((other) => sameJson(other, property))) schemas.set(name, [...known, property]);
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
