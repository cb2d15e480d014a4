import { createValidationError, type ValidationError, type ValidationIssue } from '../errors.js';
import type { InputContract } from '../schema/input/input-contract.js';
import type { Fallback, ToolInput } from '../schema/input/tool-input.js';
import { type BoundArguments, bindArguments } from '../schema/validation/argument-builder.js';
import {
  type ArgumentValidator,
  exactValidatorOf,
  type ValidationResult,
  validatorOf,
} from '../schema/validation/argument-validator.js';
import { copyDefault } from '../schema/validation/fill-defaults.js';
import { describeIssues } from '../schema/validation/schema-issues.js';
import { type Binding, createUnboundStateError, readBinding } from '../state/binding.js';
import { ABSENT } from '../state/state-path.js';
import type { ToolState } from '../state/tool-state.js';
import type { ToolArguments } from './tool-executor.js';

/** The result of `spec.validate()`: the validated arguments, or the issues. */
export type Validation =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** The arguments in the form that the executor accepts, or the error that rejects them. */
export type Prepared = ToolArguments | ValidationError;

/** A binding with the details of its parameter. */
interface PlannedBinding {
  readonly binding: Binding;
  readonly parameter: string;
  /** The replacement for a missing value; undefined if the call fails without a value. */
  readonly fallback: Fallback | undefined;
  /** Whether the parameter is a property of the one schema that describes all arguments. */
  readonly isOfRoot: boolean;
}

/**
 * The preparation of a spec's arguments. Each spec creates one plan, which all of its calls use. The validator is
 * compiled when it is first needed, once for all specs of the same contract.
 */
export class ArgumentPlan {
  readonly #toolName: string;
  readonly #bindings: readonly PlannedBinding[];
  readonly #contract: InputContract;
  readonly #bind: ReturnType<typeof bindArguments>;
  #validator: ArgumentValidator | undefined;
  /** The validator that does not coerce. */
  #exactValidator: ArgumentValidator | undefined;

  constructor(toolName: string, input: ToolInput, bindings: ReadonlyMap<string, Binding>) {
    this.#toolName = toolName;
    this.#contract = input.contract(new Set(bindings.keys()));
    this.#bindings = [...bindings.values()].map((binding) => ({
      binding,
      parameter: binding.parameter,
      fallback: binding.optional ? { kind: 'code' } : input.fallbackFor(binding.parameter),
      isOfRoot: input.isRootProperty(binding.parameter),
    }));
    this.#bind = bindArguments(this.#contract, this.#bindings);
  }

  /** The default and preset values of the bindings. They may be secret. */
  get boundDefaults(): readonly unknown[] {
    if (this.#bindings.length === 0) return this.#bindings;
    return this.#bindings.flatMap(({ binding }) => [binding.fallback?.value, binding.preset?.value]);
  }

  /** The contract of the input: the published schema, the enforced schema and the parser. */
  get contract(): InputContract {
    return this.#contract;
  }

  /**
   * Validates arguments and arranges them in the form that the executor accepts. Returns a ValidationError if the
   * arguments are invalid. Returns a promise only if something has to be awaited.
   *
   * @throws UnboundStateError if a bound parameter has no value.
   */
  prepare(args: unknown, state: ToolState, coerce: boolean): Prepared | Promise<Prepared> {
    const bound = this.#readBindings(state);
    const result = this.#compiledValidator(coerce).validate(args, bound);
    return result instanceof Promise ? result.then((one) => this.#finish(one, bound)) : this.#finish(result, bound);
  }

  /** Validates arguments without running the tool. Bindings without a value are skipped. */
  async validate(args: unknown, state: ToolState, coerce = true): Promise<Validation> {
    const result = await this.accept(args, state, coerce);
    return result.ok ? { ok: true, value: result.value } : result;
  }

  /** Validates arguments like `validate`. The result also has their JSON form, if a parser converts them. */
  async accept(args: unknown, state: ToolState, coerce = true): Promise<ValidationResult> {
    const bound: Record<string, unknown> = {};
    for (const { binding, parameter } of this.#bindings) {
      const value = readBinding(binding, state);
      if (value !== ABSENT) bound[parameter] = value;
    }
    return this.#compiledValidator(coerce).validate(args, bound);
  }

  /** Throws an UnboundStateError if a bound parameter has no value. */
  checkBindings(state: ToolState): void {
    this.#readBindings(state);
  }

  /** Compiles the validator now. Throws a DefinitionError if the schema does not compile. */
  warmUp(coerce: boolean): void {
    this.#compiledValidator(coerce);
  }

  /** Creates the error for arguments with these issues. */
  createRefusal(issues: readonly ValidationIssue[]): ValidationError {
    return createValidationError(describeIssues(this.#toolName, issues), { toolName: this.#toolName, issues });
  }

  #compiledValidator(coerce: boolean): ArgumentValidator {
    if (coerce) {
      this.#validator ??= validatorOf(this.#contract, this.#toolName);
      return this.#validator;
    }
    this.#exactValidator ??= exactValidatorOf(this.#contract, this.#toolName);
    return this.#exactValidator;
  }

  #finish(result: ValidationResult, bound: BoundArguments | undefined): Prepared {
    return result.ok ? this.#bind(result.value, bound) : this.createRefusal(result.issues);
  }

  #readBindings(state: ToolState): BoundArguments | undefined {
    if (this.#bindings.length === 0) return undefined;
    const bound: Record<string, unknown> = {};
    for (const planned of this.#bindings) {
      const value = this.#valueOf(planned, state);
      if (value !== ABSENT) bound[planned.parameter] = value;
    }
    return bound;
  }

  /** Returns the value of a bound parameter, or ABSENT if the method's own default applies. */
  #valueOf({ binding, fallback }: PlannedBinding, state: ToolState): unknown {
    const value = readBinding(binding, state);
    if (value !== ABSENT) return value;
    if (fallback === undefined) throw createUnboundStateError(binding, this.#toolName);
    return fallback.kind === 'value' ? copyDefault(fallback.value) : ABSENT;
  }
}
