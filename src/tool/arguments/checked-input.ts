import { equalsDeep } from '../../base/values/equals-deep.js';
import type { Acceptance, ValidatedArguments } from '../../call/argument-plan.js';
import type { CallOptions } from '../../call/call-options.js';
import { toJsonValue } from '../../call/response/json-value.js';
import type { ToolState } from '../../call/state/tool-state.js';
import { freezeDeep } from '../../schema/json-schema/freeze-deep.js';
import { copyJson, isPlainObject } from '../../schema/values/copy-json.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import { addMissing } from './merge-arguments.js';

/** Arguments as JSON data. */
export type JsonArguments = Readonly<Record<string, unknown>>;

/** The options of the call whose arguments are validated. */
export interface CheckOptions extends Pick<CallOptions, 'coerce'> {
  readonly state: ToolState;
}

/** What the validation of arguments has returned. */
export interface CheckedParts extends Pick<Acceptance, 'bound'> {
  readonly spec: ToolSpec;
  /** The arguments as they were sent. */
  readonly sent: JsonArguments;
  /** The arguments after coercion, before the schema has converted them. */
  readonly accepted: JsonArguments;
  readonly value: unknown;
  /** The JSON form of `value`, with bigints. */
  readonly form: unknown;
  readonly extension?: CheckedExtension | undefined;
}

/** The parts of the arguments of a tool with an extended model. */
export interface CheckedExtension {
  /** The arguments of the tool itself. */
  readonly own: CheckedInput;
  /** The values of the fields, which the tool does not receive. */
  readonly structuredOutput: unknown;
}

/**
 * The arguments of a call that passed validation, in each form that concerns its approval. The value that was checked is
 * the value that runs: the schema does not run again, because its conversions and defaults may return another value.
 */
export class CheckedInput implements ValidatedArguments {
  readonly spec: ToolSpec;
  /** The arguments as they were sent, as frozen JSON. */
  readonly sent: JsonArguments;
  /** The arguments that run, as frozen JSON. */
  readonly input: JsonArguments;
  /** The arguments that run, as JSON data with bigints. Not an object if the schema converts all arguments to one value. */
  readonly form: unknown;
  /** The arguments after coercion, before the schema has converted them, as frozen JSON. */
  readonly accepted: JsonArguments;
  readonly extension: CheckedExtension | undefined;
  readonly #value: unknown;
  readonly #bound: Acceptance['bound'];
  /** Validates the arguments again. Rejects with a DeniedError if that returns another value. */
  readonly #repeat: (state: ToolState) => Promise<CheckedInput>;

  constructor(parts: CheckedParts, repeat: (checked: CheckedInput, state: ToolState) => Promise<CheckedInput>) {
    const { spec, sent, accepted, form, value, bound, extension } = parts;
    this.spec = spec;
    this.sent = freezeDeep(sent);
    this.accepted = freezeDeep(accepted);
    this.form = form;
    this.input = freezeDeep(toJsonValue(isPlainObject(form) ? form : { value: form })) as JsonArguments;
    this.extension = extension;
    this.#value = value;
    this.#bound = bound;
    this.#repeat = (state) => repeat(this, state);
  }

  /**
   * The validated value, for what decides about the call. Plain objects and arrays are copied. Any other object is the one
   * that runs, unless it is changed.
   */
  get args(): unknown {
    return this.extension === undefined ? copyPlain(this.#value) : this.extension.own.args;
  }

  /** The arguments before the conversions of the schema, and what the schema has added. */
  get completed(): JsonArguments {
    return addMissing(this.accepted, this.input, this.spec);
  }

  read(state: ToolState): unknown {
    if (equalsDeep(this.spec.readParsed(state), this.#bound) && this.#isUnchanged()) return copyPlain(this.#value);
    return this.#repeat(state).then((again) => copyPlain(again.#value));
  }

  /** Checks whether nothing has changed the value since its validation: a predicate, an approver or an attempt. */
  #isUnchanged(): boolean {
    try {
      return equalsDeep(this.spec.formOf(this.#value), this.form);
    } catch {
      return false;
    }
  }
}

function copyPlain(value: unknown): unknown {
  return isPlainObject(value) || Array.isArray(value) ? copyJson(value) : value;
}
