import { hashText } from '../../base/runtime/sha256.js';
import { Ctx } from '../../decorators/ctx.js';
import { Tool } from '../../decorators/tool.js';
import type { ToolContext } from '../../execution/tool-context.js';
import { getAt, readPath } from '../data/path.js';
import { BuiltinRegistry } from '../definition/builtin-registry.js';
import { builtinTool } from '../definition/builtin-tool.js';
import { invalidArgument } from '../definition/invalid-argument.js';
import { type PatternMatch, QueryEngine, type QueryOptions } from '../query/query-engine.js';
import { decode, type Encoding, encode, encodings } from './encodings.js';
import { expandReplacement, findMatches, replaceMatches, type TextSearch } from './find-matches.js';
import { segment } from './segment.js';
import { ignoreCase, isPattern, limit, longestText, matchSchema, search, text } from './string-schemas.js';
import { changeCase, type LetterCase, letterCases, linesOf, slugify } from './words.js';

const output = { type: 'string' } as const;
const side = { type: 'string', enum: ['both', 'start', 'end'] } as const;

/** The ends of a text to change. */
export type Side = 'both' | 'start' | 'end';
/** The places at which a text is split. */
export type SplitUnit = 'separator' | 'lines' | 'words' | 'sentences' | 'characters';

/** The text that a tool receives. */
export interface TextInput {
  readonly text: string;
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
      input: { text, to: { type: 'string', enum: [...letterCases] } },
      output,
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
      input: {
        text,
        side: { ...side, default: 'both' },
        characters: { type: 'string', description: 'The characters to remove', minLength: 1, maxLength: 100 },
      },
      optional: ['characters'],
      output,
    }),
  )
  trim(input: TextInput & { readonly side: Side; readonly characters?: string }): string {
    const characters = [...input.text];
    const removed = input.characters === undefined ? undefined : new Set(input.characters);
    const isRemoved = (character = 'x'): boolean => removed?.has(character) ?? character.trim() === '';
    let [start, end] = [0, characters.length];
    if (input.side !== 'end') while (start < end && isRemoved(characters[start])) start++;
    if (input.side !== 'start') while (end > start && isRemoved(characters[end - 1])) end--;
    return characters.slice(start, end).join('');
  }

  /** Splits a text into parts. */
  @Tool(
    builtinTool('string', {
      name: 'string_split',
      description: 'Split a text at a separator, or into lines, words, sentences or characters.',
      input: {
        text,
        by: { type: 'string', enum: ['separator', 'lines', 'words', 'sentences', 'characters'], default: 'separator' },
        separator: { type: 'string', minLength: 1, maxLength: 100, default: ',' },
        limit,
      },
      output: { type: 'array', items: output },
    }),
  )
  split(
    input: TextInput & { readonly by: SplitUnit; readonly separator: string; readonly limit: number },
  ): readonly string[] {
    return splitText(input.text, input.by, input.separator).slice(0, input.limit);
  }

  /** Joins texts to one. */
  @Tool(
    builtinTool('string', {
      name: 'string_join',
      description: 'Join texts to one.',
      input: {
        texts: { type: 'array', items: text, maxItems: 5_000 },
        separator: { type: 'string', maxLength: 100, default: '' },
      },
      output,
    }),
  )
  join(input: { readonly texts: readonly string[]; readonly separator: string }): string {
    return input.texts.join(input.separator);
  }

  /** Replaces the matches of a text or a regular expression. */
  @Tool(
    builtinTool('string', {
      name: 'string_replace',
      description:
        'Replace each match of a text or a regular expression. With one, $1 is the first group, and $& the match.',
      input: {
        text,
        search,
        replacement: { type: 'string', maxLength: 1_000 },
        pattern: isPattern,
        ignoreCase,
        limit: { ...limit, description: 'The maximum number of replacements', default: 5_000 },
      },
      output,
    }),
  )
  async replace(
    input: TextSearch & { readonly replacement: string; readonly limit: number },
    @Ctx() { signal }: ToolContext,
  ): Promise<string> {
    const matches = await findMatches(input, input.limit, { engine: this.#engine, signal });
    const { pattern, replacement } = input;
    return checkLength(
      replaceMatches(input.text, matches, (match) => (pattern ? expandReplacement(replacement, match) : replacement)),
    );
  }

  /** Finds the matches of a text or a regular expression. */
  @Tool(
    builtinTool('string', {
      name: 'string_search',
      description: 'Find each match of a text or a regular expression, with its index and groups.',
      input: { text, search, pattern: isPattern, ignoreCase, limit: { ...limit, default: 100 } },
      output: { type: 'array', items: matchSchema },
    }),
  )
  search(
    input: TextSearch & { readonly limit: number },
    @Ctx() { signal }: ToolContext,
  ): Promise<readonly PatternMatch[]> {
    return findMatches(input, input.limit, { engine: this.#engine, signal });
  }

  /** Counts the parts of a text. */
  @Tool(
    builtinTool('string', {
      name: 'string_count',
      description: 'Count the characters, words, sentences, lines and bytes (in UTF-8) of a text.',
      // Each kind of part is found separately.
      input: { text: { ...text, maxLength: 10_000 } },
      output: {
        type: 'object',
        properties: {
          characters: { type: 'integer' },
          words: { type: 'integer' },
          sentences: { type: 'integer' },
          lines: { type: 'integer' },
          bytes: { type: 'integer' },
        },
        required: ['characters', 'words', 'sentences', 'lines', 'bytes'],
        additionalProperties: false,
      },
    }),
  )
  count(input: TextInput): { characters: number; words: number; sentences: number; lines: number; bytes: number } {
    return {
      characters: segment(input.text, 'grapheme').length,
      words: segment(input.text, 'word').length,
      sentences: segment(input.text, 'sentence').filter((sentence) => sentence.trim() !== '').length,
      lines: input.text === '' ? 0 : linesOf(input.text).length,
      bytes: new TextEncoder().encode(input.text).length,
    };
  }

  /** Extends a text to a length. */
  @Tool(
    builtinTool('string', {
      name: 'string_pad',
      description: 'Extend a text to a length by repeating a text at its start, its end or both.',
      input: {
        text,
        length: { type: 'integer', minimum: 0, maximum: 10_000 },
        side: { ...side, default: 'start' },
        fill: { type: 'string', minLength: 1, maxLength: 100, default: ' ' },
      },
      output,
    }),
  )
  pad(input: TextInput & { readonly length: number; readonly side: Side; readonly fill: string }): string {
    const { text: padded, length, fill } = input;
    if (input.side === 'start') return padded.padStart(length, fill);
    if (input.side === 'end') return padded.padEnd(length, fill);
    return padded
      .padStart(padded.length + Math.floor(Math.max(0, length - padded.length) / 2), fill)
      .padEnd(length, fill);
  }

  /** Shortens a text to a number of characters. */
  @Tool(
    builtinTool('string', {
      name: 'string_truncate',
      description: 'Shorten a text to a number of characters, including the ending.',
      input: {
        text,
        length: { type: 'integer', minimum: 0, maximum: longestText },
        ending: { type: 'string', maxLength: 20, default: '…' },
        atWord: { type: 'boolean', description: 'Whether to end after a whole word', default: false },
      },
      output,
    }),
  )
  truncate(input: TextInput & { readonly length: number; readonly ending: string; readonly atWord: boolean }): string {
    const characters = segment(input.text, 'grapheme');
    if (characters.length <= input.length) return input.text;
    const room = Math.max(0, input.length - segment(input.ending, 'grapheme').length);
    const isSpace = (character: string): boolean => character.trim() === '';
    const start = characters.slice(0, room);
    const lastSpace = start.findLastIndex(isSpace);
    const endsInWord = !isSpace(characters[room] ?? '') && lastSpace !== -1;
    const cut = (input.atWord && endsInWord ? start.slice(0, lastSpace) : start).join('');
    return segment(cut.trimEnd() + input.ending, 'grapheme')
      .slice(0, input.length)
      .join('');
  }

  /** Writes a text as a part of a URL. */
  @Tool(
    builtinTool('string', {
      name: 'string_slugify',
      description: 'Write a text as a part of a URL: lower case letters and digits, without accents.',
      input: { text, separator: { type: 'string', enum: ['-', '_', '.'], default: '-' } },
      output,
    }),
  )
  slugify(input: TextInput & { readonly separator: string }): string {
    return slugify(input.text, input.separator);
  }

  /** Encodes a text. */
  @Tool(
    builtinTool('string', {
      name: 'string_encode',
      description: 'Encode a text (as UTF-8).',
      input: { text, to: { type: 'string', enum: [...encodings] } },
      output,
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
      input: { text, from: { type: 'string', enum: [...encodings] } },
      output,
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
      input: { text, as: { type: 'string', enum: ['hex', 'base64', 'base64url'], default: 'hex' } },
      output,
    }),
  )
  hash(input: TextInput & { readonly as: 'hex' | 'base64' | 'base64url' }): string {
    return hashText(input.text, input.as);
  }

  /** Fills the placeholders of a template. */
  @Tool(
    builtinTool('string', {
      name: 'string_fill_template',
      description: 'Replace each {{path}} of a template by the value at that path. A missing value is an error.',
      input: { template: text, values: { type: 'object' } },
      output,
    }),
  )
  fillTemplate(input: { readonly template: string; readonly values: Readonly<Record<string, unknown>> }): string {
    const filled = input.template.replaceAll(/\{\{([^{}]{1,200})\}\}/g, (_, path: string) => {
      const value = getAt(input.values, readPath(path.trim(), 'template'));
      if (value === undefined) throw invalidArgument('values', `there is no value for {{${path.trim()}}}.`);
      return typeof value === 'string' ? value : JSON.stringify(value);
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
