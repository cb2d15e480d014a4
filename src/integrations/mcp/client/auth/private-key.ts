import { DefinitionError } from '../../../../base/errors/errors.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';

/** A private key in a form that the SDKs accept. */
export type PrivateKey = string | Record<string, unknown>;

/**
 * Reads a private key: PKCS #8 as PEM, or a JWK as JSON text.
 *
 * @throws DefinitionError that begins with `where` if it is neither. It shows no part of the key.
 */
export function parsePrivateKey(text: string, where: string): PrivateKey {
  const trimmed = text.trim();
  if (trimmed.startsWith('-----BEGIN PRIVATE KEY-----')) return trimmed;
  const jwk = parseJson(trimmed);
  if (isRecord(jwk) && typeof jwk.kty === 'string' && typeof jwk.d === 'string') return { ...jwk };
  throw new DefinitionError(`${where}.privateKey must be a private key: PKCS #8 as PEM, or a JWK as JSON text.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
