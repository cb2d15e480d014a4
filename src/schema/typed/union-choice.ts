import type { GeneratedSchema } from '../../tool/metadata/generated-tools.js';
import { isRecord } from '../json-schema/schema-walk.js';
import { compileSchema } from '../validation/schema-compiler.js';
import { isPlainObject } from '../values/copy-json.js';
import type { GeneratedTypes } from './generated-types.js';
import { createEnforcedSchema, createPublishedSchema } from './plain-schema.js';

/** Returns the index of the union branch for a value, or undefined if no branch matches. */
export type Choose = (value: unknown) => number | undefined;

/**
 * Creates a function that selects the branch of a union for a value. It selects the first branch whose published schema
 * accepts the value. Otherwise, because the rules of classes may exceed a schema, it selects the first branch whose
 * enforced schema accepts it. Otherwise, for an object, it selects the first DTO, whose parser then reports the issues.
 */
export function createChooser(branches: readonly unknown[], types: GeneratedTypes, where: string): Choose {
  const matchers = branches.map((branch) => (isRecord(branch) ? new BranchMatcher(branch, types, where) : undefined));
  return (value) => {
    const passes: readonly ((matcher: BranchMatcher) => boolean)[] = [
      (matcher) => matcher.matchesPublished(value),
      (matcher) => !matcher.isDto && matcher.matchesEnforced(value),
      (matcher) => matcher.isDto && isPlainObject(value),
    ];
    for (const matches of passes) {
      const index = matchers.findIndex((matcher) => matcher !== undefined && matches(matcher));
      if (index >= 0) return index;
    }
    return undefined;
  };
}

/** A branch of a union. Its schemas are compiled when they are first needed. */
class BranchMatcher {
  readonly isDto: boolean;
  readonly #branch: GeneratedSchema;
  readonly #types: GeneratedTypes;
  readonly #where: string;
  #published: ((value: unknown) => boolean) | undefined;
  #enforced: ((value: unknown) => boolean) | undefined;

  constructor(branch: GeneratedSchema, types: GeneratedTypes, where: string) {
    this.#branch = branch;
    this.#types = types;
    this.#where = where;
    this.isDto = types.dtoOf(branch) !== undefined;
  }

  matchesPublished(value: unknown): boolean {
    this.#published ??= compileSchema(createPublishedSchema(this.#branch, this.#types), this.#where).accepts;
    return this.#published(value);
  }

  matchesEnforced(value: unknown): boolean {
    this.#enforced ??= compileSchema(createEnforcedSchema(this.#branch, this.#types), this.#where).accepts;
    return this.#enforced(value);
  }
}
