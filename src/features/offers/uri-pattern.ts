/** A text that a URI contains as it is. */
interface Literal {
  readonly text: string;
}

/** A part of a URI that is read. */
interface Hole {
  /** The characters that end it. */
  readonly excluded: string;
  /** The smallest number of characters. */
  readonly least: 0 | 1;
}

/** One token of a pattern. */
export type UriToken = Literal | Hole;

/** Tokens in order. An optional group is in the URI as a whole, or not at all. */
export interface UriTokens {
  readonly tokens: readonly UriToken[];
  readonly isOptional: boolean;
}

/**
 * A pattern of URIs. The time of a match is the length of the URI times the number of tokens: a regular expression with
 * several variables would need the power of it, with which one request could stop a server.
 */
export class UriPattern {
  readonly #tokens: readonly UriToken[];
  /** The places before and after each optional group, by the latter. */
  readonly #skips = new Map<number, number>();

  constructor(groups: readonly UriTokens[]) {
    const tokens: UriToken[] = [];
    for (const group of groups) {
      const before = tokens.length;
      tokens.push(...group.tokens);
      if (group.isOptional) this.#skips.set(tokens.length, before);
    }
    this.#tokens = tokens;
  }

  /**
   * Returns the text of each hole, in order; undefined for one of a group that the URI does not have. If there are several
   * ways, optional groups are read, and earlier holes are as long as possible. Returns undefined if the URI does not match.
   */
  match(uri: string): readonly (string | undefined)[] | undefined {
    const [first] = this.#tokens;
    if (first !== undefined && 'text' in first && !this.#skips.has(1) && !uri.startsWith(first.text)) return undefined;
    const reached = this.#reach(uri);
    return reached.at(-1)?.[uri.length] === 1 ? this.#read(uri, reached) : undefined;
  }

  /** Returns the positions of the URI that are reached by the first tokens, for each number of tokens. */
  #reach(uri: string): readonly Uint8Array[] {
    const start = new Uint8Array(uri.length + 1);
    start[0] = 1;
    const reached = [start];
    for (const [index, token] of this.#tokens.entries()) {
      const next = stepOver(token, uri, reached[index] ?? start);
      const before = reached[this.#skips.get(index + 1) ?? Number.NaN];
      before?.forEach((isReached, at) => {
        if (isReached === 1) next[at] = 1;
      });
      reached.push(next);
    }
    return reached;
  }

  /** Goes back from the end, over the shortest text of each hole. */
  #read(uri: string, reached: readonly Uint8Array[]): readonly (string | undefined)[] {
    const texts: (string | undefined)[] = [];
    let end = uri.length;
    for (let count = this.#tokens.length; count > 0; ) {
      const token = this.#tokens[count - 1] as UriToken;
      const start = startOf(token, { uri, end, before: reached[count - 1] as Uint8Array });
      if (start === undefined) {
        const before = this.#skips.get(count) ?? 0;
        const skipped = this.#tokens.slice(before, count).filter((one) => 'excluded' in one);
        texts.unshift(...skipped.map(() => undefined));
        count = before;
        continue;
      }
      if ('excluded' in token) texts.unshift(uri.slice(start, end));
      end = start;
      count--;
    }
    return texts;
  }
}

function stepOver(token: UriToken, uri: string, from: Uint8Array): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(uri.length + 1);
  if ('text' in token) {
    for (let at = uri.indexOf(token.text); at >= 0; at = uri.indexOf(token.text, at + 1)) {
      if (from[at] === 1) next[at + token.text.length] = 1;
    }
    return next;
  }
  let isOpen = false;
  for (let at = 0; at <= uri.length; at++) {
    if (at > 0 && token.excluded.includes(uri.charAt(at - 1))) isOpen = false;
    if (token.least === 0 && from[at] === 1) isOpen = true;
    if (isOpen) next[at] = 1;
    if (from[at] === 1) isOpen = true;
  }
  return next;
}

/** Returns where a token that ends at a position begins. Returns undefined if it does not end there. */
function startOf(
  token: UriToken,
  { uri, end, before }: { readonly uri: string; readonly end: number; readonly before: Uint8Array },
): number | undefined {
  if ('text' in token) {
    const start = end - token.text.length;
    return before[start] === 1 && uri.startsWith(token.text, start) ? start : undefined;
  }
  for (let start = end; start >= 0; start--) {
    if (before[start] === 1 && end - start >= token.least) return start;
    if (start > 0 && token.excluded.includes(uri.charAt(start - 1))) return undefined;
  }
  return undefined;
}
