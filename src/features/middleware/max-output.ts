import { concatMap, from, of } from '../../base/async/rxjs.js';
import { emitWarning } from '../../base/errors/emit-warning.js';
import { DefinitionError, OutputValidationError } from '../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { callback, oneOf, positive } from '../../base/options/option-rules.js';
import { encodeUtf8 } from '../../base/runtime/sha256.js';
import { truncateText } from '../../call/outcome.js';
import { type ContentBlock, contentText, resource, resourceLink, text } from '../../call/response/content.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import { renderedOf, reviseResponse } from '../../call/revise-response.js';
import { type Middleware, type MiddlewareCall, nameMiddleware } from '../../toolkit/entry/middleware.js';

/** The options of `maxOutput()`. */
export interface MaxOutputOptions {
  /** The maximum length of all text blocks of a final response together, in characters. */
  readonly maxChars: number;
  /**
   * The handling of longer text. `truncate`: the text is cut off, and the cut is marked. `resource`: the
   * model receives the beginning and a reference to the complete text. `error`: the call fails.
   *
   * @default 'truncate'
   */
  readonly mode?: 'truncate' | 'resource' | 'error' | undefined;
  /**
   * Stores the complete text and returns its URI, in the mode `resource`.
   *
   * @default the response itself contains the text, in a resource block
   */
  readonly store?: ((fullText: string, call: MiddlewareCall) => string | Promise<string>) | undefined;
}

const optionNames: OptionNames<MaxOutputOptions> = {
  maxChars: positive,
  mode: oneOf('truncate', 'resource', 'error'),
  store: callback,
};

/**
 * Creates middleware that limits the text that a model receives from a call. It applies to the final response only.
 * Chunks are for the user who watches the call, and `data` and `structuredContent` are for programs.
 *
 * @example
 * ```ts
 * toolkit.use(maxOutput({ maxChars: 20_000, mode: 'resource', store: (fullText) => files.put(fullText) }));
 * ```
 * @throws DefinitionError if `maxChars` is not a number above 0, on an unknown mode, and on a `store` in another mode.
 */
export function maxOutput(options: MaxOutputOptions): Middleware {
  checkOptionNames(options, optionNames, 'maxOutput');
  const { maxChars, mode = 'truncate', store } = options;
  if (maxChars === undefined)
    throw new DefinitionError('maxOutput: maxChars is missing. Set the maximum length, in characters.');
  if (store !== undefined && mode !== 'resource') {
    throw new DefinitionError("maxOutput: store requires the mode 'resource'.");
  }
  return nameMiddleware('maxOutput', (call, next) =>
    next().pipe(
      concatMap((response) => {
        // What a pending call says comes from the toolkit, and its output follows.
        const isOutput = response.isLast && response.state !== 'pending';
        if (!isOutput || charsOf(response.content) <= maxChars) return of(response);
        // The text of an error is always truncated: its beginning is sufficient.
        if (mode === 'truncate' || response.error !== undefined) return of(truncate(response, maxChars));
        if (mode === 'error') return of(reject(response, maxChars));
        return from(replaceByReference(response, { call, maxChars, store }));
      }),
    ),
  );
}

function charsOf(content: readonly ContentBlock[]): number {
  return content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0);
}

function truncate(last: ToolResponse, maxChars: number): ToolResponse {
  return reviseResponse(last, { content: truncateText(renderedOf(last), maxChars).content });
}

function reject(last: ToolResponse, maxChars: number): ToolResponse {
  const { toolName } = last;
  const total = charsOf(last.content);
  const error = new OutputValidationError(
    `'${toolName}' returned ${total} characters; at most ${maxChars} are allowed. Request less output.`,
    { toolName, details: { maxChars, total } },
  );
  return reviseResponse(last, {
    error,
    data: undefined,
    structuredContent: undefined,
    content: [text(error.toText())],
  });
}

interface Reference {
  readonly call: MiddlewareCall;
  readonly maxChars: number;
  readonly store: MaxOutputOptions['store'];
}

async function replaceByReference(last: ToolResponse, { call, maxChars, store }: Reference): Promise<ToolResponse> {
  const fullText = contentText(last.content);
  const stored = store === undefined ? embedText(fullText, call) : await storeText(fullText, call, store);
  if (stored === undefined) return truncate(last, maxChars);
  const shown = truncateText(renderedOf(last), maxChars).content.slice(0, -1);
  const note = text(`[${maxChars} of ${fullText.length} characters shown; the complete text is at ${stored.uri}]`);
  return reviseResponse(last, { content: Object.freeze([...shown, note, stored.block]) });
}

interface StoredText {
  readonly uri: string;
  readonly block: ContentBlock;
}

const mimeType = 'text/plain';

function embedText(fullText: string, { id }: MiddlewareCall): StoredText {
  const uri = `toolwright://calls/${encodeURIComponent(id)}/output`;
  // The audience is the user: otherwise the model would receive the complete text anyway.
  return { uri, block: resource({ uri, mimeType, text: fullText }, { annotations: { audience: ['user'] } }) };
}

/** Stores the text. Returns undefined if that fails, because the result of a tool that has run must not be lost. */
async function storeText(
  fullText: string,
  call: MiddlewareCall,
  store: NonNullable<MaxOutputOptions['store']>,
): Promise<StoredText | undefined> {
  try {
    const uri = await store(fullText, call);
    const size = encodeUtf8(fullText).length;
    return { uri, block: resourceLink({ uri, name: `${call.name} output`, mimeType, size }) };
  } catch (error) {
    emitWarning(`The output of '${call.name}' could not be stored: ${String(error)}`);
    return undefined;
  }
}
