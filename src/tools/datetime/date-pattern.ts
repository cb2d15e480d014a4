import { invalidArgument } from '../definition/invalid-argument.js';
import type { Moment } from './moment.js';

type NumberField = 'year' | 'month' | 'day' | 'hour' | 'hour12' | 'minute' | 'second' | 'millisecond';

/** The fields that are numbers, with their least and largest number of digits. */
const numbers: Readonly<Record<string, readonly [field: NumberField, least: number, most: number]>> = {
  yyyy: ['year', 4, 4],
  MM: ['month', 2, 2],
  M: ['month', 1, 2],
  dd: ['day', 2, 2],
  d: ['day', 1, 2],
  HH: ['hour', 2, 2],
  H: ['hour', 1, 2],
  hh: ['hour12', 2, 2],
  h: ['hour12', 1, 2],
  mm: ['minute', 2, 2],
  m: ['minute', 1, 2],
  ss: ['second', 2, 2],
  s: ['second', 1, 2],
  SSS: ['millisecond', 3, 3],
};

/** The fields that are texts, with what matches them. Names are parsed in English. */
const months = 'January|February|March|April|May|June|July|August|September|October|November|December';
const weekdays = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';
const texts: Readonly<Record<string, string>> = {
  MMMM: months,
  MMM: months.replaceAll(/(\w{3})\w*/g, '$1'),
  EEEE: weekdays,
  EEE: weekdays.replaceAll(/(\w{3})\w*/g, '$1'),
  a: 'AM|PM',
  XXX: 'Z|[+-]\\d\\d:\\d\\d',
};

const fieldHelp =
  'the fields are yyyy, MM, M, MMM, MMMM (month), dd, d (day), EEE, EEEE (weekday), HH, H (0 to 23), hh, h (1 to 12), a (AM or ' +
  "PM), mm, m, ss, s, SSS (milliseconds), XXX (offset); write text in quotes: 'at'";

/** A field of a pattern, or literal text. */
interface PatternPart {
  readonly field?: string;
  readonly text: string;
}

/** The values of the fields of a text. */
type FieldValues = Partial<Record<NumberField, number>> & { isAfternoon?: boolean; offset?: string };

/**
 * Formats a moment with a pattern such as `dd.MM.yyyy HH:mm`.
 *
 * @throws ValidationError if the pattern has a field that does not exist, or that the moment does not have.
 */
export function formatPattern(moment: Moment, pattern: string, locale: string): string {
  const values = moment as Partial<Record<NumberField | 'offset', unknown>>;
  const need = (name: NumberField | 'offset', field: string): unknown => {
    if (values[name] !== undefined) return values[name];
    throw invalidArgument('pattern', `the date has no ${name} for the field ${field}.`);
  };
  const format = ({ field, text }: PatternPart): string => {
    if (field === undefined) return text;
    if (field === 'XXX') return String(need('offset', field));
    if (field === 'a') return Number(need('hour', field)) < 12 ? 'AM' : 'PM';
    const [name, digits] = numbers[field] ?? [];
    if (name === 'hour12') return String(((Number(need('hour', field)) + 11) % 12) + 1).padStart(field.length, '0');
    if (name !== undefined) return String(need(name, field)).padStart(digits ?? 1, '0');
    const style = field.length === 4 ? 'long' : 'short';
    return moment.toLocaleString(locale, field.startsWith('M') ? { month: style } : { weekday: style });
  };
  return readPattern(pattern).map(format).join('');
}

/**
 * Reads a text by a pattern. Returns the moment in the format ISO 8601.
 *
 * @throws ValidationError if the text does not match the pattern, or the pattern has no year, month or day.
 */
export function parsePattern(text: string, pattern: string): string {
  const parts = readPattern(pattern);
  const fields = parts.flatMap(({ field }) => (field === undefined ? [] : [field]));
  if (new Set(fields).size < fields.length) throw invalidArgument('pattern', 'a field occurs twice.');
  const expression = parts.map(({ field, text: literal }) =>
    field === undefined ? escapePattern(literal) : groupOf(field),
  );
  const match = new RegExp(`^${expression.join('')}$`, 'iu').exec(text.trim());
  if (match === null) throw invalidArgument('text', `it does not match the pattern ${pattern}.`);
  const values: FieldValues = {};
  for (const [at, field] of fields.entries()) readField(values, field, match[at + 1] ?? '');
  return writeIso(values);
}

function readPattern(pattern: string): readonly PatternPart[] {
  return [...pattern.matchAll(/'([^']*)'|([A-Za-z])\2*|[\s\S]/gu)].map(([text, quoted, letter]) => {
    if (quoted !== undefined) return { text: quoted === '' ? "'" : quoted };
    if (letter === undefined) return { text };
    if (Object.hasOwn(numbers, text) || Object.hasOwn(texts, text)) return { field: text, text };
    throw invalidArgument('pattern', `'${text}' is no field; ${fieldHelp}.`);
  });
}

function groupOf(field: string): string {
  const [, least, most] = numbers[field] ?? [];
  return least === undefined ? `(${texts[field]})` : `(\\d{${least},${most}})`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function readField(values: FieldValues, field: string, text: string): void {
  const [name] = numbers[field] ?? [];
  if (name !== undefined) values[name] = Number(text);
  else if (field === 'a') values.isAfternoon = text.toUpperCase() === 'PM';
  else if (field === 'XXX') values.offset = text;
  else if (field.startsWith('M')) values.month = monthOf(text);
}

/** Returns the number of a month by the first letters of its English name. */
export function monthOf(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return months.split('|').findIndex((month) => month.toLowerCase().startsWith(start)) + 1;
}

function writeIso(values: FieldValues): string {
  const { year, month, day, hour12, isAfternoon = false, minute = 0, second = 0, millisecond = 0, offset } = values;
  if (year === undefined || month === undefined || day === undefined) {
    throw invalidArgument('pattern', 'it needs the year, the month and the day.');
  }
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  const hour = hour12 === undefined ? values.hour : (hour12 % 12) + (isAfternoon ? 12 : 0);
  if (hour === undefined && offset === undefined) return date;
  return `${date}T${pad(hour ?? 0, 2)}:${pad(minute, 2)}:${pad(second, 2)}.${pad(millisecond, 3)}${offset ?? ''}`;
}

function pad(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
