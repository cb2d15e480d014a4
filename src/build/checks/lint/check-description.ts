import type { ToolSpec } from '../../../index.js';
import { createFinding, type Finding } from './finding.js';

/** Finds a tool without a description, or with one that says no more than its name. */
export function checkDescription({ name, description = '' }: ToolSpec): readonly Finding[] {
  const words = wordsOf(description);
  if (words.length === 0) {
    const message = 'It has no description. Say in a sentence what it does, and when to use it.';
    return [createFinding('missing-description', 'error', { tool: name, message })];
  }
  const known = new Set([...wordsOf(name), ...emptyWords]);
  if (words.some((word) => !known.has(word) && !known.has(stemOf(word)))) return [];
  const message = `Its description '${description.trim()}' says little more than its name. Say what it does, and when to use it.`;
  return [createFinding('missing-description', 'warning', { tool: name, message })];
}

const emptyWords: readonly string[] = [
  'a',
  'an',
  'the',
  'of',
  'for',
  'to',
  'this',
  'tool',
  'function',
  'endpoint',
  'deprecated',
];

function wordsOf(text: string): readonly string[] {
  const spaced = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
  return spaced.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns a verb or noun without the ending of a third person or plural. */
function stemOf(word: string): string {
  return word.length > 3 ? word.replace(/s$/, '') : word;
}
