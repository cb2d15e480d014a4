import type { DefinitionError } from '../../index.js';

/** The position of a value in a configuration: the keys and the indexes that lead to it. */
export type ValuePath = readonly (string | number)[];

/** The environment variables that placeholders read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The data of a configuration, and the errors of its parts. */
export interface Configuration {
  /** The path of the file, or the name of the option, for messages. */
  readonly name: string;
  /** The folder to which paths in the configuration are relative. */
  readonly folder: string;
  readonly value: unknown;
  /** The environment variables for placeholders. Undefined if texts are literal. */
  readonly environment: Environment | undefined;
  /** Creates the error of a value. It contains no hidden text. */
  errorAt(path: ValuePath, message: string): DefinitionError;
  /** Creates the error of a key, such as one that does not exist. It contains no hidden text. */
  errorAtKey(path: ValuePath, message: string): DefinitionError;
  /** Hides a text in all later errors. */
  hide(text: string): void;
}

/** Returns the value at a position. */
export function valueAt({ value }: Pick<Configuration, 'value'>, path: ValuePath): unknown {
  return path.reduce<unknown>((parent, key) => (parent as Readonly<Record<string | number, unknown>>)[key], value);
}

/** Checks whether a value is a mapping of keys to values. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
