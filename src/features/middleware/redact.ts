import { concatMap, defer, type Observable } from '../../base/async/rxjs.js';
import { checkOptionNames, type OptionNames } from '../../base/options/check-options.js';
import { positive, string } from '../../base/options/option-rules.js';
import { text } from '../../call/response/content.js';
import type { ToolResponse } from '../../call/response/tool-response.js';
import { type Middleware, nameMiddleware } from '../../toolkit/entry/middleware.js';
import { cleanChunk, cleanFinalResponse } from './clean-response.js';
import { TextBuffer } from './text-buffer.js';
import { type RedactPattern, type TextCleaner, toCleaner } from './text-cleaner.js';

/** The options of `redact()`. */
export interface RedactOptions {
  /** The text that replaces each match. @default '[redacted]' */
  readonly replacement?: string | undefined;
  /**
   * The number of characters of streamed text that are held back, because they may be the beginning of a match. A match
   * that needs more characters to be recognised may appear in chunks.
   *
   * @default 256
   */
  readonly window?: number | undefined;
}

const optionNames: OptionNames<RedactOptions> = { replacement: string, window: positive };

/**
 * Creates middleware that redacts text in all responses: in chunks, including matches that span several chunks, and in
 * the final response with its data, metadata and error.
 *
 * @param what - Strings and regular expressions whose matches are replaced, or a function that returns the cleaned
 * text.
 * @example
 * ```ts
 * toolkit.use(redact([/sk-[A-Za-z0-9]{20,}/, 'db.internal']));
 * ```
 * @throws DefinitionError on a pattern that is neither a string nor a regular expression, and on an empty string.
 */
export function redact(
  what: RedactPattern | readonly RedactPattern[] | TextCleaner,
  options: RedactOptions = {},
): Middleware {
  checkOptionNames(options, optionNames, 'redact');
  const { replacement, window = 256 } = options;
  const clean = toCleaner(what, replacement);
  const held = Math.max(window, ...textsOf(what).map((one) => one.length));
  return nameMiddleware('redact', (_call, next) => cleanResponses(next(), clean, held));
}

function textsOf(what: Parameters<typeof redact>[0]): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(what) ? what : [what];
  return listed.filter((one) => typeof one === 'string');
}

/** Cleans the responses of a call, also of matches that span several chunks. */
export function cleanResponses(
  responses: Observable<ToolResponse>,
  clean: TextCleaner,
  window: number,
): Observable<ToolResponse> {
  return defer(() => {
    const held = new TextBuffer(clean, window);
    let latest: ToolResponse | undefined;
    const release = (shown: string): readonly ToolResponse[] =>
      shown === '' || latest === undefined ? [] : [{ ...latest, content: [text(shown)] }];
    return responses.pipe(
      concatMap((response) => {
        const plain = response.isLast ? undefined : plainText(response);
        if (plain === undefined) {
          const cleaned = response.isLast ? cleanFinalResponse(response, clean) : cleanChunk(response, clean);
          return [...release(held.end()), cleaned];
        }
        latest = response;
        return release(held.push(plain));
      }),
    );
  });
}

/** Returns the text of a chunk that contains only text, so that it can be joined with the adjacent chunks. */
function plainText({ content, structuredContent, metadata, meta }: ToolResponse): string | undefined {
  if (structuredContent !== undefined || metadata !== undefined || meta !== undefined) return undefined;
  let joined = '';
  for (const block of content) {
    if (block.type !== 'text' || block.annotations !== undefined || block._meta !== undefined) return undefined;
    joined += block.text;
  }
  return joined;
}
