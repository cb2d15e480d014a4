import { concatMap, from, of } from '../../base/async/rxjs.js';
import { emitWarning } from '../../base/errors/emit-warning.js';
import { DefinitionError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { count, optionRule, wholeNumber } from '../../base/options/option-rules.js';
import { encodeUtf8 } from '../../base/runtime/sha256.js';
import { contentText, text } from '../../call/response/content.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import { reviseResponse } from '../../call/revise-response.js';
import type { ResultStore } from '../../stores/result-store.js';
import { setCompanion } from '../../toolkit/entry/companion.js';
import { type Middleware, type MiddlewareCall, nameMiddleware } from '../../toolkit/entry/middleware.js';
import { rootOf } from '../../toolkit/pipeline/root-of.js';
import { readResultKind } from '../../toolkit/result-kind.js';
import type { OffloadedResult, OffloadedResults, ResultLimits } from './offloaded-results.js';
import { readResultEntry, readResultName } from './read-result.js';
import { headOf, splitLines, tailOf } from './result-text.js';
import { scopeResultsKey } from './scope-results.js';

/** The options of `offload()`. */
export interface OffloadOptions {
  /** The length above which a result is offloaded: that of all text blocks together, in characters. */
  readonly overChars: number;
  /** The number of characters of the beginning that a model receives. @default a third of `overChars`, at most 2000 */
  readonly head?: number | undefined;
  /** The number of characters of the end that a model receives. @default a sixth of `overChars`, at most 1000 */
  readonly tail?: number | undefined;
  /** The store of the complete texts. @default the memory of the session */
  readonly store?: ResultStore | undefined;
  /** The number of results that a session keeps. The oldest are removed. @default 50 */
  readonly maxResults?: number | undefined;
  /** The number of characters that a session keeps in memory. The oldest results are removed. @default 10000000 */
  readonly maxStoredChars?: number | undefined;
}

type Settings = Required<Omit<OffloadOptions, 'store'>> & Pick<OffloadOptions, 'store'>;

const resultStore = optionRule('an object with put() and get()', (value) => {
  const { put, get } = (value ?? {}) as Partial<Record<'put' | 'get', unknown>>;
  return typeof put === 'function' && typeof get === 'function';
});

const optionNames: OptionNames<OffloadOptions> = {
  overChars: count,
  head: wholeNumber,
  tail: wholeNumber,
  store: resultStore,
  maxResults: count,
  maxStoredChars: count,
};

/**
 * Creates middleware that keeps long results out of the context of a model. The model receives the beginning and the end,
 * the size, and an ID with which it reads on: the toolkit adds the tool `read_result`. Chunks, media, `data` and
 * `structuredContent` are not changed, and neither are errors.
 *
 * @example
 * ```ts
 * toolkit.use(offload({ overChars: 20_000 }));
 * ```
 * @throws DefinitionError on a missing or malformed option, and if `head` and `tail` together are longer than `overChars`.
 */
export function offload(options: OffloadOptions): Middleware {
  const settings = readOptions(options);
  const middleware = nameMiddleware('offload', (call, next) =>
    next().pipe(
      concatMap((response) => {
        const results = resultsFor(call);
        // Nothing of a resource or a prompt is for a model until its reader decides so.
        const { kind, offer } = call.spec ?? {};
        const isExempt = results === undefined || kind === readResultKind || offer !== undefined;
        if (isExempt || !response.isLast || response.state !== 'success') return of(response);
        const whole = contentText(response.content);
        return whole.length <= settings.overChars
          ? of(response)
          : from(replace(response, whole, { call, results, settings }));
      }),
    ),
  );
  const { store } = settings;
  return setCompanion(middleware, {
    entry: readResultEntry(settings.overChars),
    ...(store === undefined ? {} : { resultStore: store }),
  });
}

function readOptions(options: OffloadOptions): Settings {
  checkOptionNames(options, optionNames, 'offload');
  const { overChars, maxResults = 50, maxStoredChars = 10_000_000, store } = options;
  if (overChars === undefined) {
    throw new DefinitionError('offload: overChars is missing. Set the length of a long result, in characters.');
  }
  const { head = Math.min(2_000, Math.floor(overChars / 3)), tail = Math.min(1_000, Math.floor(overChars / 6)) } =
    options;
  if (head + tail > overChars) {
    throw new DefinitionError(
      `offload: head and tail have ${head + tail} characters, more than overChars: ${overChars}.`,
    );
  }
  return { overChars, head, tail, store, maxResults, maxStoredChars };
}

/** Returns where the result of a call is kept. Returns undefined if it reaches no model, or outside of toolkits. */
function resultsFor({ context }: MiddlewareCall): OffloadedResults | undefined {
  const scope = rootOf(context)?.environment.scope;
  return scope?.isProgram === true ? undefined : scope?.part(scopeResultsKey)?.results;
}

interface Offloading {
  readonly call: MiddlewareCall;
  readonly results: OffloadedResults;
  readonly settings: Settings;
}

async function replace(last: ToolResponse, whole: string, offloading: Offloading): Promise<ToolResponse> {
  const { call, settings } = offloading;
  const result: OffloadedResult = Object.freeze({
    id: crypto.randomUUID(),
    toolName: call.name,
    chars: whole.length,
    lines: splitLines(whole).length,
    bytes: encodeUtf8(whole).length,
  });
  const isStored = await keep(result, whole, offloading);
  const shown = text(preview(whole, result, { ...settings, isStored }));
  const media = last.content.filter(({ type }) => type !== 'text');
  const metadata = isStored ? { ...last.metadata, offloaded: result } : last.metadata;
  return reviseResponse(last, { content: Object.freeze([shown, ...media]), metadata });
}

/** Stores a text. Returns false if that fails, because the result of a tool that has run must not be lost. */
async function keep(result: OffloadedResult, whole: string, { call, results, settings }: Offloading): Promise<boolean> {
  const { store, maxResults } = settings;
  const limits: ResultLimits = settings;
  if (store === undefined) return results.keep(result, whole, limits);
  const { id, toolName } = result;
  try {
    const stored = { id, toolName, sessionId: call.sessionId, text: whole };
    await results.store({ result, stored, store, maxResults });
    return true;
  } catch (error) {
    emitWarning(`The result of '${toolName}' could not be stored: ${String(error)}`);
    return false;
  }
}

function preview(
  whole: string,
  { id, chars, lines }: OffloadedResult,
  { head, tail, isStored }: Pick<Settings, 'head' | 'tail'> & { readonly isStored: boolean },
): string {
  const [first, last] = [headOf(whole, head), tailOf(whole, tail)];
  const omitted = `[${chars - first.length - last.length} of ${chars} characters omitted]`;
  const nextLine = first.split('\n').length;
  const hint = isStored
    ? `[The result has ${chars} characters in ${lines} lines. Read on with ${readResultName}: ` +
      `{"id":"${id}","from":${nextLine}}, or search it with "grep".]`
    : `[The result has ${chars} characters, and the rest cannot be read.]`;
  return [first, omitted, last, hint].filter((part) => part !== '').join('\n');
}
