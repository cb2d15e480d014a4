import { type Moment, writeMoment } from './moment.js';
import type { TemporalApi } from './temporal.js';

/** A moment and its parts, as data. @description @additionalProperties false */
export interface MomentParts {
  /** The moment in the format ISO 8601 */
  readonly iso: string;
  readonly date: string;
  readonly weekday: string;
  /** The day of the week. @description 1 for Monday to 7 for Sunday @asType integer */
  readonly dayOfWeek: number;
  /** @asType integer */
  readonly dayOfYear: number;
  /** The week of ISO 8601 @asType integer */
  readonly weekOfYear: number;
  /** @asType integer */
  readonly daysInMonth: number;
  readonly isLeapYear: boolean;
  readonly time?: string;
  readonly zone?: string;
  readonly offset?: string;
  /** @asType integer */
  readonly epochMilliseconds?: number;
}

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
