import { refuseArguments, type ValidationError, type ValidationIssue } from '../errors.js';
import type { InputContract } from '../schema/input/input-contract.js';
import { alone } from '../schema/input/input-parts.js';
import type { StandIn, ToolInput } from '../schema/input/tool-input.js';
import { type ArgumentValidator, type Judged, validatorOf } from '../schema/validation/argument-validator.js';
import { ownCopy } from '../schema/validation/defaults.js';
import { describeIssues } from '../schema/validation/schema-issues.js';
import { type Binding, readBinding, unboundState } from '../state/binding.js';
import { ABSENT } from '../state/state-path.js';
import type { ToolState } from '../state/tool-state.js';
import { type Placer, placerOf } from './argument-placer.js';
import type { ToolArguments } from './tool-executor.js';

/** What `spec.validate()` answers. */
export type Validation =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Arguments as the executor wants them, or why they are refused. */
export type Prepared = ToolArguments | ValidationError;

/** A binding, and what its plan knows of the parameter. */
interface PlannedBinding {
  readonly binding: Binding;
  /** What stands in where there is no value; undefined if the call then fails. */
  readonly standIn: StandIn | undefined;
  /** Whether the parameter is a property of the one schema that describes all arguments. */
  readonly inWhole: boolean;
}

/**
 * How the arguments of one spec are judged and placed: made once per spec, used by each call. The validator is compiled
 * when first needed, once for all specs of the same contract.
 */
export class ArgumentPlan {
  readonly #toolName: string;
  readonly #bindings: readonly PlannedBinding[];
  readonly #contract: InputContract;
  #validator: ArgumentValidator | undefined;
  #placer: Placer | undefined;

  constructor(toolName: string, input: ToolInput, bindings: ReadonlyMap<string, Binding>) {
    this.#toolName = toolName;
    this.#contract = input.contract(new Set(bindings.keys()));
    this.#bindings = [...bindings.values()].map((binding) => ({
      binding,
      standIn: binding.optional ? { kind: 'code' } : input.standInFor(binding.parameter),
      inWhole: input.isOfWhole(binding.parameter),
    }));
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
   * Judges arguments, and places them as the executor wants them. Gives a ValidationError for what is refused: throwing
   * would cost many times what judging does. Throws an UnboundStateError.
   */
  prepare(args: unknown, state: ToolState): Prepared | Promise<Prepared> {
    const validator = this.#validator ?? this.#compile();
    const accepted = validator.accept(args);
    if (accepted !== undefined) return this.#placed(accepted as Record<string, unknown>, state);
    return this.#judged(args, state, validator);
  }

  /** Judges arguments without running anything. Bindings that have no value are passed over. */
  async validate(args: unknown, state: ToolState): Promise<Validation> {
    const bound: Record<string, unknown> = {};
    for (const { binding } of this.#bindings) {
      const value = readBinding(binding, state);
      if (value !== ABSENT) bound[binding.parameter] = value;
    }
    return (this.#validator ?? this.#compile()).judge(args, bound);
  }

  /** Compiles the validator now. Throws a DefinitionError if the schema does not compile. */
  warmUp(): void {
    if (this.#validator === undefined) this.#compile();
  }

  /** The error for arguments that were refused. */
  refusal(issues: readonly ValidationIssue[]): ValidationError {
    return refuseArguments(describeIssues(this.#toolName, issues), { toolName: this.#toolName, issues });
  }

  #compile(): ArgumentValidator {
    this.#validator = validatorOf(this.#contract, this.#toolName);
    return this.#validator;
  }

  /** The same for what only a judge can tell. */
  #judged(args: unknown, state: ToolState, validator: ArgumentValidator): Prepared | Promise<Prepared> {
    const bound = this.#readBindings(state);
    const judged = validator.judge(args, bound);
    return judged instanceof Promise ? judged.then((one) => this.#prepared(one, bound)) : this.#prepared(judged, bound);
  }

  #prepared(judged: Judged, bound: Readonly<Record<string, unknown>> | undefined): Prepared {
    return judged.ok ? this.#place(judged.value, bound) : this.refusal(judged.issues);
  }

  #readBindings(state: ToolState): Readonly<Record<string, unknown>> | undefined {
    if (this.#bindings.length === 0) return undefined;
    const bound: Record<string, unknown> = {};
    for (const planned of this.#bindings) {
      const value = this.#valueOf(planned, state);
      if (value !== ABSENT) bound[planned.binding.parameter] = value;
    }
    return bound;
  }

  /** What a bound parameter is given; ABSENT where the method's own default stands in. */
  #valueOf({ binding, standIn }: PlannedBinding, state: ToolState): unknown {
    const value = readBinding(binding, state);
    if (value !== ABSENT) return value;
    if (standIn === undefined) throw unboundState(binding, this.#toolName);
    return standIn.kind === 'value' ? ownCopy(standIn.value) : ABSENT;
  }

  /** Places what the validator has accepted at once, with the bound values as the state has them. */
  #placed(accepted: Record<string, unknown>, state: ToolState): ToolArguments {
    if (this.#bindings.length === 0) return this.#byParameter(accepted);
    this.#placer ??= this.#createPlacer();
    return this.#placer(accepted, state);
  }

  #createPlacer(): Placer {
    const bindings = this.#bindings;
    const places = bindings.map(({ binding: { parameter }, inWhole }) => ({ parameter, inWhole }));
    return placerOf(this.#contract, places, (index, state) => {
      const planned = bindings[index];
      return planned === undefined ? ABSENT : this.#valueOf(planned, state);
    });
  }

  #byParameter(value: Record<string, unknown>): Record<string, unknown> {
    return this.#contract.layout === 'whole' ? alone(value) : value;
  }

  /** Where the bound properties of the one schema for all arguments go. */
  #wholeIn(byParameter: Record<string, unknown>): Record<string, unknown> {
    const { wholeName } = this.#contract;
    return wholeName === undefined ? byParameter : (byParameter[wholeName] as Record<string, unknown>);
  }

  #place(value: Record<string, unknown>, bound: Readonly<Record<string, unknown>> | undefined): ToolArguments {
    const { receive } = this.#contract;
    const byParameter = this.#byParameter(value);
    if (bound === undefined) return byParameter;
    const whole = this.#wholeIn(byParameter);
    for (const { binding, inWhole } of this.#bindings) {
      const { parameter } = binding;
      // What a receiver made of the whole has its bound values already, under the names of its own.
      if (!Object.hasOwn(bound, parameter) || (inWhole && receive !== undefined)) continue;
      // By identity, after the judging: a bound value is never validated, coerced or copied.
      (inWhole ? whole : byParameter)[parameter] = bound[parameter];
    }
    return byParameter;
  }
}
