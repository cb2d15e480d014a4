import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import type { DtoClass } from '../../../src/schema/dto/validation-rules.js';

export const strictOptions = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };

/** What class-transformer and class-validator alone make of an input, or undefined if they refuse it. */
export async function validateAlone(dto: DtoClass, input: unknown): Promise<object | undefined> {
  try {
    const instance: object = plainToInstance(dto as new () => object, input);
    const errors = await validate(instance, strictOptions);
    return errors.length === 0 ? instance : undefined;
  } catch {
    return undefined;
  }
}

/** A copy with the same classes. Two invalid dates are never equal: they become text. */
// Not structuredClone: its objects belong to the realm outside of the test.
export function clone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return (Number.isNaN(value.getTime()) ? 'Invalid Date' : new Date(value)) as T;
  if (Array.isArray(value)) return value.map(clone) as T;
  const copy = Object.create(Object.getPrototypeOf(value));
  for (const [key, inner] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: clone(inner), enumerable: true, writable: true, configurable: true });
  }
  return copy;
}

/** Everything of a value that can be seen: the classes and the order of properties, hidden ones included. */
export function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return ['Date', value.getTime()];
  const entries = Reflect.ownKeys(value).map((key) => [key, shapeOf(Reflect.get(value, key))]);
  return [Object.getPrototypeOf(value), entries];
}
