import type { TextTerms } from '../../../features/search/language/text-terms.js';
import type { ToolSpec } from '../../../index.js';
import type { ActionVerbs } from './action-verbs.js';

/** The words that distinguish a tool from others. */
export interface ToolWords {
  readonly name: string;
  /** The stem of the verb with which the description begins. */
  readonly verb: string;
  readonly terms: ReadonlySet<string>;
  /** Terms with the meaning of one of the terms. */
  readonly related: ReadonlySet<string>;
  /** The terms of the names of the parameters. */
  readonly parameters: ReadonlySet<string>;
}

const isNote = /^(?:>|\*\*note|note\b)/i;
// In words. What follows is rarely what a tool is chosen by.
const maxWords = 50;

/** Returns the words of tools. Sentences that many tools have in common say nothing about one of them. */
export function wordsOfTools(specs: readonly ToolSpec[], terms: TextTerms, verbs: ActionVerbs): readonly ToolWords[] {
  const counts = new Map<string, number>();
  for (const { description = '' } of specs) {
    for (const sentence of new Set(sentencesOf(description))) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  }
  const common = Math.max(4, specs.length / 100);
  return specs.map(({ name, description = '', inputSchema }) => {
    const sentences = sentencesOf(description).filter(
      (sentence, index) => (index === 0 && !isNote.test(sentence)) || (counts.get(sentence) ?? 0) < common,
    );
    const text = sentences.join(' ').split(' ').slice(0, maxWords).join(' ');
    const { words, related } = terms.ofQuery(text);
    const parameters = Object.keys(inputSchema.properties ?? {}).flatMap((one) => terms.ofNameParts(one));
    return {
      name,
      verb: verbs.leading(text),
      terms: new Set(words.keys()),
      related: new Set(related.keys()),
      parameters: new Set(parameters),
    };
  });
}

function sentencesOf(description: string): readonly string[] {
  const sentences = description.split(/(?<=[.!?:])\s+|\n+/);
  return sentences.map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim()).filter((sentence) => sentence !== '');
}
