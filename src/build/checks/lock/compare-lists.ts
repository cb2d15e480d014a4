import type { JsonSchema } from '../../../base/json/json-schema.js';
import type { CompareSchemas, SchemaChange } from './schema-change.js';

/** Where two lists are compared. */
interface ListPlace {
  readonly path: string;
  readonly compare: CompareSchemas;
}

/** Compares the items of two lists. */
export function compareLists(
  before: JsonSchema,
  after: JsonSchema,
  { path, compare }: ListPlace,
): readonly SchemaChange[] {
  const [old, now] = [before.prefixItems ?? [], after.prefixItems ?? []];
  const count = Math.max(old.length, now.length);
  const listed = Array.from({ length: count }, (_, index) =>
    compare(old[index] ?? before.items, now[index] ?? after.items, `${path}[${index}]`),
  );
  const areAll = [before, after].every(({ maxItems }) => maxItems !== undefined && maxItems <= count);
  return areAll ? listed.flat() : [...compare(before.items, after.items, `${path}[]`), ...listed.flat()];
}
