import { nearestName } from '../nearest-name.js';
import type { ConfigurationFile, ValuePath } from './configuration-file.js';

/** The kind of a field's value. */
export type FieldKind = 'string' | 'strings' | 'object';

/** A field of a configuration. */
export interface Field {
  readonly kind: FieldKind;
  readonly isRequired?: true;
}

/** The fields of a mapping, by name. */
export type FieldTable = Readonly<Record<string, Field>>;

/**
 * Returns the values of a mapping's fields by name, after checking the mapping.
 *
 * @throws DefinitionError on an unknown, missing or duplicate field, and on a value of another kind.
 */
export function readFields<T extends FieldTable>(
  file: ConfigurationFile,
  path: ValuePath,
  table: T,
): Readonly<Record<keyof T, unknown>> {
  const mapping = valueAt(file.value, path);
  if (!isMapping(mapping)) throw file.errorAt(path, 'This must be a mapping of keys to values.');
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(mapping)) {
    const at = [...path, key];
    const field = Object.hasOwn(table, key) ? table[key] : undefined;
    if (field === undefined) throw file.errorAtKey(at, describeUnknown(key, Object.keys(table)));
    const problem = findProblem(field, value);
    if (problem !== undefined) throw file.errorAt([...at, ...problem], `'${key}' must be ${expected[field.kind]}.`);
    // The front matter of skills separates names by spaces.
    read[key] = field.kind === 'strings' && isText(value) ? value.split(/[\s,]+/).filter(isText) : value;
  }
  const missing = Object.keys(table).find((key) => table[key]?.isRequired === true && !Object.hasOwn(read, key));
  if (missing !== undefined) throw file.errorAt(path, `The key '${missing}' is missing.`);
  return read as Record<keyof T, unknown>;
}

/** Checks whether a value is a mapping. */
function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(value: unknown, path: ValuePath): unknown {
  return path.reduce<unknown>((parent, key) => (parent as Readonly<Record<string | number, unknown>>)[key], value);
}

function describeUnknown(key: string, names: readonly string[]): string {
  const near = nearestName(key, names);
  return `There is no key '${key}'. ${near === undefined ? `The keys are ${names.join(', ')}.` : `Did you mean '${near}'?`}`;
}

const expected: Readonly<Record<FieldKind, string>> = {
  string: 'a text that is not empty',
  strings: 'a list of texts',
  object: 'a mapping of keys to values',
};

/** Returns the path of the part of a value that has another kind. Returns undefined if there is none. */
function findProblem({ kind }: Field, value: unknown): ValuePath | undefined {
  if (kind === 'strings' && Array.isArray(value)) {
    const index = value.findIndex((one) => !isText(one));
    return index < 0 ? undefined : [index];
  }
  const isValid = kind === 'object' ? isMapping(value) : isText(value);
  return isValid ? undefined : [];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
