import { errorFromInfo, type ToolErrorInfo } from '../base/errors/errors.js';
import { type Outcome, outcomeOf, stateOf, toResult } from './outcome.js';
import { contentText } from './response/content.js';
import { contentData } from './response/rendered.js';
import type { ToolResponse } from './response/tool-response.js';
import type { ToolResult } from './response/tool-result.js';

/** An outcome, and the final response that was created from it for a middleware. */
export interface ShownOutcome {
  readonly outcome: Outcome;
  readonly response: ToolResponse;
}

/**
 * Returns the outcome that a final response represents. If a middleware has copied the response that it received, the
 * outcome retains the tool's original data and error, unless the copy changes them.
 */
export function outcomeOfResponse(last: ToolResponse, toolName: string, shown: ShownOutcome | undefined): Outcome {
  const known = outcomeOf(last);
  if (known !== undefined) return known;
  const { content, structuredContent, metadata, meta } = last;
  const { state, error: info } = readEnd(last, toolName);
  const isOwnError = info !== undefined && info === shown?.response.error;
  const error = isOwnError ? shown?.outcome.error : info && errorFromInfo(info, toolName);
  const data = hasOwnData(last, shown?.response) ? shown?.outcome.rendered.data : dataOf(last, state);
  const rendered = { data, content, structuredContent, metadata, meta };
  return { toolName: last.toolName || toolName, rendered, state, error, streamed: last.stream, attempts: 0 };
}

/** Returns the outcome that a ToolResult created by a middleware represents. */
export function outcomeOfResult(result: ToolResult, toolName: string): Outcome {
  const { data, content, structuredContent, metadata, meta, error } = result;
  const rendered = { data, content, structuredContent, metadata, meta };
  return { toolName, rendered, state: stateOf(error), error, streamed: false, attempts: 0 };
}

/**
 * Returns the ToolResult that a final response represents, with a duration of 0, which only the call itself can
 * measure.
 */
export function resultOfResponse(last: ToolResponse): ToolResult {
  return toResult(outcomeOfResponse(last, last.toolName, undefined), { callId: last.callId, elapsedMs: 0 });
}

/** Adds metadata to an outcome. */
export function withMetadata(outcome: Outcome, more: Readonly<Record<string, unknown>>): Outcome {
  const { data, content, structuredContent, metadata, meta } = outcome.rendered;
  return { ...outcome, rendered: { data, content, structuredContent, metadata: { ...metadata, ...more }, meta } };
}

function hasOwnData({ content, structuredContent }: ToolResponse, shown: ToolResponse | undefined): boolean {
  if (shown === undefined || structuredContent !== shown.structuredContent) return false;
  return structuredContent !== undefined || content === shown.content;
}

/** Returns the data of a response, for programs. */
function dataOf({ content, structuredContent }: ToolResponse, state: Outcome['state']): unknown {
  if (state !== 'success') return undefined;
  if (structuredContent !== undefined) return structuredContent;
  return content.length === 0 ? undefined : contentData(content);
}

/**
 * Reads how a call ended from its final response. The state takes precedence over the error, because a middleware may
 * change only the state.
 */
function readEnd(
  { state: stated, error, content }: ToolResponse,
  toolName: string,
): { readonly state: Outcome['state']; readonly error: ToolErrorInfo | undefined } {
  const state = stated === 'running' || stated === undefined ? stateOf(error) : stated;
  if (state === 'success' || state === 'pending') return { state, error: undefined };
  if (error !== undefined && stateOf(error) === state) return { state, error };
  const message = contentText(content) || `'${toolName}' ended with the state '${state}'.`;
  return { state, error: { code: state === 'error' ? 'execution' : state, message, retryable: false } };
}
