import type { GeneratedSchema } from '../../metadata/generated-tools.js';
import { isRecord } from '../json-schema/schema-walk.js';
import { type GeneratedTypes, isOnlyReference } from './generated-types.js';

/** What a type tells people of its values. */
export type Words = Readonly<Partial<Record<'description' | 'examples' | 'deprecated' | 'default', unknown>>>;

/** A TypeScript type as it stands in one place. */
export interface TypeView {
  /** The schema in that place. */
  readonly whole: GeneratedSchema;
  /** What it comes to once references are followed and null is put aside. */
  readonly value: GeneratedSchema;
  /** What is told in that place, but not by `value` itself. */
  readonly beside: Words;
  /** Everything that is told. The nearest wins. */
  readonly told: Words;
}

/** Looks through references and `| null` at what a type is. */
export function viewType(whole: GeneratedSchema, types: GeneratedTypes): TypeView {
  const seen = new Set<GeneratedSchema>();
  let value = whole;
  let beside: Words = {};
  for (;;) {
    seen.add(value);
    const inner = isOnlyReference(value) ? types.target(value) : orNull(value);
    if (inner === undefined || seen.has(inner)) break;
    beside = { ...wordsOf(value), ...beside };
    value = inner;
  }
  return { whole, value, beside, told: { ...wordsOf(value), ...beside } };
}

function wordsOf({ description, examples, deprecated, default: value }: GeneratedSchema): Words {
  const words = Object.entries({ description, examples, deprecated, default: value });
  return Object.fromEntries(words.filter(([, told]) => told !== undefined));
}

/** The one branch of a union that is not null. */
function orNull({ anyOf, oneOf }: GeneratedSchema): GeneratedSchema | undefined {
  const only = soleBranch(anyOf ?? oneOf);
  return isRecord(only) ? only : undefined;
}

/** The only member of a union with null that is not null itself; undefined for any other union. */
export function soleBranch(branches: unknown): unknown {
  if (!Array.isArray(branches)) return undefined;
  const others = branches.filter((branch) => !isNull(branch));
  return others.length === 1 && branches.length > 1 ? others[0] : undefined;
}

/** Whether a schema admits null alone. */
export function isNull(schema: unknown): boolean {
  return isRecord(schema) && (schema.type === 'null' || schema.const === null);
}
