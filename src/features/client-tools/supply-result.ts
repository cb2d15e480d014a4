import { DefinitionError, ToolExecutionError } from '../../base/errors/errors.js';
import { isNativeError } from '../../base/values/value-kinds.js';
import { previewValue } from '../../base/values/value-preview.js';
import { toToolError } from '../../call/failure.js';
import { createFailedOutcome, type Outcome } from '../../call/outcome.js';
import { ToolResult } from '../../call/response/tool-result.js';
import type { ToolState } from '../../call/state/tool-state.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';

/** What the client returned for a call: the data of the tool, or why it failed. */
export type SuppliedResult = { readonly data: unknown } | { readonly error: string | Error };

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

/** The result that a client has supplied, and what its errors must not show. */
export interface SuppliedOutput {
  readonly result: SuppliedResult;
  /** The roots of the state of the call when it was made. Empty for a restored call. */
  readonly secretsIn: readonly object[];
  /** The state of the call and the tool. */
  readonly state: ToolState;
}

/** Returns the outcome of a call whose client returned a result. Data that does not fit the output schema is a failure. */
export async function readSuppliedResult(
  spec: ToolSpec,
  { result, secretsIn, state }: SuppliedOutput,
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
