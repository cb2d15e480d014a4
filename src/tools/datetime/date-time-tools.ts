import { Tool } from '../../tool/decorators/tool.js';
import { BuiltinRegistry } from '../definition/builtin-registry.js';
import { builtinTool } from '../definition/builtin-tool.js';
import { BusinessCalendar } from './business-days.js';
import { type Calendar, type CalendarDate, toCalendarDate } from './calendar-date.js';
import { formatPattern } from './date-pattern.js';
import type { Amount, DatePattern, DateText, DayOfWeek, Holiday, ZoneName } from './date-types.js';
import { describeMoment, type MomentParts } from './describe-moment.js';
import { durationBetween, timeUnits, type Unit, units } from './duration-between.js';
import { checkYear, type Disambiguation, type Moment, readDate, readMoment, toZoned, writeMoment } from './moment.js';
import { toIsoText } from './parse-text.js';
import { loadTemporal, readArgument, type TemporalApi } from './temporal.js';

/** Amounts of time by unit. */
export interface Amounts {
  readonly years?: Amount;
  readonly months?: Amount;
  readonly weeks?: Amount;
  readonly days?: Amount;
  readonly hours?: Amount;
  readonly minutes?: Amount;
  readonly seconds?: Amount;
}

// More would only cost a model tokens.
const mostZones = 50;

/** How a local time is read. */
export interface LocalTimeInput {
  readonly zone?: ZoneName;
  readonly disambiguation?: Disambiguation;
}

/** The days that are no business days. */
export interface DaysOffInput {
  /** The days of the week without business: 1 for Monday to 7 for Sunday @maxItems 6 */
  readonly weekend?: readonly DayOfWeek[];
  /** Further dates without business @maxItems 500 */
  readonly holidays?: readonly Holiday[];
}

