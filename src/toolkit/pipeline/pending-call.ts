import { DefinitionError } from '../../base/errors/errors.js';
import { previewValue } from '../../base/values/value-preview.js';
import { isPlainObject } from '../../schema/values/copy-json.js';

/** A call of a tool that the client runs, as plain JSON. It waits for its result. */
export interface PendingCall {
  /** The ID of the call, for `supplyResult`. */
  readonly callId: string;
  readonly toolName: string;
  /** The version of the tool. Undefined for a tool without a version. */
  readonly toolVersion?: string | undefined;
  /** The validated arguments, after coercion and with the defaults of the schema. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The time since which the call waits, in milliseconds since 1970. */
  readonly since: number;
}

/** Returns the pending call of a response or a result. Returns undefined if the call does not wait for the client. */
export function pendingCallOf({
  metadata,
}: {
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}): PendingCall | undefined {
  return metadata?.pendingCall as PendingCall | undefined;
}

const keys: readonly string[] = ['callId', 'toolName', 'toolVersion', 'input', 'since'];

/** Checks the pending calls of a snapshot, and returns them. Throws a DefinitionError on another shape. */
export function checkPendingCalls(saved: unknown): readonly PendingCall[] {
  if (Array.isArray(saved) && saved.every(isPendingCall)) return saved;
  throw new DefinitionError(`restore(): pendingCalls must be a list of pending calls, not ${previewValue(saved)}.`);
}

function isPendingCall(value: unknown): value is PendingCall {
  if (!isPlainObject(value)) return false;
  const { callId, toolName, toolVersion, input, since } = value as Partial<Record<keyof PendingCall, unknown>>;
  if (!Object.keys(value).every((key) => keys.includes(key))) return false;
  if (toolVersion !== undefined && typeof toolVersion !== 'string') return false;
  const areTexts = [callId, toolName].every((text) => typeof text === 'string');
  return areTexts && isPlainObject(input) && Number.isFinite(since);
}
