import type { Constructor } from '../../metadata/class-records.js';
import { isScalar, type ScalarType } from './convert-value.js';
import { type TransformStorage, type TypeRecord, toInstance } from './transform-storage.js';
import { type DtoClass, rulesOf } from './validation-rules.js';

/** One property of a class whose instances are made by `new` and assigning. */
export interface MadeField {
  readonly name: string;
  /** What `@Type` says of it; undefined without `@Type`. */
  readonly type: MadeType | undefined;
}

/** What `@Type` says of a property. */
export interface MadeType {
  /** The function that `@Type` was given. class-transformer asks it at each conversion. */
  readonly ask: () => unknown;
  /** What it answered. */
  readonly answer: DtoClass | ScalarType;
  /** The type that the compiler emitted. */
  readonly emitted: unknown;
}

/** The properties of a class that are asked about. */
export interface FieldQuestion {
  readonly dto: DtoClass;
  readonly names: Iterable<string>;
}

/**
 * Some properties of a class; undefined if class-transformer does more with them than `new` and assigning.
 */
export function madeFields({ dto, names }: FieldQuestion, storage: TransformStorage): readonly MadeField[] | undefined {
  // Both libraries ask an instance for its class by `constructor`.
  if (dto.prototype?.constructor !== dto || isDecoratedWhole(dto, storage)) return undefined;
  const fields: MadeField[] = [];
  for (const name of names) {
    // An accessor, a method, or a member of every object.
    if (name in dto.prototype || storage.findTransformMetadatas(dto, name, toInstance).length > 0) return undefined;
    const record = storage.findTypeMetadata(dto, name);
    const type = record === undefined ? undefined : madeType(record);
    if (record !== undefined && type === undefined) return undefined;
    fields.push({ name, type });
  }
  return fields;
}

/** Whether `@Expose` or `@Exclude` has a say in which properties there are. */
export function isDecoratedWhole(dto: Constructor, storage: TransformStorage): boolean {
  if (storage.getStrategy(dto) !== 'none' || storage.getExposedMetadatas(dto).length > 0) return true;
  return storage.getExcludedProperties(dto, toInstance).length > 0;
}

function madeType({ typeFunction, reflectedType, options }: TypeRecord): MadeType | undefined {
  // One with a parameter may answer by the value.
  if (typeof typeFunction !== 'function' || typeFunction.length > 0 || options?.discriminator !== undefined) {
    return undefined;
  }
  if (reflectedType === Map || reflectedType === Set) return undefined;
  const ask = typeFunction as () => unknown;
  const answer = askOnce(ask);
  if (!isScalar(answer) && !isRuled(answer)) return undefined;
  return { ask, answer, emitted: reflectedType };
}

/** A class may not be there yet, where modules import each other. */
function askOnce(ask: () => unknown): unknown {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/** Whether class-transformer fills a plain array where the compiler emitted this type. */
export function isListable(emitted: unknown): boolean {
  return arrayTypes.has(emitted);
}

const arrayTypes: ReadonlySet<unknown> = new Set([undefined, Array, Object]);

function isRuled(type: unknown): type is DtoClass {
  return typeof type === 'function' && rulesOf(type).length > 0;
}
