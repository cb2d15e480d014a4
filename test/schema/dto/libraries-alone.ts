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

/** A copy as JSON text would give it: its objects have no other prototype than that of all objects. */
export function asParsed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(asParsed);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asParsed(inner)]));
}

/** Everything of a value that can be seen: the classes and the order of properties, hidden ones included. */
export function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return ['Date', value.getTime()];
  const entries = Reflect.ownKeys(value).map((key) => [key, shapeOf(Reflect.get(value, key))]);
  return [Object.getPrototypeOf(value), entries];
}
