import type { ToolError } from '../errors.js';
import { type ContentBlock, text } from '../response/content.js';
import { nothing, type Rendered } from '../response/rendered.js';
import {
  createLastResponse,
  createResponse,
  originOf,
  type ResponseState,
  type ToolResponse,
} from '../response/tool-response.js';
import { ToolResult } from '../response/tool-result.js';
import type { CallPlan } from './call-plan.js';

/** How a call ended. */
export interface Outcome {
  readonly toolName: string;
  /** `pending`: the call waits outside of the process, and its result comes in another way. */
  readonly state: Exclude<ResponseState, 'running'>;
  /** The whole output. Of a failure: what was streamed before it, and its message. */
  readonly rendered: Rendered;
  readonly error: ToolError | undefined;
  /** Whether a chunk was emitted. */
  readonly streamed: boolean;
  /** How often the tool was run. */
  readonly attempts: number;
}

/** The outcome that a last response was created from; undefined if a response was created in another way. */
export function outcomeOf(response: ToolResponse): Outcome | undefined {
  return originOf(response) as Outcome | undefined;
}

/** Creates the last response of a call. */
export function toLastResponse(outcome: Outcome, callId: string): ToolResponse {
  const { error, rendered, state } = outcome;
  return createLastResponse(
    {
      id: callId,
      callId,
      toolName: outcome.toolName,
      content: rendered.content,
      structuredContent: rendered.structuredContent,
      metadata: rendered.metadata,
      state,
      stream: outcome.streamed,
      isLast: true,
      isInterrupted: state === 'interrupted',
      error: error?.toJSON(),
    },
    outcome,
  );
}

/** The call that a chunk belongs to. */
export interface StreamingCall {
  readonly callId: string;
  readonly plan: Pick<CallPlan, 'toolName'>;
}

/** Creates the response of one chunk. `index` counts from 0. */
export function toChunk(
  { content, structuredContent, metadata }: Rendered,
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
    state: 'running',
    stream: true,
    isLast: false,
    isInterrupted: false,
  });
}

/** The call that a ToolResult belongs to. */
export interface FinishedCall {
  readonly callId: string;
  /** In milliseconds. */
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
    isPending: state === 'pending',
    toolName,
    callId,
    durationMs: elapsedMs,
    attempts,
  });
  Object.freeze(result);
  return result;
}

/** Cuts text beyond `maxChars` characters from content, and marks the cut. Other blocks stay whole. */
export function truncated(rendered: Rendered, maxChars: number | undefined): Rendered {
  if (maxChars === undefined) return rendered;
  const total = rendered.content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
  if (total <= maxChars) return rendered;
  let left = maxChars;
  const content: ContentBlock[] = [];
  for (const block of rendered.content) {
    if (block.type !== 'text') {
      content.push(block);
      continue;
    }
    const { type: _, text: whole, ...options } = block;
    const kept = wholeCharacters(whole, left);
    if (kept !== '') content.push(kept === whole ? block : text(kept, options));
    left = Math.max(0, left - whole.length);
  }
  content.push(text(`[truncated: ${maxChars} of ${total} characters shown]`));
  const { data, structuredContent, metadata } = rendered;
  return { data, content, structuredContent, metadata };
}

/** At most `length` UTF-16 units of a text, never half a surrogate pair. */
function wholeCharacters(value: string, length: number): string {
  if (value.length <= length) return value;
  const last = value.charCodeAt(length - 1);
  return value.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** Renders what was streamed before a failure, and then the failure. Each is truncated by itself. */
export function failedRendering(soFar: Rendered, error: ToolError, maxChars: number | undefined): Rendered {
  const failure = truncated({ data: undefined, content: [text(error.toText())] }, maxChars);
  if (soFar === nothing) return failure;
  return { ...soFar, content: [...truncated(soFar, maxChars).content, ...failure.content] };
}

/** The state in which a call ends, given its error. */
export function stateOf(error: Pick<ToolError, 'code'> | undefined): 'success' | 'error' | 'interrupted' | 'denied' {
  if (error === undefined) return 'success';
  return error.code === 'interrupted' || error.code === 'denied' ? error.code : 'error';
}

/** The outcome of a call that failed before its tool gave anything. */
export function failedOutcome(toolName: string, error: ToolError): Outcome {
  const rendered = failedRendering(nothing, error, undefined);
  return { toolName, rendered, state: stateOf(error), error, streamed: false, attempts: 0 };
}
