import { brandClass, brands, hasBrand } from '../brand.js';

/** The text that replaces a secret wherever it could be seen. */
export const redacted = '[redacted]';

/** A value that no `toJSON`, log, event, span or error shows. Bindings and `ToolState.get` give the value itself. */
export class Secret<T = unknown> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** Whether `value` is a Secret, also of another copy of this package. */
  static is(value: unknown): value is Secret {
    return hasBrand(value, brands.secret);
  }

  /** The value itself. */
  reveal(): T {
    return this.#value;
  }

  /** `[redacted]`, as in a template string. */
  toString(): string {
    return redacted;
  }

  /** `[redacted]`, as in JSON. */
  toJSON(): string {
    return redacted;
  }

  /** Gives the text that `console.log` and `util.inspect` show. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return redacted;
  }
}
brandClass(Secret, brands.secret);

/** Marks a value as secret, to be put into a state: `state.set('github.token', secret(token))`. */
export function secret<T>(value: T | Secret<T>): Secret<T> {
  return Secret.is(value) ? (value as Secret<T>) : new Secret(value);
}
