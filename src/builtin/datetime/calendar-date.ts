import type { JsonSchema } from '../../base/json/json-schema.js';
import type { Temporal } from './temporal.js';

/** The calendars to which dates are converted. */
export const calendars: readonly string[] = [
  ...['gregory', 'buddhist', 'japanese', 'roc', 'hebrew', 'indian', 'persian', 'coptic', 'ethiopic'],
  ...['islamic-civil', 'islamic-tbla', 'islamic-umalqura'],
];

/** A date in a calendar. */
export interface CalendarDate {
  readonly calendar: string;
  readonly year: number;
  readonly month: number;
  /** The code of the month, which differs from its number in calendars with leap months: `M05L`. */
  readonly monthCode: string;
  readonly day: number;
  readonly era?: string;
  readonly eraYear?: number;
}

/** The schema of a date in a calendar. */
export const calendarDateSchema: JsonSchema = {
  type: 'object',
  properties: {
    calendar: { type: 'string' },
    year: { type: 'integer' },
    month: { type: 'integer' },
    monthCode: { type: 'string', description: 'Differs from the month in calendars with leap months' },
    day: { type: 'integer' },
    era: { type: 'string' },
    eraYear: { type: 'integer' },
  },
  required: ['calendar', 'year', 'month', 'monthCode', 'day'],
  additionalProperties: false,
};

/** Converts a date to another calendar. */
export function toCalendarDate(date: Temporal.PlainDate, calendar: string): CalendarDate {
  const converted = date.withCalendar(calendar);
  const { year, month, monthCode, day, era, eraYear } = converted;
  const parts = { calendar, year, month, monthCode, day };
  return era === undefined || eraYear === undefined ? parts : { ...parts, era, eraYear };
}
