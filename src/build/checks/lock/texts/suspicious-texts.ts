import { hasNewDestination } from './destinations.js';
import { languageOf } from './languages.js';
import { sentencesOf } from './sentences.js';
import { signsOf } from './signs.js';
import { type DescribedTool, type ToolText, toolTextsOf } from './tool-texts.js';
import { shareOf, wordsIn } from './word-sets.js';

interface Sentence extends Omit<ToolText, 'text'> {
  readonly sentence: string;
}

// Which part of its words a sentence shares with one that it replaces.
const sameSentence = 0.3;

/**
 * Returns what new texts of a definition do that a text of a tool should not: what they ask of models or people, in a few
 * words each. What the definition did before is not new.
 */
export function suspicionsOf(before: DescribedTool | undefined, after: DescribedTool): readonly string[] {
  const old = before === undefined ? [] : toolTextsOf(before);
  const found = suspicionsIn(old, toolTextsOf(after));
  return hasNewDestination(before, after) ? [...found, 'has a default to which data may be sent'] : found;
}

/** Returns what new texts do that a text of a tool should not. */
export function suspicionsIn(before: readonly ToolText[], after: readonly ToolText[]): readonly string[] {
  const old = before.flatMap(split);
  const known = new Set(old.map(({ sentence }) => sentence));
  const topic = old.map(({ sentence }) => sentence.toLowerCase()).join(' ');
  const added = after.flatMap(split).filter(({ sentence }) => !known.has(sentence));
  const signs = added.flatMap((one) => {
    const found = signsOf(one.sentence, one, topic);
    return found.length === 0 ? [] : found.filter((sign) => !isKnown(sign, one, old));
  });
  return [...new Set([...signs, ...(mixesLanguages(before, after, known) ? ['is in another language'] : [])])];
}

function split({ text, ...kind }: ToolText): readonly Sentence[] {
  return sentencesOf(text).map((sentence) => ({ sentence, ...kind }));
}

/** Checks whether a sentence is another form of one with the same sign. */
function isKnown(sign: string, { sentence }: Sentence, old: readonly Sentence[]): boolean {
  const own = wordsIn(sentence);
  return old.some(
    (one) => shareOf(own, wordsIn(one.sentence)) >= sameSentence && signsOf(one.sentence, one).includes(sign),
  );
}

/** Checks whether a sentence in another language was added to a text that is otherwise kept. */
function mixesLanguages(before: readonly ToolText[], after: readonly ToolText[], known: ReadonlySet<string>): boolean {
  const language = languageOf(
    before
      .map(({ text }) => text)
      .join(' ')
      .slice(0, maxSample),
  );
  return after.some(({ text, role }) => {
    if (role === 'value' || language === undefined) return false;
    const sentences = sentencesOf(text);
    if (!sentences.some((sentence) => known.has(sentence))) return false;
    const added = sentences.filter((sentence) => !known.has(sentence)).map(languageOf);
    return added.some((one) => one !== undefined && one !== language);
  });
}

// In characters.
const maxSample = 4_000;
