import { PermissionError, type ValidationError } from '../../../base/errors/errors.js';
import { invalidArgument } from '../../definition/invalid-argument.js';

/** The longest path that a tool accepts, in characters. The schemas of paths have the same limit. */
export const longestPath = 1_024;
/** The largest number of names in a path. */
const mostNames = 64;
/** The longest name that common file systems store, in bytes of UTF-8. */
const longestName = 255;

/** Characters that a person does not see, or that change the direction of text. */
const unreadable = /[\p{Cc}\p{Surrogate}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/u;
/** Scripts in which a joiner after a letter changes how the letter is written. */
const joining =
  '\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Nkoo}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}' +
  '\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}';
/** Joiners and variation selectors where they change what a person sees. */
const visible = new RegExp(
  [
    `(?<=[${joining}])[\\u200c\\u200d]`,
    '(?<=[\\p{ExtPict}\\p{EMod}\\ufe0f])\\u200d(?=\\p{ExtPict})',
    '(?<=\\p{ExtPict}\\p{EMod}?)[\\ufe0e\\ufe0f]|(?<=[\\d#*])\\ufe0f(?=\\u20e3)',
    '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]',
  ].join('|'),
  'gu',
);
/** What Windows does not treat as a part of a name: streams, wildcards, devices, and dots or spaces at the end. */
const special = /[:*?"<>|]|[. ]$|^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?:\.|$)/i;

/**
 * Splits the path of a model into names, without looking at the file system.
 *
 * @throws ValidationError if the path is malformed, PermissionError if it has a part `..`.
 */
export function namesOf(path: string): readonly string[] {
  if (path.length > longestPath) throw invalidArgument('path', `A path has at most ${longestPath} characters.`);
  const [hidden] = unreadable.exec(path.replace(visible, '')) ?? [];
  if (hidden !== undefined) throw isUnreadable(hidden);
  if (path.includes('\\')) throw invalidArgument('path', "A path contains no backslashes. Use '/' between names.");
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (names.length > mostNames) throw invalidArgument('path', `A path has at most ${mostNames} names.`);
  for (const name of names) checkName(name);
  return names;
}

function isUnreadable(character: string): ValidationError {
  const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
  return invalidArgument(
    'path',
    `A path contains no control or invisible characters, and this one contains U+${code}. Leave it out.`,
  );
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
