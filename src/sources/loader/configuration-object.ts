import { DefinitionError } from '../../index.js';
import type { Configuration, ValuePath } from './configuration.js';
import { HiddenTexts } from './hidden-texts.js';

/** A configuration in JavaScript, which creates errors with the path of a value. Its texts have no placeholders. */
export class ConfigurationObject implements Configuration {
  readonly name: string;
  readonly folder: string;
  readonly value: unknown;
  readonly environment = undefined;
  readonly #hidden = new HiddenTexts();

  /** @param name - The function or the file that received the value, with which errors begin. */
  constructor(name: string, folder: string, value: unknown) {
    this.name = name;
    this.folder = folder;
    this.value = value;
  }

  errorAt(path: ValuePath, message: string): DefinitionError {
    const shown = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('');
    const where = [this.name, shown.replace(/^\./, '')].filter((part) => part !== '').join(': ');
    return new DefinitionError(`${where}: ${this.#hidden.redact(message)}`);
  }

  errorAtKey(path: ValuePath, message: string): DefinitionError {
    return this.errorAt(path.slice(0, -1), message);
  }

  hide(text: string): void {
    this.#hidden.add(text);
  }
}
