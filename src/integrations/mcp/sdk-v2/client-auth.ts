import {
  auth as authorise,
  createPrivateKeyJwtAuth,
  DpopSession,
  discoverAndRequestJwtAuthGrant,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
  requestJwtAuthorizationGrant,
} from '@modelcontextprotocol/client';
import type { AuthTools } from '../client/auth/auth-tools.js';

/** What this SDK provides for client authorisation. */
export const authTools: AuthTools = {
  signAssertion: ({ clientId, privateKey, algorithm }) =>
    createPrivateKeyJwtAuth({
      issuer: clientId,
      subject: clientId,
      privateKey,
      alg: algorithm,
    }),
  renew: async (provider, { url, refused, send }) => {
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(refused);
    await authorise(provider as OAuthClientProvider, {
      serverUrl: url,
      fetchFn: send,
      ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
      ...(scope === undefined ? {} : { scope }),
    });
  },
  requestGrant: async ({ identityProvider, clientSecret, scope, send, ...grant }) => {
    const options = {
      ...grant,
      ...(clientSecret === undefined ? {} : { clientSecret }),
      ...(scope === undefined ? {} : { scope }),
      fetchFn: send,
    };
    const { jwtAuthGrant } =
      'issuer' in identityProvider
        ? await discoverAndRequestJwtAuthGrant({ ...options, idpUrl: identityProvider.issuer })
        : await requestJwtAuthorizationGrant({ ...options, tokenEndpoint: identityProvider.tokenUrl });
    return jwtAuthGrant;
  },
  createDpop: () => DpopSession.create(),
};
