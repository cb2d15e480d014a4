import { from, type Observable } from '../../base/async/rxjs.js';
import { sleep } from '../../base/async/schedule.js';
import { raceAbort } from '../../call/abort-scope.js';
import type { TextCleaner } from '../../features/middleware/text-cleaner.js';
import { DefinitionError, type MiddlewareCall, type NextHandler, type ToolResponse } from '../../index.js';
import { toolFingerprint } from '../../toolkit/snapshot-fingerprints.js';
import { type RecordedCall, readChunk, readEnd } from './recorded-call.js';
import { callKeyOf, cleanerFor, recordableSpec } from './recorder.js';
import { type CallKey, keyOf, type Recording } from './recording.js';

/** The options of a replayer. */
export interface ReplayerParts {
  readonly redact: TextCleaner | undefined;
  /** When chunks are emitted. */
  readonly pace: 'instant' | 'recorded';
}

/** Answers calls from a file. */
export class Replayer {
  readonly #name: string;
  readonly #parts: ReplayerParts;
  readonly #calls: readonly RecordedCall[];
  /** How many runs of a call were replayed. */
  readonly #replayed = new Map<string, number>();

  /** @throws DefinitionError if the file does not exist, or is not a recording. */
  constructor(recording: Recording, parts: ReplayerParts) {
    const calls = recording.read();
    if (calls === undefined) {
      throw new DefinitionError(
        `There is no recording '${recording.name}'. Run the tests with TOOLWRIGHT_UPDATE=1 (or jest -u, vitest --update) to create it.`,
      );
    }
    this.#calls = calls;
    this.#name = recording.name;
    this.#parts = parts;
  }

  /** Answers a call. */
  replay(call: MiddlewareCall, next: NextHandler): Observable<ToolResponse> {
    const spec = recordableSpec(call);
    if (spec === undefined) return next();
    const recorded = this.#next(callKeyOf(call, cleanerFor(call, this.#parts.redact)));
    if (recorded.definition !== toolFingerprint(spec)) {
      throw new DefinitionError(
        `The definition of '${call.name}' has changed since the call was recorded in '${this.#name}'. ` +
          'Run the tests with TOOLWRIGHT_UPDATE=1 (or jest -u, vitest --update) to record it again.',
      );
    }
    return from(this.#respond(recorded, call));
  }

  /** Returns the next recorded run of a call, or the last one if all were replayed. */
  #next(key: CallKey): RecordedCall {
    const id = keyOf(key);
    const runs = this.#calls.filter((one) => keyOf(one) === id);
    const count = this.#replayed.get(id) ?? 0;
    this.#replayed.set(id, count + 1);
    const recorded = runs[Math.min(count, runs.length - 1)];
    if (recorded === undefined) throw this.#createMissingError(key);
    return recorded;
  }

  #createMissingError({ tool, arguments: args }: CallKey): DefinitionError {
    const others = new Set(this.#calls.filter((one) => one.tool === tool).map(keyOf)).size;
    const known = others === 0 ? 'no call' : others === 1 ? '1 other call' : `${others} other calls`;
    return new DefinitionError(
      `The call ${tool}(${shorten(JSON.stringify(args))}) is not in the recording '${this.#name}', ` +
        `which has ${known} of '${tool}'. Run the tests with TOOLWRIGHT_UPDATE=1 (or jest -u, vitest --update) to record it.`,
    );
  }

  async *#respond(recorded: RecordedCall, call: MiddlewareCall): AsyncGenerator<ToolResponse, void> {
    const { signal } = call.context;
    const startedAt = performance.now();
    const waitUntil = async (atMs: number): Promise<void> => {
      const leftMs = atMs - (performance.now() - startedAt);
      if (this.#parts.pace === 'recorded' && leftMs > 0)
        await raceAbort(sleep(leftMs, signal), { signal, toolName: call.name });
    };
    for (const [index, chunk] of (recorded.chunks ?? []).entries()) {
      await waitUntil(chunk.atMs);
      yield readChunk(chunk, index, call);
    }
    await waitUntil(recorded.endMs);
    yield readEnd(recorded, call);
  }
}

// In characters: longer arguments would hide what follows them.
const maxShownArguments = 200;

function shorten(text: string): string {
  return text.length <= maxShownArguments ? text : `${text.slice(0, maxShownArguments)}…`;
}
