import { isSuspension, type ToolError } from '../base/errors/errors.js';
import type { CallPlan } from './call-plan.js';
import { type ContentBlock, text } from './response/content.js';
import { nothing, type Rendered } from './response/rendered.js';
import {
  createFinalResponse,
  createResponse,
  originOf,
  type ResponseState,
  type ToolResponse,
} from './response/tool-response.js';
import { ToolResult } from './response/tool-result.js';

/** The outcome of a call. */
export interface Outcome {
  readonly toolName: string;
  /** The final state. `pending`: the call waits outside the process, and its result arrives separately. */
  readonly state: Exclude<ResponseState, 'running'>;
  /** The complete output. For a failure, it contains the chunks streamed before it and its message. */
  readonly rendered: Rendered;
  readonly error: ToolError | undefined;
  /** Whether a chunk was emitted. */
  readonly streamed: boolean;
  /** The number of times that the tool was run. */
  readonly attempts: number;
}

/** Returns the outcome from which a final response was created, or undefined if it was created in another way. */
export function outcomeOf(response: ToolResponse): Outcome | undefined {
  return originOf(response) as Outcome | undefined;
}

/** Creates the final response of a call. */
export function toFinalResponse(outcome: Outcome, callId: string): ToolResponse {
  const { error, rendered, state } = outcome;
  return createFinalResponse(
    {
      id: callId,
      callId,
      toolName: outcome.toolName,
      content: rendered.content,
      structuredContent: rendered.structuredContent,
      metadata: rendered.metadata,
      meta: rendered.meta,
      state,
      stream: outcome.streamed,
      isLast: true,
      isInterrupted: state === 'interrupted',
      error: error?.toJSON(),
    },
    outcome,
  );
}

/** The properties of a call that its chunks refer to. */
export interface StreamingCall {
  readonly callId: string;
  readonly plan: Pick<CallPlan, 'toolName'>;
}

/** Creates the response of one chunk. `index` counts from 0. */
export function toChunk(
  { content, structuredContent, metadata, meta }: Rendered,
  index: number,
  { callId, plan }: StreamingCall,
): ToolResponse {
  return createResponse({
    id: `${callId}:${index}`,
    callId,
    toolName: plan.toolName,
    content,
    structuredContent,
    metadata,
    meta,
    state: 'running',
    stream: true,
    isLast: false,
    isInterrupted: false,
  });
}

/** The properties of a call that its ToolResult refers to. */
export interface FinishedCall {
  readonly callId: string;
  /** The duration of the call, in milliseconds. */
  readonly elapsedMs: number;
}

/** Creates the ToolResult of a call. */
export function toResult(outcome: Outcome, { callId, elapsedMs }: FinishedCall): ToolResult {
  const { rendered, error, toolName, attempts, state } = outcome;
  const result = new ToolResult({
    data: rendered.data,
    error,
    content: rendered,
    structuredContent: rendered.structuredContent,
    metadata: rendered.metadata,
    meta: rendered.meta,
    isPending: state === 'pending',
    toolName,
    callId,
    durationMs: elapsedMs,
    attempts,
  });
  Object.freeze(result);
  return result;
}

/** Truncates the text of content after `maxChars` characters and adds a note. Other blocks are not truncated. */
export function truncateText(rendered: Rendered, maxChars: number | undefined): Rendered {
  if (maxChars === undefined) return rendered;
  const total = rendered.content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
  if (total <= maxChars) return rendered;
  let remaining = maxChars;
  const content: ContentBlock[] = [];
  for (const block of rendered.content) {
    if (block.type !== 'text') {
      content.push(block);
      continue;
    }
    const { type: _, text: full, ...options } = block;
    const cut = cutText(full, remaining);
    if (cut !== '') content.push(cut === full ? block : text(cut, options));
    remaining = Math.max(0, remaining - full.length);
  }
  content.push(text(`[truncated: ${maxChars} of ${total} characters shown]`));
  const { data, structuredContent, metadata, meta } = rendered;
  return { data, content, structuredContent, metadata, meta };
}

/** Returns at most `length` UTF-16 code units of a text, never half of a surrogate pair. */
function cutText(value: string, length: number): string {
  if (value.length <= length) return value;
  const last = value.charCodeAt(length - 1);
  return value.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** Renders the output streamed before a failure, followed by the failure. Each is truncated separately. */
export function renderFailure(soFar: Rendered, error: ToolError, maxChars: number | undefined): Rendered {
  const failure = truncateText({ data: undefined, content: [text(error.toText())] }, maxChars);
  if (soFar === nothing) return failure;
  return { ...soFar, content: [...truncateText(soFar, maxChars).content, ...failure.content] };
}

/** Returns the final state of a call that ended with `error`. */
export function stateOf(error: Pick<ToolError, 'code'> | undefined): 'success' | 'error' | 'interrupted' | 'denied' {
  if (error === undefined) return 'success';
  return error.code === 'interrupted' || error.code === 'denied' ? error.code : 'error';
}

/** Returns how a call ended with `error`. A suspended call continues later, so it has no error. */
export function endOf(error: ToolError | undefined): Pick<Outcome, 'state' | 'error'> {
  return isSuspension(error) ? { state: 'pending', error: undefined } : { state: stateOf(error), error };
}

/** Creates the outcome of a call that failed before its tool produced output. */
export function createFailedOutcome(toolName: string, error: ToolError): Outcome {
  const rendered = renderFailure(nothing, error, undefined);
  return { toolName, rendered, ...endOf(error), streamed: false, attempts: 0 };
}
