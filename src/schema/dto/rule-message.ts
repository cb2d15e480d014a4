import type { RulePlace } from './validation-rules.js';

/**
 * The messages of one rule of one property. What the last one reads like when it is filled in is kept: the next is nearly
 * always the same.
 */
export class RuleMessages {
  /** Undefined where nothing is kept: a list may be another the next time. */
  readonly #kept: { message: unknown; targetName: string; text: string | undefined } | undefined;

  constructor(constraints: RulePlace['constraints']) {
    if (constraints.every(isWord)) this.#kept = { message: undefined, targetName: '', text: undefined };
  }

  /** As `filledMessage`. */
  filled(message: unknown, place: RulePlace): string | undefined {
    const kept = this.#kept;
    if (kept === undefined) return filledMessage(message, place);
    if (kept.message !== message || kept.targetName !== place.targetName) {
      kept.text = filledMessage(message, place);
      kept.message = message;
      kept.targetName = place.targetName;
    }
    return kept.text;
  }
}

/**
 * A rule's message with its tokens filled in, in class-validator's order, but without compiling a pattern for each;
 * undefined where class-validator's way of replacing could make another text of it.
 */
export function filledMessage(message: unknown, { targetName, property, constraints }: RulePlace): string | undefined {
  if (typeof message !== 'string' || message === '') return undefined;
  let text: string | undefined = message;
  for (let index = 0; index < constraints.length && text?.includes('$constraint') === true; index++) {
    text = filled(text, `$constraint${index + 1}`, constraints[index]);
  }
  if (text?.includes('$value') === true) return undefined;
  return filled(filled(text, '$property', property), '$target', targetName);
}

function filled(text: string | undefined, token: string, value: unknown): string | undefined {
  let at = text?.indexOf(token) ?? -1;
  if (text === undefined || at < 0) return text;
  const word = wordOf(value);
  // A dollar would be taken for a reference to what it replaces.
  if (word === undefined || word.includes('$')) return undefined;
  // By hand: `replaceAll` takes ten times as long.
  let before = '';
  let rest = text;
  for (; at >= 0; at = rest.indexOf(token)) {
    before += rest.slice(0, at) + word;
    rest = rest.slice(at + token.length);
  }
  return before + rest;
}

function wordOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.every(isWord) ? value.join(', ') : undefined;
  return isWord(value) ? String(value) : undefined;
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
