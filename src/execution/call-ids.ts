/** The source of the call IDs of one tool. An ID is a random UUID, followed by a number that counts the calls. */
export class CallIds {
  #prefix: string | undefined;
  #count = 0;

  next(): string {
    this.#prefix ??= crypto.randomUUID();
    return `${this.#prefix}-${++this.#count}`;
  }
}
