import type { ToolEvent } from '../../toolkit/pipeline/tool-event.js';
import type { AgUiEvent, AgUiPatch } from './ag-ui-event.js';

const activityType = 'toolwright.tool_call';

/**
 * The activity of one call: a message whose content has the chunks, the progress and the retries of the call. A call that
 * reports none of them has no activity.
 */
export class CallActivity {
  #isCreated = false;

  /** Converts an event of the call. Events that are not part of its activity have no result. */
  convert(event: ToolEvent): readonly AgUiEvent[] {
    if (event.type === 'chunk') {
      const { response } = event;
      const { structuredContent: data } = response;
      const value = { text: response.toText(), ...(data === undefined ? {} : { data }) };
      return this.#change(event, { path: '/chunks/-', value });
    }
    if (event.type === 'progress') {
      const { value, total, message } = event;
      if (!Number.isFinite(value)) return [];
      const scale = Number.isFinite(total) ? { total } : {};
      return this.#change(event, {
        path: '/progress',
        value: { value, ...scale, ...(message === undefined ? {} : { message }) },
      });
    }
    if (event.type !== 'retried') return [];
    const { attempt, delayMs } = event;
    return this.#change(event, { path: '/retry', value: { attempt, delayMs } });
  }

  /** Shows how the call has ended. */
  end(event: ToolEvent, state: string): readonly AgUiEvent[] {
    return this.#isCreated ? this.#change(event, { path: '/state', value: state }) : [];
  }

  #change({ callId, toolName, at }: ToolEvent, patch: Omit<AgUiPatch, 'op'>): readonly AgUiEvent[] {
    const message = { messageId: `${callId}:activity`, activityType, timestamp: at };
    const delta: AgUiEvent = { type: 'ACTIVITY_DELTA', ...message, patch: [{ op: 'add', ...patch }] };
    if (this.#isCreated) return [delta];
    this.#isCreated = true;
    const content = { toolCallId: callId, toolName, state: 'running', chunks: [] };
    return [{ type: 'ACTIVITY_SNAPSHOT', ...message, content }, delta];
  }
}
