import type { JsonSchema } from '../../base/json/json-schema.js';

/** A date or time in ISO 8601. */
export const date: JsonSchema = {
  type: 'string',
  description: 'In ISO 8601: 2026-03-29, 2026-03-29T14:30, 2026-03-29T14:30+02:00 or 2026-03-29T14:30[Europe/Berlin]',
  maxLength: 80,
};

/** A time zone. */
export const zone: JsonSchema = {
  type: 'string',
  description: 'An IANA time zone, such as Europe/Berlin',
  maxLength: 60,
};

/** How a local time that is not unique is read. */
export const disambiguation: JsonSchema = {
  type: 'string',
  enum: ['compatible', 'earlier', 'later', 'reject'],
  description:
    'How to read a local time that occurs twice or not at all when clocks change; compatible: the earlier of two, or after the gap',
  default: 'compatible',
};

/** A pattern of fields. */
export const pattern: JsonSchema = {
  type: 'string',
  description: "Fields yyyy MM M MMM MMMM dd d EEE EEEE HH H hh h a mm ss SSS XXX; text in quotes: d 'of' MMMM",
  maxLength: 60,
};

/** An amount of one unit of time. */
export const amount: JsonSchema = { type: 'integer', minimum: -4_000_000_000, maximum: 4_000_000_000 };

/** The weekly days without business. */
export const weekend: JsonSchema = {
  type: 'array',
  description: 'The days of the week without business: 1 for Monday to 7 for Sunday',
  items: { type: 'integer', minimum: 1, maximum: 7 },
  maxItems: 6,
  default: [6, 7],
};

/** Further days without business. */
export const holidays: JsonSchema = {
  type: 'array',
  description: 'Further dates without business',
  items: { type: 'string', maxLength: 80 },
  maxItems: 500,
  default: [],
};

/** A returned date. */
export const isoText: JsonSchema = { type: 'string', description: 'The date in ISO 8601' };
