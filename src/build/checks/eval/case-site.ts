import { DefinitionError } from '../../../base/errors/errors.js';
import { nearestName } from '../../../base/options/nearest-name.js';
import { previewValue } from '../../../base/values/value-preview.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';

/** Where a value of a file with cases is. It checks what is the same for many values. */
export class CaseSite {
  readonly #place: string;
  readonly #toolNames: readonly string[];

  /**
   * @param place - The file and the case, such as `cases.yaml: case 2`.
   * @param toolNames - The tools that the model sees.
   */
  constructor(place: string, toolNames: readonly string[]) {
    this.#place = place;
    this.#toolNames = toolNames;
  }

  /** Returns the site of the same case with its name. */
  named(name: string): CaseSite {
    return new CaseSite(`${this.#place} (${previewValue(name)})`, this.#toolNames);
  }

  /**
   * Creates the error of a field.
   *
   * @param problem - The end of a sentence, such as 'must be a text'.
   * @param hint - A sentence on how to fix it.
   */
  error(field: string, problem: string, hint?: string): DefinitionError {
    return new DefinitionError([`${this.#place}: ${field} ${problem}.`, hint ?? []].flat().join(' '));
  }

  /** Returns an object that has only fields of these names. */
  readFields(field: string, value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
    if (!isRecord(value)) throw this.error(field, `must be an object, not ${previewValue(value)}`);
    const unknown = Object.keys(value).find((name) => !names.includes(name));
    if (unknown === undefined) return value;
    const hint = suggest(unknown, names) ?? `The fields are ${names.join(', ')}.`;
    throw this.error(field, `has an unknown field ${previewValue(unknown)}`, hint);
  }

  /** Returns a text that is not empty. */
  readText(field: string, value: unknown): string {
    if (typeof value === 'string' && value.trim() !== '') return value;
    throw this.error(field, `must be a text, not ${previewValue(value)}`);
  }

  /** Returns a list that is not empty. */
  readList(field: string, value: unknown): readonly unknown[] {
    if (Array.isArray(value) && value.length > 0) return value;
    throw this.error(field, `must be a list that is not empty, not ${previewValue(value)}`);
  }

  /** Returns the name of a tool that the model sees. */
  readTool(field: string, value: unknown): string {
    const name = this.readText(field, value);
    if (this.#toolNames.includes(name)) return name;
    throw this.error(field, `names ${previewValue(name)}, which is no active tool`, suggest(name, this.#toolNames));
  }
}

function suggest(name: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(name, known);
  return nearest === undefined ? undefined : `Did you mean '${nearest}'?`;
}
