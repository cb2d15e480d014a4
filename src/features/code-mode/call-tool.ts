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
    else emit?.(seenByProgram(response, { flow, isListening: true }));
  }
  return last;
}

/** How a program receives a response. */
export interface Receiving {
  readonly flow: ProgramFlow | undefined;
  /** Whether the program receives the chunks of the call, so that it counts them. */
  readonly isListening: boolean;
}

/** Returns the value of a response as a program receives it. Throws the error of a failed call. */
export function readInnerResponse(response: ToolResponse, receiving: Receiving): unknown {
  if (response.error !== undefined) throw errorFromInfo(response.error, response.toolName);
  return seenByProgram(response, receiving);
}

function seenByProgram(response: ToolResponse, { flow, isListening }: Receiving): unknown {
  const value = valueForProgram(response);
  const hidden = flow?.hide(response, value, { isListening });
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
