import type { UnboundStateError, ValidationError, ValidationIssue } from '../base/errors/errors.js';
import { stepsOf } from '../base/json/json-pointer.js';
import { type BoundArguments, bindArguments } from '../schema/input/argument-builder.js';
import { completeValue, formOfArguments } from '../schema/input/argument-form.js';
import {
  type ArgumentValidator,
  exactValidatorOf,
  type ValidationResult,
  validatorOf,
} from '../schema/input/argument-validator.js';
import type { InputContract } from '../schema/input/input-contract.js';
import type { Fallback, ToolInput } from '../schema/input/tool-input.js';
import { copyDefault } from '../schema/validation/fill-defaults.js';
import { createArgumentError } from '../schema/validation/issue-errors.js';
import { RefusedBindings } from '../schema/values/refused-bindings.js';
import { type Binding, createUnboundStateError, readBinding } from './state/binding.js';
import { createRefusedBindingError } from './state/refused-binding.js';
import { ABSENT } from './state/state-path.js';
import type { ToolState } from './state/tool-state.js';
import type { ToolArguments } from './tool-executor.js';

/** The result of `spec.validate()`: the validated arguments, or the issues. */
export type Validation =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** The validated arguments with the bound values that they contain, or the issues. */
export type Acceptance = ValidationResult & { readonly bound: BoundArguments };

/** Arguments that were validated before their call, so that the call does not validate them. */
export interface ValidatedArguments {
  /**
   * Returns the value for one attempt. It is the same for each attempt, also if the tool has changed the former one.
   *
   * @throws DeniedError if it cannot be the same. A returned promise rejects with it.
   */
  read(state: ToolState): unknown;
}

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

const noBoundArguments: BoundArguments = Object.freeze({});

/**
 * The preparation of a spec's arguments. Each spec creates one plan, which all of its calls use. The validator is
 * compiled when it is first needed, once for all specs of the same contract.
 */
export class ArgumentPlan {
  readonly #toolName: string;
  readonly #input: ToolInput;
  readonly #bindings: readonly PlannedBinding[];
  readonly #contract: InputContract;
  readonly #bind: ReturnType<typeof bindArguments>;
  #validator: ArgumentValidator | undefined;
  /** The validator that does not coerce. */
  #exactValidator: ArgumentValidator | undefined;

  constructor(toolName: string, input: ToolInput, bindings: ReadonlyMap<string, Binding>) {
    this.#toolName = toolName;
    this.#input = input;
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

  /** The names, in the definition, of the arguments whose values come from bindings. */
  get boundNames(): readonly string[] {
    const { definedName = (name: string) => name } = this.#contract;
    return this.#bindings.map(({ parameter }) => definedName(parameter));
  }

  /** The contract of the input: the published schema, the enforced schema and the parser. */
  get contract(): InputContract {
    return this.#contract;
  }

  /**
   * Validates arguments and arranges them in the form that the executor accepts. Returns a ValidationError if the
   * arguments are invalid. Returns a promise only if something has to be awaited.
   *
   * @throws UnboundStateError if a bound parameter has no value, or one that the schema rejects.
   */
  prepare(args: unknown, state: ToolState, coerce: boolean): Prepared | Promise<Prepared> {
    const bound = this.#readBindings(state);
    const result = this.#validate(args, bound, coerce);
    return result instanceof Promise ? result.then((one) => this.#finish(one, bound)) : this.#finish(result, bound);
  }

  /**
   * Arranges arguments that were validated before in the form that the executor accepts. Returns a promise only if
   * something has to be awaited.
   *
   * @throws UnboundStateError if a bound parameter has no value.
   */
  arrange(validated: ValidatedArguments, state: ToolState): Prepared | Promise<Prepared> {
    const bound = this.#readBindings(state);
    const value = validated.read(state);
    const bind = (one: unknown): Prepared => this.#bind(one as Record<string, unknown>, bound);
    return value instanceof Promise ? value.then(bind) : bind(value);
  }

  /** Validates arguments without running the tool. Bindings without a value are skipped. */
  async validate(args: unknown, state: ToolState, coerce = true): Promise<Validation> {
    const bound: Record<string, unknown> = {};
    for (const { binding, parameter } of this.#bindings) {
      const value = readBinding(binding, state);
      if (value !== ABSENT) bound[parameter] = value;
    }
    const result = await this.#validate(args, bound, coerce);
    return result.ok ? { ok: true, value: result.value } : result;
  }

  /**
   * Validates arguments as a call does. The result also has the JSON that a parser has converted, if there is one.
   *
   * @throws UnboundStateError if a bound parameter has no value.
   */
  async accept(args: unknown, state: ToolState, coerce = true): Promise<Acceptance> {
    const bound = this.#readBindings(state) ?? noBoundArguments;
    const result = await this.#validate(args, bound, coerce);
    if (result.ok) completeValue(this.#contract, result.value);
    return { ...result, bound: this.#parsedOf(bound) };
  }

  /**
   * Returns the values of the bindings that a parser has received, and that its result contains.
   *
   * @throws UnboundStateError if a bound parameter has no value.
   */
  readParsed(state: ToolState): BoundArguments {
    return this.#parsedOf(this.#readBindings(state) ?? noBoundArguments);
  }

  /**
   * Returns validated arguments as JSON data with bigints, by the names that models see and without bound parameters.
   *
   * @throws OutputValidationError if they have no JSON form.
   */
  formOf(value: unknown): unknown {
    return formOfArguments(this.#contract, value);
  }

  /** Compiles the validator now. Throws a DefinitionError if the schema does not compile. */
  warmUp(coerce: boolean): void {
    this.#compiledValidator(coerce);
  }

  /** Creates the error for arguments with these issues. */
  createRefusal(issues: readonly ValidationIssue[]): ValidationError {
    return createArgumentError(this.#toolName, issues);
  }

  #validate(
    args: unknown,
    bound: BoundArguments | undefined,
    coerce: boolean,
  ): ValidationResult | Promise<ValidationResult> {
    const validator = this.#compiledValidator(coerce);
    if (bound === undefined) return validator.validate(args, bound);
    const refuse = (error: unknown): never => {
      throw error instanceof RefusedBindings ? this.#refuseBindings(error, bound) : error;
    };
    try {
      const result = validator.validate(args, bound);
      return result instanceof Promise ? result.catch(refuse) : result;
    } catch (error) {
      return refuse(error);
    }
  }

  #refuseBindings(cause: RefusedBindings, bound: BoundArguments): UnboundStateError {
    const { definedName = (name: string) => name } = this.#contract;
    const refused = this.#bindings.map(({ binding, parameter }) => ({
      binding,
      value: bound[parameter],
      schema: this.#input.rootProperty(parameter),
      issues: cause.issues.filter(({ path }) => stepsOf(path)[0] === definedName(parameter)),
    }));
    const violated = refused.filter((one) => one.issues.length > 0);
    return createRefusedBindingError(violated, this.#toolName, cause);
  }

  #parsedOf(bound: BoundArguments): BoundArguments {
    if (this.#contract.parse === undefined) return noBoundArguments;
    const parsed = this.#bindings.filter(({ isOfRoot, parameter }) => isOfRoot && Object.hasOwn(bound, parameter));
    return Object.fromEntries(parsed.map(({ parameter }) => [parameter, bound[parameter]]));
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
