import { NetworkError, type ToolErrorInfo } from '../../../../base/errors/errors.js';

/**
 * The error of a server that cannot be reached. Its message says to developers what was started or requested. Models and
 * other readers of responses receive a text without it.
 */
export class UnreachableError extends NetworkError {
  readonly #text: string;

  /**
   * @param text - The text for all readers.
   * @param place - The command or the URL, in sentences for developers.
   */
  constructor(text: string, { place, cause }: { readonly place: string; readonly cause: unknown }) {
    super(`${text} ${place}`, { cause });
    this.#text = text;
  }

  /** Returns the error of a call that needed the server. This error is its cause. */
  toCallError(toolName: string): NetworkError {
    return new NetworkError(this.#text, { toolName, cause: this });
  }

  override toText(): string {
    return this.#text;
  }

  override toJSON(): ToolErrorInfo {
    return { ...super.toJSON(), message: this.#text };
  }
}
