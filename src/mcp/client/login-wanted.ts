import { AuthenticationError } from '../../errors.js';

/** What a request fails with whose server sends the user to an authorisation server first. */
export function loginWanted(cause: unknown): AuthenticationError {
  return new AuthenticationError('The server wants its user to log in first.', { cause });
}
