import type { DefinitionError } from '../../index.js';
import { type Configuration, type ValuePath, valueAt } from './configuration.js';
import { messageOf } from './message-of.js';
import { type FieldTable, keyOf } from './read-fields.js';

/** A definition in a configuration, which creates the errors of its fields. */
export class Definition {
  readonly configuration: Configuration;
  readonly path: ValuePath;

  constructor(configuration: Configuration, path: ValuePath) {
    this.configuration = configuration;
    this.path = path;
  }

  /** Returns the definitions of a configuration, which contains one or a list. */
  static listOf(configuration: Configuration): readonly Definition[] {
    const { value } = configuration;
    const paths = Array.isArray(value) ? value.map((_, index) => [index]) : [[]];
    return paths.map((path) => new Definition(configuration, path));
  }

  /** Checks whether the definition has one of the keys. */
  has(...names: readonly string[]): boolean {
    const value = valueAt(this.configuration, this.path) as object;
    return names.some((name) => Object.hasOwn(value, name));
  }

  /** Creates the error of a field at the key that the definition uses: one of `names`. */
  errorAt(names: readonly string[], message: string): DefinitionError {
    const key = keyOf(this.configuration, this.path, names);
    return this.configuration.errorAt([...this.path, key], `'${key}' ${message}`);
  }

  /** Returns the position of a field. */
  pathOf(...names: readonly string[]): ValuePath {
    return [...this.path, keyOf(this.configuration, this.path, names)];
  }

  /**
   * Creates the error of an adapter, at the field that its message names first, as in `search: baseUrl must be a URL`. It
   * has no cause, which could contain a hidden text.
   */
  adapterError(error: unknown, fields: FieldTable): DefinitionError {
    const message = messageOf(error);
    const [, option = ''] = /: (\w+)/.exec(message) ?? [];
    const names = Object.hasOwn(fields, option) ? [option, fields[option]?.alias ?? option] : [];
    return this.has(...names) ? this.configuration.errorAt(this.pathOf(...names), message) : this.error(message);
  }

  /** Creates the error of the entire definition. */
  error(message: string): DefinitionError {
    return this.configuration.errorAt(this.path, message);
  }
}
