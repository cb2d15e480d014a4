/**
 * Finds the tools whose names a query states: the query is the name, however its words are joined, or contains a name of
 * several words.
 */
export class NameIndex {
  readonly #byName = new Map<string, number[]>();
  readonly #byCase = new Map<string, number[]>();
  readonly #byWords = new Map<string, number[]>();

  add(id: number, name: string): void {
    addTo(this.#byName, name, id);
    addTo(this.#byCase, name.toLowerCase(), id);
    addTo(this.#byWords, wordsOf(name), id);
  }

  /** Returns the IDs of the names, those that are written in the same way first. */
  find(query: string): readonly number[] {
    const written = query.trim();
    const stated = written.split(/[^\p{L}\p{N}_.-]+/u).filter(hasSeveralWords);
    return [
      ...new Set([
        ...(this.#byName.get(written) ?? []),
        ...stated.flatMap((name) => this.#byName.get(name) ?? []),
        ...stated.flatMap((name) => this.#byCase.get(name.toLowerCase()) ?? []),
        ...(this.#byWords.get(wordsOf(written)) ?? []),
      ]),
    ];
  }
}

function addTo(index: Map<string, number[]>, key: string, id: number): void {
  if (key === '') return;
  const ids = index.get(key);
  if (ids === undefined) index.set(key, [id]);
  else ids.push(id);
}

// A name such as `search` is also a word of requests.
function hasSeveralWords(name: string): boolean {
  return /[_.-]|\p{Ll}\p{Lu}/u.test(name);
}

/** Returns the words of a name or a query, without regard to how they are joined: `getWeather` is `get weather`. */
function wordsOf(text: string): string {
  const spaced = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').toLowerCase();
  return spaced
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
}
