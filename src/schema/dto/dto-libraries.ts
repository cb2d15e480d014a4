import { DefinitionError } from '../../errors.js';
import type { PrivateModules } from './private-modules.js';
import { createValidate, type Validate } from './rule-executor.js';
import type { DtoClass } from './validation-rules.js';

/**
 * A function that creates an instance of a class from arguments, which it may change. Errors of a constructor or a
 * conversion propagate.
 */
export type PlainToInstance = (dto: DtoClass, plain: unknown) => object;

/** Loads class-transformer. */
export async function loadPlainToInstance(): Promise<PlainToInstance> {
  return functionOf(await import('class-transformer'), 'plainToInstance') as PlainToInstance;
}

/** Loads class-validator. */
export async function loadValidate({ loadRuleExecutor }: PrivateModules): Promise<Validate> {
  const validator = await import('class-validator');
  const getStorage = functionOf(validator, 'getMetadataStorage') as () => object;
  const storage = getStorage();
  const Executor = await loadRuleExecutor(storage);
  if (Executor !== undefined) return createValidate({ Executor, storage, options: strictOptions });
  const validate = functionOf(validator, 'validate') as (instance: object, options: object) => ReturnType<Validate>;
  return (instance) => validate(instance, strictOptions);
}

const strictOptions = Object.freeze({ whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true });

// Both packages are CommonJS. Their functions are named exports, or members of `default` if a bundler does not detect
// the named exports.
function functionOf(module: object, name: string): unknown {
  const own: unknown = Reflect.get(module, name);
  if (typeof own === 'function') return own;
  const exports: unknown = Reflect.get(module, 'default');
  const member: unknown = typeof exports === 'object' && exports !== null ? Reflect.get(exports, name) : undefined;
  if (typeof member === 'function') return member;
  throw new DefinitionError(`class-transformer or class-validator has no '${name}'. Install versions that have it.`);
}
