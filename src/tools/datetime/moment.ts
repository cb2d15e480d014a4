import { invalidArgument } from '../definition/invalid-argument.js';
import { readArgument, type Temporal, type TemporalApi } from './temporal.js';

/** A date, a date with a time, or a date with a time in a zone. */
export type Moment = Temporal.PlainDate | Temporal.PlainDateTime | Temporal.ZonedDateTime;

/**
 * How the time of a clock that is changed is read: one that occurs twice, or not at all.
 *
 * @description How to read a local time that occurs twice or not at all when clocks change; compatible: the earlier of two, or after the gap
 */
export type Disambiguation = 'compatible' | 'earlier' | 'later' | 'reject';

/** The settings with which a text is read. */
export interface MomentOptions {
  /** The name of the argument, for errors. */
  readonly name: string;
  /** The zone of a time without one, and the zone in which a time with an offset is returned. */
  readonly zone?: string | undefined;
  readonly disambiguation?: Disambiguation | undefined;
}

const zoneName = /\[(?!u-ca=)[^\]]+\]/;
const calendarName = /\[!?u-ca=/;
const offset = /T.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i;
const timeOfDay = /[T ]\d/i;
const expected =
  'write a date as 2026-03-29, a time as 2026-03-29T14:30, a time with an offset as 2026-03-29T14:30+02:00, or a time in a ' +
  'zone as 2026-03-29T14:30[Europe/Berlin]';

const lastYear = 9_999;

/**
 * Reads a moment in the format ISO 8601.
 *
 * @throws ValidationError if the text is no moment, or its year is not between 1 and 9999.
 */
export function readMoment(api: TemporalApi, text: string, options: MomentOptions): Moment {
  const { name } = options;
  if (calendarName.test(text)) throw invalidArgument(name, 'dates are read in the calendar iso8601 only.');
  try {
    return checkYear(parseMoment(api, text.trim(), options), name);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    throw invalidArgument(name, `${error.message}; ${expected}.`);
  }
}

/**
 * Reads the date of a moment.
 *
 * @throws ValidationError if the text is no moment, or its year is not between 1 and 9999.
 */
export function readDate(api: TemporalApi, text: string, name: string): Temporal.PlainDate {
  const moment = readMoment(api, text, { name });
  return moment instanceof api.PlainDate ? moment : moment.toPlainDate();
}

/**
 * Returns a moment in a zone.
 *
 * @throws ValidationError if the moment has no zone and none is passed.
 */
export function toZoned(api: TemporalApi, moment: Moment, options: MomentOptions): Temporal.ZonedDateTime {
  const { name, zone, disambiguation = 'compatible' } = options;
  if (moment instanceof api.ZonedDateTime) return moment;
  if (zone === undefined) throw invalidArgument(name, 'a time without an offset needs the argument zone.');
  const local = moment instanceof api.PlainDate ? moment.toPlainDateTime() : moment;
  return readArgument(name, () => local.toZonedDateTime(zone, { disambiguation }));
}

/**
 * Checks a moment that was calculated.
 *
 * @throws ValidationError if its year is not between 1 and 9999.
 */
export function checkYear<T extends Moment>(moment: T, name: string): T {
  const { year } = moment.withCalendar('iso8601');
  if (year >= 1 && year <= lastYear) return moment;
  throw invalidArgument(name, `the year must be between 1 and ${lastYear}.`);
}

/** Writes a moment in the format ISO 8601. The name of its zone is omitted if the offset is all that is known. */
export function writeMoment(api: TemporalApi, moment: Moment): string {
  if (!(moment instanceof api.ZonedDateTime)) return moment.toString();
  const isNamed = /^[A-Za-z]/.test(moment.timeZoneId) && moment.timeZoneId !== 'UTC';
  return moment.toString({ timeZoneName: isNamed ? 'auto' : 'never' });
}

function parseMoment(api: TemporalApi, text: string, { zone, disambiguation = 'compatible' }: MomentOptions): Moment {
  if (zoneName.test(text)) {
    const moment = api.ZonedDateTime.from(text, { disambiguation, offset: 'reject' });
    return zone === undefined ? moment : moment.withTimeZone(zone);
  }
  if (offset.test(text)) {
    const [, ownOffset = 'UTC'] = /([+-]\d{2}(?::?\d{2})?)$/.exec(text) ?? [];
    return api.Instant.from(text).toZonedDateTimeISO(zone ?? ownOffset);
  }
  if (!timeOfDay.test(text)) return api.PlainDate.from(text, { overflow: 'reject' });
  const local = api.PlainDateTime.from(text, { overflow: 'reject' });
  return zone === undefined ? local : local.toZonedDateTime(zone, { disambiguation });
}
