import { randomUUID } from 'node:crypto';

/** Creates the ids of the calls of one tool: a random UUID, and a number that counts the calls. */
export class CallIds {
  #prefix: string | undefined;
  #count = 0;

  next(): string {
    this.#prefix ??= randomUUID();
    return `${this.#prefix}-${++this.#count}`;
  }
}
