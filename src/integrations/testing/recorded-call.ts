import { ToolError } from '../../base/errors/errors.js';
import { outcomeOf, toChunk, toFinalResponse } from '../../call/outcome.js';
import { toJsonValue } from '../../call/response/json-value.js';
import { renderValue } from '../../call/response/rendered.js';
import type { ToolResponse } from '../../index.js';
import { isRecord } from '../../schema/json-schema/schema-walk.js';
import type { MiddlewareCall } from '../../toolkit/entry/middleware.js';
import { fromWireError, toWireError, type WireError } from '../shared/wire-error.js';
import { fromWireOutput, toWireOutput, type WireOutput } from '../shared/wire-output.js';

/** A recorded call, as the file contains it. */
export interface RecordedCall {
  readonly tool: string;
  readonly arguments: unknown;
  /** The fingerprint of the tool's definition. */
  readonly definition: string;
  /** The chunks in their order. Omitted if there are none. */
  readonly chunks?: readonly RecordedChunk[] | undefined;
  readonly state: RecordedState;
  /** The output of the final response. Omitted if it is empty. */
  readonly output?: WireOutput | undefined;
  readonly error?: WireError | undefined;
  /** The metadata of the final response, if it has a JSON form. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The time from the start of the call to its final response, in milliseconds. */
  readonly endMs: number;
}

/** A chunk of a recorded call. */
export interface RecordedChunk {
  /** The time since the start of the call, in milliseconds. */
  readonly atMs: number;
  readonly output?: WireOutput | undefined;
}

/** The state of the final response. Calls that were interrupted or that wait for someone are not recorded. */
export type RecordedState = 'success' | 'error' | 'denied';

const states: readonly unknown[] = ['success', 'error', 'denied'] satisfies readonly RecordedState[];

/** Checks whether a final response is one that is recorded. */
export function isRecordedState(state: unknown): state is RecordedState {
  return states.includes(state);
}

/** Checks whether a member of a file is a recorded call. What it contains of a call is checked when it is replayed. */
export function isRecordedCall(value: unknown): value is RecordedCall {
  if (!isRecord(value)) return false;
  const { tool, definition, state, chunks = [], endMs } = value;
  return (
    typeof tool === 'string' &&
    typeof definition === 'string' &&
    isRecordedState(state) &&
    typeof endMs === 'number' &&
    Array.isArray(chunks) &&
    chunks.every((chunk) => isRecord(chunk) && typeof chunk.atMs === 'number')
  );
}

/** A chunk, and when it was emitted. */
export interface TimedChunk {
  readonly response: ToolResponse;
  /** The time since the start of the call, in milliseconds. */
  readonly atMs: number;
}

/** Converts a chunk for the file. */
export function writeChunk({ response, atMs }: TimedChunk): RecordedChunk {
  return { atMs: Math.round(atMs), output: toWireOutput(response) };
}

/** Converts a final response for the file. */
export function writeEnd(
  last: ToolResponse,
  startedAt: number,
): Pick<RecordedCall, 'output' | 'error' | 'metadata' | 'endMs'> {
  return {
    output: toWireOutput(last),
    error: last.error && toWireError(outcomeOf(last)?.error ?? last.error),
    metadata: jsonOf(last.metadata),
    endMs: Math.round(performance.now() - startedAt),
  };
}

function jsonOf(metadata: ToolResponse['metadata']): RecordedCall['metadata'] {
  try {
    const json = toJsonValue(metadata);
    return isRecord(json) ? json : undefined;
  } catch (error) {
    // Metadata stays in the process, so that it may be anything.
    if (ToolError.is(error)) return undefined;
    throw error;
  }
}

/** Creates the response of a recorded chunk. */
export function readChunk({ output }: RecordedChunk, index: number, { id, name }: MiddlewareCall): ToolResponse {
  return toChunk(renderValue(fromWireOutput(output)), index, { callId: id, plan: { toolName: name } });
}

/** Creates the final response of a recorded call. */
export function readEnd(recorded: RecordedCall, { id, name }: MiddlewareCall): ToolResponse {
  const { output, error, metadata, state, chunks = [] } = recorded;
  // Not spread: what is rendered may have getters.
  const { data, content, structuredContent, meta } = renderValue(fromWireOutput(output));
  return toFinalResponse(
    {
      toolName: name,
      rendered: { data, content, structuredContent, meta, metadata },
      state,
      error: error && fromWireError(error, name),
      streamed: chunks.length > 0,
      attempts: 0,
    },
    id,
  );
}