/** The time between two dates. @description @additionalProperties false */
export interface TimeBetween {
  /** In ISO 8601 */
  readonly duration: string;
  readonly years: number;
  readonly months: number;
  readonly weeks: number;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/**
 * Dates and times for models: parsing, formatting, arithmetic, time zones, calendars and business days. Requires the
 * package temporal-polyfill in runtimes without Temporal.
 *
 * @example
 * ```ts
 * const end = await new DateTimeTools().add({ date: '2026-01-31', months: 1, overflow: 'constrain', disambiguation: 'compatible' });
 * ```
 */
export class DateTimeTools extends BuiltinRegistry {
  /** Returns the current date and time in a zone. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_now',
      description: 'Get the current date and time.',
    }),
  )
  async now({ zone = 'UTC' }: { readonly zone?: ZoneName }): Promise<MomentParts> {
    const api = await loadTemporal();
    return describeMoment(
      api,
      readArgument('zone', () => api.Now.zonedDateTimeISO(zone)),
    );
  }

  /** Reads a date, and returns it with its parts. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_parse',
      description:
        'Read a date or time and get its parts, such as the weekday. Reads ISO 8601, RFC 5322 (Tue, 24 Mar 2026 10:00:00 +0100), ' +
        'Unix time in seconds or milliseconds, or a text with a pattern.',
    }),
  )
  async parse({
    text,
    pattern,
    zone,
    disambiguation = 'compatible',
  }: {
    /** @maxLength 100 */
    readonly text: string;
    readonly pattern?: DatePattern;
  } & LocalTimeInput): Promise<MomentParts> {
    const api = await loadTemporal();
    const iso = readArgument('text', () => toIsoText(text, pattern));
    return describeMoment(api, readMoment(api, iso, { zone, disambiguation, name: 'text' }));
  }

  /** Writes a date by a pattern, or in the style of a language. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_format',
      description: 'Write a date or time as text: with a pattern, or in the usual style of a language.',
    }),
  )
  async format({
    date,
    pattern,
    style = 'medium',
    locale = 'en',
    zone,
    disambiguation = 'compatible',
  }: {
    readonly date: DateText;
    readonly pattern?: DatePattern;
    readonly style?: 'full' | 'long' | 'medium' | 'short';
    /** A language tag, such as en-GB @maxLength 40 */
    readonly locale?: string;
  } & LocalTimeInput): Promise<string> {
    const api = await loadTemporal();
    const moment = readMoment(api, date, { zone, disambiguation, name: 'date' });
    return readArgument('locale', () => {
      if (pattern !== undefined) return formatPattern(moment, pattern, locale);
      const hasTime = !(moment instanceof api.PlainDate);
      // Long styles name the zone, which only some moments have.
      const timeStyle = moment instanceof api.ZonedDateTime ? style : 'medium';
      return moment.toLocaleString(locale, hasTime ? { dateStyle: style, timeStyle } : { dateStyle: style });
    });
  }

  /**
   * Adds an amount of time to a date, or subtracts it if it is negative.
   *
   * @returns The date in ISO 8601
   */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_add',
      description:
        'Add years, months, weeks, days, hours, minutes or seconds to a date or time. Negative amounts subtract.',
    }),
  )
  async add({
    date,
    overflow = 'constrain',
    zone,
    disambiguation = 'compatible',
    ...added
  }: { readonly date: DateText } & Amounts & {
      /** Whether January 31 plus one month is the last day of February, or an error */
      readonly overflow?: 'constrain' | 'reject';
    } & LocalTimeInput): Promise<string> {
    const api = await loadTemporal();
    const moment = readMoment(api, date, { zone, disambiguation, name: 'date' });
    const amounts = units.map((unit) => [unit, added[unit] ?? 0] as const);
    const addsTime = amounts.some(([unit, amount]) => amount !== 0 && timeUnits.includes(unit));
    let result: Moment = addsTime && moment instanceof api.PlainDate ? moment.toPlainDateTime() : moment;
    // One unit after the other, because a duration has one sign only.
    for (const [unit, amount] of amounts) {
      if (amount === 0) continue;
      result = readArgument(unit, () => result.add({ [unit]: amount }, { overflow }));
      checkYear(result, unit);
    }
    return writeMoment(api, result);
  }

  /** Returns the time between two dates. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_difference',
      description: 'Get the time from one date to another, in the largest unit and all smaller ones.',
    }),
  )
  async difference({
    from: start,
    to: end,
    largestUnit = 'years',
    zone,
    disambiguation = 'compatible',
  }: {
    readonly from: DateText;
    readonly to: DateText;
    readonly largestUnit?: Unit;
  } & LocalTimeInput): Promise<TimeBetween> {
    const api = await loadTemporal();
    const from = readMoment(api, start, { zone, disambiguation, name: 'from' });
    const to = readMoment(api, end, { zone, disambiguation, name: 'to' });
    const duration = readArgument('to', () => durationBetween(api, { from, to, largestUnit, disambiguation }));
    const { years, months, weeks, days, hours, minutes, seconds } = duration;
    return { duration: duration.toString(), years, months, weeks, days, hours, minutes, seconds };
  }

  /** Returns a time in another time zone. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_convert_zone',
      description: 'Get the local time in another time zone.',
    }),
  )
  async convertZone({
    date,
    zone,
    toZone,
    disambiguation = 'compatible',
  }: {
    readonly date: DateText;
    readonly zone?: ZoneName;
    readonly toZone: ZoneName;
  } & LocalTimeInput): Promise<MomentParts> {
    const api = await loadTemporal();
    const options = { zone, disambiguation, name: 'date' };
    const zoned = toZoned(api, readMoment(api, date, options), options);
    return describeMoment(
      api,
      readArgument('toZone', () => zoned.withTimeZone(toZone)),
    );
  }

  /** Finds the names of time zones. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_find_zones',
      description: 'Find the names of time zones by a city, a country code of the name or a region.',
    }),
  )
  findZones({
    search,
  }: {
    /** A part of the name, such as berlin @minLength 2 @maxLength 60 */
    readonly search: string;
  }): readonly string[] {
    const wanted = search.toLowerCase().replaceAll(' ', '_');
    const found = Intl.supportedValuesOf('timeZone').filter((name) => name.toLowerCase().includes(wanted));
    return found.slice(0, mostZones);
  }

  /** Returns a date in another calendar. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_convert_calendar',
      description: 'Get a date in another calendar.',
    }),
  )
  async convertCalendar(input: { readonly date: DateText; readonly calendar: Calendar }): Promise<CalendarDate> {
    const api = await loadTemporal();
    return readArgument('date', () => toCalendarDate(readDate(api, input.date, 'date'), input.calendar));
  }

  /**
   * Adds business days to a date.
   *
   * @returns The date in ISO 8601
   */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_add_business_days',
      description:
        'Add business days to a date, or subtract them if negative. 0 returns the first business day on or after the date.',
    }),
  )
  async addBusinessDays({
    date,
    days,
    weekend = [6, 7],
    holidays = [],
  }: {
    readonly date: DateText;
    /** @asType integer @minimum -100000 @maximum 100000 */
    readonly days: number;
  } & DaysOffInput): Promise<string> {
    const api = await loadTemporal();
    const start = readDate(api, date, 'date');
    const end = businessCalendar(api, { weekend, holidays }).add(start, days);
    return checkYear(end, 'days').toString();
  }

  /**
   * Counts the business days of a period.
   *
   * @returns
   * @asType integer
   */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_count_business_days',
      description: 'Count the business days from one date to another, including both.',
    }),
  )
  async countBusinessDays({
    from,
    to,
    weekend = [6, 7],
    holidays = [],
  }: { readonly from: DateText; readonly to: DateText } & DaysOffInput): Promise<number> {
    const api = await loadTemporal();
    const [first, last] = [readDate(api, from, 'from'), readDate(api, to, 'to')];
    return businessCalendar(api, { weekend, holidays }).count(first, last);
  }
}

function businessCalendar(api: TemporalApi, { weekend, holidays }: Required<DaysOffInput>): BusinessCalendar {
  return new BusinessCalendar(api, { weekend, holidays: holidays.map((text) => readDate(api, text, 'holidays')) });
}
