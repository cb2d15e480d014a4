import { ToolExecutionError } from '../../../base/errors/errors.js';
import { createResponse, isToolResponse, type ToolResponse } from '../../../call/response/tool-response.js';
import type { PipelineCall } from '../../../toolkit/pipeline/pipeline.js';

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
