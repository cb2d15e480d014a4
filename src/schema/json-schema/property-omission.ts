import type { JsonSchema } from '../../base/json/json-schema.js';
import { annotations } from './normalize-dialect.js';
import { definitionName } from './schema-refs.js';
import { type AnySchema, isRecord } from './schema-walk.js';

type Fields = Readonly<Record<string, unknown>>;

/** The properties to remove. */
export interface OmittedProperties {
  readonly names: ReadonlySet<string>;
  /**
   * The number of removed properties that the object declares and that count towards its size when they are supplied.
   */
  readonly counted: number;
}

/**
 * Removes properties from a schema and from all subschemas that validate the same object. The properties are treated as
 * supplied: for `required`, and for the number of properties. Unchanged parts remain the same objects.
 */
export class PropertyOmission {
  readonly #names: ReadonlySet<string>;
  readonly #counted: number;
  readonly #definitions: Readonly<Record<string, AnySchema>>;
  /** The results by schema, because there may be exponentially many paths to a definition. */
  readonly #done = new Map<JsonSchema, JsonSchema>();
  #conditions: PropertyOmission | undefined;

  constructor({ names, counted }: OmittedProperties, definitions: Readonly<Record<string, AnySchema>>) {
    this.#names = names;
    this.#counted = counted;
    this.#definitions = definitions;
  }

  /** Returns `schema` without the properties. */
  from(schema: JsonSchema): JsonSchema {
    const done = this.#done.get(schema);
    if (done !== undefined) return done;
    const omitted = this.#fromTarget(this.#fromKeywords(schema));
    this.#done.set(schema, omitted);
    return omitted;
  }

  #fromKeywords(schema: JsonSchema): JsonSchema {
    const fields: [string, unknown][] = Object.entries(schema).map(([keyword, value]) => [
      keyword,
      this.#fromKeyword(keyword, value),
    ]);
    const isSame = fields.every(([keyword, value]) => value === schema[keyword]);
    return isSame ? schema : freezeEntries(fields.filter(([, value]) => value !== undefined));
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
      case 'minProperties':
        return this.#fromMinimum(value as number);
      case 'maxProperties':
        return Math.max(0, (value as number) - this.#counted);
      case 'then':
      case 'else':
        return this.#fromBranch(value);
      case 'not':
      case 'if':
        return this.#fromCondition(value);
      case 'allOf':
        return this.#fromConjunction(value as readonly unknown[]);
      case 'anyOf':
      case 'oneOf':
        return this.#fromAlternatives(keyword, value as readonly unknown[]);
      default:
        return value;
    }
  }

  #withoutKeys(map: Fields): Fields {
    const kept = Object.entries(map).filter(([name]) => !this.#names.has(name));
    return kept.length === Object.keys(map).length ? map : freezeEntries(kept);
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
    return reuseIfSame(map, kept);
  }

  #fromDependentSchemas(map: Fields): Fields | undefined {
    const kept = Object.entries(this.#withoutKeys(map)).map(([name, schema]): [string, unknown] => [
      name,
      this.#fromBranch(schema),
    ]);
    return reuseIfSame(map, kept);
  }

  #fromMinimum(least: number): number | undefined {
    if (this.#counted === 0) return least;
    return least > this.#counted ? least - this.#counted : undefined;
  }

  #fromConjunction(branches: readonly unknown[]): readonly unknown[] | undefined {
    const omitted = branches.map((branch) => this.#fromBranch(branch));
    if (isSameList(omitted, branches)) return branches;
    const kept = omitted.filter((branch, index) => branch === branches[index] || !isEmpty(branch));
    return kept.length === 0 ? undefined : Object.freeze(kept);
  }

  #fromAlternatives(keyword: string, branches: readonly unknown[]): readonly unknown[] | undefined {
    const possible = branches.filter((branch) => this.#hasRoom(branch));
    // If no alternative has room, all alternatives are reduced as other constraints are.
    const open = possible.length === 0 ? branches : possible;
    const omitted = open.map((branch) => this.#fromBranch(branch));
    if (isSameList(omitted, branches)) return branches;
    // An emptied branch of `anyOf` accepts everything. In `oneOf`, it must remain because it counts as a match.
    const isEmptied = (branch: unknown, index: number): boolean => branch !== open[index] && isEmpty(branch);
    return keyword === 'anyOf' && omitted.some(isEmptied) ? undefined : Object.freeze(omitted);
  }

  /**
   * Adjusts only the number of properties: a condition may depend on the values of the properties, which are unknown.
   */
  #fromCondition(condition: unknown): unknown {
    if (!this.#hasRoom(condition)) return false;
    if (this.#names.size === 0) return this.#fromBranch(condition);
    this.#conditions ??= new PropertyOmission({ names: new Set(), counted: this.#counted }, this.#definitions);
    return this.#conditions.#fromBranch(condition);
  }

  /** Checks whether an object of this schema can have the properties. */
  #hasRoom(schema: unknown): boolean {
    const most = isRecord(schema) ? schema.maxProperties : undefined;
    return typeof most !== 'number' || most >= this.#counted;
  }

  #fromBranch(branch: unknown): unknown {
    return isRecord(branch) ? this.from(branch) : branch;
  }

  /**
   * Removes the properties from the target of a reference, in a copy, because other schemas may refer to the target.
   */
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

function isSameList(list: readonly unknown[], other: readonly unknown[]): boolean {
  return list.length === other.length && list.every((item, index) => item === other[index]);
}

function reuseIfSame(map: Fields, entries: readonly (readonly [string, unknown])[]): Fields | undefined {
  if (entries.length === 0 && Object.keys(map).length > 0) return undefined;
  const isSame = entries.length === Object.keys(map).length && entries.every(([name, value]) => value === map[name]);
  return isSame ? map : freezeEntries(entries);
}

function freezeEntries(entries: readonly (readonly [string, unknown])[]): Fields {
  return Object.freeze(Object.fromEntries(entries));
}

function isEmpty(branch: unknown): boolean {
  if (!isRecord(branch)) return false;
  return Object.entries(branch).every(
    ([keyword, value]) => keyword === 'properties' && Object.keys(value as object).length === 0,
  );
}
