import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate } from 'class-validator';
import type { DtoClass } from '../../src/schema/dto/validation-rules.js';

export const strictOptions = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };

/**
 * Converts an input with only class-transformer and class-validator. Resolves to undefined if they reject it, or if the
 * input has one of the two differences that docs/dto-rules.md describes, and no other.
 */
export async function validateWithLibraries(dto: DtoClass, input: unknown): Promise<object | undefined> {
  try {
    const instance: object = plainToInstance(dto as new () => object, input);
    const errors = await validate(instance, strictOptions);
    if (errors.length > 0) return undefined;
    return hasDifference(instance, input) ? undefined : instance;
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

const dateText = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/;

interface PropertyRules {
  readonly names: readonly (string | undefined)[];
  readonly hasEach: boolean;
  readonly isDate: boolean;
  readonly designType: unknown;
}

/** Checks for a documented difference in an input that class-validator accepts. */
function hasDifference(instance: unknown, input: unknown): boolean {
  if (Array.isArray(instance) && Array.isArray(input)) {
    return instance.some((item, index) => hasDifference(item, input[index]));
  }
  if (!isObject(instance) || !isObject(input)) return false;
  for (const [name, rules] of rulesIn(instance.constructor)) {
    const sentName = Object.hasOwn(input, `${name}_outside`) ? `${name}_outside` : name;
    if (!Object.hasOwn(input, sentName) || isReadOnly(instance, name)) continue;
    const [value, sent] = [instance[name], input[sentName]];
    if (rules.hasEach && isSingle(value, rules)) return true;
    if (rules.isDate && value !== null && !isReadable(sent)) return true;
    if (rules.names.includes('nestedValidation') && hasDifference(value, sent)) return true;
  }
  return false;
}

/** Checks whether a property has a getter and no setter, so that class-transformer drops what is sent for it. */
function isReadOnly(instance: object, name: string): boolean {
  for (let at: object | null = instance; at !== null; at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, name);
    if (descriptor !== undefined) return descriptor.get !== undefined && descriptor.set === undefined;
  }
  return false;
}

/** Checks whether each value that is sent for a date, or for several, is a text that is read as one. */
function isReadable(sent: unknown): boolean {
  if (typeof sent === 'string') return dateText.test(sent);
  if (typeof sent !== 'object') return sent === undefined;
  return sent === null || Object.values(sent).every(isReadable);
}

function isSingle(value: unknown, { names, designType }: PropertyRules): boolean {
  if (Array.isArray(value) || value === undefined || (value === null && names.includes('isOptional'))) return false;
  // A rule for the value itself allows one, and so does an emitted type other than that of an array.
  const isDeclaredOtherwise = designType !== undefined && designType !== Array;
  return !isDeclaredOtherwise && !names.some((name) => name === 'isString' || name === 'isObject');
}

function rulesIn(target: unknown): ReadonlyMap<string, PropertyRules> {
  const found = new Map<string, PropertyRules>();
  if (typeof target !== 'function') return found;
  const records = getMetadataStorage().getTargetValidationMetadatas(target, '', false, false);
  for (const { propertyName } of records) {
    const own = records.filter((record) => record.propertyName === propertyName);
    found.set(propertyName, {
      // Rules for each item say nothing about the value.
      names: own.filter(({ each, type: kind }) => each !== true || kind === 'nestedValidation').map(nameOf),
      hasEach: own.some(({ each }) => each),
      isDate: own.some(({ name }) => name === 'isDate'),
      designType: Reflect.getMetadata('design:type', target.prototype, propertyName),
    });
  }
  return found;
}

function nameOf({ name, type }: { readonly name?: string | undefined; readonly type: string }): string {
  return name ?? type;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
