import { type PolicyNames, wordsOf } from './policy-names.js';
import type { RecordedCall, Suite } from './suite.js';

/** What a policy file may not repeat of the data. */
interface DataWords {
  /** Whole values of one or two words, parts of addresses, and three words of a longer text, joined by spaces. */
  readonly sequences: ReadonlySet<string>;
  /** Words that the data has within sentences, but never in lower case, such as the names of people. */
  readonly proper: ReadonlySet<string>;
}

// A plain sentence has two words of a longer text in sequence by chance.
const maxChance = 2;
const maxSequence = maxChance + 1;

const address = /\S*[\p{L}\p{N}](?:@|\.(?=[\p{L}\p{N}])|:\/\/)\S*/gu;
const compound = /[@_/\p{N}]|\p{L}[.-]\p{L}/u;
// Not the parts of addresses and file names, which say nothing of how a word is written elsewhere.
const lowerWord = /(?<![\p{L}\p{N}@._/-])\p{Ll}+(?![\p{L}\p{N}@_/-]|\.\p{L})/gu;
// Any word may have a capital letter at the beginning of a sentence or a line.
const properWord = /(?<=[\p{L}\p{N},;'"(] ['"(]?)\p{Lu}\p{L}+/gu;

/**
 * Returns what a policy file repeats of the data, also in comments, anchors and kinds, or may repeat, such as any number or
 * address. The words of names and enums of the schemas are allowed.
 */
export function wordProblems(text: string, suite: Suite, { words: allowed }: PolicyNames): readonly string[] {
  const { sequences, proper } = readDataWords(suite);
  const isRefused = (words: readonly string[]): boolean => {
    if (words.every((word) => allowed.has(word))) return false;
    const [first = ''] = words;
    const isSuspicious = words.length === 1 && (proper.has(first) || /\p{N}/u.test(first));
    return isSuspicious || sequences.has(words.join(' '));
  };
  const lines = text.split('\n');
  const addresses = lines.flatMap((line, index) => (line.match(address) ?? []).map((one) => problemOf(one, index)));
  // A sentence of a comment may continue on the next line.
  const found = lines.flatMap((line, index) => wordsOf(line).map((word) => ({ word, index })));
  const repeated = found.flatMap(({ index }, at) =>
    Array.from({ length: maxSequence }, (_, more) => found.slice(at, at + more + 1).map(({ word }) => word))
      .filter(isRefused)
      .map((words) => problemOf(words.join(' '), index)),
  );
  return [...new Set([...addresses, ...repeated])];
}

function problemOf(words: string, index: number): string {
  return `Line ${index + 1} has '${words}', which is or may be from the data.`;
}

function readDataWords(suite: Suite): DataWords {
  const sequences = new Set<string>();
  const [lower, upper] = [new Set<string>(), new Set<string>()];
  for (const text of textsOf(suite)) {
    const words = wordsOf(text);
    if (words.length <= maxChance) sequences.add(words.join(' '));
    for (const one of sequencesOf(words, maxSequence)) sequences.add(one);
    for (const token of text.split(/[\s,;]+/u).filter((one) => compound.test(one))) {
      for (const one of sequencesOf(wordsOf(token), 2)) sequences.add(one);
    }
    for (const [word] of text.matchAll(lowerWord)) lower.add(word);
    for (const [word] of text.matchAll(properWord)) upper.add(word.toLowerCase());
  }
  return { sequences, proper: new Set([...upper].filter((word) => !lower.has(word))) };
}

/** Returns all texts of the data: those of tasks and attackers, and the values and keys of arguments and results. */
function textsOf({ userTasks, injectionTasks, injectionVectors }: Suite): ReadonlySet<string> {
  const texts = new Set<string>();
  const calls = [...userTasks, ...injectionTasks].flatMap(({ groundTruth }) => groundTruth);
  const tasks = [...userTasks.map(({ prompt }) => prompt), ...injectionTasks.map(({ goal }) => goal)];
  for (const text of [...tasks, ...injectionVectors.map((vector) => vector.default)]) texts.add(text);
  for (const call of calls) collect(valuesOf(call));
  return texts;

  function collect(value: unknown): void {
    if (typeof value === 'string') texts.add(value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value)) {
      texts.add(key);
      collect(member);
    }
  }
}

function valuesOf({ args, result, injectedResult }: RecordedCall): readonly unknown[] {
  return [args, result, injectedResult];
}

function sequencesOf(words: readonly string[], length: number): readonly string[] {
  return words.slice(length - 1).map((_, index) => words.slice(index, index + length).join(' '));
}
