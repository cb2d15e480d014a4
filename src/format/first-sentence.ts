// The segmenter takes the full stop of an abbreviation for the end of a sentence if a capital letter follows.
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|cf|vs|approx|incl|max|min|no|nos|[A-Z]|Dr|Mr|Mrs|Ms|St)\.\s*$/;

/** Returns the first sentence of a text: up to its full stop, or up to the first blank line. */
export function firstSentence(text: string): string {
  const [paragraph = ''] = text.trim().split(/\n\s*\n/);
  const line = paragraph.replace(/\s*\n\s*/g, ' ');
  let sentence = '';
  // Created here, because the first one loads the data of the language, which an import of the package should not do.
  const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
  for (const { segment } of sentences.segment(line)) {
    sentence += segment;
    if (!abbreviation.test(sentence)) break;
  }
  return sentence.trim();
}
