import { DefinitionError } from '../errors/errors.js';
import { hiddenRule } from '../options/option-rules.js';
import { decodeBase64, encodeBase64Url } from '../text/base64.js';
import { isUint8Array } from '../values/value-kinds.js';
import { previewValue } from '../values/value-preview.js';
import { encodeUtf8, equalsDigest, signText } from './sha256.js';

/** A key that signs. A string is UTF-8. */
type SigningKey = string | Uint8Array;

// As long as the digest: a shorter key could be guessed offline from a token.
const shortestKey = 32;

/** Keys that sign texts and tokens with HMAC-SHA-256. The first key signs, and all keys verify. */
export class SigningKeys {
  readonly #keys: readonly SigningKey[];

  /**
   * @param keys - A key, or a list of keys.
   * @param name - The name of the option that contains the keys, for errors.
   * @throws DefinitionError on a key that is not a key or is too short, and on an empty list.
   */
  constructor(keys: unknown, name: string) {
    this.#keys = readKeys(keys, name);
  }

  /** Returns the signature of a text. */
  sign(text: string): string {
    const [signature = ''] = this.#signaturesOf(text);
    return signature;
  }

  /** Checks whether a signature of a text was created with one of the keys. */
  isSigned(text: string, signature: string): boolean {
    // Compared as text, because several base64 texts represent the same bytes.
    return this.#signaturesOf(text).some((one) => equalsDigest(one, signature));
  }

  /**
   * Returns a token that contains a JSON text. Anyone who has the token can read it.
   *
   * @param prefix - Identifies what the token is for, so that one key can sign tokens of several kinds.
   */
  seal(prefix: string, json: string): string {
    const body = `${prefix}.${encodeBase64Url(encodeUtf8(json))}`;
    return `${body}.${this.sign(body)}`;
  }

  /** Returns the JSON text in a token. Returns undefined if none of the keys has signed the token for the prefix. */
  open(prefix: string, token: unknown): string | undefined {
    const [, body = '', signature = ''] = /^([\w-]+\.[\w-]+)\.([\w-]+)$/.exec(String(token)) ?? [];
    if (!this.isSigned(body, signature) || !body.startsWith(`${prefix}.`)) return undefined;
    return new TextDecoder().decode(decodeBase64(body.slice(prefix.length + 1)));
  }

  #signaturesOf(text: string): readonly string[] {
    return this.#keys.map((key) => signText(text, key));
  }
}

/** A key or a list of keys, as the constructor of SigningKeys takes them. */
export const signingKeys = hiddenRule<SigningKey | readonly SigningKey[]>(
  'a string, a Uint8Array or an array of them',
  (value) => typeof value === 'string' || isUint8Array(value) || Array.isArray(value),
);

function readKeys(keys: unknown, name: string): readonly SigningKey[] {
  if (!Array.isArray(keys)) return [readKey(keys, name)];
  if (keys.length === 0) throw new DefinitionError(`${name} is an empty list. Pass at least one key.`);
  return keys.map((key, index) => readKey(key, `${name}[${index}]`));
}

function readKey(key: unknown, name: string): SigningKey {
  // `isUint8Array` recognizes the arrays of other realms too.
  if (typeof key !== 'string' && !isUint8Array(key)) {
    throw new DefinitionError(`${name} must be a string or a Uint8Array, not ${previewValue(key)}.`);
  }
  const length = (typeof key === 'string' ? encodeUtf8(key) : key).length;
  if (length >= shortestKey) return key;
  throw new DefinitionError(
    `${name} has ${length} bytes. Use at least ${shortestKey} random bytes, such as randomBytes(${shortestKey}) of ` +
      'node:crypto.',
  );
}
