import type { JsonSchema } from '../../base/json/json-schema.js';
import { describeFormats } from './describe-formats.js';

const formats = ['date-time', 'date'] as const;

/** The schema of the texts from which a `Date` is created. The types are in the branches, as strict mode requires. */
export const dateSchema: JsonSchema = Object.freeze({
  anyOf: Object.freeze(formats.map((format) => Object.freeze({ type: 'string', format }))),
});

/** The description of the texts from which a `Date` is created, for messages: `must be …`. */
export const dateForm: string = describeFormats(formats);

/**
 * Reads a date or a date-time of RFC 3339. A date without a time is midnight in UTC, as in JavaScript. Returns undefined
 * for any other text, and for a date that does not exist, because JavaScript reads 2026-02-30 as March 2.
 */
export function readDate(text: string): Date | undefined {
  const [, day, time = '', offset = ''] = DATE_TEXT.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return undefined;
  const date = new Date(time === '' ? day : `${day}T${time}${offset.toUpperCase()}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

// RFC 3339, section 5.6. JavaScript has no leap seconds, so 60 is not a second.
const DATE_TEXT =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?)(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/i;

function isDay(text: string): boolean {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
