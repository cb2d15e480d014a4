// Invisible characters by which a text shows a model something else than a person: controls but for tabs and line breaks,
// soft hyphens, zero-width and bidirectional marks, byte order marks, variation selectors beyond the basic ones, tags.
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

/** Takes out of a stranger's text what a person would not see in it. */
export function cleanText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(unseen, '');
}

/** Whether a person sees all of a text. */
export function isCleanText(text: string): boolean {
  return text.search(unseen) === -1;
}

/** What a stranger's text may have in a prompt unless told otherwise, in characters. */
export const defaultPromptChars = 2_048;

/** A stranger's text for a prompt: clean, and cut to `maxChars` characters at most, with a mark where it was cut. */
export function promptText(text: string, maxChars: number): string {
  const clean = cleanText(text).trim();
  if (clean.length <= maxChars) return clean;
  const mark = ' [cut]';
  const kept = clean.slice(0, Math.max(0, maxChars - mark.length));
  // Never half a surrogate pair.
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}${mark}`;
}
