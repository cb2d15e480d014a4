import type { OpenSchema } from './compiler.js';
import { definitionOf } from './resolve-references.js';

/** The changes to one property of an object schema. */
export interface PropertyEdit {
  readonly keywords: OpenSchema;
  /** Whether the property becomes optional. */
  readonly isOptional: boolean;
  /** The changes to the properties of the property. */
  readonly inner: PropertyEdits;
}

/** The changes to an object schema, by property. */
export type PropertyEdits = ReadonlyMap<string, PropertyEdit>;

/** Returns an object schema with keywords added to its properties. A reference is replaced by its definition. */
export function editProperties(
  schema: OpenSchema,
  edits: PropertyEdits,
  definitions: Readonly<Record<string, OpenSchema>>,
): OpenSchema {
  const { $ref, ...siblings } = schema;
  const target = typeof $ref === 'string' ? definitionOf($ref, definitions) : undefined;
  const whole: OpenSchema = target === undefined ? schema : { ...target, ...siblings };
  const { required, ...open } = whole;
  const { properties } = open;
  if (edits.size === 0 || typeof properties !== 'object' || properties === null) return schema;
  const edited = { ...(properties as Readonly<Record<string, OpenSchema>>) };
  for (const [name, { keywords, inner }] of edits) {
    const current = Object.hasOwn(edited, name) ? edited[name] : undefined;
    if (current !== undefined) edited[name] = { ...editProperties(current, inner, definitions), ...keywords };
  }
  const needed = ((required ?? []) as readonly string[]).filter((name) => edits.get(name)?.isOptional !== true);
  // The keywords remain in their order.
  return needed.length === 0 ? { ...open, properties: edited } : { ...whole, properties: edited, required: needed };
}
