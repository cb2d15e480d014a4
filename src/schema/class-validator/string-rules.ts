import type { JsonSchema } from '../../base/json/json-schema.js';
import { containsPattern, matchesSchema } from './pattern-text.js';
import { countFrom, countTo, type RuleEntry, stringSchema } from './rule-entry.js';

/** The rules on the length and content of a string. */
export const textRules: readonly RuleEntry[] = [
  {
    decorator: 'Length',
    rule: 'isLength',
    coverage: 'exact',
    description: '`minLength, maxLength`',
    toSchema: ([min, max]) => stringSchema({ ...countFrom('minLength', min), ...countTo('maxLength', max) }),
  },
  {
    decorator: 'MinLength',
    rule: 'minLength',
    coverage: 'exact',
    description: '`minLength`',
    toSchema: ([min]) => stringSchema(countFrom('minLength', min)),
  },
  {
    decorator: 'MaxLength',
    rule: 'maxLength',
    coverage: 'exact',
    description: '`maxLength`',
    toSchema: ([max]) => stringSchema(countTo('maxLength', max)),
  },
  {
    decorator: 'Matches',
    rule: 'matches',
    coverage: 'partial',
    description:
      '`pattern`; with flags such as `i`, only a description. Without `u`, class-validator counts an emoji as two characters',
    toSchema: ([pattern, modifiers]) => stringSchema(matchesSchema(pattern, modifiers)),
  },
  {
    decorator: 'Contains',
    rule: 'contains',
    coverage: 'partial',
    description: '`pattern` with the text, unless it is empty or begins or ends with half an emoji',
    toSchema: ([seed]) => stringSchema(patternOf(containsPattern(seed))),
  },
  {
    decorator: 'NotContains',
    rule: 'notContains',
    coverage: 'partial',
    description: '`not: { pattern }` with the text, unless it is empty or begins or ends with half an emoji',
    toSchema: ([seed]) => {
      const pattern = containsPattern(seed);
      return stringSchema(pattern === undefined ? {} : { not: { pattern } });
    },
  },
  byAlphabet('IsAlpha', 'isAlpha', '^[A-Za-z]+$'),
  byAlphabet('IsAlphanumeric', 'isAlphanumeric', '^[0-9A-Za-z]+$'),
  byPattern('IsAscii', 'isAscii', '^[\\x00-\\x7F]+$'),
  byPattern('IsMultibyte', 'isMultibyte', '[^\\x00-\\x7F]'),
  byPattern('IsSurrogatePair', 'isSurrogatePair', '[\\u{10000}-\\u{10FFFF}]'),
  byNote('IsFullWidth', 'isFullWidth', 'Contains full-width characters.'),
  byNote('IsHalfWidth', 'isHalfWidth', 'Contains half-width characters.'),
  byNote('IsVariableWidth', 'isVariableWidth', 'Contains both full-width and half-width characters.'),
  byNote('IsLowercase', 'isLowercase', 'In lower case.'),
  byNote('IsUppercase', 'isUppercase', 'In upper case.'),
  {
    decorator: 'IsByteLength',
    rule: 'isByteLength',
    coverage: 'hint',
    description: '`maxLength`; the description states the bounds',
    toSchema: ([min, max]) => stringSchema({ ...countTo('maxLength', max), description: byteNote(min, max) }),
  },
];

