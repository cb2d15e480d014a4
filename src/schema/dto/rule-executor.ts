import type { DtoError } from './dto-issues.js';
import { type BrokenRule, RuleReporter } from './rule-report.js';
import { recordsOf } from './validation-rules.js';

/** Runs all rules of an instance. Rejects, or throws at once, where a rule does. */
export type Validate = (instance: object) => readonly DtoError[] | Promise<readonly DtoError[]>;

/** class-validator's executor of one validation; the part that is used here. It is not part of its public interface. */
interface RuleExecutor {
  metadataStorage: object;
  readonly awaitingPromises: readonly Promise<unknown>[];
  execute(instance: object, schema: undefined, errors: DtoError[]): void;
  stripEmptyErrors(errors: readonly DtoError[]): readonly DtoError[];
  createValidationError(
    object: unknown,
    value: unknown,
    record: object,
    constraint: object | undefined,
  ): readonly [name: string, message: string];
}

/** What class-validator's executor is made of. */
export interface ExecutorParts {
  /** Its class, whatever was found under its name. */
  readonly Executor: unknown;
  /** What `getMetadataStorage()` gives. */
  readonly storage: object;
  /** The options of each validation. */
  readonly options: object;
}

/**
 * class-validator's `validate`, except that its own rules are run without its executor, and that the rules of a class are
 * looked up by walking its parents: its own look-up scans every class that was ever decorated. undefined where its
 * executor is not what it used to be.
 */
export function createValidate({ Executor, storage, options }: ExecutorParts): Validate | undefined {
  if (typeof Executor !== 'function') return undefined;
  const lookUp = { value: recordsOf };
  const rules: object = Object.create(storage, { getTargetValidationMetadatas: lookUp });
  const start = (): unknown => Reflect.construct(Executor, [undefined, options]);
  const writer = attempt(start);
  if (!isExecutor(writer, storage)) return undefined;
  const reporter = new RuleReporter(({ object, value, record, constraint }: BrokenRule) => {
    return writer.createValidationError(object, value, record, constraint)[1];
  });
  return (instance) => {
    const report = reporter.report(instance);
    if (report !== undefined) return report;
    const executor = start() as RuleExecutor;
    executor.metadataStorage = rules;
    const errors: DtoError[] = [];
    executor.execute(instance, undefined, errors);
    return Promise.all(executor.awaitingPromises).then(() => executor.stripEmptyErrors(errors));
  };
}

function attempt(run: () => unknown): unknown {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function isExecutor(value: unknown, storage: object): value is RuleExecutor {
  if (typeof value !== 'object' || value === null) return false;
  const { metadataStorage, awaitingPromises } = value as Partial<RuleExecutor>;
  const isWhole = methods.every((method) => typeof Reflect.get(value, method) === 'function');
  return isWhole && Array.isArray(awaitingPromises) && metadataStorage === storage;
}

const methods = [
  'execute',
  'stripEmptyErrors',
  'createValidationError',
] as const satisfies readonly (keyof RuleExecutor)[];
