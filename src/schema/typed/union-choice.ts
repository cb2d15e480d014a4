import type { GeneratedSchema } from '../../metadata/generated-tools.js';
import { isRecord } from '../json-schema/schema-walk.js';
import { isPlainObject } from '../validation/copy-json.js';
import { compileSchema } from '../validation/schema-compiler.js';
import type { GeneratedTypes } from './generated-types.js';
import { enforcedSchema, publishedSchema } from './plain-schema.js';

/** Tells which branch of a union a value is meant for; undefined if none is. */
export type Choose = (value: unknown) => number | undefined;

/**
 * Finds the branch of a union that a value belongs to. The first that accepts it as it is published; else, because rules
 * of classes may be more than a schema can say, the first that is enforced and accepts it; else, for an object, the first
 * DTO: its parser then says what is wrong.
 */
export function choiceOf(branches: readonly unknown[], types: GeneratedTypes, where: string): Choose {
  const judges = branches.map((branch) => (isRecord(branch) ? new BranchJudge(branch, types, where) : undefined));
  return (value) => {
    const passes: readonly ((judge: BranchJudge) => boolean)[] = [
      (judge) => judge.fitsPublished(value),
      (judge) => !judge.isDto && judge.fitsEnforced(value),
      (judge) => judge.isDto && isPlainObject(value),
    ];
    for (const passed of passes) {
      const index = judges.findIndex((judge) => judge !== undefined && passed(judge));
      if (index >= 0) return index;
    }
    return undefined;
  };
}

/** One branch. Its schemas are compiled when first needed. */
class BranchJudge {
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

  fitsPublished(value: unknown): boolean {
    this.#published ??= compileSchema(publishedSchema(this.#branch, this.#types), this.#where).accepts;
    return this.#published(value);
  }

  fitsEnforced(value: unknown): boolean {
    this.#enforced ??= compileSchema(enforcedSchema(this.#branch, this.#types), this.#where).accepts;
    return this.#enforced(value);
  }
}
