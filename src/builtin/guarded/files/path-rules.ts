import { PermissionError } from '../../../errors.js';
import { invalidArgument } from '../../invalid-argument.js';

/** The longest path that a tool accepts, in characters. */
export const longestPath = 1_024;
/** The largest number of names in a path. */
const mostNames = 64;
/** The longest name that common file systems store, in bytes of UTF-8. */
const longestName = 255;

/** Control characters, line separators and marks that change the direction of text. */
const unreadable = /[\p{Cc}\p{Surrogate}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
/** What Windows does not treat as a part of a name: streams, wildcards, devices, and dots or spaces at the end. */
const special = /[:*?"<>|]|[. ]$|^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/**
 * Splits the path of a model into names, without looking at the file system.
 *
 * @throws ValidationError if the path is malformed, PermissionError if it has a part `..`.
 */
export function namesOf(path: string): readonly string[] {
  if (path.length > longestPath) throw invalidArgument('path', `A path has at most ${longestPath} characters.`);
  if (unreadable.test(path)) throw invalidArgument('path', 'A path contains no control or invisible characters.');
  if (path.includes('\\')) throw invalidArgument('path', "A path contains no backslashes. Use '/' between names.");
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.length > mostNames) throw invalidArgument('path', `A path has at most ${mostNames} names.`);
  for (const name of names) checkName(name);
  return names;
}

function checkName(name: string): void {
  if (name === '..') throw new PermissionError("A path contains no '..'. Write the path from the name of its root.");
  if (Buffer.byteLength(name) > longestName) {
    throw invalidArgument('path', `A name in a path has at most ${longestName} bytes.`);
  }
  if (process.platform === 'win32' && special.test(name)) {
    throw invalidArgument('path', 'A name in the path is reserved on this system. Use another one.');
  }
}
