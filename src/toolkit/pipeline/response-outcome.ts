import { errorFromInfo, type ToolErrorInfo, ToolExecutionError } from '../../base/errors/errors.js';
import { type Outcome, outcomeOf, stateOf, toResult } from '../../call/outcome.js';
import { contentText } from '../../call/response/content.js';
import { contentData } from '../../call/response/rendered.js';
import { createResponse, isToolResponse, type ToolResponse } from '../../call/response/tool-response.js';
import type { ToolResult } from '../../call/response/tool-result.js';
import type { PipelineCall } from './pipeline.js';

/** The origin of a response, for error messages. */
export interface ResponseSource {
  readonly toolName: string;
  /** The origin in words, such as `the middleware 'audit'`. */
  readonly source: string;
}

/** Throws a ToolExecutionError that names the source if a value is not a response. */
export function checkResponse(
  response: unknown,
  { toolName, source }: ResponseSource,
): asserts response is ToolResponse {
  if (typeof response === 'object' && response !== null && Array.isArray((response as ToolResponse).content)) return;
  throw new ToolExecutionError(
    `'${toolName}': ${source} produced ${describeKind(response)}, which is not a response. ` +
      'Use a response of next(), a modified copy of one, or respond(…).',
    { toolName },
  );
}

/** Describes the kind of a value. Never shows the value itself, because a model may read the description. */
export function describeKind(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Sets the IDs of a chunk to those of its call and position. Returns the same object if it already has them. */
export function stampChunk(chunk: ToolResponse, { id: callId, name }: PipelineCall, index: number): ToolResponse {
  const id = `${callId}:${index}`;
  const toolName = chunk.toolName || name;
  const isStamped = chunk.id === id && chunk.callId === callId && chunk.toolName === toolName;
  if (isStamped && chunk.state === 'running' && chunk.stream && !chunk.error && isToolResponse(chunk)) return chunk;
  const { error: _, ...rest } = chunk;
  const stamps = { id, callId, toolName, state: 'running', stream: true, isLast: false, isInterrupted: false } as const;
  return Object.freeze(createResponse({ ...rest, ...stamps }));
}

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
