import { defer, from, type Observable, tap } from '../../base/async/rxjs.js';
import { collectSecrets, redactText } from '../../call/redact-secrets.js';
import { contentText } from '../../call/response/content.js';
import { cleanChunk, cleanFinalResponse, cleanJson } from '../../features/middleware/clean-response.js';
import { cleanResponses } from '../../features/middleware/redact.js';
import type { TextCleaner } from '../../features/middleware/text-cleaner.js';
import { type MiddlewareCall, type NextHandler, pendingApprovalsOf, type ToolResponse } from '../../index.js';
import { parsedArguments } from '../../tool/arguments/parsed-arguments.js';
import { toolFingerprint } from '../../toolkit/snapshot-fingerprints.js';
import { isRecordedState, type RecordedCall, type TimedChunk, writeChunk, writeEnd } from './recorded-call.js';
import { type CallKey, keyOf, type Recording } from './recording.js';

/** The spec of a call that has one. */
type CalledSpec = NonNullable<MiddlewareCall['spec']>;

/**
 * Returns the spec of a call that can be recorded. Returns undefined for an unknown tool, a tool that acts on the toolkit itself,
 * and a tool that the client runs.
 */
export function recordableSpec({ spec, stage }: MiddlewareCall): CalledSpec | undefined {
  if (spec === undefined || stage === 'result' || spec.kind === 'toolkit' || spec.runsOnClient) return undefined;
  return spec;
}

/** Returns the function that removes what a file must not contain: secrets of the state, and what an option says. */
export function cleanerFor({ context, spec }: MiddlewareCall, redact: TextCleaner | undefined): TextCleaner {
  const secrets = collectSecrets([...context.state.roots(), ...(spec?.state.roots() ?? [])]);
  return (text) => redactText(redact === undefined ? text : redact(text), secrets);
}

/** Returns what identifies a call in the file. */
export function callKeyOf({ name, input }: MiddlewareCall, clean: TextCleaner): CallKey {
  return { tool: name, arguments: cleanJson(parsedArguments(input), clean) };
}

/** Adds the calls that it sees to a file. */
export class Recorder {
  readonly #recording: Recording;
  readonly #redact: TextCleaner | undefined;
  /** The calls of which this recorder has recorded a run. */
  readonly #recorded = new Set<string>();

  constructor(recording: Recording, redact: TextCleaner | undefined) {
    this.#recording = recording;
    this.#redact = redact;
  }

  /** Runs a call, and records it when it has ended. */
  record(call: MiddlewareCall, next: NextHandler): Observable<ToolResponse> {
    const spec = recordableSpec(call);
    if (spec === undefined) return next();
    return defer(() => {
      const startedAt = performance.now();
      const chunks: TimedChunk[] = [];
      return next().pipe(
        tap((response) => {
          if (response.isLast) this.#add({ call, spec, chunks, last: response, startedAt });
          else chunks.push({ response, atMs: performance.now() - startedAt });
        }),
      );
    });
  }

  #add({ call, spec, chunks, last, startedAt }: EndedCall): void {
    const { state } = last;
    if (!isRecordedState(state) || pendingApprovalsOf(last).length > 0) return;
    const clean = cleanerFor(call, this.#redact);
    const shown = cleanResponsesOf({ chunks, last }, clean);
    const recorded: RecordedCall = {
      ...callKeyOf(call, clean),
      definition: toolFingerprint(spec),
      ...(chunks.length === 0 ? {} : { chunks: shown.chunks.map(writeChunk) }),
      state,
      ...writeEnd(shown.last, startedAt),
    };
    const key = keyOf(recorded);
    this.#recording.add(recorded, !this.#recorded.has(key));
    this.#recorded.add(key);
  }
}

interface EndedCall extends EndedResponses {
  readonly call: MiddlewareCall;
  readonly spec: CalledSpec;
  readonly startedAt: number;
}

/** The responses of a call that has ended. */
interface EndedResponses {
  readonly chunks: readonly TimedChunk[];
  readonly last: ToolResponse;
}

/** Returns the responses without what must not be shown. Chunks that contain parts of it are joined. */
function cleanResponsesOf({ chunks, last }: EndedResponses, clean: TextCleaner): EndedResponses {
  const cleaned = chunks.map(({ response, atMs }) => ({ response: cleanChunk(response, clean), atMs }));
  const text = textOf(cleaned);
  if (clean(text) === text) return { chunks: cleaned, last: cleanFinalResponse(last, clean) };
  const responses = [...chunks.map(({ response }) => response), last];
  const atMs = chunks.at(-1)?.atMs ?? 0;
  const joined = collect(cleanResponses(from(responses), clean, text.length));
  return {
    chunks: joined.filter(({ isLast }) => !isLast).map((response) => ({ response, atMs })),
    last: joined.at(-1) ?? last,
  };
}

function textOf(chunks: readonly TimedChunk[]): string {
  return chunks.map(({ response }) => contentText(response.content)).join('');
}

/** Returns the responses of a source that emits all of them synchronously. */
function collect(responses: Observable<ToolResponse>): readonly ToolResponse[] {
  const collected: ToolResponse[] = [];
  responses.subscribe((response) => collected.push(response));
  return collected;
}
