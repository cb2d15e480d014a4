/**
 * Checks whether matching a pattern can take exponential time in an engine that backtracks: whether some text can be
 * matched within one repetition in two ways. Large patterns and those that cannot be analysed count as harmless.
 */
export function isExponential(source: string): boolean {
  // Only a repeated group can match one text in two ways again and again.
  if (!/\)[*+{]/.test(source)) return false;
  const automaton = new PatternReader(source).read();
  return automaton?.isAmbiguous() ?? false;
}

const maxPositions = 40;

// The number of pairs of positions to visit. An ordinary pattern needs some hundreds.
const maxSteps = 20_000;

// A counted repeat with fewer repetitions does not take long.
const manyRepeats = 10;

/** The positions at which a part of a pattern can begin and end, with the number of ways. */
interface Part {
  readonly isNullable: boolean;
  readonly first: ReadonlyMap<number, number>;
  readonly last: ReadonlyMap<number, number>;
}

const nothing: Part = { isNullable: true, first: new Map(), last: new Map() };

/** The automaton of a pattern (Glushkov): its states are the positions of the characters in the pattern. */
class PositionAutomaton {
  readonly #characters: ReadonlySet<string>[] = [];
  readonly #next: Map<number, number>[] = [];
  #remainingSteps = maxSteps;

  get size(): number {
    return this.#characters.length;
  }

  /** Adds a position that matches some characters. */
  add(characters: ReadonlySet<string>): Part {
    const position = this.#characters.push(characters) - 1;
    this.#next.push(new Map());
    const ends = new Map([[position, 1]]);
    return { isNullable: false, first: ends, last: ends };
  }

  /** Lets one part follow another. */
  connect({ last }: Part, { first }: Part): void {
    for (const [from, ways] of last) {
      for (const [to, further] of first) {
        const next = this.#next[from];
        next?.set(to, (next.get(to) ?? 0) + ways * further);
      }
    }
  }

  /** Checks whether some text leads from a position back to it in two ways. */
  isAmbiguous(): boolean {
    return (
      this.#next.some((next, from) => [...next].some(([to, ways]) => ways > 1 && this.#leadsTo(to, from))) ||
      this.#next.some((_, position) => this.#returnsInTwoWays(position))
    );
  }

  #leadsTo(from: number, to: number): boolean {
    return this.#reach(from, (position) => this.#after(position)).has(to);
  }

  #returnsInTwoWays(position: number): boolean {
    const start = this.#pairKey(position, position);
    const reached = this.#reach(start, (pair) => this.#pairsAfter(pair));
    const before = new Map<number, number[]>();
    for (const pair of reached) {
      for (const key of this.#pairsAfter(pair)) before.set(key, [...(before.get(key) ?? []), pair]);
    }
    const returning = this.#reach(start, (pair) => before.get(pair) ?? []);
    // A pair of two positions: one text has led to both of them.
    return [...returning].some((pair) => Math.floor(pair / this.size) !== pair % this.size);
  }

  #pairKey(left: number, right: number): number {
    return left * this.size + right;
  }

  #after(position: number): readonly number[] {
    return [...(this.#next[position]?.keys() ?? [])];
  }

  /** Returns the pairs of positions to which one character leads from a pair. */
  #pairsAfter(pair: number): readonly number[] {
    if (this.#remainingSteps-- <= 0) return [];
    return this.#after(Math.floor(pair / this.size)).flatMap((one) =>
      this.#after(pair % this.size)
        .filter((other) => this.#overlap(one, other))
        .map((other) => this.#pairKey(one, other)),
    );
  }

  #overlap(one: number, other: number): boolean {
    const characters = this.#characters[other];
    return one === other || [...(this.#characters[one] ?? [])].some((character) => characters?.has(character) === true);
  }

  /** Returns the pairs that can be reached in one step or more. */
  #reach(start: number, after: (pair: number) => readonly number[]): ReadonlySet<number> {
    const reached = new Set<number>();
    const open = [start];
    for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
      for (const key of after(pair)) {
        if (reached.has(key)) continue;
        reached.add(key);
        open.push(key);
      }
    }
    return reached;
  }
}

const tokenPattern =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\k<[^>]*>|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?|[\s\S]/uy;
const quantifierPattern = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/uy;

// A sample of the characters that patterns distinguish.
const sample = [...new Array(128).keys()]
  .map((code) => String.fromCodePoint(code))
  .concat([...'éÉßΩя茶٣²_\u00a0\u2028😀']);

/** Reads the source text of a pattern into an automaton. */
class PatternReader {
  readonly #source: string;
  readonly #automaton = new PositionAutomaton();
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  /** Returns undefined for a pattern with too many positions. */
  read(): PositionAutomaton | undefined {
    this.#readAlternatives();
    return this.#automaton.size > maxPositions ? undefined : this.#automaton;
  }

  /** Reads up to the end of the group, or of the pattern. */
  #readAlternatives(): Part {
    let alternatives: Part | undefined;
    let sequence = nothing;
    const finish = (): void => {
      alternatives = alternatives === undefined ? sequence : choose(alternatives, sequence);
    };
    while (this.#at < this.#source.length && this.#automaton.size <= maxPositions) {
      const token = this.#match(tokenPattern)?.[0] ?? '';
      if (token === ')') break;
      if (token === '|') {
        finish();
        sequence = nothing;
      } else sequence = this.#append(sequence, this.#quantify(this.#readAtom(token)));
    }
    finish();
    return alternatives ?? nothing;
  }

  #readAtom(token: string): Part {
    if (token.startsWith('(')) {
      const group = this.#readAlternatives();
      return /^\(\?<?[=!]$/.test(token) ? nothing : group;
    }
    if (token === '^' || token === '$' || /^\\[bBk1-9]/.test(token)) return nothing;
    const single = new RegExp(`^(?:${token})$`, 'u');
    return this.#automaton.add(new Set(sample.filter((character) => single.test(character))));
  }

  #quantify(part: Part): Part {
    const quantifier = this.#match(quantifierPattern);
    if (quantifier === undefined) return part;
    const [, symbol, low, isRange, high] = quantifier;
    const least = symbol === undefined ? Number(low) : symbol === '+' ? 1 : 0;
    const most = symbol === '?' ? 1 : symbol !== undefined || (isRange && high === '') ? Infinity : Number(high ?? low);
    if (most >= manyRepeats && most > least) this.#automaton.connect(part, part);
    return least === 0 ? { ...part, isNullable: true } : part;
  }

  #append(before: Part, after: Part): Part {
    this.#automaton.connect(before, after);
    return {
      isNullable: before.isNullable && after.isNullable,
      first: before.isNullable ? sum(before.first, after.first) : before.first,
      last: after.isNullable ? sum(before.last, after.last) : after.last,
    };
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source) ?? undefined;
    if (match !== undefined) this.#at += match[0].length;
    return match;
  }
}

function choose(one: Part, other: Part): Part {
  return {
    isNullable: one.isNullable || other.isNullable,
    first: sum(one.first, other.first),
    last: sum(one.last, other.last),
  };
}

function sum(one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const total = new Map(one);
  for (const [position, ways] of other) total.set(position, (total.get(position) ?? 0) + ways);
  return total;
}
