import type { JsonSchema } from '../../../base/json/json-schema.js';
import { isSchemaObject } from '../../../format/schema-pointer.js';
import { compareLists } from './compare-lists.js';
import { compareObjects } from './compare-objects.js';
import { compareValues, nameOf } from './compare-values.js';
import { compareWords } from './compare-words.js';
import { isSameJson } from './definition.js';
import { plainList } from './plain-list.js';
import type { Direction, Effect, SchemaChange } from './schema-change.js';
import { flatten, hasAlternatives, refusesOverlaps, type SchemaVariant, variantsOf } from './schema-variants.js';
import { joinPath } from './schema-words.js';

/** Lists what has changed between two schemas. */
export function compareSchemas(before: JsonSchema, after: JsonSchema, direction: Direction): readonly SchemaChange[] {
  const changes = new SchemaComparison(before, after, direction).compare(before, after, '');
  return [...changes, ...compareWords(before, after, changes)];
}

class SchemaComparison {
  readonly #before: JsonSchema;
  readonly #after: JsonSchema;
  readonly #direction: Direction;
  /** What was found for pairs of schemas, because those of a union are compared with each other. */
  readonly #known = new Map<string, readonly SchemaChange[]>();

  constructor(before: JsonSchema, after: JsonSchema, direction: Direction) {
    this.#before = before;
    this.#after = after;
    this.#direction = direction;
  }

