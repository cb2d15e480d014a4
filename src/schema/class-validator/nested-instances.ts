import { pointerOf } from '../../base/json/json-pointer.js';
import { memoize } from '../../base/values/memoize.js';
import { isMap, isSet } from '../../base/values/value-kinds.js';
import { isDtoClass } from '../dto/is-dto-class.js';
import type { DtoClass } from '../dto/validation-rules.js';
import { isRecord } from '../json-schema/schema-walk.js';
import { type DtoProperty, describeDto } from './dto-description.js';

/** An instance of a DTO class that class-transformer created from an object that a caller sent. */
export interface ReceivedInstance {
  readonly dto: DtoClass;
  readonly instance: object;
  readonly sent: Readonly<Record<string, unknown>>;
  /** The location of the object as a JSON Pointer. */
  readonly path: string;
}

/** Calls a function with an instance, and with each nested instance that class-validator validates. */
export function visitInstances(instance: object, sent: unknown, visit: (received: ReceivedInstance) => void): void {
  visitValue({ value: instance, sent, path: '' }, visit);
}

interface Place {
  readonly value: unknown;
  readonly sent: unknown;
  readonly path: string;
}

function visitValue({ value, sent, path }: Place, visit: (received: ReceivedInstance) => void): void {
  if (Array.isArray(sent)) {
    const items = isSet(value) ? [...value] : value;
    if (!Array.isArray(items)) return;
    sent.forEach((item: unknown, index) => {
      visitValue({ value: items[index], sent: item, path: path + pointerOf([index]) }, visit);
    });
  } else if (isRecord(sent) && isMap(value)) {
    for (const [key, entry] of value) {
      visitValue({ value: entry, sent: sent[String(key)], path: path + pointerOf([String(key)]) }, visit);
    }
  } else if (isRecord(sent) && typeof value === 'object' && value !== null) {
    const dto: unknown = Object.getPrototypeOf(value)?.constructor;
    if (!isDtoClass(dto)) return;
    visit({ dto, instance: value, sent, path });
    for (const { name, argument } of nestedProperties(dto)) {
      if (!Object.hasOwn(sent, argument)) continue;
      visitValue({ value: Reflect.get(value, name), sent: sent[argument], path: path + pointerOf([argument]) }, visit);
    }
  }
}

/** A property that a caller can send. */
export type SentProperty = DtoProperty & { readonly argument: string };

/** Checks whether a caller can send a property. */
export function isSent(property: DtoProperty): property is SentProperty {
  return property.argument !== undefined;
}

/** Returns the properties whose values have rules of their own. A `@Transform` may create them from anything. */
const nestedProperties = memoize((dto: DtoClass): readonly SentProperty[] =>
  [...describeDto(dto).values()]
    .filter(isSent)
    .filter(({ rules, transformed }) => !transformed && rules.some(({ name }) => name === 'nestedValidation')),
);
