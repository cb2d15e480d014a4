import { DefinitionError } from '../../../../base/errors/errors.js';
import { isSecureUrl } from '../../../../base/network/secure-url.js';
import { checkOptionNames, type OptionNames } from '../../../../base/options/check-options.js';
import { hiddenRule, oneOf, optionRule, optionsOf, strings } from '../../../../base/options/option-rules.js';
import { previewValue } from '../../../../base/values/value-preview.js';
import { Secret } from '../../../../call/state/secret.js';
import { isRecord } from '../../../../schema/json-schema/schema-walk.js';
import {
  type ClientCredentialsAuth,
  type EnterpriseAuth,
  type IdentityProvider,
  type McpAuthScheme,
  type McpCredential,
  type McpCredentialText,
  type WorkloadIdentityAuth,
} from './auth-scheme.js';
import { parsePrivateKey } from './private-key.js';

const text = hiddenRule<McpCredentialText>('a non-empty string or a secret with one', isText);
const credential = hiddenRule<McpCredential>(
  'a non-empty string, a secret with one, or a function that returns one',
  (value) => isText(value) || typeof value === 'function',
);
const serverUrl = optionRule<string | URL>('an https URL, or an http URL of the loopback interface', isServerUrl);

const algorithm = oneOf('ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512');
const shared = { issuer: serverUrl, scopes: strings };
const client = {
  clientId: text,
  clientSecret: credential,
  privateKey: credential,
  algorithm,
};

const identityProviderNames: OptionNames<IdentityProvider> = {
  issuer: serverUrl,
  tokenUrl: serverUrl,
  clientId: text,
  clientSecret: credential,
};

const clientCredentialsNames: OptionNames<ClientCredentialsAuth> = { type: true, ...client, ...shared };
const enterpriseNames: OptionNames<EnterpriseAuth> = {
  type: true,
  ...client,
  ...shared,
  idToken: credential,
  identityProvider: optionsOf<IdentityProvider>(identityProviderNames, 'clientId'),
};
const workloadIdentityNames: OptionNames<WorkloadIdentityAuth> = {
  type: true,
  ...shared,
  token: credential,
  clientId: text,
};

const rules = {
  clientCredentials: optionsOf<ClientCredentialsAuth>(clientCredentialsNames, 'clientId'),
  enterprise: optionsOf<EnterpriseAuth>(enterpriseNames, 'clientId', 'idToken', 'identityProvider'),
  workloadIdentity: optionsOf<WorkloadIdentityAuth>(workloadIdentityNames, 'token'),
};

/**
 * Checks a scheme.
 *
 * @param where - The option, for errors.
 * @throws DefinitionError that begins with `where` if the scheme is invalid. It shows no credential.
 */
export function checkAuthScheme(scheme: unknown, where: string): asserts scheme is McpAuthScheme {
  const { type } = isRecord(scheme) ? scheme : {};
  if (typeof type !== 'string' || !Object.hasOwn(rules, type)) {
    const types = Object.keys(rules).join(', ');
    throw new DefinitionError(`${where}.type must be one of ${types}, not ${previewValue(type)}.`);
  }
  const known = scheme as McpAuthScheme;
  checkOptionNames(known, rules[known.type], where);
  if (known.type === 'workloadIdentity') return;
  checkClient(known, where);
  if (known.type === 'enterprise') checkIdentityProvider(known.identityProvider, `${where}.identityProvider`);
}

/** Checks that a scheme that a function has returned contains no functions: an identity is known by its values. */
export function checkNoFunctions(scheme: McpAuthScheme, where: string): void {
  const nested = scheme.type === 'enterprise' ? Object.entries(scheme.identityProvider) : [];
  const found = [...Object.entries(scheme), ...nested].find(([, value]) => typeof value === 'function');
  if (found === undefined) return;
  throw new DefinitionError(`${where}() returned a function as ${found[0]}. Return the text or a secret.`);
}

function checkClient(scheme: ClientCredentialsAuth | EnterpriseAuth, where: string): void {
  const { clientSecret, privateKey, algorithm } = scheme;
  if ((clientSecret === undefined) === (privateKey === undefined)) {
    throw new DefinitionError(`${where} requires either clientSecret or privateKey.`);
  }
  if (privateKey === undefined && algorithm !== undefined) {
    throw new DefinitionError(`${where}: algorithm requires privateKey.`);
  }
  if (privateKey !== undefined && typeof privateKey !== 'function') {
    parsePrivateKey(Secret.is(privateKey) ? privateKey.reveal() : privateKey, where);
  }
}

function checkIdentityProvider({ issuer, tokenUrl }: IdentityProvider, where: string): void {
  if ((issuer === undefined) !== (tokenUrl === undefined)) return;
  throw new DefinitionError(`${where} requires either issuer or tokenUrl.`);
}

function isText(value: unknown): boolean {
  const revealed: unknown = Secret.is(value) ? value.reveal() : value;
  return typeof revealed === 'string' && revealed !== '';
}

function isServerUrl(value: unknown): boolean {
  if (typeof value !== 'string' && !(value instanceof URL)) return false;
  return URL.canParse(String(value)) && isSecureUrl(new URL(value));
}
