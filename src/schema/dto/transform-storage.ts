import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import type { Constructor } from '../../metadata/class-records.js';

/** What `@Type()` recorded of one property. */
export interface TypeRecord {
  readonly typeFunction?: unknown;
  /** The type that the compiler emitted. */
  readonly reflectedType?: unknown;
  readonly options?: { readonly discriminator?: unknown } | undefined;
}

/** What class-transformer's decorators recorded; the questions that it asks itself on the way to an instance. */
export interface TransformStorage {
  getStrategy(dto: Constructor): unknown;
  getExposedMetadatas(dto: Constructor): readonly unknown[];
  getExcludedProperties(dto: Constructor, direction: number): readonly unknown[];
  findTransformMetadatas(dto: Constructor, property: string, direction: number): readonly unknown[];
  findTypeMetadata(dto: Constructor, property: string): TypeRecord | undefined;
}

/** class-transformer's number for the way from plain data to an instance. */
export const toInstance = 0;

const questions = [
  'getStrategy',
  'getExposedMetadatas',
  'getExcludedProperties',
  'findTransformMetadatas',
  'findTypeMetadata',
] as const satisfies readonly (keyof TransformStorage)[];

/**
 * class-transformer's storage, which is not part of its public interface: undefined where it looks different, or is not
 * the one that `@Type` writes into, as in a bundle of two of the package's formats.
 */
export function transformStorageOf(decorateType: unknown): TransformStorage | undefined {
  if (typeof decorateType !== 'function') return undefined;
  if (!storages.has(decorateType)) storages.set(decorateType, findStorage(decorateType as DecorateType));
  return storages.get(decorateType);
}

// A memo of a pure answer: the storage keeps whatever it is tried with.
const storages = new WeakMap<object, TransformStorage | undefined>();

type DecorateType = (typeFunction: () => unknown) => (prototype: object, property: string) => void;

function findStorage(decorateType: DecorateType): TransformStorage | undefined {
  return isStorage(defaultMetadataStorage) && isWrittenBy(decorateType, defaultMetadataStorage)
    ? defaultMetadataStorage
    : undefined;
}

function isStorage(value: unknown): value is TransformStorage {
  if (typeof value !== 'object' || value === null) return false;
  return questions.every((question) => typeof Reflect.get(value, question) === 'function');
}

function isWrittenBy(decorateType: DecorateType, storage: TransformStorage): boolean {
  class Sample {}
  const typeFunction = (): unknown => Sample;
  decorateType(typeFunction)(Sample.prototype, 'sample');
  return storage.findTypeMetadata(Sample, 'sample')?.typeFunction === typeFunction;
}
