import { ValidationError } from '../../base/errors/errors.js';

/** Creates the error for an argument that cannot be sent. The names of nested arguments are separated by slashes. */
export function invalidArgument(argument: string, message: string, rule = 'placement'): ValidationError {
  return new ValidationError(`The argument '${argument}' ${message}.`, {
    issues: [{ path: `/${argument}`, message, rule }],
  });
}

/**
 * Returns a text of an argument if it can be encoded.
 *
 * @throws ValidationError if it contains one half of a surrogate pair.
 */
export function encodableText(text: string, argument: string): string {
  if (!/\p{Surrogate}/u.test(text)) return text;
  throw invalidArgument(argument, 'contains one half of a surrogate pair, which no encoding can represent');
}
