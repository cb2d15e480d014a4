import type { DtoError } from './dto-issues.js';
import type { RuleExecutorClass } from './private-modules.js';
import { recordsOf } from './validation-rules.js';

/** Runs all rules of an instance. Rejects, or throws at once, where a rule does. */
export type Validate = (instance: object) => readonly DtoError[] | Promise<readonly DtoError[]>;

/** What `createValidate` needs of class-validator. */
export interface ExecutorParts {
  readonly Executor: RuleExecutorClass;
  /** The value of `getMetadataStorage()`. */
  readonly storage: object;
  /** The options of each validation. */
  readonly options: object;
}

/**
 * Creates class-validator's `validate` with another look-up of rules: class-validator scans every class that was ever
 * decorated, this one walks the parents of the instance's class.
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
