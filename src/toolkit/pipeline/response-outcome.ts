import { errorFromInfo, type ToolErrorInfo, ToolExecutionError } from '../../errors.js';
import { type Outcome, outcomeOf, stateOf, toResult } from '../../execution/outcome.js';
import { contentText } from '../../response/content.js';
import { contentData } from '../../response/rendered.js';
import { createResponse, isToolResponse, type ToolResponse } from '../../response/tool-response.js';
import type { ToolResult } from '../../response/tool-result.js';
import type { PipelineCall } from './pipeline.js';

/** Where a response comes from, for error messages. */
export interface ResponseSource {
  readonly toolName: string;
  /** Such as `the middleware 'audit'`. */
  readonly source: string;
}

/** Refuses a value that is no response. Throws a ToolExecutionError that names its source. */
export function checkResponse(
  response: unknown,
  { toolName, source }: ResponseSource,
): asserts response is ToolResponse {
  if (typeof response === 'object' && response !== null && Array.isArray((response as ToolResponse).content)) return;
  throw new ToolExecutionError(
    `'${toolName}': ${source} gave ${describeKind(response)}, which is no response. ` +
      'Give what next() gave, changed copies of it, or respond(…).',
    { toolName },
  );
}

/** The kind of a value in words. A model may read them, so the value itself is not shown. */
export function describeKind(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Gives a chunk the ids of its call and position: the same object where it has them already. */
export function stampChunk(chunk: ToolResponse, { id: callId, name }: PipelineCall, index: number): ToolResponse {
  const id = `${callId}:${index}`;
  const toolName = chunk.toolName || name;
  const isStamped = chunk.id === id && chunk.callId === callId && chunk.toolName === toolName;
  if (isStamped && chunk.state === 'running' && chunk.stream && !chunk.error && isToolResponse(chunk)) return chunk;
  const { error: _, ...rest } = chunk;
  const stamps = { id, callId, toolName, state: 'running', stream: true, isLast: false, isInterrupted: false } as const;
  return Object.freeze(createResponse({ ...rest, ...stamps }));
}

/** An outcome, and the last response that showed it to a middleware. */
export interface ShownOutcome {
  readonly outcome: Outcome;
  readonly response: ToolResponse;
}

/**
 * The outcome that a last response stands for. Where a middleware has copied the response that it was shown, the data and
 * the error stay the tool's own as far as the copy still has them.
 */
export function outcomeOfResponse(last: ToolResponse, toolName: string, shown: ShownOutcome | undefined): Outcome {
  const known = outcomeOf(last);
  if (known !== undefined) return known;
  const { content, structuredContent, metadata } = last;
  const { state, error: info } = endOf(last, toolName);
  const isOwnError = info !== undefined && info === shown?.response.error;
  const error = isOwnError ? shown?.outcome.error : info && errorFromInfo(info, toolName);
  const data = hasOwnData(last, shown?.response) ? shown?.outcome.rendered.data : dataOf(last, state);
  const rendered = { data, content, structuredContent, metadata };
  return { toolName: last.toolName || toolName, rendered, state, error, streamed: last.stream, attempts: 0 };
}

/** The outcome that a ToolResult of a middleware's own stands for. */
export function outcomeOfResult(result: ToolResult, toolName: string): Outcome {
  const { data, content, structuredContent, metadata, error } = result;
  const rendered = { data, content, structuredContent, metadata };
  return { toolName, rendered, state: stateOf(error), error, streamed: false, attempts: 0 };
}

/** The ToolResult that a last response stands for. Only the outcome's own call knows how long it took. */
export function resultOfResponse(last: ToolResponse): ToolResult {
  return toResult(outcomeOfResponse(last, last.toolName, undefined), { callId: last.callId, elapsedMs: 0 });
}

/** Adds metadata to an outcome. */
export function withMetadata(outcome: Outcome, more: Readonly<Record<string, unknown>>): Outcome {
  const { data, content, structuredContent, metadata } = outcome.rendered;
  return { ...outcome, rendered: { data, content, structuredContent, metadata: { ...metadata, ...more } } };
}

function hasOwnData({ content, structuredContent }: ToolResponse, shown: ToolResponse | undefined): boolean {
  if (shown === undefined || structuredContent !== shown.structuredContent) return false;
  return structuredContent !== undefined || content === shown.content;
}

/** The data of a response for programs. */
function dataOf({ content, structuredContent }: ToolResponse, state: Outcome['state']): unknown {
  if (state !== 'success') return undefined;
  if (structuredContent !== undefined) return structuredContent;
  return content.length === 0 ? undefined : contentData(content);
}

/** How a last response says that its call ended. The state decides: a middleware may change it and leave the error. */
function endOf(
  { state: stated, error, content }: ToolResponse,
  toolName: string,
): { readonly state: Outcome['state']; readonly error: ToolErrorInfo | undefined } {
  const state = stated === 'running' || stated === undefined ? stateOf(error) : stated;
  if (state === 'success' || state === 'pending') return { state, error: undefined };
  if (error !== undefined && stateOf(error) === state) return { state, error };
  const message = contentText(content) || `'${toolName}' ended with the state '${state}'.`;
  return { state, error: { code: state === 'error' ? 'execution' : state, message, retryable: false } };
}
