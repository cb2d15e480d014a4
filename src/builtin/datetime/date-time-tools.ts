import { Tool } from '../../decorators/tool.js';
import { BuiltinRegistry } from '../definition/builtin-registry.js';
import { builtinTool } from '../definition/builtin-tool.js';
import { BusinessCalendar } from './business-days.js';
import { type CalendarDate, calendarDateSchema, calendars, toCalendarDate } from './calendar-date.js';
import { formatPattern } from './date-pattern.js';
import { amount, date, disambiguation, holidays, isoText, pattern, weekend, zone } from './date-schemas.js';
import { describeMoment, type MomentParts, momentSchema } from './describe-moment.js';
import { durationBetween, timeUnits, type Unit, units } from './duration-between.js';
import { checkYear, type Disambiguation, type Moment, readDate, readMoment, toZoned, writeMoment } from './moment.js';
import { toIsoText } from './parse-text.js';
import { loadTemporal, readArgument, type TemporalApi } from './temporal.js';

/** Amounts of time by unit. */
export type Amounts = Partial<Record<Unit, number>>;

// More would only cost a model tokens.
const mostZones = 50;

/** How a local time is read. */
export interface LocalTimeInput {
  readonly zone?: string;
  readonly disambiguation: Disambiguation;
}

/** The days that are no business days. */
export interface DaysOffInput {
  readonly weekend: readonly number[];
  readonly holidays: readonly string[];
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
      input: { zone: { ...zone, default: 'UTC' } },
      output: momentSchema,
    }),
  )
  async now(input: { readonly zone: string }): Promise<MomentParts> {
    const api = await loadTemporal();
    return describeMoment(
      api,
      readArgument('zone', () => api.Now.zonedDateTimeISO(input.zone)),
    );
  }

  /** Reads a date, and returns it with its parts. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_parse',
      description:
        'Read a date or time and get its parts, such as the weekday. Reads ISO 8601, RFC 5322 (Tue, 24 Mar 2026 10:00:00 +0100), ' +
        'Unix time in seconds or milliseconds, or a text with a pattern.',
      input: { text: { type: 'string', maxLength: 100 }, pattern, zone, disambiguation },
      optional: ['pattern', 'zone'],
      output: momentSchema,
    }),
  )
  async parse(input: LocalTimeInput & { readonly text: string; readonly pattern?: string }): Promise<MomentParts> {
    const api = await loadTemporal();
    const iso = readArgument('text', () => toIsoText(input.text, input.pattern));
    return describeMoment(api, readMoment(api, iso, { ...input, name: 'text' }));
  }

  /** Writes a date by a pattern, or in the style of a language. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_format',
      description: 'Write a date or time as text: with a pattern, or in the usual style of a language.',
      input: {
        date,
        pattern,
        style: { type: 'string', enum: ['full', 'long', 'medium', 'short'], default: 'medium' },
        locale: { type: 'string', description: 'A language tag, such as en-GB', maxLength: 40, default: 'en' },
        zone,
        disambiguation,
      },
      optional: ['pattern', 'zone'],
      output: { type: 'string' },
    }),
  )
  async format(
    input: LocalTimeInput & {
      readonly date: string;
      readonly pattern?: string;
      readonly style: 'full' | 'long' | 'medium' | 'short';
      readonly locale: string;
    },
  ): Promise<string> {
    const api = await loadTemporal();
    const moment = readMoment(api, input.date, { ...input, name: 'date' });
    const { style, locale, pattern } = input;
    return readArgument('locale', () => {
      if (pattern !== undefined) return formatPattern(moment, pattern, locale);
      const hasTime = !(moment instanceof api.PlainDate);
      // Long styles name the zone, which only some moments have.
      const timeStyle = moment instanceof api.ZonedDateTime ? style : 'medium';
      return moment.toLocaleString(locale, hasTime ? { dateStyle: style, timeStyle } : { dateStyle: style });
    });
  }

  /** Adds an amount of time to a date, or subtracts it if it is negative. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_add',
      description:
        'Add years, months, weeks, days, hours, minutes or seconds to a date or time. Negative amounts subtract.',
      input: {
        date,
        ...Object.fromEntries(units.map((unit) => [unit, amount])),
        overflow: {
          type: 'string',
          enum: ['constrain', 'reject'],
          description: 'Whether January 31 plus one month is the last day of February, or an error',
          default: 'constrain',
        },
        zone,
        disambiguation,
      },
      optional: [...units, 'zone'],
      output: isoText,
    }),
  )
  async add(
    input: LocalTimeInput & Amounts & { readonly date: string; readonly overflow: 'constrain' | 'reject' },
  ): Promise<string> {
    const api = await loadTemporal();
    const moment = readMoment(api, input.date, { ...input, name: 'date' });
    const amounts = units.map((unit) => [unit, input[unit] ?? 0] as const);
    const addsTime = amounts.some(([unit, added]) => added !== 0 && timeUnits.includes(unit));
    let result: Moment = addsTime && moment instanceof api.PlainDate ? moment.toPlainDateTime() : moment;
    // One unit after the other, because a duration has one sign only.
    for (const [unit, added] of amounts) {
      if (added === 0) continue;
      result = readArgument(unit, () => result.add({ [unit]: added }, { overflow: input.overflow }));
      checkYear(result, unit);
    }
    return writeMoment(api, result);
  }

  /** Returns the time between two dates. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_difference',
      description: 'Get the time from one date to another, in the largest unit and all smaller ones.',
      input: {
        from: date,
        to: date,
        largestUnit: { type: 'string', enum: [...units], default: 'years' },
        zone,
        disambiguation,
      },
      optional: ['zone'],
      output: {
        type: 'object',
        properties: {
          duration: { type: 'string', description: 'In ISO 8601' },
          ...Object.fromEntries(units.map((unit) => [unit, { type: 'number' } as const])),
        },
        required: ['duration', ...units],
        additionalProperties: false,
      },
    }),
  )
  async difference(
    input: LocalTimeInput & { readonly from: string; readonly to: string; readonly largestUnit: Unit },
  ): Promise<Readonly<Record<Unit, number>> & { readonly duration: string }> {
    const api = await loadTemporal();
    const from = readMoment(api, input.from, { ...input, name: 'from' });
    const to = readMoment(api, input.to, { ...input, name: 'to' });
    const duration = readArgument('to', () => durationBetween(api, { ...input, from, to }));
    const { years, months, weeks, days, hours, minutes, seconds } = duration;
    return { duration: duration.toString(), years, months, weeks, days, hours, minutes, seconds };
  }

  /** Returns a time in another time zone. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_convert_zone',
      description: 'Get the local time in another time zone.',
      input: { date, zone, toZone: zone, disambiguation },
      optional: ['zone'],
      output: momentSchema,
    }),
  )
  async convertZone(input: LocalTimeInput & { readonly date: string; readonly toZone: string }): Promise<MomentParts> {
    const api = await loadTemporal();
    const moment = readMoment(api, input.date, { ...input, name: 'date' });
    const zoned = toZoned(api, moment, { ...input, name: 'date' });
    return describeMoment(
      api,
      readArgument('toZone', () => zoned.withTimeZone(input.toZone)),
    );
  }

  /** Finds the names of time zones. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_find_zones',
      description: 'Find the names of time zones by a city, a country code of the name or a region.',
      input: {
        search: { type: 'string', description: 'A part of the name, such as berlin', minLength: 2, maxLength: 60 },
      },
      output: { type: 'array', items: { type: 'string' } },
    }),
  )
  findZones({ search }: { readonly search: string }): readonly string[] {
    const wanted = search.toLowerCase().replaceAll(' ', '_');
    const found = Intl.supportedValuesOf('timeZone').filter((name) => name.toLowerCase().includes(wanted));
    return found.slice(0, mostZones);
  }

  /** Returns a date in another calendar. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_convert_calendar',
      description: 'Get a date in another calendar.',
      input: { date, calendar: { type: 'string', enum: [...calendars] } },
      output: calendarDateSchema,
    }),
  )
  async convertCalendar(input: { readonly date: string; readonly calendar: string }): Promise<CalendarDate> {
    const api = await loadTemporal();
    return readArgument('date', () => toCalendarDate(readDate(api, input.date, 'date'), input.calendar));
  }

  /** Adds business days to a date. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_add_business_days',
      description:
        'Add business days to a date, or subtract them if negative. 0 returns the first business day on or after the date.',
      input: { date, days: { type: 'integer', minimum: -100_000, maximum: 100_000 }, weekend, holidays },
      output: isoText,
    }),
  )
  async addBusinessDays(input: DaysOffInput & { readonly date: string; readonly days: number }): Promise<string> {
    const api = await loadTemporal();
    const start = readDate(api, input.date, 'date');
    const end = businessCalendar(api, input).add(start, input.days);
    return checkYear(end, 'days').toString();
  }

  /** Counts the business days of a period. */
  @Tool(
    builtinTool('datetime', {
      name: 'datetime_count_business_days',
      description: 'Count the business days from one date to another, including both.',
      input: { from: date, to: date, weekend, holidays },
      output: { type: 'integer' },
    }),
  )
  async countBusinessDays(input: DaysOffInput & { readonly from: string; readonly to: string }): Promise<number> {
    const api = await loadTemporal();
    const from = readDate(api, input.from, 'from');
    const to = readDate(api, input.to, 'to');
    return businessCalendar(api, input).count(from, to);
  }
}

function businessCalendar(api: TemporalApi, { weekend: days, holidays: dates }: DaysOffInput): BusinessCalendar {
  return new BusinessCalendar(api, { weekend: days, holidays: dates.map((text) => readDate(api, text, 'holidays')) });
}
