import { isNativeError } from '../../base/values/value-kinds.js';

/** Returns the message of an error. */
export function messageOf(error: unknown): string {
  // Never `instanceof`: the error may come from another realm.
  return isNativeError(error) ? error.message : String(error);
}

/** Returns the code of an error of Node.js or of its cause, such as ` (ENOENT)`. Returns an empty text for none. */
export function codeOf(error: unknown): string {
  if (!isNativeError(error)) return '';
  return 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : codeOf(error.cause);
}
