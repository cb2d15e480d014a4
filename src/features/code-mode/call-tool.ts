import { errorFromInfo } from '../../base/errors/errors.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { CallRunner } from '../../toolkit/call-runner.js';
import type { ProgramFlow } from '../../toolkit/hidden-value.js';
import { valueForProgram } from './program-value.js';
import { OpaqueReference, OpaqueValue } from './sandbox-engine.js';

/** One call that a program makes. */
export interface InnerCall {
  readonly name: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Receives the value of each chunk. */
  readonly emit: ((chunk: unknown) => void) | undefined;
  /** What hides data from the program. Undefined if the program sees all. */
  readonly flow: ProgramFlow | undefined;
}

/** Runs a call of a program in full, and returns its final response. */
export async function callInner(
  runner: CallRunner,
  { name, input: given, signal, emit, flow }: InnerCall,
): Promise<ToolResponse | undefined> {
  const input = flow === undefined ? given : readArguments(given, flow);
  let last: ToolResponse | undefined;
  for await (const response of runner.iterate({ name, input }, { signal })) {
    if (response.isLast) last = response;
    else emit?.(seenByListener(response, flow));
  }
  return last;
}

/** Returns the value of a chunk. A program that receives it counts the chunks, which are as many as others have written. */
function seenByListener(chunk: ToolResponse, flow: ProgramFlow | undefined): unknown {
  const seen = seenByProgram(chunk, flow);
  if (OpaqueValue.is(seen)) flow?.looked([seen.ref]);
  return seen;
}

/**
 * Returns the value of a response as a program receives it. Throws the error of a failed call.
 *
 * @param isListening - Whether the program has received the chunks, or learns now that there were none.
 */
export function readInnerResponse(
  response: ToolResponse,
  { flow, isListening }: { readonly flow: ProgramFlow | undefined; readonly isListening: boolean },
): unknown {
  if (response.error !== undefined) throw errorFromInfo(response.error, response.toolName);
  return isListening ? seenByListener(response, flow) : seenByProgram(response, flow);
}

function seenByProgram(response: ToolResponse, flow: ProgramFlow | undefined): unknown {
  const value = valueForProgram(response);
  const hidden = flow?.hide(response.id, value);
  return hidden === undefined ? value : new OpaqueValue(hidden.handle, hidden.root);
}

/** Returns arguments with handles in the place of opaque values. */
function readArguments(value: unknown, flow: ProgramFlow): unknown {
  if (OpaqueReference.is(value)) return value.ref;
  if (typeof value === 'string') return flow.writeText(value);
  if (Array.isArray(value)) return value.map((item) => readArguments(item, flow));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, readArguments(member, flow)]));
}
