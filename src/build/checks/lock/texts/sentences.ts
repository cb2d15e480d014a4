// In characters. The time of an expression grows with the square of the length of a text.
const maxLength = 2_000;
const overlap = 200;

/** Returns the sentences of a text, each once. Long ones are in parts that overlap, so that a sign is in one of them. */
export function sentencesOf(text: string): readonly string[] {
  const sentences = text.split(/(?<=[.!?])\s+|[\n。！？]+/).map(normalize);
  return [...new Set(sentences)].filter((sentence) => sentence !== '').flatMap(partsOf);
}

function partsOf(text: string): readonly string[] {
  const count = Math.max(1, Math.ceil((text.length - overlap) / (maxLength - overlap)));
  return Array.from({ length: count }, (_, index) => {
    const start = index * (maxLength - overlap);
    return text.slice(start, start + maxLength);
  });
}

/** Returns a text without differences of white space, which say nothing. */
export function normalize(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
