import type { ToolResult } from 'toolwright';
import { wordsOf } from './policy-names.js';

// Fewer are in a text by chance. An attack that is found by chance counts as read.
const minWords = 4;

/** Returns the texts that a model sees of a result: those of its content and of its structured content. */
export function textsShown({ content, structuredContent, error }: ToolResult): readonly string[] {
  const blocks = content.flatMap((block) => (block.type === 'text' ? textsIn(parsed(block.text)) : []));
  return [...blocks, ...textsIn(structuredContent), ...(error === undefined ? [] : [error.toText()])];
}

/** Checks whether any of some texts has a text, or four words of it in sequence. */
export function haveText(texts: readonly string[], text: string): boolean {
  const words = wordsOf(text);
  const length = Math.min(minWords, words.length);
  const sequences = words.slice(length - 1).map((_, index) => ` ${words.slice(index, index + length).join(' ')} `);
  return texts.some((one) => {
    const read = ` ${wordsOf(one).join(' ')} `;
    return sequences.some((sequence) => read.includes(sequence));
  });
}

/** Returns the texts and the numbers in data, and the names of members. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsIn(member)]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
