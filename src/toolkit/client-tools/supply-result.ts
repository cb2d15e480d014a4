import { DefinitionError, ToolExecutionError } from '../../base/errors/errors.js';
import { isNativeError } from '../../base/values/value-kinds.js';
import { previewValue } from '../../base/values/value-preview.js';
import { toToolError } from '../../execution/failure.js';
import { createFailedOutcome, type Outcome } from '../../execution/outcome.js';
import { ToolResult } from '../../response/tool-result.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { ToolState } from '../../state/tool-state.js';
import type { CallEventEmitter } from '../pipeline/call-event-emitter.js';

/** What the client returned for a call: the data of the tool, or why it failed. */
export type SuppliedResult = { readonly data: unknown } | { readonly error: string | Error };

/** A call for which the client has supplied a result. */
export interface SuppliedCall {
  readonly result: SuppliedResult;
  /** The time since which the call has waited, in milliseconds since 1970. */
  readonly since: number;
  /** The emitter that has emitted the start of the call. Undefined for a restored call, and without listeners. */
  readonly events: CallEventEmitter | undefined;
  /** The roots of the state of the call. Empty for a restored call. */
  readonly secretsIn: readonly object[];
}

/** Throws a DefinitionError unless a value is `{ data }` or `{ error }`. */
export function checkSuppliedResult(supplied: unknown): asserts supplied is SuppliedResult {
  const entries = typeof supplied === 'object' && supplied !== null ? Object.entries(supplied) : [];
  const [[key, value] = []] = entries;
  const isError = key === 'error' && (typeof value === 'string' || isNativeError(value));
  if (entries.length === 1 && (key === 'data' || isError)) return;
  throw new DefinitionError(
    `supplyResult: the result must be { data }, or { error } with a text or an Error, not ${previewValue(supplied)}.`,
  );
}

/**
 * Returns the outcome of a call whose client returned a result. Data that does not fit the output schema is a failure.
 *
 * @param state - The state of the call and the tool.
 */
export async function readSuppliedResult(
  spec: ToolSpec,
  { result, secretsIn }: SuppliedCall,
  state: ToolState,
): Promise<Outcome> {
  const { name: toolName } = spec;
  try {
    if ('error' in result) throw ToolResult.fail(result.error).error ?? new ToolExecutionError('');
    const rendered = await spec.readOutput(result.data);
    return { toolName, rendered, state: 'success', error: undefined, streamed: false, attempts: 1 };
  } catch (thrown) {
    const error = toToolError(thrown, { toolName, secretsIn: [...secretsIn, ...state.roots()] });
    return { ...createFailedOutcome(toolName, error), attempts: 1 };
  }
}
