import { invalidArgument } from '../definition/invalid-argument.js';
import type { Temporal, TemporalApi } from './temporal.js';

/** The days that are no business days. */
export interface DaysOff {
  /** The days of the week: 1 for Monday to 7 for Sunday. */
  readonly weekend: readonly number[];
  readonly holidays: readonly Temporal.PlainDate[];
}

// In days. Both limits bound the time of a call.
const longestPeriod = 250_000;

/** Counts business days with the numbers of days since 1970-01-01. */
export class BusinessCalendar {
  readonly #epoch: Temporal.PlainDate;
  readonly #weekend: ReadonlySet<number>;
  readonly #holidays: ReadonlySet<number>;

  constructor(api: TemporalApi, { weekend, holidays }: DaysOff) {
    this.#epoch = api.PlainDate.from('1970-01-01');
    this.#weekend = new Set(weekend);
    this.#holidays = new Set(holidays.map((date) => this.#numberOf(date)));
  }

  /**
   * Returns the date that is a number of business days later, or earlier. Zero returns the first business day on or
   * after the date.
   *
   * @throws ValidationError if no such day is found in a period of 250,000 days.
   */
  add(date: Temporal.PlainDate, days: number): Temporal.PlainDate {
    const step = days < 0 ? -1 : 1;
    let remaining = Math.abs(days);
    let passed = 0;
    let day = this.#numberOf(date);
    const isDone = (): boolean => remaining === 0 && (days !== 0 || this.#isBusinessDay(day));
    while (!isDone()) {
      if (++passed > longestPeriod)
        throw invalidArgument('days', `the result is more than ${longestPeriod} days away.`);
      day += step;
      if (remaining > 0 && this.#isBusinessDay(day)) remaining--;
    }
    return this.#epoch.add({ days: day });
  }

  /**
   * Counts the business days of a period, including both of its ends.
   *
   * @throws ValidationError if the period ends before it begins, or has more than 250,000 days.
   */
  count(from: Temporal.PlainDate, to: Temporal.PlainDate): number {
    const [first, last] = [this.#numberOf(from), this.#numberOf(to)];
    if (last < first) throw invalidArgument('to', 'the period must not end before it begins.');
    if (last - first > longestPeriod) throw invalidArgument('to', `the period has more than ${longestPeriod} days.`);
    let count = 0;
    for (let day = first; day <= last; day++) if (this.#isBusinessDay(day)) count++;
    return count;
  }

  #numberOf(date: Temporal.PlainDate): number {
    return this.#epoch.until(date, { largestUnit: 'days' }).days;
  }

  #isBusinessDay(day: number): boolean {
    return !this.#weekend.has(dayOfWeek(day)) && !this.#holidays.has(day);
  }
}

/** Returns 1 for Monday to 7 for Sunday. The day 0 was a Thursday. */
function dayOfWeek(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}
