// A result may be one line of a megabyte, of which a model could not read a part.
const longestLine = 1_000;

/** Splits a text into lines. A longer line is split into parts of 1,000 characters, and never within a character. */
export function splitLines(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    if (line.length <= longestLine) return [line];
    const parts: string[] = [];
    for (let at = 0; at < line.length; ) {
      const part = cutEnd(line.slice(at, at + longestLine));
      parts.push(part);
      at += part.length;
    }
    return parts;
  });
}

/** Returns the beginning of a text: at most `length` characters, and no half of one. */
export function headOf(text: string, length: number): string {
  return text.length <= length ? text : cutEnd(text.slice(0, length));
}

/** Returns the end of a text: at most `length` characters, and no half of one. */
export function tailOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.length - length;
  return text.slice(isLowSurrogate(text, start) ? start + 1 : start);
}

/** Removes the first half of a character whose second half was cut off. */
function cutEnd(text: string): string {
  const code = text.charCodeAt(text.length - 1);
  return text.length > 1 && code >= 0xd800 && code <= 0xdbff ? text.slice(0, -1) : text;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
