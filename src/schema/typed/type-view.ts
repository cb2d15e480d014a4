import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import { isRecord } from '../json-schema/schema-walk.js';
import { type GeneratedTypes, isOnlyReference } from './generated-types.js';

/** The annotations of a type. */
export type Annotations = Readonly<Partial<Record<'description' | 'examples' | 'deprecated' | 'default', unknown>>>;

/** A view of a TypeScript type at one location. */
export interface TypeView {
  /** The schema at that location. */
  readonly schema: GeneratedSchema;
  /** The schema after following references and removing null. */
  readonly value: GeneratedSchema;
  /** The annotations at that location, without those of `value`. */
  readonly siblings: Annotations;
  /** All annotations. The nearest one wins. */
  readonly annotations: Annotations;
}

/** Creates the view of a type by following references and removing `| null`. */
export function viewType(schema: GeneratedSchema, types: GeneratedTypes): TypeView {
  const seen = new Set<GeneratedSchema>();
  let value = schema;
  let siblings: Annotations = {};
  for (;;) {
    seen.add(value);
    const inner = isOnlyReference(value) ? types.target(value) : nonNullBranch(value);
    if (inner === undefined || seen.has(inner)) break;
    siblings = { ...annotationsOf(value), ...siblings };
    value = inner;
  }
  return { schema, value, siblings, annotations: { ...annotationsOf(value), ...siblings } };
}

function annotationsOf({ description, examples, deprecated, default: value }: GeneratedSchema): Annotations {
  const entries = Object.entries({ description, examples, deprecated, default: value });
  return Object.fromEntries(entries.filter(([, annotation]) => annotation !== undefined));
}

/** Returns the sole branch of a union that is not null. */
function nonNullBranch({ anyOf, oneOf }: GeneratedSchema): GeneratedSchema | undefined {
  const only = soleBranch(anyOf ?? oneOf);
  return isRecord(only) ? only : undefined;
}

/** Returns the only member of a union with null that is not null. Returns undefined for any other union. */
export function soleBranch(branches: unknown): unknown {
  if (!Array.isArray(branches)) return undefined;
  const others = branches.filter((branch) => !isNull(branch));
  return others.length === 1 && branches.length > 1 ? others[0] : undefined;
}

/** Checks whether a schema accepts only null. */
export function isNull(schema: unknown): boolean {
  return isRecord(schema) && (schema.type === 'null' || schema.const === null);
}
