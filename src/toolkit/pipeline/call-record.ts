import type { ToolError } from '../../errors.js';
import type { CallWitness } from '../../execution/call-context.js';
import type { ToolCall, ToolProgress, ToolRetry } from '../../execution/call-options.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolResult } from '../../response/tool-result.js';
import type { CallJournal } from './call-journal.js';

/**
 * What the journal gets to know of one call. Each event is written down as a whole: to spread a common part into it would
 * cost more than the call.
 */
export class CallRecord implements CallWitness {
  readonly #journal: CallJournal;
  readonly #callId: string;
  readonly #toolName: string;

  constructor(journal: CallJournal, { id, name }: Pick<Required<ToolCall>, 'id' | 'name'>) {
    this.#journal = journal;
    this.#callId = id;
    this.#toolName = name;
  }

  /**
   * @param input - The arguments as the model sent them.
   * @param repairedInput - What was made of broken JSON; undefined where nothing was repaired.
   */
  started(input: unknown, repairedInput: object | undefined): void {
    const [callId, toolName, at] = [this.#callId, this.#toolName, Date.now()];
    if (repairedInput === undefined) this.#journal.write({ type: 'started', callId, toolName, at, input });
    else this.#journal.write({ type: 'started', callId, toolName, at, input, repairedInput });
  }

  chunk(response: ToolResponse): void {
    this.#journal.write({ type: 'chunk', callId: this.#callId, toolName: this.#toolName, at: Date.now(), response });
  }

  ended(result: ToolResult): void {
    const [callId, toolName, at] = [this.#callId, this.#toolName, Date.now()];
    const { error, durationMs, attempts } = result;
    if (error === undefined) {
      this.#journal.write({ type: 'completed', callId, toolName, at, result, durationMs, attempts });
    } else {
      this.#journal.write({ type: endOf(error), callId, toolName, at, result, durationMs, attempts, error });
    }
  }

  progress(progress: ToolProgress): void {
    this.#journal.write({ ...progress, type: 'progress', at: Date.now() });
  }

  retried({ error, attempt, delayMs }: ToolRetry): void {
    const [callId, toolName, at] = [this.#callId, this.#toolName, Date.now()];
    this.#journal.write({ type: 'retried', callId, toolName, at, error: error.toJSON(), attempt, delayMs });
  }
}

function endOf({ code }: ToolError): 'failed' | 'interrupted' | 'denied' {
  return code === 'interrupted' || code === 'denied' ? code : 'failed';
}
