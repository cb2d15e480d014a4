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
 * class-transformer's storage, which is not part of its public interface: undefined where it is not where it used to
 * be, looks different, or is not the one that `@Type` writes into, as in a bundle of two of the package's formats.
 */
export async function loadTransformStorage(decorateType: unknown): Promise<TransformStorage | undefined> {
  if (typeof decorateType !== 'function') return undefined;
  const known = storages.get(decorateType) ?? findStorage(decorateType as DecorateType);
  storages.set(decorateType, known);
  return known;
}

// A memo of a pure answer: the storage keeps whatever it is tried with.
const storages = new WeakMap<object, Promise<TransformStorage | undefined>>();

type DecorateType = (typeFunction: () => unknown) => (prototype: object, property: string) => void;

async function findStorage(decorateType: DecorateType): Promise<TransformStorage | undefined> {
  try {
    const { defaultMetadataStorage: storage } = await import('class-transformer/cjs/storage.js');
    return isStorage(storage) && isWrittenBy(decorateType, storage) ? storage : undefined;
  } catch {
    return undefined;
  }
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
