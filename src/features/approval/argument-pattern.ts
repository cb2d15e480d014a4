/** One position of a pattern. */
interface PatternPart {
  /** The accepted character, any character but `/` (`*`), or any character (`**`). A star accepts any number of them. */
  readonly accepts: string;
  /** The numbers of positions from here that are reached without a character. */
  readonly skips: readonly number[];
}

/**
 * Compiles a pattern of texts, in which `*` matches any characters but `/`, and `**` any characters. Between slashes and
 * at either end, `**` also matches no folder: `a/**` matches `a`, and `**` with a slash before `b` matches `b`.
 */
export function compileArgumentPattern(pattern: string): (text: string) => boolean {
  const parts = parsePattern(pattern);
  return (text) => matches(parts, text);
}

function parsePattern(pattern: string): readonly PatternPart[] {
  const accepted = pattern.split(/(\*+)/).flatMap((part) => {
    if (!part.startsWith('*')) return [...part];
    return [part === '*' ? '*' : '**'];
  });
  return accepted.map((accepts, at) => {
    if (accepts === '*') return { accepts, skips: [1] };
    if (accepts === '**') {
      const beginsSegment = at === 0 || accepted[at - 1] === '/';
      return { accepts, skips: beginsSegment && accepted[at + 1] === '/' ? [1, 2] : [1] };
    }
    const isLastFolder = at > 0 && accepts === '/' && accepted[at + 1] === '**' && at + 2 === accepted.length;
    return { accepts, skips: isLastFolder ? [2] : [] };
  });
}

/** Matches by the set of positions that are reached, in time proportional to the length of the text. */
function matches(parts: readonly PatternPart[], text: string): boolean {
  let reached = new Uint8Array(parts.length + 1);
  let next = new Uint8Array(parts.length + 1);
  enter(parts, reached, 0);
  for (const character of text) {
    next.fill(0);
    let isReached = false;
    for (let at = 0; at < parts.length; at++) {
      if (reached[at] === 0) continue;
      const accepts = parts[at]?.accepts;
      if (accepts === '**' || (accepts === '*' && character !== '/')) {
        next[at] ||= stayed;
        enter(parts, next, at + 1);
      } else if (accepts === character) enter(parts, next, at + 1);
      else continue;
      isReached = true;
    }
    if (!isReached) return false;
    [reached, next] = [next, reached];
  }
  return reached[parts.length] !== 0;
}

// How a position is reached. A star that has accepted a character no longer matches no folder.
const stayed = 1;
const entered = 2;

function enter(parts: readonly PatternPart[], reached: Uint8Array, at: number): void {
  if (reached[at] === entered) return;
  reached[at] = entered;
  for (const skip of parts[at]?.skips ?? []) enter(parts, reached, at + skip);
}
