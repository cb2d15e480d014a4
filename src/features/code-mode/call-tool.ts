import { errorFromInfo } from '../../base/errors/errors.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { CallRunner } from '../../toolkit/call-runner.js';
import { valueForProgram } from './program-value.js';

/** One call that a program makes. */
export interface InnerCall {
  readonly name: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Receives the value of each chunk. */
  readonly emit: ((chunk: unknown) => void) | undefined;
}

/** Runs a call of a program in full, and returns its final response. */
export async function callInner(
  runner: CallRunner,
  { name, input, signal, emit }: InnerCall,
): Promise<ToolResponse | undefined> {
  let last: ToolResponse | undefined;
  for await (const response of runner.iterate({ name, input }, { signal })) {
    if (response.isLast) last = response;
    else emit?.(valueForProgram(response));
  }
  return last;
}

/** Returns the value of a response as a program receives it. Throws the error of a failed call. */
export function readInnerResponse(response: ToolResponse): unknown {
  if (response.error !== undefined) throw errorFromInfo(response.error, response.toolName);
  return valueForProgram(response);
}
