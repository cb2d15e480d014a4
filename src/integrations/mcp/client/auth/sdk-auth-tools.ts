import type { Fetch } from '../http/stream-watch.js';
import type { AuthTools, ClientAuthentication } from './auth-tools.js';
import type { PrivateKey } from './private-key.js';

/** The functions with which both official SDKs authorise a client. */
export interface SdkAuthFunctions {
  createPrivateKeyJwtAuth(options: {
    readonly issuer: string;
    readonly subject: string;
    readonly privateKey: PrivateKey;
    readonly alg: string;
  }): ClientAuthentication;
  extractWWWAuthenticateParams(refused: Response): {
    readonly resourceMetadataUrl?: URL | undefined;
    readonly scope?: string | undefined;
  };
  /** Requests a token for a provider. */
  authorise(
    provider: object,
    options: { serverUrl: URL; fetchFn: Fetch; resourceMetadataUrl?: URL; scope?: string },
  ): Promise<unknown>;
}

/** Creates what both official SDKs provide for client authorisation. */
export function createSdkAuthTools({
  createPrivateKeyJwtAuth,
  extractWWWAuthenticateParams,
  authorise,
}: SdkAuthFunctions): Required<Pick<AuthTools, 'signAssertion' | 'renew'>> {
  return {
    signAssertion: ({ clientId, privateKey, algorithm }) =>
      createPrivateKeyJwtAuth({ issuer: clientId, subject: clientId, privateKey, alg: algorithm }),
    renew: async (provider, { url, refused, send }) => {
      const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(refused);
      await authorise(provider, {
        serverUrl: url,
        fetchFn: send,
        ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
        ...(scope === undefined ? {} : { scope }),
      });
    },
  };
}
