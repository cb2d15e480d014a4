import { ValidationError } from '../errors.js';
import { toJsonValue } from '../response/json-value.js';
import { freezeDeep } from '../schema/json-schema/freeze-deep.js';
import { describeIssues } from '../schema/validation/schema-issues.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import type { ToolState } from '../state/tool-state.js';

/** Arguments that validate. */
export interface CheckedInput {
  /** As they were sent: a frozen copy that nobody can change between being approved and being run. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Put right, and what a DTO class or a Standard Schema makes of them. */
  readonly args: unknown;
}

/**
 * Validates arguments without running anything.
 *
 * @throws UnboundStateError if a bound parameter has no value, as a call does before it validates.
 * @throws ValidationError if the arguments are refused.
 */
export async function checkInput(spec: ToolSpec, sent: unknown, state: ToolState): Promise<CheckedInput> {
  spec.checkBindings(state);
  const own = copyOf(spec, sent);
  const validation = await spec.validate(own, { state });
  if (validation.ok) return { input: freezeDeep(own) as CheckedInput['input'], args: validation.value };
  const { issues } = validation;
  throw new ValidationError(describeIssues(spec.name, issues), { toolName: spec.name, issues });
}

/** What was sent as JSON of its own; a text that is no JSON object stays one, to be refused in the usual words. */
function copyOf(spec: ToolSpec, sent: unknown): unknown {
  const value = typeof sent === 'string' ? parsed(sent) : sent === undefined ? {} : sent;
  try {
    return toJsonValue(value);
  } catch (cause) {
    const message = `Invalid arguments for '${spec.name}': they have no JSON form.`;
    throw new ValidationError(message, { toolName: spec.name, cause });
  }
}

function parsed(json: string): unknown {
  // An empty text stands for no arguments.
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? json : value;
  } catch {
    return json;
  }
}
