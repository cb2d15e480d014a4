import type { Observable } from 'rxjs';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { positive } from '../../base/options/option-rules.js';
import { type SSEOptions, sseHeaders, toSSE } from '../../call/to-sse.js';
import type { ToolEvent } from '../../toolkit/pipeline/tool-event.js';
import { type AgUiRunOptions, checkEvents, runNames, toAgUi } from './to-ag-ui.js';

/** The options of a run that is sent as server-sent events. */
export interface AgUiSseOptions extends AgUiRunOptions, SSEOptions {}

const optionNames: OptionNames<AgUiSseOptions> = { ...runNames, heartbeatMs: positive };

/**
 * Creates the HTTP response to a request of an AG-UI client: the events of a run as server-sent events. The run begins when
 * the body is read, and is cancelled when the client disconnects.
 *
 * @example
 * ```ts
 * const { threadId, runId } = await request.json();
 * return agUiSse(session.events$, { threadId, runId, run: (signal) => answer(session, signal) });
 * ```
 * @throws DefinitionError if `events$` is not an Observable, and if an option is invalid.
 */
export function agUiSse(events$: Observable<ToolEvent>, options: AgUiSseOptions): Response {
  checkEvents(events$, 'agUiSse');
  checkOptionNames(options, optionNames, 'agUiSse');
  const { heartbeatMs, ...runOptions } = options;
  return new Response(toSSE(toAgUi(events$, runOptions), { heartbeatMs }), { headers: sseHeaders });
}
