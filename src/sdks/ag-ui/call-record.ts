import { pendingApprovalOf } from '../../call/client/pending-approval.js';
import type { CompletedEvent, FailedEvent, ToolEvent } from '../../toolkit/pipeline/tool-event.js';
import type { AgUiEvent, AgUiInterrupt, AgUiResultInfo } from './ag-ui-event.js';
import { CallActivity } from './call-activity.js';
import { toResultContent } from './result-content.js';

type EndEvent = CompletedEvent | FailedEvent;

const states: Readonly<Record<EndEvent['type'], AgUiResultInfo['state']>> = {
  completed: 'success',
  failed: 'error',
  interrupted: 'interrupted',
  denied: 'denied',
};

/** One call of a run, from its start to its result. */
export class CallRecord {
  readonly id: string;
  readonly #activity = new CallActivity();
  #status: 'open' | 'onClient' | 'answered' = 'open';
  #deferral: { readonly interrupt: AgUiInterrupt; readonly end: EndEvent } | undefined;
  #resultCount = 0;

  constructor(id: string, isAnswered: boolean) {
    this.id = id;
    if (isAnswered) this.#status = 'answered';
  }

  /** Whether the client runs the call and has not returned a result. */
  get waitsForClient(): boolean {
    return this.#status === 'onClient';
  }

  /** The decision that the call waits for. */
  get interrupt(): AgUiInterrupt | undefined {
    return this.#deferral?.interrupt;
  }

  /** Starts another run of the call: after an answer of its client, or after its approval. */
  restart(): void {
    this.#status = 'open';
    this.#deferral = undefined;
  }

  /** Converts an event of the call after its start. */
  convert(event: ToolEvent): readonly AgUiEvent[] {
    if (event.type === 'pending') this.#status = 'onClient';
    if (!('result' in event)) return this.#activity.convert(event);
    const ended = this.#activity.end(event, states[event.type]);
    const interrupt = interruptOf(event);
    if (interrupt === undefined) return [...ended, this.#answer(event)];
    this.#deferral = { interrupt, end: event };
    return ended;
  }

  /** Answers a call that has no result when the run ends, unless its client or a later run will answer it. */
  close(at: number, canContinue: boolean): readonly AgUiEvent[] {
    if (this.#deferral !== undefined) return canContinue ? [] : [this.#answer(this.#deferral.end)];
    if (this.#status !== 'open') return [];
    return [this.#createResult('The run ended before this call.', { state: 'interrupted' }, at)];
  }

  #answer(event: EndEvent): AgUiEvent {
    const { type, result, at } = event;
    const { error } = result;
    const code = error === undefined ? {} : { code: error.code };
    return this.#createResult(toResultContent(result), { state: states[type], ...code }, at);
  }

  #createResult(content: ReturnType<typeof toResultContent>, info: AgUiResultInfo, timestamp: number): AgUiEvent {
    this.#status = 'answered';
    const count = ++this.#resultCount;
    return {
      type: 'TOOL_CALL_RESULT',
      messageId: count === 1 ? `${this.id}:result` : `${this.id}:result:${count}`,
      toolCallId: this.id,
      content,
      role: 'tool',
      timestamp,
      metadata: { toolwright: info },
    };
  }
}

const decisionSchema = {
  type: 'object',
  properties: { approve: { type: 'boolean' }, reason: { type: 'string' } },
  required: ['approve'],
};

/** Returns what a deferred call waits for. Returns undefined for a call that has ended. */
function interruptOf({ type, result, toolName }: EndEvent): AgUiInterrupt | undefined {
  const approval = type === 'denied' ? pendingApprovalOf(result) : undefined;
  if (approval === undefined) return undefined;
  const { callId, expiresAt } = approval;
  return {
    id: callId,
    reason: 'approval',
    message: `Allow the call of '${toolName}'?`,
    toolCallId: callId,
    responseSchema: structuredClone(decisionSchema),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
