import type { RulePlace } from './validation-rules.js';

/**
 * A rule's message with its tokens filled in, as class-validator does it, which compiles patterns for each; undefined
 * where its way of replacing could make another text of it.
 */
export function filledMessage(message: unknown, { targetName, property, constraints }: RulePlace): string | undefined {
  if (typeof message !== 'string' || message === '' || message.includes('$value')) return undefined;
  let text: string | undefined = message;
  for (let index = 0; index < constraints.length && text?.includes('$constraint') === true; index++) {
    text = filled(text, `$constraint${index + 1}`, constraintText(constraints[index]));
  }
  return filled(filled(text, '$property', property), '$target', targetName);
}

function filled(text: string | undefined, token: string, word: string | undefined): string | undefined {
  let at = text?.indexOf(token) ?? -1;
  if (text === undefined || at < 0) return text;
  // A dollar would be taken for another token, or for a reference to what was replaced.
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

function constraintText(constraint: unknown): string | undefined {
  if (Array.isArray(constraint)) return constraint.every(isWord) ? constraint.join(', ') : undefined;
  return isWord(constraint) ? String(constraint) : undefined;
}

function isWord(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
