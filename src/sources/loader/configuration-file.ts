import { dirname, relative } from 'node:path';
import type { Document, LineCounter, Pair } from 'yaml';
import { createMissingPackageError } from '../../base/runtime/load-package.js';
import { readYaml, repeatedKey, YamlProblem, type YamlReader, type YamlText } from '../../base/yaml/read-yaml.js';
import { DefinitionError } from '../../index.js';
import type { Configuration, Environment, ValuePath } from './configuration.js';
import { HiddenTexts } from './hidden-texts.js';

/** The options with which a text is parsed. */
export interface ParseOptions {
  /** The number of lines above the text. @default 0 */
  readonly firstLine?: number;
  /** The environment variables for placeholders. @default texts are literal */
  readonly environment?: Environment | undefined;
}

/** A parsed YAML or JSON file, which creates errors with the file, the line and the column of a value. */
export class ConfigurationFile implements Configuration {
  readonly name: string;
  readonly folder: string;
  readonly value: unknown;
  readonly environment: Environment | undefined;
  readonly #hidden = new HiddenTexts();
  /** The nodes with their positions. Undefined for JSON that is not YAML. */
  readonly #document: Document | undefined;
  readonly #lines: LineCounter;
  readonly #firstLine: number;

  private constructor(path: string, { read, lines, firstLine, environment }: ParsedText) {
    this.name = path;
    this.folder = dirname(path);
    this.environment = environment;
    this.#lines = lines;
    this.#firstLine = firstLine;
    try {
      const { document, value } = read();
      this.#document = document;
      this.value = value;
    } catch (error) {
      if (error instanceof YamlProblem) throw this.#errorAt(error.offset, error.message);
      throw this.#errorAt(0, 'It cannot be read.');
    }
    this.#rejectUnsafeKeys(this.value, []);
  }

  /**
   * Parses the text of a file: a file whose name ends with `.json` as JSON, and any other as YAML.
   *
   * @throws DefinitionError if the package yaml is missing, and on text that is too long or malformed.
   */
  static async parse(path: string, text: string, options: ParseOptions = {}): Promise<ConfigurationFile> {
    const { firstLine = 0, environment } = options;
    if (text.length > maxLength) throw createError(path, [1, 1], `It is longer than ${maxLength} characters.`);
    const yaml = await loadYaml();
    const lines = new yaml.LineCounter();
    const isJson = path.toLowerCase().endsWith('.json');
    const read = () => (isJson ? readJson(yaml, text, lines) : readYaml(yaml, text, lines));
    return new ConfigurationFile(path, { read, lines, firstLine, environment });
  }

  errorAt(path: ValuePath, message: string): DefinitionError {
    const node: unknown = path.length === 0 ? this.#document?.contents : this.#document?.getIn(path, true);
    // A missing value has the position of the collection in which it should be.
    if (!hasRange(node))
      return path.length === 0 ? this.#errorAt(0, message) : this.errorAt(path.slice(0, -1), message);
    return this.#errorAt(node.range[0], message);
  }

  errorAtKey(path: ValuePath, message: string): DefinitionError {
    const map: unknown = path.length === 1 ? this.#document?.contents : this.#document?.getIn(path.slice(0, -1), true);
    const pairs = (map as { readonly items?: readonly Pair[] } | undefined)?.items ?? [];
    const key = pairs.map((pair) => pair.key).find((one) => String(one) === String(path.at(-1)));
    return hasRange(key) ? this.#errorAt(key.range[0], message) : this.errorAt(path, message);
  }

  hide(text: string): void {
    this.#hidden.add(text);
  }

  #errorAt(offset: number, message: string): DefinitionError {
    const { line, col } = this.#lines.linePos(offset);
    const position = [Math.max(line, 1) + this.#firstLine, Math.max(col, 1)] as const;
    return createError(this.name, position, this.#hidden.redact(message));
  }

  #rejectUnsafeKeys(value: unknown, path: ValuePath): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      if (key === '__proto__') throw this.errorAtKey(at, "The key '__proto__' is not allowed.");
      this.#rejectUnsafeKeys(child, at);
    }
  }
}

/** The result of reading a text. */
type ReadText = Pick<YamlText, 'value'> & { readonly document?: Document | undefined };

interface ParsedText {
  readonly read: () => ReadText;
  readonly lines: LineCounter;
  readonly firstLine: number;
  readonly environment: Environment | undefined;
}

// In characters. Deeply nested text of 256 kB takes seconds to parse.
const maxLength = 256 * 1024;

async function loadYaml(): Promise<typeof import('yaml')> {
  try {
    return await import('yaml');
  } catch (error) {
    throw createMissingPackageError(
      "toolwright/loader requires the package yaml. Run: npm install 'yaml@^2.9.1'.",
      error,
    );
  }
}

/** Reads JSON. It is also read as YAML, of which it is a part, for the positions of its values. */
function readJson(yaml: YamlReader, text: string, lines: LineCounter): ReadText {
  const plain = text.replace(/^\ufeff/, ' ');
  const { document, problem } = attempt(() => readYaml(yaml, plain, lines));
  const value = parseJson(plain);
  // JSON itself would take the last value.
  if (problem instanceof YamlProblem && problem.message === repeatedKey) throw problem;
  return { document, value };
}

function attempt(read: () => YamlText): { readonly document?: Document; readonly problem?: unknown } {
  try {
    return read();
  } catch (problem) {
    return { problem };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    // The text that V8 quotes may contain a secret.
    const [reason = ''] = message.split(/, (?:"|\.\.\.)| in JSON| JSON/);
    const [, at] = /at position (\d+)/.exec(message) ?? [];
    // V8 states no position if it quotes the text.
    const offset = /\bend\b/.test(reason) ? text.length : 0;
    throw new YamlProblem(`It is not valid JSON: ${reason}.`, at === undefined ? offset : Number(at));
  }
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return Array.isArray((node as { readonly range?: unknown } | null | undefined)?.range);
}

/** Creates the error of a position in a file. */
function createError(file: string, [line, column]: readonly [number, number], message: string): DefinitionError {
  const shown = relative(process.cwd(), file) || file;
  return new DefinitionError(`${shown}:${line}:${column}: ${message}`, { details: { file, line, column } });
}
