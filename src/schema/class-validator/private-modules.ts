import { Type } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { memoize } from '../../base/values/memoize.js';
import type { Constructor } from '../../tool/metadata/class-records.js';
import type { DtoError } from './dto-issues.js';

/**
 * The modules of class-transformer and class-validator that the packages do not export. Each is undefined if it does
 * not have the expected shape, in another version of the package or in a bundle with another copy. Then the public
 * functions are used instead.
 */
export interface PrivateModules {
  /** Returns the storage in which class-transformer's decorators record their metadata. */
  readonly transformStorage: () => TransformStorage | undefined;
  /** Loads the class that runs one validation with the storage that class-validator's `getMetadataStorage` returns. */
  readonly loadRuleExecutor: (storage: object) => Promise<RuleExecutorClass | undefined>;
}

/** The metadata that `@Type()` recorded for one property. */
export interface TypeRecord {
  readonly typeFunction?: unknown;
  /** The type that the compiler emitted. */
  readonly reflectedType?: unknown;
  readonly options?: { readonly discriminator?: unknown } | undefined;
}

/** The methods of its storage that class-transformer calls to convert plain data to an instance. */
export interface TransformStorage {
  getStrategy(dto: Constructor): unknown;
  getExposedMetadatas(dto: Constructor): readonly unknown[];
  getExcludedProperties(dto: Constructor, direction: number): readonly unknown[];
  findTransformMetadatas(dto: Constructor, property: string, direction: number): readonly unknown[];
  findTypeMetadata(dto: Constructor, property: string): TypeRecord | undefined;
}

/** The executor of one validation in class-validator. */
export interface RuleExecutor {
  metadataStorage: object;
  readonly awaitingPromises: readonly Promise<unknown>[];
  execute(instance: object, schema: undefined, errors: DtoError[]): void;
  stripEmptyErrors(errors: readonly DtoError[]): readonly DtoError[];
}

/** The class of class-validator's executors. */
export type RuleExecutorClass = new (validator: undefined, options: object) => RuleExecutor;

/** The private modules of the installed packages. */
export const privateModules: PrivateModules = Object.freeze({
  transformStorage: findTransformStorage,
  loadRuleExecutor: async (storage: object) => {
    try {
      const { ValidationExecutor } = await import('class-validator/cjs/validation/ValidationExecutor.js');
      return isRuleExecutorClass(ValidationExecutor, storage) ? ValidationExecutor : undefined;
    } catch {
      return undefined;
    }
  },
});

const storageQuestions = [
  'getStrategy',
  'getExposedMetadatas',
  'getExcludedProperties',
  'findTransformMetadatas',
  'findTypeMetadata',
] as const satisfies readonly (keyof TransformStorage)[];

function findTransformStorage(): TransformStorage | undefined {
  const storage: unknown = defaultMetadataStorage;
  return isTransformStorage(storage) && isWrittenByDecorators(storage) ? storage : undefined;
}

function isTransformStorage(value: unknown): value is TransformStorage {
  return hasMethods(value, storageQuestions);
}

/**
 * Checks whether `@Type` writes to a storage, because a bundle may contain two formats of the package, each with its
 * own storage. The check adds a sample to the storage, so it runs once for each storage.
 */
const isWrittenByDecorators = memoize((storage: TransformStorage): boolean => {
  class Sample {}
  const typeFunction = (): typeof Sample => Sample;
  Type(typeFunction)(Sample.prototype, 'sample');
  return storage.findTypeMetadata(Sample, 'sample')?.typeFunction === typeFunction;
});

const executorMethods = ['execute', 'stripEmptyErrors'] as const satisfies readonly (keyof RuleExecutor)[];

/** Checks whether a value is the class of executors that read the rules from `storage`. */
export function isRuleExecutorClass(value: unknown, storage: object): value is RuleExecutorClass {
  if (typeof value !== 'function') return false;
  try {
    const executor: unknown = Reflect.construct(value, [undefined, {}]);
    if (!hasMethods(executor, executorMethods)) return false;
    const { metadataStorage, awaitingPromises } = executor as Partial<RuleExecutor>;
    return metadataStorage === storage && Array.isArray(awaitingPromises);
  } catch {
    return false;
  }
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'function');
}
