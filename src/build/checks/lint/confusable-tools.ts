import { loadLanguage } from '../../../features/search/language/load-language.js';
import { TextTerms } from '../../../features/search/language/text-terms.js';
import type { ToolSpec } from '../../../index.js';
import { ActionVerbs } from './action-verbs.js';
import { createFinding, type Finding } from './finding.js';
import { type ToolWords, wordsOfTools } from './tool-words.js';

// Which part of the words of each tool the other one has.
const alike = 0.5;
// The same for a tool with few words, of which one says as much as many of others.
const alikeInFew = 0.8;
const few = 5;
// Which part makes another tool score as well as the tool itself.
const same = 0.9;
// A tool with so many similar ones is of a series, such as the operations of one resource, which differ by a word on purpose.
const series = 3;
// A related word says less than the word itself.
const relatedWeight = 0.8;

interface Pair {
  readonly one: ToolWords;
  readonly other: ToolWords;
  readonly likeness: number;
}

/** Finds pairs of tools that a model may mix up, because they are described in nearly the same words. */
export async function findConfusable(specs: readonly ToolSpec[]): Promise<readonly Finding[]> {
  const terms = new TextTerms(await loadLanguage('en'));
  const verbs = new ActionVerbs((word) => terms.ofName(word)[0] ?? word);
  const words = wordsOfTools(specs, terms, verbs).filter((tool) => tool.terms.size > 0);
  const pairs = findAlike(words);
  const counts = new Map<ToolWords, number>();
  for (const { one, other } of pairs) for (const tool of [one, other]) counts.set(tool, (counts.get(tool) ?? 0) + 1);
  return pairs
    .filter(({ one, other, likeness }) => {
      if (likeness < alikeInFew && Math.min(one.terms.size, other.terms.size) < few) return false;
      if (verbs.areDistinct(one.verb, other.verb)) return false;
      const differences = [termsOfOne(one, other), termsOfOne(other, one)];
      if (differences.flat().length === 0) return true;
      const neighbours = Math.max(counts.get(one) ?? 0, counts.get(other) ?? 0) - 1;
      return neighbours < series && (neighbours === 0 || !areDistinguished(one, other));
    })
    .map(({ one, other, likeness }) => {
      const [first, second] = [one.name, other.name];
      const message =
        `It is described in ${likeness >= same ? 'nearly the same' : 'similar'} words as '${second}' (${Math.round(100 * likeness)} %): ` +
        'models may mix them up. Say in both when to use which, or make one tool of them.';
      return createFinding('confusable-tools', 'warning', { tool: first, about: second, message });
    });
}

function findAlike(words: readonly ToolWords[]): readonly Pair[] {
  const weigh = createWeights(words);
  const wholes = new Map(words.map((tool) => [tool, sum([...tool.terms].map(weigh))]));
  const share = (one: ToolWords, other: ToolWords): number => {
    let found = 0;
    for (const term of one.terms) {
      if (other.terms.has(term)) found += weigh(term);
      else if (other.related.has(term)) found += relatedWeight * weigh(term);
    }
    return found / (wholes.get(one) ?? 1);
  };
  const pairs: Pair[] = [];
  for (const [index, one] of words.entries()) {
    for (const other of words.slice(index + 1)) {
      const likeness = share(one, other);
      if (likeness < alike * alike) continue;
      const both = Math.sqrt(likeness * share(other, one));
      if (both >= alike) pairs.push({ one, other, likeness: both });
    }
  }
  return pairs;
}

/** Returns the weight of a term: one that few tools have says more. */
function createWeights(words: readonly ToolWords[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const { terms } of words) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + words.length / (1 + (counts.get(term) ?? 0)));
}

/** Returns the terms of one tool that another one lacks, in any words. */
function termsOfOne(one: ToolWords, other: ToolWords): readonly string[] {
  return [...one.terms].filter((term) => !other.terms.has(term) && !other.related.has(term));
}

/** Checks whether a parameter says what the descriptions differ in, such as `org` and `repo`. */
function areDistinguished(one: ToolWords, other: ToolWords): boolean {
  return [
    [one, other],
    [other, one],
  ].some(([own, others]) => {
    if (own === undefined || others === undefined) return false;
    const named = termsOfOne(own, others).filter((term) => hasName(own, term));
    return named.some((term) => !hasName(others, term));
  });
}

const shortest = 3;

function hasName({ parameters }: ToolWords, term: string): boolean {
  return [...parameters].some(
    (name) =>
      name === term ||
      (name.length >= shortest && term.startsWith(name)) ||
      (term.length > shortest && name.startsWith(term)),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
