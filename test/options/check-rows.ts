import { isObservable, lastValueFrom } from 'rxjs';
import { findOptions, type OptionsObject, type OptionsParameter } from './find-options.js';
import { openParameters, openTypes } from './open-options.js';

/** How something public is called with options. */
export interface Row {
  /** Calls it. May return or throw anything, or return a promise, an Observable or an AsyncIterable. */
  readonly call: (options: never) => unknown;
  /** Valid options, one for each form that they have. */
  readonly valid: readonly object[];
  /** The error with which the call with valid options ends, because what it needs is not there. */
  readonly fails?: RegExp;
}

/** The rows by callee. */
export type Rows = Readonly<Record<string, Row>>;

/** Returns a row. */
export function row(call: (options: never) => unknown, ...valid: readonly object[]): Row {
  return { call, valid: valid.length === 0 ? [{}] : valid };
}

/** Returns a row whose call with valid options ends with an error, because what it needs is not there. */
export function failing(fails: RegExp, call: (options: never) => unknown, ...valid: readonly object[]): Row {
  return { ...row(call, ...valid), fails };
}

/** The parameters that must have a row, and the patterns of open ones that are not needed. */
export interface Found {
  readonly parameters: readonly OptionsParameter[];
  readonly unused: readonly string[];
}

/** Finds the parameters that must have a row. */
export function findParameters(): Found {
  const used = new Set<unknown>();
  const isOpenType = (type: string): boolean => Object.hasOwn(openTypes, type) && used.add(type) !== undefined;
  const isOpen = (place: string): boolean => {
    const open = openParameters.find(([pattern]) => pattern.test(place));
    return open !== undefined && used.add(open) !== undefined;
  };
  const parameters = findOptions(isOpenType)
    .map(({ callee, objects }) => {
      const checked = objects.filter(({ path }) => !isOpen([callee, path.join('.')].join(' ')));
      return { callee, objects: checked };
    })
    .filter(({ objects }) => objects.length > 0);
  const types = Object.keys(openTypes).filter((type) => !used.has(type));
  const patterns = openParameters.filter((one) => !used.has(one)).map(([pattern]) => String(pattern));
  return { parameters, unused: [...types, ...patterns] };
}

/** Calls the callee of a row with valid options. Returns its error. */
export async function callRightly({ call, valid }: Row): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  for (const options of valid) errors.push(await errorOf(call, options));
  return errors;
}

/** What a call says about an option that does not exist, and what it must say. */
export interface Refusal {
  readonly place: string;
  readonly message: string;
  readonly expected: string;
}

/** Calls the callee with a misspelt option and with an unknown one in each object of its options. */
export async function callWrongly(
  { call, valid }: Row,
  objects: readonly OptionsObject[],
): Promise<readonly Refusal[]> {
  const refusals: Refusal[] = [];
  for (const object of objects) {
    const known = object.names.find((name) => name.length > 3) ?? object.names[0] ?? '';
    const misspelt = `${known}${known.at(-1)}`;
    const place = object.path.join('.');
    const said = messageOf(await errorOf(call, withOption(valid, object, misspelt)));
    refusals.push({ place, message: said, expected: `there is no option '${misspelt}'. Did you mean '${known}'?` });
    const unknown = 'q'.repeat(40);
    const listed = messageOf(await errorOf(call, withOption(valid, object, unknown)));
    const prefix = `there is no option '${unknown}'. The options are `;
    const alternatives = objects.filter((other) => other.path.join('.') === place).map(({ names }) => names);
    const all = [...new Set(alternatives.flat())];
    const names = listed.split(prefix)[1]?.replace(/\.$/, '').split(', ') ?? [];
    const isExact = [...alternatives, all].some((some) => isSame(some, names));
    refusals.push({ place, message: listed, expected: isExact ? prefix : `${prefix}${object.names.join(', ')}.` });
  }
  return refusals;
}

/** A value that no option accepts. */
const wrongValue = Symbol('wrong');

/** Calls the callee with each option set to a value of a wrong type. Returns the messages that name the option. */
export async function messagesOf({ call, valid }: Row, objects: readonly OptionsObject[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const object of objects) {
    for (const name of object.names) {
      const error = await errorOf(call, withOption(valid, object, name, wrongValue));
      const unsaid = object.open.includes(name) ? '(any value)' : '(no message)';
      const message = messageOf(error).split('\n', 1)[0] ?? '';
      lines.push(`${[...object.path, name].join('.')}: ${message.includes(name) ? message : unsaid}`);
    }
  }
  return [...new Set(lines)];
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((name) => others.includes(name));
}

function withOption(
  valid: readonly object[],
  { path, names, fixed }: OptionsObject,
  option: string,
  wrong: unknown = 1,
): object {
  const [first = ''] = path;
  const fits = (options: object): boolean => {
    const value = valueAt(options, path);
    return value !== undefined && Object.keys(value).every((name) => names.includes(name));
  };
  const base = valid.find(fits) ?? valid.find((options) => first in options);
  return changeAt(base ?? valid[0] ?? {}, path, (old) => {
    const isFitting = Object.entries(fixed).every(([name, value]) => Reflect.get(old, name) === value);
    const kept = isFitting ? Object.entries(old).filter(([name]) => names.includes(name)) : [];
    return { ...Object.fromEntries(kept), ...fixed, [option]: wrong };
  });
}

function valueAt(value: unknown, path: readonly string[]): object | undefined {
  const [first, ...others] = path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (first === undefined) return value;
  return valueAt(first === '[]' || first === '*' ? Object.values(value)[0] : Reflect.get(value, first), others);
}

/** Copies a value with a change of the object at a path, which is created if it does not exist. */
function changeAt(value: unknown, path: readonly string[], change: (old: object) => object): object {
  const [first, ...others] = path;
  const old: object = typeof value === 'object' && value !== null ? value : {};
  if (first === undefined) return change(old);
  if (first === '[]') return [changeAt(Array.isArray(old) ? old[0] : undefined, others, change)];
  const name = first === '*' ? (Object.keys(old)[0] ?? 'some') : first;
  return { ...old, [name]: changeAt(Reflect.get(old, name), others, change) };
}

/** Returns the error with which a call ends, however it says so. What it has opened is closed. */
async function errorOf(call: Row['call'], options: object): Promise<unknown> {
  try {
    const returned = await call(options as never);
    const ended = isObservable(returned)
      ? await lastValueFrom(returned, { defaultValue: undefined })
      : await lastOf(returned);
    await (ended as { close?: () => unknown } | undefined)?.close?.();
    return (ended as { readonly error?: unknown } | undefined)?.error;
  } catch (error) {
    return error;
  }
}

async function lastOf(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value)) return value;
  let last: unknown;
  for await (const one of value as AsyncIterable<unknown>) last = one;
  return last;
}

function messageOf(error: unknown): string {
  if (error === undefined) return 'no error';
  return String((error as { readonly message?: unknown }).message ?? error);
}