/** The rules on strings that represent a number, a boolean or encoded data. */
export const encodedRules: readonly RuleEntry[] = [
  {
    decorator: 'IsNumberString',
    rule: 'isNumberString',
    coverage: 'partial',
    description: '`pattern`; with a `locale`, only the type',
    toSchema: ([options]) => numberString(options),
  },
  {
    decorator: 'IsBooleanString',
    rule: 'isBooleanString',
    coverage: 'exact',
    description: "`enum: ['true', 'false', '1', '0']`",
    toSchema: () => stringSchema({ enum: ['true', 'false', '1', '0'] }),
  },
  byNote('IsDecimal', 'isDecimal', 'A decimal number, as text.'),
  byPattern('IsHexadecimal', 'isHexadecimal', '^(?:0[xXhH])?[0-9A-Fa-f]+$'),
  byPattern('IsOctal', 'isOctal', '^(?:0[oO])?[0-7]+$'),
  {
    decorator: 'IsJSON',
    rule: 'isJson',
    coverage: 'hint',
    description: '`contentMediaType: application/json`',
    toSchema: () => stringSchema({ contentMediaType: 'application/json' }),
  },
  {
    decorator: 'IsBase64',
    rule: 'isBase64',
    coverage: 'hint',
    description: '`contentEncoding: base64`, or `base64url` with `urlSafe`',
    toSchema: ([options]) =>
      stringSchema({ contentEncoding: optionOf(options, 'urlSafe') === true ? 'base64url' : 'base64' }),
  },
  byKeyword('IsBase32', 'isBase32', { contentEncoding: 'base32' }),
  byPattern('IsBase58', 'isBase58', '^[1-9A-HJ-NP-Za-km-z]*$'),
  byNote('IsJWT', 'isJwt', 'A JSON Web Token.'),
  byNote('IsDataURI', 'isDataURI', 'A data URI.'),
  {
    decorator: 'IsHash',
    rule: 'isHash',
    coverage: 'hint',
    description: '`pattern` for hexadecimal digits; the description names the algorithm',
    toSchema: ([algorithm]) =>
      stringSchema({ pattern: '^[0-9A-Fa-f]+$', ...noteOf(algorithm, (name) => `A ${name} hash.`) }),
  },
];

/** Creates the entry of a rule that a pattern covers exactly. */
export function byPattern(decorator: string, rule: string, pattern: string): RuleEntry {
  const description = `\`pattern: ${pattern}\``;
  return { decorator, rule, coverage: 'exact', description, toSchema: () => stringSchema({ pattern }) };
}

/** Creates the entry of a rule that the schema can only describe. */
export function byNote(decorator: string, rule: string, description: string): RuleEntry {
  return {
    decorator,
    rule,
    coverage: 'hint',
    description: `description: ${description}`,
    toSchema: () => stringSchema({ description }),
  };
}

/** Creates the entry of a rule that an annotation such as `format` hints at. */
export function byKeyword(decorator: string, rule: string, keyword: JsonSchema): RuleEntry {
  const keywords = Object.entries(keyword).map(([name, value]) => `\`${name}: ${String(value)}\``);
  return { decorator, rule, coverage: 'hint', description: keywords.join(', '), toSchema: () => stringSchema(keyword) };
}

/** Returns an option of a decorator's options object. */
function optionOf(options: unknown, name: string): unknown {
  return typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined;
}

/** Returns a description that names a decorator's argument, if the argument is a string. */
export function noteOf(argument: unknown, toNote: (text: string) => string): JsonSchema {
  return typeof argument === 'string' ? { description: toNote(argument) } : {};
}

function patternOf(pattern: string | undefined): JsonSchema {
  return pattern === undefined ? {} : { pattern };
}

function byAlphabet(decorator: string, rule: string, pattern: string): RuleEntry {
  return {
    ...byPattern(decorator, rule, pattern),
    coverage: 'partial',
    description: `\`pattern: ${pattern}\`; with another locale, only a description`,
    toSchema: ([locale]) => {
      if (locale === undefined || locale === 'en-US') return stringSchema({ pattern });
      return stringSchema(noteOf(locale, (name) => `In the alphabet of ${name}.`));
    },
  };
}

function numberString(options: unknown): JsonSchema {
  if (optionOf(options, 'no_symbols') === true) return stringSchema({ pattern: '^[0-9]+$' });
  if (optionOf(options, 'locale') !== undefined) return stringSchema();
  return stringSchema({ pattern: '^[+-]?(?:[0-9]*[.])?[0-9]+$' });
}

function byteNote(min: unknown, max: unknown): string {
  const upper = typeof max === 'number' ? ` and at most ${max}` : '';
  return `At least ${typeof min === 'number' ? min : 0}${upper} bytes of UTF-8.`;
}