  compare(before: unknown, after: unknown, path: string): readonly SchemaChange[] {
    const key = `${JSON.stringify(before)} ${JSON.stringify(after)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known.map((change) => ({ ...change, path: below(path, change.path) }));
    // Schemas may contain themselves: a pair that is being compared has no further changes.
    this.#known.set(key, []);
    const [old, now] = [flatten(before, this.#before), flatten(after, this.#after)];
    const variants = this.#compareVariants(variantsOf(old, this.#before), variantsOf(now, this.#after), path);
    const found = [...compareDefaults(old, now, path), ...this.#compareOverlaps(old, now, path), ...variants];
    this.#known.set(
      key,
      found.map((change) => ({ ...change, path: change.path.slice(path.length).replace(/^\./, '') })),
    );
    return found;
  }

  /** Compares whether a value that matches several alternatives is refused. */
  #compareOverlaps(old: JsonSchema | false, now: JsonSchema | false, path: string): readonly SchemaChange[] {
    const [was, is] = [refusesOverlaps(old, this.#before), refusesOverlaps(now, this.#after)];
    if (was === is || !hasAlternatives(old)) return [];
    const text = `${is ? 'no longer' : 'now'} allows what matches several alternatives`;
    return [{ path, effect: is ? 'narrower' : 'wider', text }];
  }

  #compareVariants(
    before: readonly SchemaVariant[],
    after: readonly SchemaVariant[],
    path: string,
  ): readonly SchemaChange[] {
    const [pairs, removed, added] = this.#pair(before, after, path);
    const isLeft = (variant: SchemaVariant, others: readonly SchemaVariant[], isOld: boolean): boolean =>
      !others.some((other) =>
        this.#covers(isOld ? [variant, other] : [other, variant], isOld ? 'wider' : 'narrower', path),
      );
    return [
      ...pairs.flatMap(([one, other]) => this.#compareVariant(one, other, path)),
      ...removed
        .filter((one) => isLeft(one, after, true))
        .map((one) => ({ path, effect: 'narrower' as const, text: `no longer allows ${nameOf(one)}` })),
      ...added
        .filter((one) => isLeft(one, before, false))
        .map((one) => ({ path, effect: 'wider' as const, text: `now allows ${nameOf(one)} too` })),
    ];
  }

  /** Checks whether one variant accepts all that another one does. */
  #covers([one, other]: readonly [SchemaVariant, SchemaVariant], effect: Effect, path: string): boolean {
    const wider = effect === 'wider' ? other : one;
    if (!haveSameType(one, other) && wider.type !== undefined) return false;
    return this.#compareVariant(one, other, path).every(
      (change) => change.effect === effect || change.effect === 'added',
    );
  }

  /** Finds which variants correspond: those with the least differences. */
  #pair(
    before: readonly SchemaVariant[],
    after: readonly SchemaVariant[],
    path: string,
  ): readonly [
    readonly (readonly [SchemaVariant, SchemaVariant])[],
    readonly SchemaVariant[],
    readonly SchemaVariant[],
  ] {
    const pairs: (readonly [SchemaVariant, SchemaVariant])[] = [];
    const left = [...after];
    const take = (one: SchemaVariant, fits: (other: SchemaVariant) => boolean): boolean => {
      const index = left.findIndex((other) => haveSameType(one, other) && fits(other));
      const [other] = index === -1 ? [] : left.splice(index, 1);
      if (other !== undefined) pairs.push([one, other]);
      return other !== undefined;
    };
    const isOnly = (one: SchemaVariant, all: readonly SchemaVariant[]): boolean =>
      all.filter((other) => haveSameType(one, other)).length === 1;
    const changed = before.filter(
      (one) =>
        !take(one, (other) => isOnly(one, before) && isOnly(other, after)) &&
        !take(one, (other) => this.#compareVariant(one, other, path).length === 0),
    );
    const removed = changed.filter((one) => !take(one, (other) => isSameKind(one, other)));
    return [pairs, removed, left];
  }

  #compareVariant(before: SchemaVariant, after: SchemaVariant, path: string): readonly SchemaChange[] {
    const compare = this.compare.bind(this);
    const isClosed = this.#direction === 'input' && path === '';
    const type = before.type ?? after.type;
    const isList = type === 'array' || type === undefined;
    const plain = (one: SchemaVariant): SchemaVariant => (isList ? { ...one, schema: plainList(one.schema) } : one);
    const [old, now] = [plain(before), plain(after)];
    if (old.values !== undefined || now.values !== undefined) return compareValues(old, now, path);
    const lists = isList ? compareLists(old.schema, now.schema, { path, compare }) : [];
    if (type !== 'object' && type !== undefined) return [...compareValues(old, now, path), ...lists];
    return [...compareObjects(old, now, { path, direction: this.#direction, isClosed, compare }), ...lists];
  }
}
/** Returns the path of a part of the value at a path. */
function below(path: string, part: string): string {
  return part === '' || part.startsWith('[') ? path + part : joinPath(path, part);
}

function haveSameType(one: SchemaVariant, other: SchemaVariant): boolean {
  const isNumber = ({ type }: SchemaVariant): boolean => type === 'number' || type === 'integer';
  return one.type === other.type || (isNumber(one) && isNumber(other));
}

/** Checks whether two variants of an object are of the same kind: no property has one value in the one and another in the other. */
function isSameKind(one: SchemaVariant, other: SchemaVariant): boolean {
  const [properties, others] = [one.schema.properties ?? {}, other.schema.properties ?? {}];
  return Object.entries(properties).every(([name, schema]) => {
    const only = onlyValueOf(schema);
    const otherOnly = onlyValueOf(others[name]);
    return only === undefined || otherOnly === undefined || isSameJson(only, otherOnly);
  });
}

function onlyValueOf(schema: unknown): unknown {
  if (!isSchemaObject(schema)) return undefined;
  const { const: only, enum: values } = schema;
  return only ?? (values?.length === 1 ? values[0] : undefined);
}

function compareDefaults(before: JsonSchema | false, after: JsonSchema | false, path: string): readonly SchemaChange[] {
  if (before === false || after === false || isSameJson(before.default, after.default)) return [];
  const [old, now] = [before, after].map((one) => ('default' in one ? JSON.stringify(one.default) : 'none'));
  return [{ path, effect: 'other', text: `has the default ${now}, not ${old}` }];
}
