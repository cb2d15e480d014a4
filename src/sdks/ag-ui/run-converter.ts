import { toJsonValue } from '../../call/response/json-value.js';
import type { StartedEvent, ToolEvent } from '../../toolkit/pipeline/tool-event.js';
import type { AgUiEvent, AgUiOutcome } from './ag-ui-event.js';
import { CallRecord } from './call-record.js';

/** Converts the events of the calls of one run. Calls that began before the run are left out. */
export class RunConverter {
  readonly #calls: Map<string, CallRecord>;

  /** @param resumed - The IDs of calls that an earlier run has started. */
  constructor(resumed: readonly string[]) {
    this.#calls = new Map(resumed.map((id) => [id, new CallRecord(id, true)]));
  }

  convert(event: ToolEvent): readonly AgUiEvent[] {
    const call = this.#calls.get(event.callId);
    if (event.type !== 'started') return call?.convert(event) ?? [];
    if (call === undefined) return this.#start(event);
    call.restart();
    return [];
  }

  /**
   * Returns the results of the calls that have none.
   *
   * @param canContinue - Whether a later run can decide on calls that wait for approval.
   */
  close(canContinue: boolean): readonly AgUiEvent[] {
    const at = Date.now();
    return [...this.#calls.values()].flatMap((call) => call.close(at, canContinue));
  }

  /** Returns the outcome of a run that has ended without an error. */
  outcome(): AgUiOutcome {
    const calls = [...this.#calls.values()];
    const interrupts = calls.flatMap(({ interrupt }) => interrupt ?? []);
    if (interrupts.length > 0) return { type: 'interrupt', interrupts };
    const pendingToolCallIds = calls.filter(({ waitsForClient }) => waitsForClient).map(({ id }) => id);
    return { type: 'success', ...(pendingToolCallIds.length === 0 ? {} : { pendingToolCallIds }) };
  }

  #start(event: StartedEvent): readonly AgUiEvent[] {
    const { callId: toolCallId, toolName: toolCallName, at: timestamp } = event;
    this.#calls.set(toolCallId, new CallRecord(toolCallId, false));
    return [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName, timestamp },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: argumentText(event), timestamp },
      { type: 'TOOL_CALL_END', toolCallId, timestamp },
    ];
  }
}

function argumentText({ input, repairedInput = input }: StartedEvent): string {
  if (typeof repairedInput === 'string') return repairedInput;
  try {
    return JSON.stringify(toJsonValue(repairedInput)) ?? '{}';
  } catch {
    // The call itself reports arguments that have no JSON form.
    return '{}';
  }
}
