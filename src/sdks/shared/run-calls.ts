import { filter, from, lastValueFrom, map, mergeMap, type Observable, tap, toArray } from '../../base/async/rxjs.js';
import type { ToolCall } from '../../call/call-options.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import type { ToolScope } from '../../facade/tool-scope.js';
import type { AgentCallOptions } from './agent-options.js';

/**
 * Runs the calls of a model at the same time, and returns their final responses in the order of the calls. A call that
 * fails has a final response like any other.
 */
export async function runCalls(
  scope: ToolScope,
  calls: readonly ToolCall[],
  { concurrency, ...options }: AgentCallOptions = {},
): Promise<readonly ToolResponse[]> {
  const run = (call: ToolCall, index: number): Observable<readonly [number, ToolResponse]> =>
    finalResponseOf(scope, call, options).pipe(map((response) => [index, response] as const));
  const ended = await lastValueFrom(from(calls).pipe(mergeMap(run, concurrency), toArray()));
  return ended.sort(([first], [second]) => first - second).map(([, response]) => response);
}

/** Runs one call of a model, and returns its final response. */
export function runCall(scope: ToolScope, call: ToolCall, options: AgentCallOptions = {}): Promise<ToolResponse> {
  return lastValueFrom(finalResponseOf(scope, call, options));
}

function finalResponseOf(
  scope: ToolScope,
  call: ToolCall,
  { onChunk, concurrency: _concurrency, ...options }: AgentCallOptions,
): Observable<ToolResponse> {
  return scope.callTool(call, { ...options, throwOnError: false }).pipe(
    tap((response) => {
      if (!response.isLast) onChunk?.(response);
    }),
    filter(({ isLast }) => isLast),
  );
}

/** Checks whether a call needs a decision that the user of the SDK has to make. */
export function needsApproval(
  scope: ToolScope,
  call: ToolCall,
  { onChunk: _onChunk, concurrency: _concurrency, ...options }: AgentCallOptions,
): Promise<boolean> {
  return scope.needsApproval(call, options);
}
