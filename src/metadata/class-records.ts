import { readOwn, writeOwn } from './reflect-store.js';
import type { BindTarget, FieldOptions, ParamOptions, ToolOptions } from './tool-options.js';

/** Any function that stands for a class. */
// biome-ignore lint/complexity/noBannedTypes: a constructor of unknown signature has no other common type.
export type Constructor = Function;

/** What parameter decorators said of one parameter. */
export interface ParamRecord {
  readonly param?: ParamOptions;
  readonly binding?: BindTarget;
  readonly context?: true;
}

/** What decorators said of one method. Without `tool`, it is not a tool by itself. */
export interface MethodRecord {
  readonly tool?: ToolOptions;
  /** By position. */
  readonly params: Readonly<Record<number, ParamRecord>>;
}

/** Everything decorators said of one class: raw, frozen, own entries only. */
export interface ClassRecord {
  /** By method name, in the order of their decorators. */
  readonly methods: Readonly<Record<string, MethodRecord>>;
  /** By property name. */
  readonly fields: Readonly<Record<string, FieldOptions>>;
}

const RECORD = Symbol.for('toolwright.ClassRecord@1');
const emptyRecord: ClassRecord = Object.freeze({ methods: Object.create(null), fields: Object.create(null) });
const emptyMethod: MethodRecord = Object.freeze({ params: Object.freeze({}) });

/** Where TC39 decorators keep a class's metadata: `context.metadata` while it is defined. */
export type DecoratorMetadata = Record<PropertyKey, unknown>;

/** Where a decorator's record goes: the class itself, or the metadata object of a class that is being defined. */
export type RecordHome =
  | { readonly kind: 'class'; readonly target: Constructor }
  | { readonly kind: 'metadata'; readonly target: DecoratorMetadata };

/** Replaces the record of one method in its class's record. */
export function recordMethod(home: RecordHome, method: string, update: (old: MethodRecord) => MethodRecord): void {
  updateRecord(home, (record) => ({
    ...record,
    methods: withEntry(record.methods, method, Object.freeze(update(record.methods[method] ?? emptyMethod))),
  }));
}

/** Adds what was said of one parameter to its method's record. */
export function recordParam(target: Constructor, position: ParamPosition, said: ParamRecord): void {
  recordMethod({ kind: 'class', target }, position.method, (old) => ({
    ...old,
    params: Object.freeze({
      ...old.params,
      [position.index]: Object.freeze({ ...old.params[position.index], ...said }),
    }),
  }));
}

/** Which parameter is meant. */
export interface ParamPosition {
  readonly method: string;
  readonly index: number;
}

/** Adds what `@Field()` said of one property to its class's record. */
export function recordField(target: Constructor, property: string, field: FieldOptions): void {
  updateRecord({ kind: 'class', target }, (record) => ({
    ...record,
    fields: withEntry(record.fields, property, Object.freeze({ ...record.fields[property], ...field })),
  }));
}

/** The records of a class and its parents that have one, the class itself first. */
export function readRecords(
  target: Constructor,
): readonly { readonly owner: Constructor; readonly record: ClassRecord }[] {
  const found: { owner: Constructor; record: ClassRecord }[] = [];
  for (let at: unknown = target; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    const owner = readOwnRecord(at) === undefined ? classBehind(at) : at;
    const record = readOwnRecord(owner);
    if (record !== undefined) found.push({ owner, record });
  }
  return found;
}

/** The name of a class, for messages. */
export function classNameOf(target: Constructor): string {
  return target.name === '' ? '(anonymous class)' : target.name;
}

/** What `@Field()` said of the properties of a class and its parents; the nearest class wins. */
export function readFields(target: Constructor): ReadonlyMap<string, FieldOptions> {
  const fields = new Map<string, FieldOptions>();
  for (const { record } of [...readRecords(target)].reverse()) {
    for (const [name, field] of Object.entries(record.fields)) fields.set(name, { ...fields.get(name), ...field });
  }
  return fields;
}

// A class decorator may put a proxy or another function in the class's place, over the same prototype.
function classBehind(target: Constructor): Constructor {
  const prototype: unknown = target.prototype;
  const own: unknown = typeof prototype === 'object' && prototype !== null ? prototype.constructor : undefined;
  return typeof own === 'function' ? own : target;
}

function readOwnRecord(target: Constructor): ClassRecord | undefined {
  const legacy = readOwn(target, RECORD) as ClassRecord | undefined;
  const standard = standardRecordOf(target);
  if (legacy === undefined || standard === undefined) return legacy ?? standard;
  return {
    methods: Object.assign(Object.create(null), legacy.methods, standard.methods),
    fields: Object.assign(Object.create(null), legacy.fields, standard.fields),
  };
}

function standardRecordOf(target: Constructor): ClassRecord | undefined {
  const metadataKey = (Symbol as { readonly metadata?: symbol }).metadata ?? Symbol.for('Symbol.metadata');
  if (!Object.hasOwn(target, metadataKey)) return undefined;
  const metadata: unknown = Reflect.get(target, metadataKey);
  if (typeof metadata !== 'object' || metadata === null || !Object.hasOwn(metadata, RECORD)) return undefined;
  return (metadata as Record<symbol, ClassRecord>)[RECORD];
}

function updateRecord(home: RecordHome, update: (old: ClassRecord) => ClassRecord): void {
  if (home.kind === 'class') {
    const old = (readOwn(home.target, RECORD) as ClassRecord | undefined) ?? emptyRecord;
    writeOwn(home.target, RECORD, Object.freeze(update(old)));
    return;
  }
  // Own keys only: `context.metadata` inherits from the parent class's.
  const old = Object.hasOwn(home.target, RECORD) ? (home.target[RECORD] as ClassRecord) : emptyRecord;
  Object.defineProperty(home.target, RECORD, { value: Object.freeze(update(old)), configurable: true });
}

function withEntry<T>(entries: Readonly<Record<string, T>>, key: string, value: T): Readonly<Record<string, T>> {
  // Without a prototype, so that a method called `constructor` or `toString` is an entry like any other.
  return Object.freeze(Object.assign(Object.create(null), entries, { [key]: value }));
}
