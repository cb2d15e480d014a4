import { type Library, LibraryError } from './library.js';

// Enough to get to know a folder, however many files it has.
const sampledFiles = 50;

/** A word that is worth searching for: the one that the most files have, of those not too short to mean something. */
export async function commonWord(library: Library): Promise<string> {
  const texts = await Promise.all(library.files.slice(0, sampledFiles).map((file) => library.read(file)));
  const word = mostShared(texts, /\p{L}{6,}/gu) ?? mostShared(texts, /\p{L}+/gu);
  if (word === undefined) throw new LibraryError(`The Markdown files in ${library.folder} have no text to search.`);
  return word;
}

function mostShared(texts: readonly string[], pattern: RegExp): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = new Set(text.toLowerCase().match(pattern));
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0];
}
