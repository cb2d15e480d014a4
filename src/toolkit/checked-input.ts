import { equalsDeep } from '../equals-deep.js';
import { ValidationError } from '../errors.js';
import type { CallOptions } from '../execution/call-options.js';
import { toJsonValue } from '../response/json-value.js';
import { freezeDeep } from '../schema/json-schema/freeze-deep.js';
import { copyJson, isPlainObject } from '../schema/validation/copy-json.js';
import { composeDefaults, type FillDefaults } from '../schema/validation/fill-defaults.js';
import { describeIssues } from '../schema/validation/schema-issues.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import type { ToolState } from '../state/tool-state.js';

/** The arguments of a call that passed validation. */
export interface CheckedInput {
  /** The arguments as JSON: a frozen copy, so that they cannot change between approval and execution. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The validated arguments, after coercion and after the conversions of a DTO class or a Standard Schema. */
  readonly args: unknown;
}

/** The options of the call whose arguments are validated. */
export interface CheckOptions extends Pick<CallOptions, 'coerce'> {
  readonly state: ToolState;
}

/**
 * Validates arguments without running anything. The returned `input` has the arguments as they were sent.
 *
 * @throws UnboundStateError if a bound parameter has no value. A call checks its bindings before its arguments too.
 * @throws ValidationError if the arguments are invalid.
 */
export async function checkInput(
  spec: ToolSpec,
  sent: unknown,
  { state, coerce }: CheckOptions,
): Promise<CheckedInput> {
  spec.checkBindings(state);
  const own = copyArguments(spec, sent);
  const validation = await spec.validate(own, { state, coerce });
  if (validation.ok) return { input: freezeDeep(own) as CheckedInput['input'], args: validation.value };
  const { issues } = validation;
  throw new ValidationError(describeIssues(spec.name, issues), { toolName: spec.name, issues });
}

/**
 * Returns checked arguments with the `input` that runs: after coercion, and with the defaults of the published schema.
 * Arguments that would run differently if their defaults were sent, because the schema rejects or converts its own
 * defaults, remain without them.
 */
export async function completeInput(
  spec: ToolSpec,
  checked: CheckedInput,
  options: CheckOptions,
): Promise<CheckedInput> {
  const accepted = await spec.accept(checked.input, options);
  if (!accepted.ok) return checked;
  const fill = composeDefaults(spec.inputSchema);
  const expected = withDefaults(checked.args, fill);
  const coerced = accepted.json ?? accepted.value;
  for (const input of [withDefaults(coerced, fill), coerced]) {
    const own = copyArguments(spec, input);
    const validation = await spec.validate(own, options);
    if (!validation.ok || !equalsDeep(withDefaults(validation.value, fill), expected)) continue;
    return { input: freezeDeep(own) as CheckedInput['input'], args: validation.value };
  }
  return checked;
}

/** Returns a copy of plain arguments with the defaults. A parser has filled in the defaults of a class instance. */
function withDefaults(args: unknown, fill: FillDefaults | undefined): unknown {
  if (fill === undefined || !isPlainObject(args)) return args;
  const filled = copyJson(args);
  fill(filled);
  return filled;
}

/** Copies arguments as JSON. Returns a string that is not a JSON object as it is; validation rejects it. */
function copyArguments(spec: ToolSpec, sent: unknown): unknown {
  const value = typeof sent === 'string' ? parseJson(sent) : sent === undefined ? {} : sent;
  try {
    return toJsonValue(value);
  } catch (cause) {
    const message = `Invalid arguments for '${spec.name}': they cannot be represented as JSON.`;
    throw new ValidationError(message, { toolName: spec.name, cause });
  }
}

function parseJson(json: string): unknown {
  // An empty string means no arguments.
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? json : value;
  } catch {
    return json;
  }
}
