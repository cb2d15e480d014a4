import type { HiddenResult, ModelView } from './model-view.js';

/** How a model that reads no hidden text comes by a value of an argument. */
export type Way =
  /** It writes the value. */
  | { readonly by: 'itself' }
  /** It passes the handle of a value that is a whole leaf of a result. */
  | { readonly by: 'handle'; readonly handle: string }
  /** It needs a hidden text, of which `extract` returns the value. */
  | { readonly by: 'extract'; readonly handle: string }
  /** It needs several hidden texts. One `extract` reads one of them. */
  | { readonly by: 'reading' };

const itself: Way = { by: 'itself' };
// People forget the space: `It is on www.example.com.Then wait.`
const unspacedSentence = /(?<=\.\p{Ll}{2,}[.!?])(?=\p{Lu}\p{Ll}*\s)/gu;
// A model computes with those that extracts have returned, whatever texts they are from.
const numbers = /^[\d\s.,:+/-]*\d[\d\s.,:+/-]*$/;

/**
 * Returns how a model comes by a value of an argument. One that is neither in the user's words nor shown needs a hidden text,
 * if there is any: also a placeholder, and a text that the model writes.
 *
 * @param choices - The members of enums, which a model chooses.
 */
export function wayOf(value: unknown, view: ModelView, choices: ReadonlySet<unknown>): Way {
  const { known, hidden } = view;
  const isText = typeof value === 'string' || typeof value === 'number';
  if (!isText || choices.has(value) || hidden.length === 0) return itself;
  const text = String(value);
  if (isKnown(text, known)) return itself;
  const leaf = hidden.flatMap(({ leaves }) => leaves).findLast((one) => one.value === value);
  if (leaf !== undefined) return { by: 'handle', handle: leaf.handle };
  const source = sourceOf(text, view);
  return source === undefined ? { by: 'reading' } : { by: 'extract', handle: source.handle };
}

/** Returns the members of all enums of a schema. */
export function choicesOf(schema: unknown): ReadonlySet<unknown> {
  if (typeof schema !== 'object' || schema === null) return new Set();
  const own = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : [];
  return new Set([...own, ...Object.values(schema).flatMap((member) => [...choicesOf(member)])]);
}

/**
 * Checks whether a text is in the user's words or in what was shown as a whole, or has the user's words only. The parts of a
 * number or a date may be in several places.
 */
function isKnown(text: string, known: readonly string[]): boolean {
  const tokens = tokensOf(text);
  if (tokens.length === 0 || isPlaceholder(text)) return false;
  const whole = ` ${tokens.join(' ')} `;
  if (known.some((one) => ` ${tokensOf(one).join(' ')} `.includes(whole))) return true;
  const words = new Set(numbers.test(text) ? known.flatMap(tokensOf) : known.slice(0, 1).flatMap(tokensOf));
  return tokens.every((token) => words.has(token));
}

/** Returns the one result of which a text can be extracted. Undefined if its words are from several ones, or may be. */
function sourceOf(text: string, { known, hidden }: ModelView): HiddenResult | undefined {
  if (numbers.test(text)) return hidden.at(-1);
  const shown = new Set(known.flatMap(tokensOf));
  const needed = tokensOf(text).filter((token) => !shown.has(token));
  const sources = hidden.map((result) => ({ result, tokens: new Set(result.texts.flatMap(tokensOf)) }));
  const found = needed.filter((token) => sources.some(({ tokens }) => tokens.has(token)));
  if (found.length === 0) return hidden.length === 1 ? hidden[0] : undefined;
  return sources.findLast(({ tokens }) => found.every((token) => tokens.has(token)))?.result;
}

function isPlaceholder(text: string): boolean {
  return /^<.*>$/s.test(text.trim());
}

/** Returns the words, addresses, numbers, dates and times of a text, in lower case. */
function tokensOf(text: string): readonly string[] {
  const spaced = text.replaceAll(unspacedSentence, ' ').replaceAll(/(?<=\d)T(?=\d\d:)/g, ' ');
  const trimmed = spaced
    .toLowerCase()
    .split(/[\s,;]+/u)
    .map((one) => one.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''));
  return trimmed.filter((token) => token !== '');
}
