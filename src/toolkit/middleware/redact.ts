import { concatMap, defer, type Observable } from 'rxjs';
import { checkPositive } from '../../execution/check-limits.js';
import { text } from '../../response/content.js';
import type { ToolResponse } from '../../response/tool-response.js';
import { cleanedChunk, cleanedLast } from './cleaned-response.js';
import { HeldText } from './held-text.js';
import type { Middleware } from './middleware.js';
import { cleanerOf, type RedactPattern, type TextCleaner } from './text-cleaner.js';

/** How text is redacted. */
export interface RedactOptions {
  /** What stands in the place of what a pattern matches. @default '[redacted]' */
  readonly replacement?: string | undefined;
  /**
   * How much streamed text is held back, in characters, until it is known that it is not the beginning of a match. What
   * takes more than so many characters to be recognised may show in chunks. @default 256
   */
  readonly window?: number | undefined;
}

/**
 * Middleware that takes texts out of everything that comes back: chunks, also where a match lies across several, and the
 * last response with its data, its metadata and its error.
 *
 * @param what - Texts and regular expressions, each replaced wherever it stands, or a function that gives clean text.
 * @example
 * ```ts
 * toolkit.use(redact([/sk-[A-Za-z0-9]{20,}/, 'db.internal']));
 * ```
 * @throws DefinitionError on a pattern that is none, and on an empty text.
 */
export function redact(
  what: RedactPattern | readonly RedactPattern[] | TextCleaner,
  { replacement, window = 256 }: RedactOptions = {},
): Middleware {
  checkPositive(window, 'redact: window');
  const clean = typeof what === 'function' ? what : cleanerOf(what, replacement);
  const held = Math.max(window, ...textsOf(what).map((one) => one.length));
  return (_call, next) => cleanedResponses(next(), clean, held);
}

function textsOf(what: Parameters<typeof redact>[0]): readonly string[] {
  const listed: readonly unknown[] = Array.isArray(what) ? what : [what];
  return listed.filter((one) => typeof one === 'string');
}

function cleanedResponses(
  responses: Observable<ToolResponse>,
  clean: TextCleaner,
  window: number,
): Observable<ToolResponse> {
  return defer(() => {
    const held = new HeldText(clean, window);
    let latest: ToolResponse | undefined;
    const letGo = (shown: string): readonly ToolResponse[] =>
      shown === '' || latest === undefined ? [] : [{ ...latest, content: [text(shown)] }];
    return responses.pipe(
      concatMap((response) => {
        const plain = response.isLast ? undefined : plainText(response);
        if (plain === undefined) {
          const cleaned = response.isLast ? cleanedLast(response, clean) : cleanedChunk(response, clean);
          return [...letGo(held.end()), cleaned];
        }
        latest = response;
        return letGo(held.push(plain));
      }),
    );
  });
}

/** The text of a chunk that is nothing but text, to be joined with that of its neighbours. */
function plainText({ content, structuredContent, metadata }: ToolResponse): string | undefined {
  if (structuredContent !== undefined || metadata !== undefined) return undefined;
  let joined = '';
  for (const block of content) {
    if (block.type !== 'text' || block.annotations !== undefined || block._meta !== undefined) return undefined;
    joined += block.text;
  }
  return joined;
}
