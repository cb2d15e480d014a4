import { randomUUID } from 'node:crypto';

/** Makes up ids for the calls of one tool: a random UUID of its own, and a number. Much cheaper than a UUID for each. */
export class CallIds {
  #prefix: string | undefined;
  #count = 0;

  next(): string {
    this.#prefix ??= randomUUID();
    return `${this.#prefix}-${++this.#count}`;
  }
}
