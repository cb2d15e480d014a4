import { hashText } from '../../base/runtime/sha256.js';
import type { ToolContext } from '../../call/tool-context.js';
import { Ctx } from '../../tool/decorators/ctx.js';
import { Tool } from '../../tool/decorators/tool.js';
import { getAt, readPath } from '../data/path.js';
import { type Fields, textOf } from '../data/values.js';
import { BuiltinRegistry } from '../definition/builtin-registry.js';
import { builtinTool } from '../definition/builtin-tool.js';
import { invalidArgument } from '../definition/invalid-argument.js';
import { QueryEngine, type QueryOptions } from '../query/query-engine.js';
import type { PatternMatch } from '../query/query-messages.js';
import { decode, type Encoding, encode } from './encodings.js';
import { expandReplacement, findMatches, replaceMatches, type SearchedText, type SearchMode } from './find-matches.js';
import { segment } from './segment.js';
import type { InputText, PartLimit, ShortText } from './string-types.js';
import { changeCase, type LetterCase, linesOf, slugify } from './words.js';

/** The ends of a text to change. @description */
export type Side = 'both' | 'start' | 'end';
/** The places at which a text is split. @description */
export type SplitUnit = 'separator' | 'lines' | 'words' | 'sentences' | 'characters';

/** The text that a tool receives. @description */
export interface TextInput {
  readonly text: InputText;
}

/** The numbers of the parts of a text. @description @additionalProperties false */
export interface TextCounts {
  /** @asType integer */
  readonly characters: number;
  /** @asType integer */
  readonly words: number;
  /** @asType integer */
  readonly sentences: number;
  /** @asType integer */
  readonly lines: number;
  /** @asType integer */
  readonly bytes: number;
}

/**
 * Operations on text for models. A regular expression of a model runs on an engine with linear time, in a worker thread
 * with a time limit.
 *
 * @example
 * ```ts
 * const slug = new StringTools().slugify({ text: 'Crème brûlée', separator: '-' });
 * ```
 */
export class StringTools extends BuiltinRegistry {
  readonly #engine: QueryEngine;

  /** @throws DefinitionError if an option is invalid. */
  constructor(options: QueryOptions = {}) {
    super();
    this.#engine = new QueryEngine(options);
  }

  /** Writes a text in upper or lower case, as a title, or as an identifier. */
  @Tool(
    builtinTool('string', {
      name: 'string_change_case',
      description: 'Write a text in upper or lower case, as a title or a sentence, or as an identifier.',
    }),
  )
  changeCase(input: TextInput & { readonly to: LetterCase }): string {
    return changeCase(input.text, input.to);
  }

  /** Removes characters at the ends of a text. */
  @Tool(
    builtinTool('string', {
      name: 'string_trim',
      description: 'Remove white space, or other characters, at the ends of a text.',
    }),
  )
  trim({
    text,
    side = 'both',
    characters: removable,
  }: TextInput & {
    readonly side?: Side;
    /** The characters to remove */
    readonly characters?: ShortText;
  }): string {
    const characters = [...text];
    const removed = removable === undefined ? undefined : new Set(removable);
    const isRemoved = (character = 'x'): boolean => removed?.has(character) ?? character.trim() === '';
    let [start, end] = [0, characters.length];
    if (side !== 'end') while (start < end && isRemoved(characters[start])) start++;
    if (side !== 'start') while (end > start && isRemoved(characters[end - 1])) end--;
    return characters.slice(start, end).join('');
  }

  /** Splits a text into parts. */
  @Tool(
    builtinTool('string', {
      name: 'string_split',
      description: 'Split a text at a separator, or into lines, words, sentences or characters.',
    }),
  )
  split({
    text,
    by = 'separator',
    separator = ',',
    limit = 1_000,
  }: TextInput & {
    readonly by?: SplitUnit;
    readonly separator?: ShortText;
    readonly limit?: PartLimit;
  }): readonly string[] {
    return splitText(text, by, separator).slice(0, limit);
  }

  /** Joins texts to one. */
  @Tool(
    builtinTool('string', {
      name: 'string_join',
      description: 'Join texts to one.',
    }),
  )
  join({
    texts,
    separator = '',
  }: {
    /** @maxItems 5000 */
    readonly texts: readonly InputText[];
    /** @maxLength 100 */
    readonly separator?: string;
  }): string {
    return texts.join(separator);
  }

