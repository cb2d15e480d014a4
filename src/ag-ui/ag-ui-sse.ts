import type { Observable } from 'rxjs';
import { type SSEOptions, sseHeaders, toSSE } from '../execution/to-sse.js';
import type { ToolEvent } from '../toolkit/tool-event.js';
import { type AgUiRunOptions, toAgUi } from './to-ag-ui.js';

/** The options of a run that is sent as server-sent events. */
export interface AgUiSseOptions extends AgUiRunOptions, SSEOptions {}

/**
 * Creates the HTTP response to a request of an AG-UI client: the events of a run as server-sent events. The run begins when
 * the body is read, and is cancelled when the client disconnects.
 *
 * @example
 * ```ts
 * const { threadId, runId } = await request.json();
 * return agUiSse(session.events$, { threadId, runId, run: (signal) => answer(session, signal) });
 * ```
 * @throws DefinitionError if `heartbeatMs` is invalid.
 */
export function agUiSse(events$: Observable<ToolEvent>, { heartbeatMs, ...options }: AgUiSseOptions): Response {
  return new Response(toSSE(toAgUi(events$, options), { heartbeatMs }), { headers: sseHeaders });
}
