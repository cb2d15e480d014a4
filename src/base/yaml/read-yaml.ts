import type { Alias, Document, LineCounter, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

/** The functions of the package yaml that read a document. An application may not have installed it. */
export type YamlReader = Pick<typeof import('yaml'), 'isAlias' | 'isMap' | 'isSeq' | 'parseDocument'>;

/** A problem of a YAML text, with its position. */
export class YamlProblem {
  readonly message: string;
  /** The position in the text, in UTF-16 code units. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    this.message = message;
    this.offset = offset;
  }
}

/** A YAML text that was read. */
export interface YamlText {
  readonly document: Document;
  readonly value: unknown;
}

// Far more than a person writes. The package itself reads deeper texts, but its callers would exhaust the stack.
const maxDepth = 500;
/** The message of a key that a mapping has twice. */
export const repeatedKey = 'Map keys must be unique';
// The values that aliases may repeat, each with all values in it.
const maxRepeated = 10_000;

/**
 * Reads a YAML text in linear time. The package compares each key of a mapping with all others, and searches the document
 * from its beginning for each alias.
 *
 * @throws YamlProblem on the first problem of the text.
 */
export function readYaml(yaml: YamlReader, text: string, lines?: LineCounter): YamlText {
  const document = yaml.parseDocument(text, {
    uniqueKeys: false,
    prettyErrors: false,
    ...(lines === undefined ? {} : { lineCounter: lines }),
  });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw new YamlProblem(messageOf(problem), problem.pos[0]);
  return { document, value: new ValueReader(yaml).read(document.contents, 0).value };
}

function messageOf({ code, message }: Document['errors'][number] | Document['warnings'][number]): string {
  if (code === 'RESOURCE_EXHAUSTION') return `It is nested deeper than ${maxDepth} levels.`;
  // The first line of the message. The others show the source, which may contain a secret.
  return message.split(/:?\n| at line /)[0] ?? '';
}

/** A value, with the number of values in it, of which an alias repeats all. */
interface Sized {
  readonly value: unknown;
  readonly size: number;
}

class ValueReader {
  readonly #yaml: YamlReader;
  readonly #anchors = new Map<string, Sized>();
  #repeated = 0;

  constructor(yaml: YamlReader) {
    this.#yaml = yaml;
  }

  read(node: unknown, depth: number): Sized {
    if (node === null || node === undefined) return { value: null, size: 1 };
    if (depth > maxDepth) throw new YamlProblem(`It is nested deeper than ${maxDepth} levels.`, offsetOf(node));
    if (this.#yaml.isAlias(node)) return this.#readAlias(node);
    const read = this.#readNode(node as Node, depth);
    const { anchor } = node as { readonly anchor?: string };
    if (anchor !== undefined) this.#anchors.set(anchor, read);
    return read;
  }

  #readNode(node: Node, depth: number): Sized {
    const { isMap, isSeq } = this.#yaml;
    if (isMap(node)) return this.#readMap(node, depth);
    if (isSeq(node)) return this.#readList(node, depth);
    return { value: (node as Scalar).value, size: 1 };
  }

  #readMap({ items }: YAMLMap, depth: number): Sized {
    const keys = new Set<string>();
    let size = 1;
    const entries = (items as readonly Pair[]).map((pair): readonly [string, unknown] => {
      const key = this.#readKey(pair);
      if (keys.has(key)) throw new YamlProblem(repeatedKey, offsetOf(pair.key));
      keys.add(key);
      const read = this.read(pair.value, depth + 1);
      size += read.size;
      return [key, read.value];
    });
    return { value: Object.fromEntries(entries), size };
  }

  #readKey({ key }: Pair): string {
    const { isMap, isSeq } = this.#yaml;
    const value = isMap(key) || isSeq(key) ? key : this.read(key, 0).value;
    if (typeof value === 'symbol') throw new YamlProblem('Merge keys are not supported.', offsetOf(key));
    if (typeof value === 'object' && value !== null) throw new YamlProblem('A key must be a text.', offsetOf(key));
    return value === null ? '' : String(value);
  }

  #readList({ items }: YAMLSeq, depth: number): Sized {
    let size = 1;
    const value = items.map((item) => {
      const read = this.read(item, depth + 1);
      size += read.size;
      return read.value;
    });
    return { value, size };
  }

  #readAlias(alias: Alias): Sized {
    const { source } = alias;
    const read = this.#anchors.get(source);
    if (read === undefined) throw new YamlProblem(`There is no anchor '&${source}' before the alias.`, offsetOf(alias));
    this.#repeated += read.size;
    if (this.#repeated > maxRepeated) throw new YamlProblem('It has too many aliases.', offsetOf(alias));
    return read;
  }
}

function offsetOf(node: unknown): number {
  return (node as { readonly range?: readonly [number, number, number] | null } | null | undefined)?.range?.[0] ?? 0;
}
