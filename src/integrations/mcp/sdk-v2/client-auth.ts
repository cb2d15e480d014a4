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
import { createSdkAuthTools } from '../client/auth/sdk-auth-tools.js';

/** What this SDK provides for client authorisation. */
export const authTools: AuthTools = {
  ...createSdkAuthTools({
    createPrivateKeyJwtAuth,
    extractWWWAuthenticateParams,
    authorise: (provider, options) => authorise(provider as OAuthClientProvider, options),
  }),
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
