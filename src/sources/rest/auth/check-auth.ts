import { DefinitionError } from '../../../base/errors/errors.js';
import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { previewValue } from '../../../base/values/value-preview.js';
import { parseStatePath } from '../../../call/state/state-path.js';
import { isHeaderName } from '../http/header-text.js';
import { readHttpUrl } from '../http/read-http-url.js';
import { isStateKey, revealText } from './credential.js';
import type { AuthScheme, Credential, RestAuth } from './rest-auth.js';

const optionNames: {
  readonly [Type in AuthScheme['type']]: OptionNames<Extract<AuthScheme, { readonly type: Type }>>;
} = {
  apiKey: { type: true, in: true, name: true, value: true },
  bearer: { type: true, token: true },
  basic: { type: true, username: true, password: true },
  oauth2: { type: true, tokenUrl: true, clientId: true, clientSecret: true, scopes: true, audience: true },
};

const credentialNames: Readonly<Record<AuthScheme['type'], readonly string[]>> = {
  apiKey: ['value'],
  bearer: ['token'],
  basic: ['username', 'password'],
  oauth2: ['clientId', 'clientSecret'],
};

/**
 * Checks the option `auth`.
 *
 * @throws DefinitionError that begins with `where` if it is invalid. It shows no credential.
 */
export function checkAuth(auth: RestAuth, where: string): void {
  if (typeof auth !== 'function') checkScheme(auth, where);
}

/** Checks one scheme of authentication. Throws a DefinitionError that begins with `where`. */
export function checkScheme(auth: AuthScheme, where: string): void {
  const { type }: { readonly type?: unknown } = typeof auth === 'object' && auth !== null ? auth : {};
  if (typeof type !== 'string' || !Object.hasOwn(optionNames, type)) {
    const types = Object.keys(optionNames).join(', ');
    throw new DefinitionError(`${where}: auth.type must be one of ${types}, not ${previewValue(type)}.`);
  }
  checkOptionNames(auth, optionNames[auth.type], `${where}: auth`);
  const values = auth as unknown as Readonly<Record<string, Credential>>;
  for (const name of credentialNames[auth.type]) checkCredential(values[name], `${where}: auth.${name}`);
  if (auth.type === 'apiKey') checkPlace(auth, where);
  if (auth.type === 'oauth2') checkTokenRequest(auth, where);
}

/** Returns the keys of the state that contain the credentials of `auth`. */
export function stateKeysOf(auth: RestAuth | undefined): readonly string[] {
  if (auth === undefined || typeof auth === 'function') return [];
  const values = Object.values(auth) as readonly unknown[];
  return values.filter(isCredentialObject).map(({ state }) => state);
}

function isCredentialObject(value: unknown): value is { readonly state: string } {
  return typeof value === 'object' && value !== null && 'state' in value;
}

function checkCredential(credential: Credential | undefined, where: string): void {
  if (typeof credential === 'object' && credential !== null && isStateKey(credential)) {
    checkOptionNames(credential, { state: true }, where);
    parseStatePath(credential.state, where);
  } else if (typeof revealText(credential) !== 'string') {
    throw new DefinitionError(`${where} must be a string, a secret with a string, or { state: 'key' }.`);
  }
}

function checkPlace(auth: { readonly in: unknown; readonly name: unknown }, where: string): void {
  const places = ['header', 'query', 'cookie'];
  if (!places.some((place) => place === auth.in)) {
    throw new DefinitionError(`${where}: auth.in must be one of ${places.join(', ')}, not ${previewValue(auth.in)}.`);
  }
  const isValid = typeof auth.name === 'string' && (auth.in === 'query' ? auth.name !== '' : isHeaderName(auth.name));
  if (isValid) return;
  throw new DefinitionError(`${where}: auth.name cannot be ${previewValue(auth.name)}. Choose another name.`);
}

function checkTokenRequest(auth: Extract<AuthScheme, { type: 'oauth2' }>, where: string): void {
  readHttpUrl(auth.tokenUrl, `${where}: auth.tokenUrl`);
  const { scopes, audience }: { readonly scopes?: unknown; readonly audience?: unknown } = auth;
  if (scopes !== undefined && !(Array.isArray(scopes) && scopes.every((scope) => typeof scope === 'string'))) {
    throw new DefinitionError(`${where}: auth.scopes must be an array of strings, not ${previewValue(scopes)}.`);
  }
  if (audience === undefined || typeof audience === 'string') return;
  throw new DefinitionError(`${where}: auth.audience must be a string, not ${previewValue(audience)}.`);
}
