import { previewValue } from '../../base/values/value-preview.js';
import { DefinitionError } from '../../index.js';
import { encodeToken } from './store-keys.js';

/** The subjects of one application. Their common prefix isolates them from those of other applications. */
export class Subjects {
  readonly #prefix: string;

  /** @throws DefinitionError that begins with `where` if the prefix is not tokens of letters, digits, `_` and `-`. */
  constructor(prefix: string, where: string) {
    if (typeof prefix !== 'string' || !/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/.test(prefix)) {
      throw new DefinitionError(
        `${where}: subject must be words of letters, digits, _ or -, separated by dots, not ${previewValue(prefix)}.`,
      );
    }
    this.#prefix = prefix;
  }

  /** The subject of the health of all workers. */
  get health(): string {
    return `${this.#prefix}.health`;
  }

  /** The subject that all workers read. */
  get workers(): string {
    return `${this.#prefix}.workers`;
  }

  /** Returns the subject that one worker reads. */
  worker(id: string): string {
    return `${this.#prefix}.worker.${encodeToken(id)}`;
  }

  /** Returns the subject of the calls of one definition of a tool. Different names have different subjects. */
  call({ queue, name, fingerprint }: CalledTool): string {
    return `${this.#prefix}.call.${encodeToken(queue)}.${encodeToken(name)}.${fingerprint}`;
  }
}

/** A definition of a tool that workers of one queue group run. */
export interface CalledTool {
  readonly queue: string;
  readonly name: string;
  /** The digest of the definition. */
  readonly fingerprint: string;
}
