import type { JsonSchema } from '../../base/json/json-schema.js';
import { type Moment, writeMoment } from './moment.js';
import type { TemporalApi } from './temporal.js';

/** A moment and its parts, as data. */
export interface MomentParts {
  /** The moment in the format ISO 8601. */
  readonly iso: string;
  readonly date: string;
  readonly weekday: string;
  /** The day of the week: 1 for Monday to 7 for Sunday. */
  readonly dayOfWeek: number;
  readonly dayOfYear: number;
  readonly weekOfYear: number;
  readonly daysInMonth: number;
  readonly isLeapYear: boolean;
  readonly time?: string;
  readonly zone?: string;
  readonly offset?: string;
  readonly epochMilliseconds?: number;
}

/** The schema of a moment and its parts. */
export const momentSchema: JsonSchema = {
  type: 'object',
  properties: {
    iso: { type: 'string', description: 'The moment in the format ISO 8601' },
    date: { type: 'string' },
    weekday: { type: 'string' },
    dayOfWeek: { type: 'integer', description: '1 for Monday to 7 for Sunday' },
    dayOfYear: { type: 'integer' },
    weekOfYear: { type: 'integer', description: 'The week of ISO 8601' },
    daysInMonth: { type: 'integer' },
    isLeapYear: { type: 'boolean' },
    time: { type: 'string' },
    zone: { type: 'string' },
    offset: { type: 'string' },
    epochMilliseconds: { type: 'integer' },
  },
  required: ['iso', 'date', 'weekday', 'dayOfWeek', 'dayOfYear', 'weekOfYear', 'daysInMonth', 'isLeapYear'],
  additionalProperties: false,
};

const weekdays: readonly string[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Returns a moment and its parts as data. */
export function describeMoment(api: TemporalApi, moment: Moment): MomentParts {
  const date = moment instanceof api.PlainDate ? moment : moment.toPlainDate();
  const parts: MomentParts = {
    iso: writeMoment(api, moment),
    date: date.toString(),
    weekday: weekdays[date.dayOfWeek - 1] ?? '',
    dayOfWeek: date.dayOfWeek,
    dayOfYear: date.dayOfYear,
    weekOfYear: date.weekOfYear ?? 0,
    daysInMonth: date.daysInMonth,
    isLeapYear: date.inLeapYear,
  };
  if (moment instanceof api.PlainDate) return parts;
  const timed = { ...parts, time: moment.toPlainTime().toString() };
  if (moment instanceof api.PlainDateTime) return timed;
  const { timeZoneId, offset, epochMilliseconds } = moment;
  return { ...timed, zone: timeZoneId, offset, epochMilliseconds };
}
