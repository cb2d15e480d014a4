import { monthOf, parsePattern } from './date-pattern.js';

const internetDate =
  /^(?:[A-Za-z]{3}, )?(\d{1,2}) ([A-Za-z]{3}) (\d{4}) (\d{2}:\d{2}(?::\d{2})?) (?:GMT|UTC|([+-]\d{2}):?(\d{2}))$/;
const unixSeconds = /^-?\d{9,10}$/;
const unixMilliseconds = /^-?\d{12,13}$/;

/**
 * Returns the date that a text states, in the format ISO 8601: by a pattern, or as RFC 5322, a Unix time in seconds or
 * milliseconds, or ISO 8601.
 *
 * @throws ValidationError if the text does not match the pattern.
 */
export function toIsoText(text: string, pattern: string | undefined): string {
  if (pattern !== undefined) return parsePattern(text, pattern);
  const trimmed = text.trim();
  if (unixSeconds.test(trimmed)) return new Date(Number(trimmed) * 1_000).toISOString();
  if (unixMilliseconds.test(trimmed)) return new Date(Number(trimmed)).toISOString();
  const match = internetDate.exec(trimmed);
  if (match === null) return trimmed;
  const [, day = '', month = '', year = '', time = '', hours, minutes] = match;
  const date = `${year}-${String(monthOf(month)).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return `${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
}
