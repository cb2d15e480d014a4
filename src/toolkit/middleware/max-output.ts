import { concatMap, from, of } from 'rxjs';
import { DefinitionError, OutputValidationError } from '../../errors.js';
import { checkPositive } from '../../execution/check-limits.js';
import { truncateText } from '../../execution/outcome.js';
import { type ContentBlock, contentText, resource, resourceLink, text } from '../../response/content.js';
import type { ToolResponse } from '../../response/tool-response.js';
import { previewValue } from '../../value-preview.js';
import type { Middleware, MiddlewareCall } from './middleware.js';
import { renderedOf, reviseLast } from './revise-last.js';

/** How much text a model gets. */
export interface MaxOutputOptions {
  /** In characters, over all text blocks of a last response. */
  readonly maxChars: number;
  /**
   * What becomes of longer text. `truncate`: the rest is cut off, and the cut marked. `resource`: the model gets the
   * beginning, and where the whole is. `error`: the call fails. @default 'truncate'
   */
  readonly mode?: 'truncate' | 'resource' | 'error' | undefined;
  /** Keeps the whole text and says its URI, in the mode `resource`. @default the response itself holds it, in a resource block */
  readonly store?: ((whole: string, call: MiddlewareCall) => string | Promise<string>) | undefined;
}

const modes: readonly unknown[] = ['truncate', 'resource', 'error'];

/**
 * Middleware that limits how much text a model gets of a call. It is about the last response: chunks are for whoever
 * watches, and `data` and `structuredContent` are for programs.
 *
 * @example
 * ```ts
 * toolkit.use(maxOutput({ maxChars: 20_000, mode: 'resource', store: (whole) => files.put(whole) }));
 * ```
 * @throws DefinitionError on a `maxChars` that is no number above 0, and an unknown mode.
 */
export function maxOutput({ maxChars, mode = 'truncate', store }: MaxOutputOptions): Middleware {
  if (maxChars === undefined) throw new DefinitionError('maxOutput: say how much text is too much: { maxChars }.');
  checkPositive(maxChars, 'maxOutput: maxChars');
  if (!modes.includes(mode)) {
    throw new DefinitionError(`maxOutput: mode must be one of ${modes.join(', ')}, not ${previewValue(mode)}.`);
  }
  if (store !== undefined && mode !== 'resource') {
    throw new DefinitionError("maxOutput: a store is of use only in the mode 'resource'.");
  }
  return (call, next) =>
    next().pipe(
      concatMap((response) => {
        if (!response.isLast || charsOf(response.content) <= maxChars) return of(response);
        // Of a failure, the words are what matters, and nobody needs the rest.
        if (mode === 'truncate' || response.error !== undefined) return of(cut(response, maxChars));
        if (mode === 'error') return of(refused(response, maxChars));
        return from(referred(response, { call, maxChars, store }));
      }),
    );
}

function charsOf(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
}

function cut(last: ToolResponse, maxChars: number): ToolResponse {
  return reviseLast(last, { content: truncateText(renderedOf(last), maxChars).content });
}

function refused(last: ToolResponse, maxChars: number): ToolResponse {
  const { toolName } = last;
  const total = charsOf(last.content);
  const error = new OutputValidationError(
    `'${toolName}' gave ${total} characters; at most ${maxChars} are allowed. Ask for less.`,
    { toolName, details: { maxChars, total } },
  );
  return reviseLast(last, { error, data: undefined, structuredContent: undefined, content: [text(error.toText())] });
}

interface Reference {
  readonly call: MiddlewareCall;
  readonly maxChars: number;
  readonly store: MaxOutputOptions['store'];
}

async function referred(last: ToolResponse, { call, maxChars, store }: Reference): Promise<ToolResponse> {
  const whole = contentText(last.content);
  const place = store === undefined ? embedded(whole, call) : await linked(whole, call, store);
  if (place === undefined) return cut(last, maxChars);
  const shown = truncateText(renderedOf(last), maxChars).content.slice(0, -1);
  const note = text(`[${maxChars} of ${whole.length} characters shown; the whole is at ${place.uri}]`);
  return reviseLast(last, { content: Object.freeze([...shown, note, place.block]) });
}

interface Place {
  readonly uri: string;
  readonly block: ContentBlock;
}

const mimeType = 'text/plain';

function embedded(whole: string, { id }: MiddlewareCall): Place {
  const uri = `toolwright://calls/${encodeURIComponent(id)}/output`;
  // For the user's side: a model that got it all would be where it was.
  return { uri, block: resource({ uri, mimeType, text: whole }, { annotations: { audience: ['user'] } }) };
}

/** Undefined if the text could not be kept: the tool has run, and its result must not be lost for that. */
async function linked(
  whole: string,
  call: MiddlewareCall,
  store: NonNullable<MaxOutputOptions['store']>,
): Promise<Place | undefined> {
  try {
    const uri = await store(whole, call);
    const size = Buffer.byteLength(whole);
    return { uri, block: resourceLink({ uri, name: `${call.name} output`, mimeType, size }) };
  } catch (error) {
    process.emitWarning(`The output of '${call.name}' could not be kept: ${String(error)}`, {
      type: 'ToolwrightWarning',
    });
    return undefined;
  }
}
