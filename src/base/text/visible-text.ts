// Control characters other than tabs and line breaks, which may be commands of a terminal, and bidirectional marks, with
// which a terminal shows text in another order.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters.
const commands = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Escapes what a terminal would run or reorder in a text that others have written, such as the description of a tool. The
 * escapes are those of JSON: `\u001b`.
 */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(commands, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
