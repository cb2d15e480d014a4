// Invisible characters that make a model read something different from what a person sees: control characters other
// than tabs and line breaks, soft hyphens, zero-width and bidirectional marks, byte order marks, variation selectors
// beyond the basic ones, and tags.
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Removes the invisible characters from the text of an untrusted source. */
export function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(invisible, '');
}

/** Whether a text has no invisible characters. */
export function isCleanText(text: string): boolean {
  return text.search(invisible) === -1;
}

/** The default limit for the text of an untrusted source in a prompt, in characters. */
export const defaultPromptChars = 2_048;

/** Cleans the text of an untrusted source for a prompt and cuts it, with a mark, to at most `maxChars` characters. */
export function promptText(text: string, maxChars: number): string {
  const clean = cleanText(text).trim();
  if (clean.length <= maxChars) return clean;
  const mark = ' [cut]';
  const kept = clean.slice(0, Math.max(0, maxChars - mark.length));
  // The cut must not split a surrogate pair.
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}${mark}`;
}
