import { type Disambiguation, type Moment, toZoned } from './moment.js';
import type { Temporal, TemporalApi } from './temporal.js';

/** A unit of time. @description */
export type Unit = 'years' | 'months' | 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds';

/** The units of time, from the largest to the smallest. */
export const units: readonly Unit[] = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'];

/** The units that are smaller than a day. */
export const timeUnits: readonly Unit[] = ['hours', 'minutes', 'seconds'];

/** A period of time. */
export interface Period {
  readonly from: Moment;
  readonly to: Moment;
  readonly largestUnit: Unit;
  readonly disambiguation: Disambiguation;
}

/** Returns the duration of a period in whole seconds. If only one end has a zone, the other end is in that zone. */
export function durationBetween(
  api: TemporalApi,
  { from, to, largestUnit, disambiguation }: Period,
): Temporal.Duration {
  const rounding = { largestUnit, smallestUnit: 'seconds' } as const;
  const zoned = [from, to].find((moment) => moment instanceof api.ZonedDateTime);
  if (zoned === undefined) return toPlain(api, from).until(toPlain(api, to), rounding);
  const settings = { name: 'to', zone: zoned.timeZoneId, disambiguation };
  const start = toZoned(api, from, settings);
  return start.until(toZoned(api, to, settings).withTimeZone(start.timeZoneId), rounding);
}

function toPlain(api: TemporalApi, moment: Moment): Temporal.PlainDateTime {
  return moment instanceof api.PlainDateTime ? moment : moment.toPlainDateTime();
}
