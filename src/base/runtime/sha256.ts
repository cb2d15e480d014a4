import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeBase64, encodeBase64Url } from '../text/base64.js';

/** The encoding of a digest as text. */
export type DigestEncoding = 'base64' | 'base64url' | 'hex';

// Not WebCrypto, whose digests are asynchronous, while specs and snapshots are created synchronously.

/** Returns the SHA-256 of a text in UTF-8. */
export function hashText(text: string, encoding: DigestEncoding): string {
  return encodeDigest(sha256(encodeUtf8(text)), encoding);
}

/** Returns the SHA-256 of bytes. */
export function hashBytes(bytes: Uint8Array, encoding: DigestEncoding): string {
  return encodeDigest(sha256(bytes), encoding);
}

/** Returns the HMAC-SHA-256 of a text in UTF-8, as base64url. */
export function signText(text: string, key: string | Uint8Array): string {
  return encodeDigest(hmac(sha256, typeof key === 'string' ? encodeUtf8(key) : key, encodeUtf8(text)), 'base64url');
}

/** Checks whether two digests are equal, in a time that does not depend on where they differ. */
export function equalsDigest(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
}

/** Encodes a text as UTF-8. */
export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function encodeDigest(digest: Uint8Array, encoding: DigestEncoding): string {
  if (encoding === 'base64') return encodeBase64(digest);
  if (encoding === 'base64url') return encodeBase64Url(digest);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
