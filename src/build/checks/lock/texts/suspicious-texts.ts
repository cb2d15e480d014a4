import { hasNewDestination } from './destinations.js';
import { languageOf } from './languages.js';
import { sentencesOf } from './sentences.js';
import { signsOf, speaksToCaller } from './signs.js';
import { type DescribedTool, type ToolText, toolTextsOf } from './tool-texts.js';
import { shareOf, wordsIn } from './word-sets.js';

interface Sentence extends Omit<ToolText, 'text'> {
  readonly sentence: string;
}

// Which part of its words a sentence shares with one that it replaces.
const sameSentence = 0.3;
// Sentences beyond count as new. A definition has fewer.
const maxCompared = 300;
// In characters.
const maxTopic = 50_000;

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
  const topic = old
    .map(({ sentence }) => sentence.toLowerCase())
    .join(' ')
    .slice(0, maxTopic);
  const signs = after
    .flatMap(split)
    .filter(({ sentence }) => !known.has(sentence))
    .flatMap((one) => signsOf(one.sentence, one, topic).map((sign) => ({ sign, one })))
    .filter(({ sign, one }, index) => index >= maxCompared || !isKnown(sign, one, old.slice(0, maxCompared)))
    .map(({ sign }) => sign);
  return [...new Set([...signs, ...(mixesLanguages(before, after, known) ? ['is in another language'] : [])])];
}

function split({ text, ...kind }: ToolText): readonly Sentence[] {
  return sentencesOf(text).map((sentence) => ({ sentence, ...kind }));
}

/** Checks whether a sentence is another form of one with the same sign. */
function isKnown(sign: string, { sentence, owner }: Sentence, old: readonly Sentence[]): boolean {
  // What is known may begin to speak to its reader.
  if (sign === speaksToCaller) return old.some((one) => one.owner === owner);
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
