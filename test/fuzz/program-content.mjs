// What the tools of random programs return in one run: what others have written, what is private, and what is the same in both.
import { Content, storedValues } from './flow-content.mjs';
import { Random } from './random.mjs';

const names = [
  'from',
  'body',
  'id',
  'amount',
  'tags',
  'length',
  'map',
  'toJSON',
  'then',
  'constructor',
  'a/b',
  '0',
  'm~n',
];

/** Data of which two runs have different versions: types, lengths and members differ too. */
export class OthersData {
  #seed;
  #content;

  /** @param mimicry - The probability that a text is one that is also trusted. */
  constructor(seed, mimicry) {
    this.#seed = seed;
    this.#content = new Content(seed, { shapeSeed: seed, mimicry });
  }

  /** The texts that occur nowhere else. */
  get markers() {
    return this.#content.markers;
  }

  /** Returns the source of random choices of a place, which are the same whenever the place is read. */
  at(place) {
    return new Random([...place].reduce((sum, one) => (sum * 31 + one.codePointAt(0)) >>> 0, this.#seed * 977));
  }

  text(place) {
    const random = this.at(`${place} text`);
    const text = this.#content.text(place);
    // What is like a handle, like a reference of the sandbox, or no text at all.
    if (random.chance(0.05)) return `@h1/0/${random.pick(['from', 'body', 'id'])}`;
    if (random.chance(0.03)) return `\uF8FFopaque:@h1/0/from`;
    return random.chance(0.05) ? '' : text;
  }

  /** Returns a value of any type. */
  value(place, depth = 2) {
    const random = this.at(place);
    const kind = random.next();
    if (kind < 0.45 || depth === 0) return this.#leaf(place, random);
    const count = random.between(0, 3);
    if (kind < 0.65) return random.list(count, (at) => this.value(`${place}/${at}`, depth - 1));
    return Object.fromEntries(
      random.list(count + 1, (at) => {
        const name = random.chance(0.85) ? random.pick(names) : this.text(`${place} key ${at}`);
        const value = this.value(`${place}.${at}`, depth - 1);
        // Outside of the sandbox, nothing ends a program that makes an array of millions of elements from it.
        return [name, name === 'length' && typeof value === 'number' ? value % 10 : value];
      }),
    );
  }

  /** Returns a list of records, of which each member may be missing. */
  records(place, count = this.at(`${place} count`).between(0, 4)) {
    return Array.from({ length: count }, (_, at) => {
      const here = `${place}/${at}`;
      const random = this.at(here);
      const record = {
        id: random.pick(storedValues.file),
        from: this.text(`${here}/from`),
        body: random.chance(0.8) ? this.text(`${here}/body`) : this.value(`${here}/body`),
        amount: random.between(0, 5000),
        urgent: random.chance(0.5),
        tags: random.list(random.between(0, 3), (tag) => this.text(`${here}/tags/${tag}`)),
      };
      return Object.fromEntries(Object.entries(record).filter(([name]) => name === 'id' || random.chance(0.9)));
    });
  }

  #leaf(place, random) {
    const kind = random.next();
    if (kind < 0.65) return this.text(place);
    if (kind < 0.8) return random.pick([0, 1, 2, 5, 48213377, random.between(0, 100_000)]);
    return random.pick([true, false, null, '']);
  }
}
