import { recordsOf } from '../dto/validation-rules.js';
import type { DtoError } from './dto-issues.js';
import type { RuleExecutorClass } from './private-modules.js';

/** A function that runs all rules of an instance. An error of a rule is thrown synchronously or rejects the promise. */
export type Validate = (instance: object) => readonly DtoError[] | Promise<readonly DtoError[]>;

/** The parts of class-validator that `createValidate` needs. */
export interface ExecutorParts {
  readonly Executor: RuleExecutorClass;
  /** The value of `getMetadataStorage()`. */
  readonly storage: object;
  /** The options of each validation. */
  readonly options: object;
}

/**
 * Creates class-validator's `validate` with a faster lookup of rules: class-validator scans every decorated class, but
 * this lookup walks the parents of the instance's class.
 */
export function createValidate({ Executor, storage, options }: ExecutorParts): Validate {
  const rules: object = Object.create(storage, { getTargetValidationMetadatas: { value: recordsOf } });
  return (instance) => {
    const executor = new Executor(undefined, options);
    executor.metadataStorage = rules;
    const errors: DtoError[] = [];
    executor.execute(instance, undefined, errors);
    if (executor.awaitingPromises.length === 0) return executor.stripEmptyErrors(errors);
    return Promise.all(executor.awaitingPromises).then(() => executor.stripEmptyErrors(errors));
  };
}