  /** Replaces the matches of a text or a regular expression. */
  @Tool(
    builtinTool('string', {
      name: 'string_replace',
      description:
        'Replace each match of a text or a regular expression. With one, $1 is the first group, and $& the match.',
    }),
  )
  async replace(
    {
      text,
      search,
      replacement,
      pattern = false,
      ignoreCase = false,
      limit = 5_000,
    }: SearchedText & {
      /** @maxLength 1000 */
      readonly replacement: string;
    } & SearchMode & {
        /** The maximum number of replacements */
        readonly limit?: PartLimit;
      },
    @Ctx() { signal }: ToolContext,
  ): Promise<string> {
    const matches = await findMatches({ text, search, pattern, ignoreCase }, limit, { engine: this.#engine, signal });
    return checkLength(
      replaceMatches(text, matches, (match) => (pattern ? expandReplacement(replacement, match) : replacement)),
    );
  }

  /** Finds the matches of a text or a regular expression. */
  @Tool(
    builtinTool('string', {
      name: 'string_search',
      description: 'Find each match of a text or a regular expression, with its index and groups.',
    }),
  )
  search(
    {
      text,
      search,
      pattern = false,
      ignoreCase = false,
      limit = 100,
    }: SearchedText & SearchMode & { readonly limit?: PartLimit },
    @Ctx() { signal }: ToolContext,
  ): Promise<readonly PatternMatch[]> {
    return findMatches({ text, search, pattern, ignoreCase }, limit, { engine: this.#engine, signal });
  }

  /** Counts the parts of a text. */
  @Tool(
    builtinTool('string', {
      name: 'string_count',
      description: 'Count the characters, words, sentences, lines and bytes (in UTF-8) of a text.',
    }),
  )
  count({
    text,
  }: {
    // Each kind of part is found separately.
    /** @maxLength 10000 */
    readonly text: string;
  }): TextCounts {
    return {
      characters: segment(text, 'grapheme').length,
      words: segment(text, 'word').length,
      sentences: segment(text, 'sentence').filter((sentence) => sentence.trim() !== '').length,
      lines: text === '' ? 0 : linesOf(text).length,
      bytes: new TextEncoder().encode(text).length,
    };
  }

  /** Extends a text to a length. */
  @Tool(
    builtinTool('string', {
      name: 'string_pad',
      description: 'Extend a text to a length by repeating a text at its start, its end or both.',
    }),
  )
  pad({
    text,
    length,
    side = 'start',
    fill = ' ',
  }: TextInput & {
    /** @asType integer @minimum 0 @maximum 10000 */
    readonly length: number;
    readonly side?: Side;
    readonly fill?: ShortText;
  }): string {
    if (side === 'start') return text.padStart(length, fill);
    if (side === 'end') return text.padEnd(length, fill);
    return text.padStart(text.length + Math.floor(Math.max(0, length - text.length) / 2), fill).padEnd(length, fill);
  }

  /** Shortens a text to a number of characters. */
  @Tool(
    builtinTool('string', {
      name: 'string_truncate',
      description: 'Shorten a text to a number of characters, including the ending.',
    }),
  )
  truncate({
    text,
    length,
    ending = '…',
    atWord = false,
  }: TextInput & {
    /** @asType integer @minimum 0 @maximum 20000 */
    readonly length: number;
    /** @maxLength 20 */
    readonly ending?: string;
    /** Whether to end after a whole word */
    readonly atWord?: boolean;
  }): string {
    const characters = segment(text, 'grapheme');
    if (characters.length <= length) return text;
    const room = Math.max(0, length - segment(ending, 'grapheme').length);
    const isSpace = (character: string): boolean => character.trim() === '';
    const start = characters.slice(0, room);
    const lastSpace = start.findLastIndex(isSpace);
    const endsInWord = !isSpace(characters[room] ?? '') && lastSpace !== -1;
    const cut = (atWord && endsInWord ? start.slice(0, lastSpace) : start).join('');
    return segment(cut.trimEnd() + ending, 'grapheme')
      .slice(0, length)
      .join('');
  }

  /** Writes a text as a part of a URL. */
  @Tool(
    builtinTool('string', {
      name: 'string_slugify',
      description: 'Write a text as a part of a URL: lower case letters and digits, without accents.',
    }),
  )
  slugify({ text, separator = '-' }: TextInput & { readonly separator?: '-' | '_' | '.' }): string {
    return slugify(text, separator);
  }

  /** Encodes a text. */
  @Tool(
    builtinTool('string', {
      name: 'string_encode',
      description: 'Encode a text (as UTF-8).',
    }),
  )
  encode(input: TextInput & { readonly to: Encoding }): string {
    return encode(input.text, input.to);
  }

  /** Decodes a text. */
  @Tool(
    builtinTool('string', {
      name: 'string_decode',
      description: 'Decode a text.',
    }),
  )
  decode(input: TextInput & { readonly from: Encoding }): string {
    return decode(input.text, input.from);
  }

  /** Returns the SHA-256 of a text. */
  @Tool(
    builtinTool('string', {
      name: 'string_hash',
      description: 'Get the SHA-256 of a text (as UTF-8).',
    }),
  )
  hash({ text, as = 'hex' }: TextInput & { readonly as?: 'hex' | 'base64' | 'base64url' }): string {
    return hashText(text, as);
  }

  /** Fills the placeholders of a template. */
  @Tool(
    builtinTool('string', {
      name: 'string_fill_template',
      description: 'Replace each {{path}} of a template by the value at that path. A missing value is an error.',
    }),
  )
  fillTemplate(input: { readonly template: InputText; readonly values: Fields }): string {
    const filled = input.template.replaceAll(/\{\{([^{}]{1,200})\}\}/g, (_, path: string) => {
      const value = getAt(input.values, readPath(path.trim(), 'template'));
      if (value === undefined) throw invalidArgument('values', `there is no value for {{${path.trim()}}}.`);
      return textOf(value);
    });
    return checkLength(filled);
  }
}

function splitText(value: string, unit: SplitUnit, separator: string): readonly string[] {
  if (unit === 'separator') return value.split(separator);
  if (unit === 'lines') return linesOf(value);
  if (unit === 'characters') return segment(value, 'grapheme');
  return segment(value, unit === 'words' ? 'word' : 'sentence').map((part) => part.trim());
}

// Replacements can make a text much longer.
const longestResult = 500_000;

function checkLength(result: string): string {
  if (result.length <= longestResult) return result;
  throw invalidArgument('text', `the result has more than ${longestResult} characters.`);
}
