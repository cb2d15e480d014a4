import type { AuthScheme } from 'toolwright/rest';
import { isMapping, type ValuePath, valueAt } from './configuration.js';
import type { Definition } from './definition.js';
import { replacePlaceholders } from './placeholders.js';
import { readCredential } from './read-texts.js';

/** The fields of the authentication of a definition. */
export const authFields = {
  auth: { kind: 'any', alias: 'auth_method' },
  apiKey: { kind: 'any', alias: 'api_key' },
  apiKeyHeader: { kind: 'string', alias: 'api_key_header' },
} as const;

/** The values of the fields in `authFields`. */
export interface AuthValues {
  readonly auth?: unknown;
  readonly apiKey?: unknown;
  readonly apiKeyHeader?: unknown;
}

const credentialNames: readonly string[] = ['token', 'value', 'username', 'password', 'clientId', 'clientSecret'];
const authNames = ['auth', 'auth_method'] as const;
const keyNames = ['apiKey', 'api_key'] as const;

/**
 * Reads the authentication of requests: a method with `api_key`, or a scheme of `toolwright/rest` as a mapping. Its
 * credentials become secrets.
 *
 * @throws DefinitionError on an unknown method, and on a credential that is missing or unused.
 */
export function readAuth(definition: Definition, { auth, apiKey, apiKeyHeader }: AuthValues): AuthScheme | undefined {
  const { configuration } = definition;
  const isKey = auth === 'api_key' || (auth === undefined && apiKey !== undefined);
  if (apiKeyHeader !== undefined && !isKey) {
    throw definition.errorAt(['apiKeyHeader', 'api_key_header'], 'requires an API key.');
  }
  if (isKey || auth === 'bearer') {
    if (apiKey === undefined) throw definition.errorAt(authNames, "requires the key 'api_key'.");
    const credential = readCredential(configuration, definition.pathOf(...keyNames), apiKey);
    if (!isKey) return { type: 'bearer', token: credential };
    return { type: 'apiKey', in: 'header', name: String(apiKeyHeader ?? 'x-api-key'), value: credential };
  }
  if (apiKey !== undefined) {
    throw definition.errorAt(keyNames, "requires 'auth_method: api_key' or 'auth_method: bearer'.");
  }
  if (auth === undefined || auth === 'none') return undefined;
  // The value may be a credential, so the error does not show it.
  if (!isMapping(auth)) {
    throw definition.errorAt(authNames, 'must be none, api_key or bearer, or a mapping with a type.');
  }
  return readScheme(definition, definition.pathOf(...authNames)) as unknown as AuthScheme;
}

/** Reads a scheme, or schemes by name. */
function readScheme(definition: Definition, path: ValuePath): Readonly<Record<string, unknown>> {
  const { configuration } = definition;
  const scheme = valueAt(configuration, path) as Readonly<Record<string, unknown>>;
  const hasType = Object.hasOwn(scheme, 'type');
  const entries = Object.entries(scheme).map(([name, value]): readonly [string, unknown] => {
    const at = [...path, name];
    if (!hasType && isMapping(value)) return [name, readScheme(definition, at)];
    if (!hasType || credentialNames.includes(name)) return [name, readCredential(configuration, at, value)];
    return [name, replacePlaceholders(configuration, at, value)];
  });
  return Object.fromEntries(entries);
}
