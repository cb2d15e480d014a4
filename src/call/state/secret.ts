import { brandClass, brands, hasBrand } from '../../base/values/brand.js';

/** The text that replaces a secret in any output. */
export const redacted = '[redacted]';

/**
 * A value that JSON, inspection, spans, and the errors, logs and progress of tools show as `[redacted]`. Bindings and
 * `ToolState.get` return the value itself: what a tool returns is not redacted.
 */
export class Secret<T = unknown> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  /** Checks whether `value` is a Secret, including one created by another copy of this package. */
  static is(value: unknown): value is Secret {
    return hasBrand(value, brands.secret);
  }

  /** Returns the secret value. */
  reveal(): T {
    return this.#value;
  }

  /** Returns `[redacted]`, for template strings. */
  toString(): string {
    return redacted;
  }

  /** Returns `[redacted]`, for JSON. */
  toJSON(): string {
    return redacted;
  }

  /** Returns `[redacted]`, for `console.log` and `util.inspect`. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return redacted;
  }
}
brandClass(Secret, brands.secret);

/** Marks a value as secret before you store it in a state: `state.set('github.token', secret(token))`. */
export function secret<T>(value: T | Secret<T>): Secret<T> {
  return Secret.is(value) ? (value as Secret<T>) : new Secret(value);
}
