import { DeniedError, ToolError, ValidationError, type ValidationIssue } from '../../base/errors/errors.js';
import { equalsDeep } from '../../base/values/equals-deep.js';
import { toJsonValue } from '../../call/response/json-value.js';
import { freezeDeep } from '../../schema/json-schema/freeze-deep.js';
import { describeIssues } from '../../schema/validation/schema-issues.js';
import { isPlainObject } from '../../schema/values/copy-json.js';
import type { ToolSpec } from '../spec/tool-spec.js';
import { CheckedInput, type CheckOptions, type JsonArguments } from './checked-input.js';
import { changedAlthoughUnedited, restoreUnedited } from './edited-arguments.js';
import { addMissing } from './merge-arguments.js';
import type { ToolExtension } from './tool-extension.js';

/**
 * Validates arguments without running anything.
 *
 * @throws UnboundStateError if a bound parameter has no value.
 * @throws ValidationError if the arguments are invalid.
 * @throws DeniedError if the converted arguments have no JSON form, in which they are shown and compared.
 */
export async function checkInput(spec: ToolSpec, sent: unknown, options: CheckOptions): Promise<CheckedInput> {
  const own = copyArguments(spec, sent);
  const acceptance = await spec.accept(own, options);
  if (!acceptance.ok) throw createInvalid(spec, acceptance.issues);
  const { value, json = value, bound } = acceptance;
  const form = formOf(spec, value);
  const parts = { spec, sent: own as JsonArguments, accepted: toJsonValue(json) as JsonArguments, value, form, bound };
  return new CheckedInput(parts, (checked, state) =>
    repeatInput(spec, { approved: checked.input, accepted: checked.accepted }, (candidate) =>
      checkInput(spec, candidate, { ...options, state }),
    ),
  );
}

/** Validates the arguments of a tool with an extended model, with the fields that the tool does not receive. */
export async function checkExtended(
  extension: ToolExtension,
  sent: unknown,
  options: CheckOptions,
): Promise<CheckedInput> {
  const { base, shown } = extension;
  const all = copyArguments(shown, sent);
  if (!isPlainObject(all)) return checkInput(base, sent, options);
  const read = await extension.readFields(all, options);
  if (read.kind === 'unreadable') return checkInput(base, sent, options);
  if (read.kind === 'invalid') throw createInvalid(shown, read.issues);
  const own = await checkInput(base, read.input, options);
  const fields = toJsonValue(read.structuredOutput) as JsonArguments;
  const form = isPlainObject(own.form) ? { ...own.form, ...fields } : own.form;
  const parts = { spec: shown, sent: all, accepted: { ...own.accepted, ...fields }, form, bound: {}, value: form };
  return new CheckedInput({ ...parts, extension: { own, structuredOutput: read.structuredOutput } }, () =>
    checkExtended(extension, sent, options),
  );
}

/** The arguments for which a call was approved before. */
export interface ApprovedArguments {
  /** The arguments that were to run. */
  readonly approved: JsonArguments;
  /** The arguments before the schema has converted them. */
  readonly accepted: JsonArguments;
  /** The arguments as an approver has edited them. @default as they were approved */
  readonly edited?: unknown;
}

/**
 * Validates approved arguments again: with what their conversion has added, such as a default that is another one each
 * time, or else without it.
 *
 * @throws ValidationError if edited arguments are invalid.
 * @throws DeniedError with the name of an argument that would run with another value than the approved one.
 */
export async function repeatInput(
  spec: ToolSpec,
  { approved, accepted, edited = approved }: ApprovedArguments,
  check: (candidate: unknown) => Promise<CheckedInput>,
): Promise<CheckedInput> {
  const restored = restoreUnedited({ edited, shown: approved, accepted, toolName: spec.name });
  const completed = isPlainObject(restored) && isPlainObject(edited) ? addMissing(restored, edited, spec) : restored;
  const candidates = equalsDeep(completed, restored) ? [restored] : [completed, restored];
  let different: string | undefined;
  let refusal: ValidationError | undefined;
  for (const candidate of candidates) {
    try {
      const checked = await check(candidate);
      const changed = changedAlthoughUnedited(edited, approved, checked.input);
      if (changed === undefined) return checked;
      different ??= changed;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusal = error;
    }
  }
  if (refusal !== undefined && different === undefined && edited !== approved) throw refusal;
  different ??= refusal?.issues[0]?.path.split('/')[1];
  const what = different === undefined || different === '' ? 'the arguments have' : `the argument '${different}' has`;
  throw new DeniedError(
    `The call of '${spec.name}' was denied: validated again, ${what} another value than the one that was approved.`,
    {
      toolName: spec.name,
      details: { reason: 'arguments', ...(different === undefined ? {} : { argument: different }) },
    },
  );
}

function isRefusal(error: unknown): error is ValidationError {
  return ToolError.is(error) && error.code === 'invalid_parameters';
}

function createInvalid({ name: toolName }: ToolSpec, issues: readonly ValidationIssue[]): ValidationError {
  return new ValidationError(describeIssues(toolName, issues), { toolName, issues });
}

function formOf(spec: ToolSpec, value: unknown): unknown {
  try {
    return spec.formOf(value);
  } catch (cause) {
    throw new DeniedError(
      `The call of '${spec.name}' was denied: its converted arguments have no JSON form, in which rules and approvers ` +
        'see them. Give the converted value a toJSON() method.',
      { toolName: spec.name, cause },
    );
  }
}

/** Copies arguments as JSON. Returns a string that is not a JSON object as it is; validation rejects it. */
function copyArguments(spec: ToolSpec, sent: unknown): unknown {
  const value = typeof sent === 'string' ? parseJson(sent) : sent === undefined ? {} : sent;
  try {
    return freezeDeep(toJsonValue(value));
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
