import type { Temporal } from './temporal.js';

/** A calendar to which dates are converted. @description */
export type Calendar =
  | 'gregory'
  | 'buddhist'
  | 'japanese'
  | 'roc'
  | 'hebrew'
  | 'indian'
  | 'persian'
  | 'coptic'
  | 'ethiopic'
  | 'islamic-civil'
  | 'islamic-tbla'
  | 'islamic-umalqura';

/** A date in a calendar. @description @additionalProperties false */
export interface CalendarDate {
  readonly calendar: string;
  /** @asType integer */
  readonly year: number;
  /** @asType integer */
  readonly month: number;
  /**
   * The code of the month, which differs from its number in calendars with leap months: `M05L`.
   *
   * @description Differs from the month in calendars with leap months
   */
  readonly monthCode: string;
  /** @asType integer */
  readonly day: number;
  readonly era?: string;
  /** @asType integer */
  readonly eraYear?: number;
}

/** Converts a date to another calendar. */
export function toCalendarDate(date: Temporal.PlainDate, calendar: string): CalendarDate {
  const converted = date.withCalendar(calendar);
  const { year, month, monthCode, day, era, eraYear } = converted;
  const parts = { calendar, year, month, monthCode, day };
  return era === undefined || eraYear === undefined ? parts : { ...parts, era, eraYear };
}
