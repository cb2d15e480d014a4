import { memoize } from '../../base/values/memoize.js';
import { isDate, isMap, isSet } from '../../base/values/value-kinds.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { readDate } from '../json-schema/date-text.js';
import { describeDto } from './dto-description.js';
import { isSent, type SentProperty, visitInstances } from './nested-instances.js';

/**
 * Replaces each `Date` that `@Type(() => Date)` created from a value that no other tool reads as a date, such as a number
 * or `2026-02-30`, by an invalid `Date`, which `@IsDate` rejects: class-transformer passes any value to `new Date()`.
 */
export function rejectUnreadableDates(instance: object, sent: unknown): void {
  visitInstances(instance, sent, (received) => {
    for (const { name, argument } of dateProperties(received.dto)) {
      const value = Object.hasOwn(received.sent, argument) ? received.sent[argument] : undefined;
      if (isReadable(value)) continue;
      Reflect.set(received.instance, name, withInvalidDates(Reflect.get(received.instance, name), value));
    }
  });
}

const dateProperties = memoize((dto: DtoClass): readonly SentProperty[] =>
  [...describeDto(dto).values()].filter(isSent).filter(({ type }) => type === Date),
);

// class-transformer converts neither null nor undefined.
function isReadable(sent: unknown): boolean {
  if (typeof sent === 'string') return readDate(sent) !== undefined;
  if (typeof sent !== 'object') return sent === undefined;
  return sent === null || Object.values(sent).every(isReadable);
}

function withInvalidDates(value: unknown, sent: unknown): unknown {
  if (isDate(value)) return isReadable(sent) ? value : new Date(Number.NaN);
  const parts = (sent ?? {}) as Readonly<Record<PropertyKey, unknown>>;
  if (Array.isArray(value)) return value.map((item, index) => withInvalidDates(item, parts[index]));
  if (isSet(value)) return new Set([...value].map((item, index) => withInvalidDates(item, parts[index])));
  if (isMap(value))
    return new Map([...value].map(([key, entry]) => [key, withInvalidDates(entry, parts[String(key)])]));
  return value;
}
