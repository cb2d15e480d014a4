import type { JsonSchema } from '../../../base/json/json-schema.js';
import { isSchemaObject } from '../../../format/schema-pointer.js';
import { compareLimits } from './compare-limits.js';
import { isSameJson } from './definition.js';
import type { Direction, Effect, SchemaChange } from './schema-change.js';
import { flatten, type SchemaVariant, variantsOf } from './schema-variants.js';
import { joinPath, wordsOf } from './schema-words.js';
import { unitChange } from './unit-changes.js';

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
    const found = [...compareDefaults(old, now, path), ...variants];
    this.#known.set(
      key,
      found.map((change) => ({ ...change, path: change.path.slice(path.length).replace(/^\./, '') })),
    );
    return found;
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
    if (!haveSameType(one, other)) return false;
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
    const changes = [...compareTypes(before, after, path), ...compareValues(before, after, path)];
    if (before.values !== undefined || after.values !== undefined) return changes;
    changes.push(...compareLimits(before.schema, after.schema, path));
    const type = before.type ?? after.type;
    if (type === 'object' || type === undefined)
      changes.push(...this.#compareObjects(before.schema, after.schema, path));
    if (type === 'array' || type === undefined) changes.push(...this.#compareLists(before.schema, after.schema, path));
    return changes;
  }

  #compareObjects(before: JsonSchema, after: JsonSchema, path: string): readonly SchemaChange[] {
    const [old, now] = [before.properties ?? {}, after.properties ?? {}];
    const [wasRequired, isRequired] = [new Set(before.required), new Set(after.required)];
    const changes: SchemaChange[] = [];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const at = joinPath(path, name);
      if (!Object.hasOwn(now, name)) {
        changes.push({ path: at, effect: 'other', text: 'was removed' });
      } else if (!Object.hasOwn(old, name)) {
        const isNeeded = this.#direction === 'input' && isRequired.has(name);
        changes.push({
          path: at,
          effect: isNeeded ? 'other' : 'added',
          text: isNeeded ? 'was added, and is required' : 'was added',
        });
      } else {
        if (wasRequired.has(name) && !isRequired.has(name))
          changes.push({ path: at, effect: 'wider', text: 'is now optional' });
        if (!wasRequired.has(name) && isRequired.has(name))
          changes.push({ path: at, effect: 'narrower', text: 'is now required' });
        changes.push(...this.compare(old[name], now[name], at));
      }
    }
    return [...changes, ...this.#compareFurther(before.additionalProperties, after.additionalProperties, path)];
  }

  /** Compares whether further properties are allowed. The arguments of a tool are closed unless they say otherwise. */
  #compareFurther(before: unknown, after: unknown, path: string): readonly SchemaChange[] {
    const isClosed = this.#direction === 'input' && path === '';
    const [old = !isClosed, now = !isClosed] = [before, after];
    const at = joinPath(path, '*');
    if (isSameJson(old, now)) return [];
    if (old === false) return [{ path, effect: 'added', text: 'now allows further properties' }];
    if (now === false) return [{ path, effect: 'narrower', text: 'no longer allows further properties' }];
    return this.compare(old, now, at);
  }

  #compareLists(before: JsonSchema, after: JsonSchema, path: string): readonly SchemaChange[] {
    const [[old, oldRest], [now, rest]] = [itemsOf(before), itemsOf(after)];
    const changes = this.compare(oldRest, rest, `${path}[]`);
    const count = Math.max(old.length, now.length);
    const listed = Array.from({ length: count }, (_, index) =>
      this.compare(old[index] ?? oldRest, now[index] ?? rest, `${path}[${index}]`),
    );
    return [...changes, ...listed.flat()];
  }
}

/** Returns the schemas of the first items of a list, and that of the others. Equal ones are not distinguished. */
function itemsOf({ prefixItems = [], items }: JsonSchema): readonly [first: readonly unknown[], others: unknown] {
  const [first] = prefixItems;
  const isUniform = items === false && prefixItems.every((item) => isSameJson(item, first));
  return isUniform && first !== undefined ? [[], first] : [prefixItems, items];
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

function compareTypes(before: SchemaVariant, after: SchemaVariant, path: string): readonly SchemaChange[] {
  if (before.type === after.type) return [];
  if (before.values !== undefined || after.values !== undefined) return [];
  const effect = after.type === 'number' || after.type === undefined ? 'wider' : 'narrower';
  return [{ path, effect, text: `is now ${nameOf(after)}, not ${nameOf(before)}` }];
}

function compareValues(before: SchemaVariant, after: SchemaVariant, path: string): readonly SchemaChange[] {
  const [old, now] = [before.values, after.values];
  if (old === undefined && now === undefined) return [];
  if (old === undefined) return [{ path, effect: 'narrower', text: `now allows only ${listOf(now)}` }];
  if (now === undefined) return [{ path, effect: 'wider', text: `now allows more than ${listOf(old)}` }];
  const removed = old.filter((value) => !now.some((other) => isSameJson(value, other)));
  const added = now.filter((value) => !old.some((other) => isSameJson(value, other)));
  const changes: SchemaChange[] = [];
  if (removed.length > 0) changes.push({ path, effect: 'narrower', text: `no longer allows ${listOf(removed)}` });
  if (added.length > 0) changes.push({ path, effect: 'wider', text: `now allows ${listOf(added)} too` });
  return changes;
}

function compareDefaults(before: JsonSchema | false, after: JsonSchema | false, path: string): readonly SchemaChange[] {
  if (before === false || after === false || isSameJson(before.default, after.default)) return [];
  const [old, now] = [before, after].map((one) => ('default' in one ? JSON.stringify(one.default) : 'none'));
  return [{ path, effect: 'other', text: `has the default ${now}, not ${old}` }];
}

/** Compares what a schema says for readers. What describes something new is part of what was added. */
function compareWords(
  before: JsonSchema,
  after: JsonSchema,
  changes: readonly SchemaChange[],
): readonly SchemaChange[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const empty: ReadonlySet<string> = new Set();
  const paths = new Set([...old.keys(), ...now.keys()]);
  const hasOtherValues = (path: string): boolean =>
    changes.some((change) => change.path === path && /^(?:now|no longer) allows/.test(change.text));
  const isNew = (path: string): boolean =>
    changes.some((one) => /^was (?:added|removed)/.test(one.text) && isWithin(path, one.path));
  return [...paths].flatMap((path): readonly SchemaChange[] => {
    const [texts, others] = [old.get(path) ?? empty, now.get(path) ?? empty];
    const isRemoved = [...texts].some((text) => !others.has(text));
    const isAdded = [...others].some((text) => !texts.has(text));
    if ((!isRemoved && !isAdded) || isNew(path)) return [];
    const unit = unitChange(texts, others);
    if (unit !== undefined) return [{ path, effect: 'other', text: `is in ${unit}` }];
    if (isRemoved !== isAdded && hasOtherValues(path)) return [];
    return [{ path, effect: 'words', text: 'is described in other words' }];
  });
}

function isWithin(path: string, container: string): boolean {
  return path === container || path.startsWith(`${container}.`) || path.startsWith(`${container}[`);
}

function nameOf({ type, values }: SchemaVariant): string {
  return values === undefined || type === 'null' ? (type ?? 'any value') : listOf(values);
}

const maxShown = 5;

function listOf(values: readonly unknown[] = []): string {
  const shown = values.slice(0, maxShown).map((value) => JSON.stringify(value));
  return values.length > maxShown ? `${shown.join(', ')} and ${values.length - maxShown} more` : shown.join(', ');
}
