import type { Offer } from './offer-options.js';
import { readOwn, writeOwn } from './reflect-store.js';
import type { BindTarget, FieldOptions, ParamOptions, ToolOptions } from './tool-options.js';

/** A function that represents a class. */
// biome-ignore lint/complexity/noBannedTypes: a constructor of unknown signature has no other common type.
export type Constructor = Function;

/** The data that decorators recorded for one parameter. */
export interface ParamRecord {
  readonly param?: ParamOptions;
  readonly binding?: BindTarget;
  readonly context?: true;
}

/** The data that decorators recorded for one method. A method without `tool` has decorators of parameters only. */
export interface MethodRecord {
  readonly tool?: ToolOptions;
  /** What the method offers. Undefined for a tool. */
  readonly offer?: Offer;
  /** The implementation that runs instead of the method (`MethodImplementation`). */
  readonly implementation?: object;
  /** The records of the parameters, by position. */
  readonly params: Readonly<Record<number, ParamRecord>>;
}

/** The data that decorators recorded for one class: unprocessed, frozen, without inherited entries. */
export interface ClassRecord {
  /** The records of the methods, by name, in the order of their decorators. */
  readonly methods: Readonly<Record<string, MethodRecord>>;
  /** The options of `@Field()`, by property name. */
  readonly fields: Readonly<Record<string, FieldOptions>>;
}

const RECORD = Symbol.for('toolwright.ClassRecord@1');
const emptyRecord: ClassRecord = Object.freeze({ methods: Object.create(null), fields: Object.create(null) });
const emptyMethod: MethodRecord = Object.freeze({ params: Object.freeze({}) });

/** The metadata object in which TC39 decorators store a class's metadata: `context.metadata` during its definition. */
export type DecoratorMetadata = Record<PropertyKey, unknown>;

/** The location where a decorator stores its record: the class, or the metadata object of a class under definition. */
export type RecordTarget =
  | { readonly kind: 'class'; readonly target: Constructor }
  | { readonly kind: 'metadata'; readonly target: DecoratorMetadata };

/** Replaces the record of one method in the record of its class. */
export function recordMethod(
  location: RecordTarget,
  method: string,
  update: (old: MethodRecord) => MethodRecord,
): void {
  updateRecord(location, (record) => ({
    ...record,
    methods: withEntry(record.methods, method, Object.freeze(update(record.methods[method] ?? emptyMethod))),
  }));
}

/** Adds the data of one parameter to the record of its method. */
export function recordParam(target: Constructor, position: ParamPosition, added: ParamRecord): void {
  recordMethod({ kind: 'class', target }, position.method, (old) => ({
    ...old,
    params: Object.freeze({
      ...old.params,
      [position.index]: Object.freeze({ ...old.params[position.index], ...added }),
    }),
  }));
}

/** The position of a parameter. */
export interface ParamPosition {
  readonly method: string;
  readonly index: number;
}

/** Adds the options of `@Field()` for one property to the record of its class. */
export function recordField(target: Constructor, property: string, field: FieldOptions): void {
  updateRecord({ kind: 'class', target }, (record) => ({
    ...record,
    fields: withEntry(record.fields, property, Object.freeze({ ...record.fields[property], ...field })),
  }));
}

/** Returns the records of a class and its parents, the class itself first. Classes without a record are skipped. */
export function readRecords(
  target: Constructor,
): readonly { readonly owner: Constructor; readonly record: ClassRecord }[] {
  const found: { owner: Constructor; record: ClassRecord }[] = [];
  for (let at: unknown = target; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    const owner = readOwnRecord(at) === undefined ? unwrapClass(at) : at;
    const record = readOwnRecord(owner);
    if (record !== undefined) found.push({ owner, record });
  }
  return found;
}

/** Returns the options of `@Field()` for the properties of a class and its parents. The nearest class wins. */
export function readFields(target: Constructor): ReadonlyMap<string, FieldOptions> {
  const fields = new Map<string, FieldOptions>();
  for (const { record } of [...readRecords(target)].reverse()) {
    for (const [name, field] of Object.entries(record.fields)) fields.set(name, { ...fields.get(name), ...field });
  }
  return fields;
}

// A class decorator may replace the class with a proxy or another function that has the same prototype.
function unwrapClass(target: Constructor): Constructor {
  const prototype: unknown = target.prototype;
  const own: unknown = typeof prototype === 'object' && prototype !== null ? prototype.constructor : undefined;
  return typeof own === 'function' ? own : target;
}

function readOwnRecord(target: Constructor): ClassRecord | undefined {
  const legacy = readOwn(target, RECORD) as ClassRecord | undefined;
  const standard = readStandardRecord(target);
  if (legacy === undefined || standard === undefined) return legacy ?? standard;
  return {
    methods: Object.assign(Object.create(null), legacy.methods, standard.methods),
    fields: Object.assign(Object.create(null), legacy.fields, standard.fields),
  };
}

function readStandardRecord(target: Constructor): ClassRecord | undefined {
  const metadataKey = (Symbol as { readonly metadata?: symbol }).metadata ?? Symbol.for('Symbol.metadata');
  if (!Object.hasOwn(target, metadataKey)) return undefined;
  const metadata: unknown = Reflect.get(target, metadataKey);
  if (typeof metadata !== 'object' || metadata === null || !Object.hasOwn(metadata, RECORD)) return undefined;
  return (metadata as Record<symbol, ClassRecord>)[RECORD];
}

function updateRecord(location: RecordTarget, update: (old: ClassRecord) => ClassRecord): void {
  if (location.kind === 'class') {
    const old = (readOwn(location.target, RECORD) as ClassRecord | undefined) ?? emptyRecord;
    writeOwn(location.target, RECORD, Object.freeze(update(old)));
    return;
  }
  // Only own keys, because `context.metadata` inherits from the metadata of the parent class.
  const old = Object.hasOwn(location.target, RECORD) ? (location.target[RECORD] as ClassRecord) : emptyRecord;
  Object.defineProperty(location.target, RECORD, { value: Object.freeze(update(old)), configurable: true });
}

function withEntry<T>(entries: Readonly<Record<string, T>>, key: string, value: T): Readonly<Record<string, T>> {
  // The object has no prototype, so that a method named `constructor` or `toString` is an ordinary entry.
  return Object.freeze(Object.assign(Object.create(null), entries, { [key]: value }));
}
