import type { ToolSpec } from '../spec/tool-spec.js';
import { canonicalJson } from './canonical-json.js';
import { checkExtended, checkInput } from './check-input.js';
import type { CheckedInput, CheckOptions } from './checked-input.js';
import type { ToolExtension } from './tool-extension.js';

/** The arguments to validate, and the tool for which they are. */
export interface InputToCheck {
  readonly spec: ToolSpec;
  /** The tool with an extended model whose `shown` is the spec. */
  readonly extension?: ToolExtension | undefined;
  readonly input: unknown;
}

/**
 * The validated arguments of one call, so that guards, rules and the tool itself see one value, also if middleware repeats
 * the call.
 */
export class CheckedInputs {
  /** The arguments by the objects that are passed on for them. They are frozen, so that they cannot change. */
  readonly #byObject = new WeakMap<object, CheckedInput[]>();
  /** The arguments by tool, and by the canonical JSON of what was sent. */
  readonly #bySent = new Map<ToolSpec, Map<string, CheckedInput>>();

  /** Validates arguments, once. Rejects as `checkInput` does. */
  async check({ spec, extension, input }: InputToCheck, options: CheckOptions): Promise<CheckedInput> {
    const sent = canonicalJson(typeof input === 'string' ? [input] : { input });
    const known = this.find(spec, input) ?? (sent === undefined ? undefined : this.#bySent.get(spec)?.get(sent));
    if (known !== undefined) return known;
    const checked =
      extension === undefined ? await checkInput(spec, input, options) : await checkExtended(extension, input, options);
    if (sent !== undefined) {
      const bySent = this.#bySent.get(spec) ?? new Map<string, CheckedInput>();
      this.#bySent.set(spec, bySent.set(sent, checked));
    }
    return this.add(checked);
  }

  /** Adds validated arguments, so that the call of its tool with one of their frozen forms runs with them. */
  add(checked: CheckedInput): CheckedInput {
    for (const form of new Set([checked.sent, checked.input])) {
      this.#byObject.set(form, [checked, ...(this.#byObject.get(form) ?? [])]);
    }
    if (checked.extension !== undefined) this.add(checked.extension.own);
    return checked;
  }

  /** Returns the validated arguments that a tool receives for an input. Undefined if it was not validated before. */
  find(spec: ToolSpec, input: unknown): CheckedInput | undefined {
    if (typeof input !== 'object' || input === null) return undefined;
    return this.#byObject.get(input)?.find((checked) => checked.spec === spec);
  }
}
