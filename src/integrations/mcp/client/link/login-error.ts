import { AuthenticationError } from '../../../../base/errors/errors.js';

/** Creates the error of a request whose server redirects the user to an authorisation server. */
export function createLoginError(cause: unknown): AuthenticationError {
  return new AuthenticationError('The server requires the user to log in first.', { cause });
}
