import { errorFromInfo, type ToolError } from '../../errors.js';
import { type Outcome, outcomeOf, rememberOutcome, toResult } from '../../execution/outcome.js';
import { contentData } from '../../response/rendered.js';
import type { ToolResponse } from '../../response/tool-response.js';
import type { ToolResult } from '../../response/tool-result.js';

/** What is known of the runs of one call's tool, whatever middleware makes of their responses. */
export class CallTally {
  /** When the call came in, by `performance.now()`. */
  readonly startedAt = performance.now();
  /** The attempts of the runs that ended. */
  #ended = 0;
  /** The attempts of the run that is under way. */
  #running = 0;
  #last: ToolResponse | undefined;

  get attempts(): number {
    return this.#ended + this.#running;
  }

  /** In milliseconds. */
  get durationMs(): number {
    return performance.now() - this.startedAt;
  }

  begin(): void {
    this.#running = 1;
  }

  retry(): void {
    this.#running++;
  }

  /** Takes in the last response of a run. */
  end(last: ToolResponse): void {
    this.#ended += outcomeOf(last)?.attempts ?? 0;
    this.#running = 0;
    this.#last = last;
  }

  /** Lets the call's last response stand for the call's outcome: with the tool's own data where nobody replaced it. */
  conclude(last: ToolResponse): void {
    const { attempts } = this;
    const known = outcomeOf(last);
    if (known === undefined) rememberOutcome(last, this.outcomeFor(last));
    else if (known.attempts !== attempts) rememberOutcome(last, { ...known, attempts });
  }

  /** What a last response stands for that somebody else made. */
  outcomeFor(last: ToolResponse): Outcome {
    const { toolName, content, structuredContent, metadata, stream: streamed } = last;
    const own = this.#last === undefined ? undefined : outcomeOf(this.#last);
    const isOwnError = last.error !== undefined && last.error === this.#last?.error;
    const failure = last.error === undefined ? undefined : errorFromInfo(last.error, toolName);
    const data = this.#hasOwnData(last) ? own?.rendered.data : dataOf(last);
    return {
      toolName,
      rendered: { data, content, structuredContent, metadata },
      error: isOwnError ? own?.error : failure,
      streamed,
      attempts: this.attempts,
      durationMs: this.durationMs,
    };
  }

  #hasOwnData({ content, structuredContent }: ToolResponse): boolean {
    if (this.#last === undefined || structuredContent !== this.#last.structuredContent) return false;
    return structuredContent !== undefined || content === this.#last.content;
  }
}

/** What a response means for programs, where nothing else is known. */
function dataOf({ content, structuredContent, error }: ToolResponse): unknown {
  if (error !== undefined) return undefined;
  if (structuredContent !== undefined) return structuredContent;
  return content.length === 0 ? undefined : contentData(content);
}

/** The result that a last response stands for. */
export function resultOf(last: ToolResponse): ToolResult {
  return toResult(outcomeOf(last) ?? new CallTally().outcomeFor(last), last.callId);
}

/** The error of a last response, where it has one. */
export function errorOf(last: ToolResponse): ToolError | undefined {
  return last.error === undefined ? undefined : resultOf(last).error;
}
