import type { NamePart } from './operation.js';

/**
 * The names of one part of a request, compared as common servers read them. Case is ignored, as in ASP.NET. PHP ends a
 * name at NUL, and reads a dot, white space and `[` as an underscore. CGI and WSGI do not distinguish `_` and `-` in the
 * name of a header. A name in brackets, such as `filter[a]`, belongs to the value of the name before it.
 */
export class FoldedNames {
  readonly #fold: (name: string) => readonly string[];
  /** The paths of the names. */
  readonly #paths = new Set<string>();
  /** The paths of the values that contain the value of a name. */
  readonly #outer = new Set<string>();
  readonly #plain = new Set<string>();
  #depth = 0;

  constructor(part: NamePart, names: Iterable<string>) {
    this.#fold = part === 'header' ? (name) => [foldHeader(name)] : stepsOf;
    for (const name of names) this.#add(this.#fold(name));
  }

  /** Checks whether servers may read a name as one of these names, or as a part of the value of one. */
  covers(name: string): boolean {
    const steps = this.#fold(name);
    if (this.#plain.has(plainName(steps))) return true;
    const depth = Math.min(this.#depth, steps.length);
    return Array.from({ length: depth }, (_, at) => pathOf(steps.slice(0, at + 1))).some((one) => this.#paths.has(one));
  }

  /** Checks whether these names cover a name, or whether its value contains the value of one of them. */
  overlaps(name: string): boolean {
    return this.#outer.has(pathOf(this.#fold(name))) || this.covers(name);
  }

  #add(steps: readonly string[]): void {
    this.#paths.add(pathOf(steps));
    for (let at = 1; at < steps.length; at++) this.#outer.add(pathOf(steps.slice(0, at)));
    this.#plain.add(plainName(steps));
    this.#depth = Math.max(this.#depth, steps.length);
  }
}

/** Returns the name of a header as CGI and WSGI read it. */
export function foldHeader(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

// A name of a model may consist of brackets, and each step takes time.
const mostSteps = 32;

/** Returns the steps to the value that a server reads under a name: those of `Filter[a][0]` are `filter`, `a`, and none. */
function stepsOf(name: string): readonly string[] {
  const [text = ''] = name.split('\0');
  // Some letters become ASCII letters only in one of the two cases.
  const [first = '', ...keys] = text.trim().toUpperCase().toLowerCase().split('[', mostSteps);
  // An item of a list has no name of its own, because servers append the value of `list[]` at any index.
  const steps = keys.map((key) => key.replace(/\].*$/s, '').trim().replace(/^\d+$/, ''));
  const [root = '', ...inner] = first === '' ? steps : [first, ...steps];
  return [root.replaceAll(/[.\s]/g, '_'), ...inner];
}

function pathOf(steps: readonly string[]): string {
  return steps.join('[');
}

/** Returns the name as a server reads it that does not know brackets, or that writes them as dots. */
function plainName(steps: readonly string[]): string {
  return steps.join('_').replaceAll(/[.\s]/g, '_');
}
