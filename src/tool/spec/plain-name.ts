import { hashText } from '../../base/runtime/sha256.js';

// The longest name that every model accepts: OpenAI's limit is the lowest.
const longestName = 64;

/** The usual length of a digest, in hexadecimal characters. */
export const shortDigest = 8;

// In characters. The normal form of a text can be eighteen times as long.
const mostRead = 4 * longestName;

const legalName = /^[a-zA-Z0-9_-]+$/;

// As a name of a tool they could reach a prototype in a program that keeps tools in an object.
const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Returns the name of a remote tool for models: the remote name if every model accepts it, and else that name with the
 * accents removed, with `_` in place of other characters, and cut after a word.
 *
 * @param prefix - The prefix, joined by `__`; an empty text for no prefix.
 */
export function plainNameOf(remote: string, prefix: string): string {
  return shorten(remote, prefix, longestName);
}

/**
 * Returns a name that ends with a digest of the remote name, so that it belongs to this remote name only.
 *
 * @param length - The length of the digest, in hexadecimal characters.
 */
export function digestNameOf(remote: string, prefix: string, length: number): string {
  return `${shorten(remote, prefix, longestName - length - 1)}_${hashText(remote, 'hex').slice(0, length)}`;
}

/** Returns the name of a remote tool that shares its plain name with no other. */
export function uniqueNameOf(remote: string, prefix: string): string {
  return hasPlainName(remote, prefix) ? plainNameOf(remote, prefix) : digestNameOf(remote, prefix, shortDigest);
}

/** Whether a remote name has a plain name: not if no letter and no digit of it is left, or if it could reach a prototype. */
export function hasPlainName(remote: string, prefix: string): boolean {
  return readableName(remote) !== '' && !prototypeNames.has(plainNameOf(remote, prefix));
}

function shorten(remote: string, prefix: string, length: number): string {
  const head = prefix === '' ? '' : `${prefix.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}__`;
  const name = readableName(remote) || 'tool';
  return head.length < length ? head + cutAfterWord(name, length - head.length) : head.slice(0, length);
}

/** Returns a remote name with legal characters only; an empty text if no letter and no digit of it is left. */
function readableName(remote: string): string {
  if (legalName.test(remote)) return remote;
  const letters = remote
    .slice(0, mostRead)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '');
  const words = letters.split(/[^a-zA-Z0-9_-]+/).filter((word) => word !== '');
  const name = words.join('_');
  return /[a-zA-Z0-9]/.test(name) ? name : '';
}

function cutAfterWord(name: string, length: number): string {
  if (name.length <= length) return name;
  const ends = [...name.slice(0, length + 1).matchAll(/(?=[_-])|(?<=[a-z0-9])(?=[A-Z])/g)];
  const end = ends.at(-1)?.index ?? 0;
  // A name without words in its second half would lose too much.
  const cut = name.slice(0, end < length / 2 ? length : end);
  return cut.replace(/[_-]+$/, '') || cut;
}
