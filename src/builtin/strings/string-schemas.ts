import type { JsonSchema } from '../../base/json/json-schema.js';

/** The maximum length of a text, in characters. */
export const longestText = 20_000;

// More parts would only cost a model tokens.
const mostParts = 5_000;

/** A text to work on. */
export const text: JsonSchema = { type: 'string', maxLength: longestText };

/** The text or pattern to search for. */
export const search: JsonSchema = { type: 'string', minLength: 1, maxLength: 1_000 };

/** Whether `search` is a pattern. */
export const isPattern: JsonSchema = {
  type: 'boolean',
  description: 'Whether search is a regular expression, without lookarounds and backreferences',
  default: false,
};

/** Whether upper and lower case are equal. */
export const ignoreCase: JsonSchema = { type: 'boolean', default: false };

/** The maximum number of returned parts. */
export const limit: JsonSchema = { type: 'integer', minimum: 1, maximum: mostParts, default: 1_000 };

/** One match of a search. */
export const matchSchema: JsonSchema = {
  type: 'object',
  properties: {
    index: { type: 'integer', description: 'The index of the first character, beginning at 0' },
    text: { type: 'string' },
    groups: { type: 'array', items: { type: ['string', 'null'] } },
  },
  required: ['index', 'text', 'groups'],
  additionalProperties: false,
};
