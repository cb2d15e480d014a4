import { refuseArguments, type ValidationError, type ValidationIssue } from '../errors.js';
import type { InputContract } from '../schema/input/input-contract.js';
import type { StandIn, ToolInput } from '../schema/input/tool-input.js';
import { type BoundArguments, bindArguments, copyDefault } from '../schema/validation/argument-builder.js';
import { type ArgumentValidator, type ValidationResult, validatorOf } from '../schema/validation/argument-validator.js';
import { describeIssues } from '../schema/validation/schema-issues.js';
import { type Binding, readBinding, unboundState } from '../state/binding.js';
import { ABSENT } from '../state/state-path.js';
import type { ToolState } from '../state/tool-state.js';
import type { ToolArguments } from './tool-executor.js';

/** The answer of `spec.validate()`. */
export type Validation =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Arguments as the executor takes them, or why they are refused. */
export type Prepared = ToolArguments | ValidationError;

/** A binding with what its plan knows of the parameter. */
interface PlannedBinding {
  readonly binding: Binding;
  readonly parameter: string;
  /** What takes the place of a missing value; undefined if the call then fails. */
  readonly fallback: StandIn | undefined;
  /** Whether the parameter is a property of the one schema that describes all arguments. */
  readonly isOfRoot: boolean;
}

/**
 * How the arguments of one spec are prepared: made once per spec, used by each call. The validator is compiled when first
 * needed, once for all specs of the same contract.
 */
export class ArgumentPlan {
  readonly #toolName: string;
  readonly #bindings: readonly PlannedBinding[];
  readonly #contract: InputContract;
  readonly #bind: ReturnType<typeof bindArguments>;
  #validator: ArgumentValidator | undefined;

  constructor(toolName: string, input: ToolInput, bindings: ReadonlyMap<string, Binding>) {
    this.#toolName = toolName;
    this.#contract = input.contract(new Set(bindings.keys()));
    this.#bindings = [...bindings.values()].map((binding) => ({
      binding,
      parameter: binding.parameter,
      fallback: binding.optional ? { kind: 'code' } : input.standInFor(binding.parameter),
      isOfRoot: input.isOfWhole(binding.parameter),
    }));
    this.#bind = bindArguments(this.#contract, this.#bindings);
  }

  /** The values that the bindings themselves hold: they may be secret. */
  get boundDefaults(): readonly unknown[] {
    if (this.#bindings.length === 0) return this.#bindings;
    return this.#bindings.flatMap(({ binding }) => [binding.fallback?.value, binding.preset?.value]);
  }

  /** What the model sees and what is enforced. */
  get contract(): InputContract {
    return this.#contract;
  }

  /**
   * Validates arguments and lays them out as the executor takes them. Returns a ValidationError for arguments that are
   * refused. Returns at once where nothing has to be awaited.
   *
   * @throws UnboundStateError if a bound parameter has no value.
   */
  prepare(args: unknown, state: ToolState): Prepared | Promise<Prepared> {
    const bound = this.#readBindings(state);
    const result = this.#compiledValidator().validate(args, bound);
    return result instanceof Promise ? result.then((one) => this.#finish(one, bound)) : this.#finish(result, bound);
  }

  /** Validates arguments without running anything. Bindings that have no value are passed over. */
  async validate(args: unknown, state: ToolState): Promise<Validation> {
    const bound: Record<string, unknown> = {};
    for (const { binding, parameter } of this.#bindings) {
      const value = readBinding(binding, state);
      if (value !== ABSENT) bound[parameter] = value;
    }
    return this.#compiledValidator().validate(args, bound);
  }

  /** Throws an UnboundStateError if a bound parameter has no value. */
  checkBindings(state: ToolState): void {
    this.#readBindings(state);
  }

  /** Compiles the validator now. Throws a DefinitionError if the schema does not compile. */
  warmUp(): void {
    this.#compiledValidator();
  }

  /** The error for arguments that were refused. */
  refusal(issues: readonly ValidationIssue[]): ValidationError {
    return refuseArguments(describeIssues(this.#toolName, issues), { toolName: this.#toolName, issues });
  }

  #compiledValidator(): ArgumentValidator {
    this.#validator ??= validatorOf(this.#contract, this.#toolName);
    return this.#validator;
  }

  #finish(result: ValidationResult, bound: BoundArguments | undefined): Prepared {
    return result.ok ? this.#bind(result.value, bound) : this.refusal(result.issues);
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

  /** The value of a bound parameter; ABSENT where the method's own default takes its place. */
  #valueOf({ binding, fallback }: PlannedBinding, state: ToolState): unknown {
    const value = readBinding(binding, state);
    if (value !== ABSENT) return value;
    if (fallback === undefined) throw unboundState(binding, this.#toolName);
    return fallback.kind === 'value' ? copyDefault(fallback.value) : ABSENT;
  }
}
