import { dirname, relative } from 'node:path';
import type { Document, LineCounter, Pair } from 'yaml';
import { DefinitionError } from '../index.js';
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
  readonly #document: Document;
  readonly #lines: LineCounter;
  readonly #firstLine: number;

  private constructor(path: string, { document, lines, firstLine, environment }: ParsedText) {
    this.name = path;
    this.folder = dirname(path);
    this.environment = environment;
    this.#document = document;
    this.#lines = lines;
    this.#firstLine = firstLine;
    const [problem] = [...document.errors, ...document.warnings];
    // The first line of the library's message. The others show the source, which may contain a secret.
    if (problem !== undefined) throw this.#errorAt(problem.pos[0], problem.message.split(/:?\n| at line /)[0] ?? '');
    try {
      this.value = document.toJS({ maxAliasCount: 100 });
    } catch (error) {
      throw this.#errorAt(0, error instanceof ReferenceError ? 'It has too many aliases.' : 'It cannot be read.');
    }
    this.#rejectUnsafeKeys(this.value, []);
  }

  /**
   * Parses the text of a file. JSON is parsed as YAML, of which it is a part.
   *
   * @throws DefinitionError if the package yaml is missing, and on text that is too long or malformed.
   */
  static async parse(path: string, text: string, options: ParseOptions = {}): Promise<ConfigurationFile> {
    const { firstLine = 0, environment } = options;
    if (text.length > maxLength) throw createError(path, [1, 1], `It is longer than ${maxLength} characters.`);
    const { LineCounter, parseDocument } = await loadYaml();
    const lines = new LineCounter();
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
    return new ConfigurationFile(path, { document, lines, firstLine, environment });
  }

  errorAt(path: ValuePath, message: string): DefinitionError {
    const node: unknown = path.length === 0 ? this.#document.contents : this.#document.getIn(path, true);
    // A missing value has the position of the collection in which it should be.
    if (!hasRange(node))
      return path.length === 0 ? this.#errorAt(0, message) : this.errorAt(path.slice(0, -1), message);
    return this.#errorAt(node.range[0], message);
  }

  errorAtKey(path: ValuePath, message: string): DefinitionError {
    const map: unknown = path.length === 1 ? this.#document.contents : this.#document.getIn(path.slice(0, -1), true);
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

interface ParsedText {
  readonly document: Document;
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
    throw new DefinitionError("toolwright/loader requires the package yaml. Run: npm install 'yaml@^2.9.1'.", {
      cause: error,
    });
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
