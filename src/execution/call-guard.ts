import { InterruptedError, type ToolError } from '../errors.js';

/**
 * What can end an attempt from outside: the caller's abort, a consumer that leaves, a time limit. Waiting goes through
 * it, so that a wait ends at once even where the tool does not. A call waits for one thing at a time.
 */
export class CallGuard {
  #reason: ToolError | undefined;
  #controller: AbortController | undefined;
  #rejectWait: ((reason: ToolError) => void) | undefined;

  /** Why the attempt was ended, if it was. */
  get reason(): ToolError | undefined {
    return this.#reason;
  }

  /** The tool's signal. Made when first asked for: most tools never ask. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Ends the attempt, for the first reason given. */
  end(reason: ToolError): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    const reject = this.#rejectWait;
    this.#rejectWait = undefined;
    this.#controller?.abort(reason);
    reject?.(reason);
  }

  /** Throws the reason for the end, if the attempt was ended. */
  check(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  /** The promise's outcome, or the reason for the end if that comes first. A late outcome is dropped. */
  wait<T>(promise: PromiseLike<T>): Promise<T> {
    // A thenable of somebody else's may throw, settle twice, or give another thenable.
    const settling = Promise.resolve(promise);
    return new Promise<T>((resolve, reject) => {
      if (this.#reason !== undefined) {
        reject(this.#reason);
        // It may still fail, with nobody left to hear.
        settling.catch(ignore);
        return;
      }
      this.#rejectWait = reject;
      settling.then(
        (value) => {
          if (this.#rejectWait === reject) this.#rejectWait = undefined;
          resolve(value);
        },
        (error: unknown) => {
          if (this.#rejectWait === reject) this.#rejectWait = undefined;
          reject(error);
        },
      );
    });
  }
}

/** The reason for a call that its caller stopped; `cause` is what the caller gave as the reason of the abort, if anything. */
export function interruption(toolName: string, cause?: unknown): InterruptedError {
  return new InterruptedError(`The call of '${toolName}' was interrupted by the caller.`, { toolName, cause });
}

function ignore(): void {}
