import { generateKeyPairSync } from 'node:crypto';
import { secret } from 'toolwright';
import { type HttpEndpoint, type McpSourceOptions, mcpSource } from 'toolwright/mcp';

const url = 'https://tools.example/mcp';
const client = { type: 'clientCredentials', clientId: 'robot', clientSecret: 'hush-hush' } as const;
const identityProvider = { issuer: 'https://idp.example', clientId: 'office' };
const enterprise = { ...client, type: 'enterprise', idToken: 'id-token', identityProvider } as const;
const workload = { type: 'workloadIdentity', token: 'the-jwt' } as const;
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

interface Given extends Pick<McpSourceOptions, 'sdk'> {
  readonly auth?: unknown;
  readonly dpop?: unknown;
}

function create({ sdk, ...transport }: Given): void {
  mcpSource({ name: 'shop', sdk, transport: { url, ...transport } as HttpEndpoint });
}

describe('the authorisation of mcpSource', () => {
  it.each<readonly [string, Given]>([
    ['client credentials', { auth: client }],
    ['a secret', { auth: { ...client, clientSecret: secret('hush-hush'), clientId: secret('robot') } }],
    ['a function', { auth: { ...client, clientSecret: () => 'hush-hush' } }],
    ['a private key', { auth: { type: 'clientCredentials', clientId: 'robot', privateKey: pem, algorithm: 'ES256' } }],
    ['an issuer on the loopback interface', { auth: { ...client, issuer: 'http://127.0.0.1:9000' } }],
    ['an enterprise', { auth: enterprise }],
    ['a workload', { auth: workload, sdk: 'v1' }],
    ['a function of the call', { auth: () => client }],
    ['tokens that are bound to a key', { auth: client, dpop: true, sdk: 'v2' }],
  ])('can be %s', (_, given) => {
    expect(() => create(given)).not.toThrow();
  });

  it.each<readonly [Given, string]>([
    [{ auth: {} }, '.auth.type must be one of clientCredentials, enterprise, workloadIdentity, not undefined.'],
    [
      { auth: { ...client, type: 'oauth2' } },
      '.auth.type must be one of clientCredentials, enterprise, workloadIdentity, not ',
    ],
    [{ auth: { ...client, secret: 'hush-hush' } }, ".auth: there is no option 'secret'."],
    [{ auth: { ...client, clientId: '' } }, '.auth: clientId must be a non-empty string or a secret with one.'],
    [{ auth: { ...client, clientId: undefined } }, '.auth: clientId must be'],
    [
      { auth: { ...client, clientSecret: 5 } },
      '.auth: clientSecret must be a non-empty string, a secret with one, or a ',
    ],
    [{ auth: { ...client, clientSecret: undefined } }, '.auth requires either clientSecret or privateKey.'],
    [{ auth: { ...client, privateKey: pem } }, '.auth requires either clientSecret or privateKey.'],
    [{ auth: { ...client, algorithm: 'ES256' } }, '.auth: algorithm requires privateKey.'],
    [
      { auth: { ...client, clientSecret: undefined, privateKey: 'hush-hush' } },
      '.auth.privateKey must be a private key: PKCS #8 as PEM, or a JWK as JSON text.',
    ],
    [
      { auth: { ...client, clientSecret: undefined, privateKey: pem, algorithm: 'none' } },
      ".auth: algorithm must be 'ES256'",
    ],
    [
      { auth: { ...client, issuer: 'http://idp.example' } },
      '.auth: issuer must be an https URL, or an http URL of the ',
    ],
    [{ auth: { ...client, scopes: 'read' } }, '.auth: scopes must be an array of strings'],
    [{ auth: { ...enterprise, idToken: undefined } }, '.auth: idToken must be'],
    [{ auth: { ...enterprise, identityProvider: undefined } }, '.auth: identityProvider must be an object'],
    [
      { auth: { ...enterprise, identityProvider: { clientId: 'a' } } },
      '.auth.identityProvider requires either issuer or tokenUrl.',
    ],
    [
      { auth: { ...enterprise, identityProvider: { issuer: 'https://a.example' } } },
      '.auth: identityProvider.clientId must be',
    ],
    [{ auth: enterprise, sdk: 'v1' }, ".auth.type 'enterprise' requires the SDK 'v2'. Set sdk to 'v2'."],
    [{ auth: { type: 'workloadIdentity' } }, '.auth: token must be'],
    [{ auth: { ...workload, clientSecret: 'hush-hush' } }, ".auth: there is no option 'clientSecret'."],
    [{ auth: client, dpop: 'yes' }, ': dpop must be true or false'],
    [{ auth: 'hush-hush', dpop: true }, '.dpop requires auth to request tokens: a scheme, or an OAuthClientProvider.'],
    [{ dpop: true }, '.dpop requires auth to request tokens: a scheme, or an OAuthClientProvider.'],
    [{ auth: client, dpop: true, sdk: 'v1' }, ".dpop requires the SDK 'v2'. Set sdk to 'v2'."],
  ])('is refused by name, without a credential: %j', (given, message) => {
    let thrown: unknown;
    try {
      create(given);
    } catch (error) {
      thrown = error;
    }
    expect(String(thrown)).toContain(`mcpSource 'shop': transport${message}`);
    expect(String(thrown)).not.toContain('hush-hush');
  });
});
