import { DefinitionError } from '../../errors.js';
import { type Maker, makerOf } from './dto-maker.js';
import { copyPlain } from './plain-copy.js';
import { createValidate, type Validate } from './rule-executor.js';
import { transformStorageOf } from './transform-storage.js';
import type { DtoClass } from './validation-rules.js';

/**
 * Makes an instance as class-transformer does, by class-transformer where need be. The arguments are left as they are,
 * but their arrays and untyped objects may become part of the instance. Throws what a constructor or a conversion throws.
 */
export type Instantiate = (plain: object) => object;

/** The ways to instances of a class. */
export interface DtoInstances {
  readonly instantiate: Instantiate;
  /** Makes them without class-transformer; undefined for a class with which that would do more than assign. */
  readonly make: Maker | undefined;
}

/** Loads class-transformer, and finds the cheapest way to instances of a class. */
export async function loadInstances(dto: DtoClass): Promise<DtoInstances> {
  const transformer = await import('class-transformer');
  const plainToInstance = functionOf(transformer, 'plainToInstance') as (dto: DtoClass, plain: unknown) => object;
  const storage = transformStorageOf(functionOf(transformer, 'Type'));
  const make = storage === undefined ? undefined : makerOf(dto, storage);
  const instantiate: Instantiate = (plain) => make?.(plain) ?? plainToInstance(dto, copyPlain(plain));
  return { instantiate, make };
}

/** Loads class-validator. */
export async function loadValidate(): Promise<Validate> {
  const validator = await import('class-validator');
  const getStorage = functionOf(validator, 'getMetadataStorage') as () => object;
  const Executor = await loadExecutor();
  const flat = createValidate({ Executor, storage: getStorage(), options: strictOptions });
  if (flat !== undefined) return flat;
  const validate = functionOf(validator, 'validate') as (instance: object, options: object) => ReturnType<Validate>;
  return (instance) => validate(instance, strictOptions);
}

async function loadExecutor(): Promise<unknown> {
  try {
    return (await import('class-validator/cjs/validation/ValidationExecutor.js')).ValidationExecutor;
  } catch {
    return undefined;
  }
}

const strictOptions = Object.freeze({ whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });

// Both packages are CommonJS: their functions are named exports, or under `default` where a tool could not see them.
function functionOf(module: object, name: string): unknown {
  const own: unknown = Reflect.get(module, name);
  if (typeof own === 'function') return own;
  const whole: unknown = Reflect.get(module, 'default');
  const member: unknown = typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : undefined;
  if (typeof member === 'function') return member;
  throw new DefinitionError(`class-transformer or class-validator has no '${name}'. Install versions that have it.`);
}
