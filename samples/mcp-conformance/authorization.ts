import type { HttpEndpoint } from 'toolwright/mcp';
import { Login } from './login.js';

/** The settings that the suite passes in addition to the address, if a scenario needs them. */
export interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly issuer?: string;
  readonly private_key_pem?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_token_endpoint?: string;
  readonly valid_jwt?: string;
}

/** Returns how the client of a scenario is authorised: by what the suite passes, or else by a login. */
export function authorizationOf(
  context: Context,
  scenario: string,
): Pick<HttpEndpoint, 'dpop'> & { auth: Login | Scheme } {
  const dpop = scenario.startsWith('auth/dpop');
  return { auth: schemeOf(context, scenario) ?? loginOf(context), dpop };
}

type Scheme = Extract<HttpEndpoint['auth'], { readonly type: string }>;

function schemeOf(context: Context, scenario: string): Scheme | undefined {
  const { client_id: clientId = '', client_secret: clientSecret, private_key_pem: privateKey } = context;
  if (privateKey !== undefined) return { type: 'clientCredentials', clientId, privateKey };
  if (scenario === 'auth/client-credentials-basic') return { type: 'clientCredentials', clientId, clientSecret };
  if (context.valid_jwt !== undefined) return { type: 'workloadIdentity', clientId, token: context.valid_jwt };
  if (context.idp_id_token === undefined) return undefined;
  return {
    type: 'enterprise',
    clientId,
    clientSecret,
    idToken: context.idp_id_token,
    identityProvider: { tokenUrl: context.idp_token_endpoint, clientId: context.idp_client_id ?? '' },
  };
}

function loginOf({ client_id, client_secret, issuer }: Context): Login {
  return new Login(client_id === undefined ? undefined : { client_id, client_secret, issuer });
}
