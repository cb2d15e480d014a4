// Longer texts are sentences, whose parts an attacker could choose.
const maxWords = 8;
const maxChars = 200;

/** Returns a text in the form in which values are compared: composed, with single spaces, in lower case. */
export function comparedText(text: string): string {
  return exactText(text).toLowerCase();
}

/** Returns a text in the form in which IDs and addresses of pages are compared, whose case is significant. */
export function exactText(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
}

/** Checks whether a text may be a value. A sentence is none, and is never compared. */
export function isComparable(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > maxChars || /[\r\n\u2028\u2029]/u.test(trimmed)) return false;
  return trimmed.split(/\s+/u).length <= maxWords;
}

/**
 * Checks whether a text contains a whole value: `evil-bob@x.com` does not contain `bob@x.com`. Both must be in the form in
 * which they are compared.
 */
export function containsValue(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    const [before, after] = [
      { text, at: at - 1, step: -1 },
      { text, at: at + value.length, step: 1 },
    ] as const;
    if (isEdge(before, value) && isEdge(after, value)) return true;
  }
  return false;
}

const open = /[\s"([<«»“”„‚¿¡]/u;
// They open a value too, but also belong to the names of mailboxes: `o'brien@x.com` does not contain `brien@x.com`.
const openAtStart = /['`{‘’*=|]/u;
const close = /[\s"'`)\]}>«»“”‘’*|]/u;
const mark = /[.,:;!?…。、，：；！？]/u;
const prefix = /[#@$€£¥]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A position next to a value in a text, and the direction that leads away from the value. */
interface Neighbour {
  readonly text: string;
  readonly at: number;
  readonly step: 1 | -1;
}

/** Checks whether a value ends at a position. */
function isEdge({ text, at, step }: Neighbour, value: string): boolean {
  const character = text[at];
  const own = value.at(step === 1 ? -1 : 0) ?? '';
  const isFree = (one: string | undefined): boolean => one === undefined || (step === 1 ? close : open).test(one);
  if (character === undefined || isFree(character)) return true;
  // Text without spaces around a value of another script.
  if (unspaced.test(character) && !unspaced.test(own)) return true;
  const next = text[at + step];
  if (mark.test(character)) return isFree(next) || (step === 1 && next !== undefined && mark.test(next));
  if (step === 1) return false;
  if (openAtStart.test(character)) return isEdge({ text, at: at - 1, step }, value);
  return prefix.test(character) && isFree(next) && !value.includes('@');
}
