/** The facts about a JSON-RPC message that are known before its text is parsed. */
export interface MessageScan {
  /** The number of values of any kind on all levels. */
  readonly values: number;
  /** The ID of the message; undefined if it has none, such as a notification or a batch. */
  readonly id: string | number | undefined;
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;

/**
 * Counts the values in the JSON text of a message and reads its ID. Parsing would create all values first: an object
 * with hundreds of thousands of names blocks the event loop for a second. The text may be invalid JSON.
 */
export function scanMessage(text: string): MessageScan {
  let [values, depth, idAt] = [1, 0, -1];
  let isOpening = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === colon) continue;
    const isClosing = code === 0x5d || code === 0x7d;
    // The first value of a list follows its bracket, each other value a comma.
    if (code === comma || (isOpening && !isClosing)) values++;
    isOpening = code === 0x5b || code === 0x7b;
    if (isOpening) depth++;
    else if (isClosing) depth--;
    else if (code === quote) {
      const end = endOfString(text, at + 1);
      if (depth === 1 && end - at === 3 && text.startsWith('"id"', at) && isName(text, end + 1)) idAt = end + 1;
      at = end;
    }
  }
  return { values, id: idAt === -1 ? undefined : readId(text, idAt) };
}

/** Reads the ID at the end of a message, where the official clients write it, from the end of its text. */
export function scanTail(text: string): MessageScan['id'] {
  const at = text.lastIndexOf('"id"');
  // An ID within the arguments is followed by more than one bracket.
  return at !== -1 && /^[^{}[\]]*\}\s*$/.test(text.slice(at)) ? readId(text, at + 4) : undefined;
}

/** Returns the index of the quote that ends a string. */
function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    at += code === backslash ? 2 : 1;
  }
  return at;
}

function isName(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === colon;
}

// IDs that clients send are short. A longer one is not repeated in an error.
const longestId = 256;

function readId(text: string, from: number): MessageScan['id'] {
  const written = /^\s*:\s*("(?:[^"\\]|\\.)*"|-?[\d.eE+-]+)\s*[,}]/.exec(text.slice(from, from + longestId))?.[1];
  try {
    return written === undefined ? undefined : (JSON.parse(written) as string | number);
  } catch {
    return undefined;
  }
}

/** Counts the values in a parsed message on all levels, up to one more than `limit`. */
export function countValues(message: unknown, limit: number): number {
  let count = 0;
  const pending: unknown[] = [message];
  while (pending.length > 0 && count <= limit) {
    const value = pending.pop();
    count++;
    if (typeof value !== 'object' || value === null) continue;
    const members = Object.values(value);
    if (members.length > limit) return limit + 1;
    pending.push(...members);
  }
  return count;
}
