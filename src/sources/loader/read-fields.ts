import { nearestName } from '../../base/options/nearest-name.js';
import { type Configuration, isMapping, type ValuePath, valueAt } from './configuration.js';
import { type FieldKind, fieldKinds } from './field-kinds.js';
import { hasPlaceholder, replacePlaceholders } from './placeholders.js';

/** A field of a configuration. */
export interface Field {
  readonly kind: FieldKind;
  readonly isRequired?: true;
  /** The other key of the field, which a definition may use instead. */
  readonly alias?: string;
  /** The kind of the value of the other key. @default that of the field */
  readonly aliasKind?: FieldKind;
  /** The only texts that are allowed. @default all */
  readonly values?: readonly string[];
}

/** The fields of a mapping, by name. */
export type FieldTable = Readonly<Record<string, Field>>;

/**
 * Returns the values of a mapping's fields by name, after checking the mapping and replacing placeholders. A field that
 * is absent is undefined.
 *
 * @throws DefinitionError on an unknown, missing or duplicate field, and on a value of another kind.
 */
export function readFields<T extends FieldTable>(
  configuration: Configuration,
  path: ValuePath,
  table: T,
): Readonly<Partial<Record<keyof T, unknown>>> {
  const mapping = valueAt(configuration, path);
  if (!isMapping(mapping)) throw configuration.errorAt(path, 'This must be a mapping of keys to values.');
  const names = new Map(
    Object.entries(table).flatMap(([name, { alias = name }]) => [
      [name, name],
      [alias, name],
    ]),
  );
  const read: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(mapping)) {
    // Options in JavaScript.
    if (value === undefined) continue;
    const at = [...path, key];
    const name = names.get(key);
    if (name === undefined) throw configuration.errorAtKey(at, describeUnknown(key, [...names.keys()]));
    if (Object.hasOwn(read, name)) {
      throw configuration.errorAtKey(at, `'${key}' sets the same as another key of this mapping. Remove one of them.`);
    }
    const field = table[name] as Field;
    const kind = key === name ? field.kind : (field.aliasKind ?? field.kind);
    read[name] = readValue(configuration, at, { kind, values: field.values });
  }
  const missing = Object.entries(table).find(([name, field]) => field.isRequired && !Object.hasOwn(read, name));
  if (missing !== undefined) {
    throw configuration.errorAt(path, `The key '${missing[1].alias ?? missing[0]}' is missing.`);
  }
  return read as Partial<Record<keyof T, unknown>>;
}

/** Returns the key of a field that a mapping uses: the name of the field, or its alias. */
export function keyOf(configuration: Configuration, path: ValuePath, names: readonly string[]): string {
  const mapping = valueAt(configuration, path);
  return names.find((name) => isMapping(mapping) && Object.hasOwn(mapping, name)) ?? names[0] ?? '';
}

function describeUnknown(key: string, names: readonly string[]): string {
  const near = nearestName(key, names);
  return `There is no key '${key}'. ${near === undefined ? `The keys are ${names.join(', ')}.` : `Did you mean '${near}'?`}`;
}

function readValue(
  configuration: Configuration,
  path: ValuePath,
  { kind, values }: Pick<Field, 'values'> & { readonly kind: FieldKind },
): unknown {
  const written = valueAt(configuration, path);
  const { read, expected, isLiteral } = fieldKinds[kind];
  const isReplaced = isLiteral !== true && hasPlaceholder(configuration, written);
  const value = isLiteral === true ? written : replacePlaceholders(configuration, path, written);
  const result = read(value, isReplaced);
  const key = String(path.at(-1));
  if (result === undefined) {
    const index = Array.isArray(value) ? value.findIndex((one) => read([one], false) === undefined) : -1;
    throw configuration.errorAt(index < 0 ? path : [...path, index], `'${key}' must be ${expected}.`);
  }
  if (values === undefined || values.includes(String(result))) return result;
  throw configuration.errorAt(path, `'${key}' must be one of ${values.join(', ')}.`);
}
