import type { ToolError } from '../errors.js';
import { type ContentBlock, text } from '../response/content.js';
import { copyPlainJson, NOT_PLAIN } from '../response/plain-json.js';
import { nothing, type Rendered, renderPlain } from '../response/rendered.js';
import {
  createLastResponse,
  createResponse,
  originOf,
  type ResponseState,
  rememberOrigin,
  type ToolResponse,
} from '../response/tool-response.js';
import { ToolResult } from '../response/tool-result.js';
import type { CallOptions } from './call-options.js';
import type { CallPlan } from './call-plan.js';

/** How a call ended: the whole, or what went wrong after what had been streamed. */
export interface Outcome {
  readonly toolName: string;
  /** Of a failure: what was streamed before, and the failure in words. */
  readonly rendered: Rendered;
  readonly error: ToolError | undefined;
  /** Whether a chunk was emitted. */
  readonly streamed: boolean;
  readonly attempts: number;
  /** In milliseconds. */
  readonly durationMs: number;
}

/** What plain data means that a tool returned at once; NOT_PLAIN of anything else. */
export function plainRendering(returned: unknown, plan: CallPlan): Rendered | typeof NOT_PLAIN {
  const json = admittedJson(returned, plan);
  if (json === NOT_PLAIN) return NOT_PLAIN;
  const { maxOutputChars, output } = plan;
  const plain = renderPlain(returned, json);
  if (maxOutputChars === undefined && output === undefined) return plain;
  // What has passed its output schema has a JSON form, text too.
  const isBare = output !== undefined && plain.structuredContent === undefined;
  const whole = isBare ? { data: plain.data, content: plain.content, structuredContent: json } : plain;
  return truncated(whole, maxOutputChars);
}

/**
 * How a call ends whose tool returned plain data at once.
 *
 * @param startedAt - By `performance.now()`.
 */
export function plainOutcome(
  rendered: Rendered,
  { plan, startedAt }: { readonly plan: CallPlan; readonly startedAt: number },
): Outcome {
  const durationMs = performance.now() - startedAt;
  return { toolName: plan.toolName, rendered, error: undefined, streamed: false, attempts: 1, durationMs };
}

/** The JSON form of plain data that a tool may return; NOT_PLAIN where that takes a closer look. */
export function admittedJson(returned: unknown, { output }: CallPlan): unknown {
  const json = copyPlainJson(returned);
  if (output === undefined) return json;
  return json !== NOT_PLAIN && json !== undefined && output.admits(json) ? json : NOT_PLAIN;
}

/** The failure of a call that shall throw it. */
export function thrownFailure(
  { error }: Outcome,
  { options }: { readonly options: CallOptions },
): ToolError | undefined {
  return options.throwOnError === true ? error : undefined;
}

/** What a last response was made from, where this package knows it: whatever middleware did with it since. */
export function outcomeOf(response: ToolResponse): Outcome | undefined {
  return originOf(response) as Outcome | undefined;
}

/** Says what a last response stands for. One of another copy of this package keeps no such thing. */
export function rememberOutcome(response: ToolResponse, outcome: Outcome): void {
  rememberOrigin(response, outcome);
}

/** The last response of a call. */
export function toLastResponse(outcome: Outcome, callId: string): ToolResponse {
  const { error, rendered } = outcome;
  return createLastResponse(
    {
      id: callId,
      callId,
      toolName: outcome.toolName,
      content: rendered.content,
      structuredContent: rendered.structuredContent,
      metadata: rendered.metadata,
      state: stateOf(error),
      stream: outcome.streamed,
      isLast: true,
      isInterrupted: error?.code === 'interrupted',
      error: error?.toJSON(),
    },
    outcome,
  );
}

/** A call whose stream chunks are of. */
export interface StreamingCall {
  readonly callId: string;
  readonly plan: Pick<CallPlan, 'toolName'>;
  /** The id of its chunk of that number. */
  chunkId(index: number): string;
}

/** One chunk of a call's stream, as a response. */
export function toChunk(
  { content, structuredContent, metadata }: Rendered,
  index: number,
  call: StreamingCall,
): ToolResponse {
  return createResponse({
    id: call.chunkId(index),
    callId: call.callId,
    toolName: call.plan.toolName,
    content,
    structuredContent,
    metadata,
    state: 'running',
    stream: true,
    isLast: false,
    isInterrupted: false,
  });
}

/** The result of a call. */
export function toResult(outcome: Outcome, callId: string): ToolResult {
  const { rendered, error } = outcome;
  const result = new ToolResult({
    data: rendered.data,
    error,
    content: rendered,
    structuredContent: rendered.structuredContent,
    metadata: rendered.metadata,
    toolName: outcome.toolName,
    callId,
    durationMs: outcome.durationMs,
    attempts: outcome.attempts,
  });
  Object.freeze(result);
  return result;
}

/** Text beyond `maxChars` characters cut from content, and the cut marked. Other blocks stay whole. */
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
  return { ...rendered, content };
}

/** At most `length` UTF-16 units of a text, never half a surrogate pair. */
function wholeCharacters(value: string, length: number): string {
  if (value.length <= length) return value;
  const last = value.charCodeAt(length - 1);
  return value.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}

/** What was streamed before a failure, and then the failure. Each is cut by itself, so that neither hides the other. */
export function failedRendering(soFar: Rendered, error: ToolError, maxChars: number | undefined): Rendered {
  const failure = truncated({ data: undefined, content: [text(error.toText())] }, maxChars);
  if (soFar === nothing) return failure;
  return { ...soFar, content: [...truncated(soFar, maxChars).content, ...failure.content] };
}

function stateOf(error: ToolError | undefined): ResponseState {
  if (error === undefined) return 'success';
  return error.code === 'interrupted' || error.code === 'denied' ? error.code : 'error';
}

/** How a call ends that no tool was run for. */
export function refusedCall(toolName: string, error: ToolError): Outcome {
  return failedCall(toolName, error, {});
}

/** What may be known of a call that failed before it gave anything. */
export interface FailedCallOptions {
  readonly maxOutputChars?: number | undefined;
  /** In milliseconds. */
  readonly durationMs?: number;
  /** How often its tool was run. */
  readonly attempts?: number;
}

/** How a call ends that failed before it gave anything. */
export function failedCall(
  toolName: string,
  error: ToolError,
  { maxOutputChars, durationMs = 0, attempts = 0 }: FailedCallOptions,
): Outcome {
  const rendered = failedRendering(nothing, error, maxOutputChars);
  return { toolName, rendered, error, streamed: false, attempts, durationMs };
}
