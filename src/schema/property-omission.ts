import type { JsonSchema } from '../json-schema.js';
import { annotations } from './normalize-dialect.js';
import { definitionName } from './schema-refs.js';
import { type AnySchema, isRecord } from './schema-walk.js';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Takes properties out of a schema and out of everything that judges the same object beside it; that they are required
 * anywhere counts as met. What stays the same remains the same object.
 */
export class PropertyOmission {
  readonly #names: ReadonlySet<string>;
  readonly #definitions: Readonly<Record<string, AnySchema>>;

  constructor(names: ReadonlySet<string>, definitions: Readonly<Record<string, AnySchema>>) {
    this.#names = names;
    this.#definitions = definitions;
  }

  /** `schema` without the properties. */
  from(schema: JsonSchema): JsonSchema {
    const fields: [string, unknown][] = Object.entries(schema).map(([keyword, value]) => [
      keyword,
      this.#fromKeyword(keyword, value),
    ]);
    const isSame = fields.every(([keyword, value]) => value === schema[keyword]);
    const omitted = isSame ? schema : frozen(fields.filter(([, value]) => value !== undefined));
    return this.#fromTarget(omitted);
  }

  #fromKeyword(keyword: string, value: unknown): unknown {
    switch (keyword) {
      case 'properties':
        return this.#withoutKeys(value as Fields);
      case 'required':
        return this.#withoutItems(value as readonly string[]);
      case 'dependentRequired':
        return this.#fromDependentRequired(value as Fields);
      case 'dependentSchemas':
        return this.#fromDependentSchemas(value as Fields);
      case 'then':
      case 'else':
        return this.#fromBranch(value);
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
        return this.#fromBranches(keyword, value as readonly unknown[]);
      default:
        return value;
    }
  }

  #withoutKeys(map: Fields): Fields {
    const kept = Object.entries(map).filter(([name]) => !this.#names.has(name));
    return kept.length === Object.keys(map).length ? map : frozen(kept);
  }

  #withoutItems(names: readonly string[]): readonly string[] | undefined {
    const kept = names.filter((name) => !this.#names.has(name));
    if (kept.length === names.length) return names;
    return kept.length === 0 ? undefined : Object.freeze(kept);
  }

  #fromDependentRequired(map: Fields): Fields | undefined {
    const kept: [string, unknown][] = [];
    for (const [name, needs] of Object.entries(this.#withoutKeys(map))) {
      const left = this.#withoutItems(needs as readonly string[]);
      if (left !== undefined) kept.push([name, left]);
    }
    return unlessSame(map, kept);
  }

  #fromDependentSchemas(map: Fields): Fields | undefined {
    const kept = Object.entries(this.#withoutKeys(map)).map(([name, schema]): [string, unknown] => [
      name,
      this.#fromBranch(schema),
    ]);
    return unlessSame(map, kept);
  }

  #fromBranches(keyword: string, branches: readonly unknown[]): readonly unknown[] | undefined {
    const omitted = branches.map((branch) => this.#fromBranch(branch));
    if (omitted.every((branch, index) => branch === branches[index])) return branches;
    const isEmptied = (branch: unknown, index: number): boolean => branch !== branches[index] && isEmpty(branch);
    // One branch of `anyOf` that nothing is left of takes everything. In `oneOf` it must stay: it counts as a match.
    if (keyword === 'anyOf' && omitted.some(isEmptied)) return undefined;
    const kept = keyword === 'allOf' ? omitted.filter((branch, index) => !isEmptied(branch, index)) : omitted;
    return kept.length === 0 ? undefined : Object.freeze(kept);
  }

  #fromBranch(branch: unknown): unknown {
    return isRecord(branch) ? this.from(branch) : branch;
  }

  /** What a reference leads to has to lose the properties too, but only here: others may refer to it as well. */
  #fromTarget(schema: JsonSchema): JsonSchema {
    const name = definitionName(schema.$ref ?? '');
    const target = name === undefined ? undefined : this.#definitions[name];
    if (!isRecord(target)) return schema;
    const omitted = this.from(target);
    if (omitted === target) return schema;
    const { $ref, ...siblings } = schema;
    if (Object.keys(siblings).every((keyword) => annotations.has(keyword)))
      return Object.freeze({ ...omitted, ...siblings });
    return Object.freeze({ ...siblings, allOf: Object.freeze([...(siblings.allOf ?? []), omitted]) });
  }
}

function unlessSame(map: Fields, entries: readonly (readonly [string, unknown])[]): Fields | undefined {
  if (entries.length === 0 && Object.keys(map).length > 0) return undefined;
  const isSame = entries.length === Object.keys(map).length && entries.every(([name, value]) => value === map[name]);
  return isSame ? map : frozen(entries);
}

function frozen(entries: readonly (readonly [string, unknown])[]): Fields {
  return Object.freeze(Object.fromEntries(entries));
}

function isEmpty(branch: unknown): boolean {
  if (!isRecord(branch)) return false;
  return Object.entries(branch).every(
    ([keyword, value]) => keyword === 'properties' && Object.keys(value as object).length === 0,
  );
}
