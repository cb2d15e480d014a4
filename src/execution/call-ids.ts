import { randomUUID } from 'node:crypto';

// To write a number out costs as much as to validate arguments: its last digits are written beforehand.
const lastDigits = Array.from({ length: 1_000 }, (_, digits) => String(digits).padStart(3, '0'));

/** Makes up ids for the calls of one tool: a random UUID of its own, and a number. Much cheaper than a UUID for each. */
export class CallIds {
  #prefix: string | undefined;
  #count = 0;
  /** The prefix and the thousands of the count. */
  #thousands = '';

  next(): string {
    const count = ++this.#count;
    if (count < lastDigits.length) {
      this.#prefix ??= `${randomUUID()}-`;
      return this.#prefix + count;
    }
    const digits = count % lastDigits.length;
    if (digits === 0) this.#thousands = `${this.#prefix}${count / lastDigits.length}`;
    return this.#thousands + (lastDigits[digits] as string);
  }
}
