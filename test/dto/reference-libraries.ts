import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import type { DtoClass } from '../../src/schema/dto/validation-rules.js';

export const strictOptions = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };

/** Converts an input with only class-transformer and class-validator. Resolves to undefined if they reject it. */
export async function validateWithLibraries(dto: DtoClass, input: unknown): Promise<object | undefined> {
  try {
    const instance: object = plainToInstance(dto as new () => object, input);
    const errors = await validate(instance, strictOptions);
    return errors.length === 0 ? instance : undefined;
  } catch {
    return undefined;
  }
}

/** Copies a value like a round trip through JSON text, so that all objects are plain. */
export function asParsed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(asParsed);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asParsed(inner)]));
}

/** Returns all visible parts of a value: the classes and the order of properties, including non-enumerable ones. */
export function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return ['Date', value.getTime()];
  const entries = Reflect.ownKeys(value).map((key) => [key, shapeOf(Reflect.get(value, key))]);
  return [Object.getPrototypeOf(value), entries];
}
