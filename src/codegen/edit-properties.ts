import type { OpenSchema } from './compiler.js';
import { definitionOf } from './settle-references.js';

/** What is added to one property of an object schema. */
export interface PropertyEdit {
  readonly keywords: OpenSchema;
  /** Whether the property need not be sent after all. */
  readonly isOptional: boolean;
  /** What is added to the property's own properties. */
  readonly inner: PropertyEdits;
}

/** What is added to an object schema, by property. */
export type PropertyEdits = ReadonlyMap<string, PropertyEdit>;

/** An object's schema with further keywords at some of its properties; a reference is replaced by what it leads to. */
export function editProperties(
  schema: OpenSchema,
  edits: PropertyEdits,
  definitions: Readonly<Record<string, OpenSchema>>,
): OpenSchema {
  const { $ref, ...beside } = schema;
  const target = typeof $ref === 'string' ? definitionOf($ref, definitions) : undefined;
  const { properties, required, ...rest }: OpenSchema = target === undefined ? schema : { ...target, ...beside };
  if (edits.size === 0 || typeof properties !== 'object' || properties === null) return schema;
  const edited = { ...(properties as Readonly<Record<string, OpenSchema>>) };
  for (const [name, { keywords, inner }] of edits) {
    const known = Object.hasOwn(edited, name) ? edited[name] : undefined;
    if (known !== undefined) edited[name] = { ...editProperties(known, inner, definitions), ...keywords };
  }
  const needed = ((required ?? []) as readonly string[]).filter((name) => edits.get(name)?.isOptional !== true);
  return { ...rest, properties: edited, ...(needed.length === 0 ? {} : { required: needed }) };
}
