import { isMapping } from './configuration.js';

/** The kind of a field's value. */
export type FieldKind =
  | 'string'
  | 'strings'
  | 'words'
  | 'boolean'
  | 'object'
  | 'mapping'
  | 'any'
  | 'duration'
  | 'milliseconds'
  | 'prefix';

/** How the value of a field is read. */
export interface KindReader {
  /** The values that are allowed, for errors. */
  readonly expected: string;
  /** Whether placeholders in the value are not replaced, because its reader does that. */
  readonly isLiteral?: true;
  /**
   * Returns the value. Returns undefined if it is of another kind.
   *
   * @param isReplaced - Whether the value is a text in which placeholders were replaced.
   */
  read(value: unknown, isReplaced: boolean): unknown;
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The readers of all kinds. */
export const fieldKinds: Readonly<Record<FieldKind, KindReader>> = {
  string: { expected: 'a text that is not empty', read: (value) => (isText(value) ? value : undefined) },
  strings: { expected: 'a list of texts', read: (value) => (isText(value) ? [value] : readTexts(value)) },
  // The front matter of skills separates names by spaces.
  words: {
    expected: 'a list of texts',
    read: (value) => (isText(value) ? value.split(/[\s,]+/).filter(isText) : readTexts(value)),
  },
  boolean: {
    expected: 'true or false',
    read: (value, isReplaced) => (isReplaced ? { true: true, false: false }[String(value)] : readIf('boolean', value)),
  },
  object: { expected: 'a mapping of keys to values', read: (value) => (isMapping(value) ? value : undefined) },
  mapping: {
    expected: 'a mapping of keys to values',
    isLiteral: true,
    read: (value) => (isMapping(value) ? value : undefined),
  },
  any: { expected: 'a value', isLiteral: true, read: (value) => value ?? undefined },
  duration: { expected: "a duration such as '30s', '500ms' or '2m'", read: readDuration },
  milliseconds: {
    expected: 'a number of milliseconds above 0',
    read: (value, isReplaced) => {
      const number = isReplaced ? Number(value) : value;
      return typeof number === 'number' && number > 0 && Number.isFinite(number) ? number : undefined;
    },
  },
  prefix: {
    expected: 'a text that is not empty, or false',
    read: (value) => (isText(value) || value === false ? value : undefined),
  },
};

function readIf(type: string, value: unknown): unknown {
  return typeof value === type ? value : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function readTexts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every(isText) ? value : undefined;
}

function readDuration(value: unknown): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/.exec(String(value)) ?? [];
  const milliseconds = Number(amount) * (unitMs[unit] ?? Number.NaN);
  return milliseconds >= 1 ? milliseconds : undefined;
}
