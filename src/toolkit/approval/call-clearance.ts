import { defer, from, map, type Observable, of, switchMap } from 'rxjs';
import type { CallOptions } from '../../execution/call-options.js';
import { toToolError } from '../../execution/failure.js';
import { type Outcome, outcomeOf, refusedCall, toLastResponse } from '../../execution/outcome.js';
import { createResponse, type ToolResponse } from '../../response/tool-response.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import type { MiddlewareCall } from '../middleware/middleware.js';

/** A call that has found its tool, and may need to be cleared before it runs. */
export interface UnclearedCall {
  readonly spec: ToolSpec;
  readonly call: MiddlewareCall;
  readonly options: CallOptions;
}

/** What becomes of a call. */
export type Clearance =
  | {
      readonly kind: 'run';
      /** What was cleared, and nothing else runs. */
      readonly input: Readonly<Record<string, unknown>>;
      /** Whether an approver put it in the place of what the model sent. */
      readonly isEdited: boolean;
    }
  | { readonly kind: 'end'; readonly outcome: Outcome };

/** Decides which calls may run. */
export interface ClearanceDesk {
  /** Whether a call of the tool may have to be cleared: nobody else need ask. */
  isNeeded(spec: ToolSpec): boolean;
  /** Rejects with what the model is told of a call that may not run. */
  clear(call: UnclearedCall): Promise<Clearance>;
}

/** Runs a call, of a tool whose calls may have to be cleared, once it is. */
export function cleared(
  desk: ClearanceDesk,
  uncleared: UnclearedCall,
  run: (call: MiddlewareCall) => Observable<ToolResponse>,
): Observable<ToolResponse> {
  const { call } = uncleared;
  return defer(() => {
    return from(clearanceOf(desk, uncleared)).pipe(
      switchMap((clearance) => {
        if (clearance.kind === 'end') return of(toLastResponse(clearance.outcome, call.id));
        const { input, isEdited } = clearance;
        const responses = run({ ...call, input });
        return isEdited ? responses.pipe(map((response) => markEdited(response, input))) : responses;
      }),
    );
  });
}

async function clearanceOf(desk: ClearanceDesk, uncleared: UnclearedCall): Promise<Clearance> {
  try {
    return await desk.clear(uncleared);
  } catch (thrown) {
    const toolName = uncleared.spec.name;
    return { kind: 'end', outcome: refusedCall(toolName, toToolError(thrown, { toolName, secretsIn: [] })) };
  }
}

/** Notes on a last response that the tool ran with other arguments than the model sent. */
function markEdited(response: ToolResponse, input: unknown): ToolResponse {
  if (!response.isLast) return response;
  const metadata = { ...response.metadata, approval: { kind: 'approve', input } };
  const outcome = outcomeOf(response);
  if (outcome === undefined) return Object.freeze(createResponse({ ...response, metadata }));
  return toLastResponse({ ...outcome, rendered: { ...outcome.rendered, metadata } }, response.callId);
}
