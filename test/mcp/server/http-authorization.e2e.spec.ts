import { AuthenticationError, DefinitionError, Tool, ToolContext, Toolkit, ToolRegistry } from 'toolwright';
import type { McpAuthorization, McpTokenInfo } from 'toolwright/mcp';
import { warningsOf } from '../../support/process-warnings.js';
import { beginSession, connectHttp, initialize, send, serveHttp } from './clients.js';

class Desk extends ToolRegistry {
  @Tool()
  whoAmI(ctx: ToolContext): string {
    return JSON.stringify(ctx.auth);
  }

  @Tool({ canAccess: (auth) => (auth as { admin?: boolean }).admin === true })
  reset(): string {
    return 'reset';
  }
}

const resource = {
  resource: 'https://tools.example/mcp',
  authorizationServers: ['https://login.example'],
  scopesSupported: ['read', 'write'],
  name: 'The desk',
};
const metadataUrl = 'https://tools.example/.well-known/oauth-protected-resource/mcp';

const audience = resource.resource;
const now = Date.now() / 1_000;
const tokens: Readonly<Record<string, McpTokenInfo>> = {
  ann: { subject: 'ann', scopes: ['read', 'write'], audience, auth: { name: 'ann', admin: true } },
  'ann-2': { subject: 'ann', scopes: ['read'], audience, auth: { name: 'ann' } },
  bob: { subject: 'bob', scopes: ['read'], audience, auth: { name: 'bob' } },
  old: { subject: 'ann', audience, expiresAt: now - 1 },
  any: { subject: 'ann', scopes: ['read'], auth: { name: 'ann' } },
  empty: { subject: 'ann', scopes: ['read'], audience: [] },
  other: { subject: 'ann', scopes: ['read'], audience: 'https://other.example/mcp' },
  ours: { subject: 'ann', scopes: ['read'], audience: ['https://tools.example/mcp/'] },
};

const authorization: McpAuthorization = { verify: (token) => tokens[token], scopes: ['read'], resource };
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

describe('a server that requires a token', () => {
  it('does not start without a function that verifies it', async () => {
    const serving = serveHttp(new Toolkit(), { authorization: {} as McpAuthorization });
    await expect(serving).rejects.toThrow(
      new DefinitionError('serveMcp: authorization.verify must be a function, not undefined.'),
    );
  });

  it.each([
    ['none', {}, `Bearer scope="read", resource_metadata="${metadataUrl}"`],
    ['of another scheme', { authorization: 'Basic YTpi' }, `Bearer scope="read", resource_metadata="${metadataUrl}"`],
    ['that is unknown', bearer('eve'), 'error="invalid_token", error_description="The token is not valid."'],
    ['that has expired', bearer('old'), 'error_description="The token has expired."'],
    ['for another server', bearer('other'), 'error_description="The token is for another resource."'],
    ['without an audience', bearer('any'), 'error_description="The token is for another resource."'],
    ['for no server', bearer('empty'), 'error_description="The token is for another resource."'],
  ])('responds with 401 and a challenge to a token: %s', async (_, headers, challenge) => {
    const { url } = await serveHttp(new Desk(), { authorization });
    const answer = await send(url, { body: initialize, headers });
    expect(answer).toMatchObject({ status: 401, json: { jsonrpc: '2.0', error: { code: -32_000 } } });
    expect(answer.headers['www-authenticate']).toContain(challenge);
    expect(answer.headers['www-authenticate']).toContain(`resource_metadata="${metadataUrl}"`);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['true', true],
    ['a text', 'ann'],
    ['a list', [{ subject: 'ann' }]],
    ['an object without a subject', {}],
    ['an empty subject', { subject: '' }],
    ['a subject that is not a text', { subject: 7 }],
    ['scopes in a text', { subject: 'ann', scopes: 'readonly' }],
    ['scopes that are not texts', { subject: 'ann', scopes: [7] }],
    ['an expiry time that is a Date', { subject: 'ann', expiresAt: new Date(0) }],
    ['an expiry time that is not a number', { subject: 'ann', expiresAt: Number.NaN }],
    ['an audience that is not a text', { subject: 'ann', audience: 7 }],
  ])('responds with 401 if verify returns %s, and warns once without the token', async (_, info) => {
    const verify = (() => info) as McpAuthorization['verify'];
    const warnings = await warningsOf(async () => {
      const { url } = await serveHttp(new Desk(), { authorization: { verify } });
      for (const token of ['s3cret', 's3cret']) {
        expect((await send(url, { body: initialize, headers: bearer(token) })).status).toBe(401);
      }
    });
    expect(warnings).toHaveLength(info === null ? 0 : 1);
    expect(warnings.join()).not.toContain('s3cret');
  });

  it('accepts tokens without or for any audience with audience: false', async () => {
    const { url } = await serveHttp(new Desk(), { authorization: { ...authorization, audience: false } });
    for (const token of ['any', 'empty', 'other', 'ours']) {
      expect((await send(url, { body: initialize, headers: bearer(token) })).status).toBe(200);
    }
  });

  it('accepts tokens without an audience if it does not know its own URL', async () => {
    const { url } = await serveHttp(new Desk(), { authorization: { ...authorization, resource: undefined } });
    expect((await send(url, { body: initialize, headers: bearer('any') })).status).toBe(200);
  });

  describe('and admits anonymous clients', () => {
    it('serves a request without a token, and still refuses an invalid one', async () => {
      const { url } = await serveHttp(new Desk(), { authorization: { ...authorization, scopes: [], anonymous: true } });
      expect((await send(url, { body: initialize })).status).toBe(200);
      for (const headers of [bearer('eve'), { authorization: 'Basic YTpi' }, { authorization: 'Bearer' }]) {
        expect((await send(url, { body: initialize, headers })).status).toBe(401);
      }
      const { client } = await connectHttp(url);
      expect((await client.callTool({ name: 'whoAmI' })).content).toEqual([]);
    });

    it('requires a token for a message that requires a scope', async () => {
      const scopes: McpAuthorization['scopes'] = ({ method }) => (method === 'tools/call' ? ['read'] : []);
      const { url } = await serveHttp(new Desk(), { authorization: { ...authorization, scopes, anonymous: true } });
      const session = await beginSession(url);
      const body = { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'whoAmI' } };
      const refused = await send(url, { body, headers: { 'mcp-session-id': session } });
      expect(refused).toMatchObject({ status: 401, json: { id: 9 } });
      expect(refused.headers['www-authenticate']).toBe(`Bearer scope="read", resource_metadata="${metadataUrl}"`);
      // The anonymous session is not that of a subject.
      expect((await send(url, { body, headers: { ...bearer('bob'), 'mcp-session-id': session } })).status).toBe(404);
    });
  });

  it.each(['GET', 'DELETE'])('requires the general scopes for a %s, too', async (method) => {
    const { url } = await serveHttp(new Desk(), { authorization: { ...authorization, scopes: ['write'] } });
    const session = await beginSession(url, bearer('ann'));
    const answer = await send(url, { method, headers: { ...bearer('ann-2'), 'mcp-session-id': session } });
    expect(answer).toMatchObject({ status: 403, json: { error: { code: -32_000 } } });
  });

  it('does not read a token from the URL', async () => {
    const { url } = await serveHttp(new Desk(), { authorization });
    expect((await send(url, { path: '/mcp?access_token=ann', body: initialize })).status).toBe(401);
  });

  it('responds with 403 and the scope to a token that lacks one', async () => {
    const { url } = await serveHttp(new Desk(), {
      authorization: {
        ...authorization,
        scopes: ({ method, params }) =>
          method === 'tools/call' && params.name === 'reset' ? ['read', 'write'] : ['read'],
      },
    });
    const session = await beginSession(url, bearer('ann-2'));
    const call = (token: string) => {
      return send(url, {
        body: { jsonrpc: '2.0', id: 9, method: 'tools/call', params: { name: 'reset' } },
        headers: { ...bearer(token), 'mcp-session-id': session },
      });
    };
    const refused = await call('ann-2');
    expect(refused).toMatchObject({ status: 403, json: { id: 9, error: { code: -32_000 } } });
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope", scope="read write", resource_metadata="${metadataUrl}"`,
    );
    // A token with more scopes can continue the same session.
    expect((await call('ann')).text).toContain('"text":"reset"');
  });

  it('passes the identity of the token to the tools, to canAccess and to sessionState', async () => {
    const seen: unknown[] = [];
    const { url } = await serveHttp(new Desk(), { authorization, sessionState: (auth) => void seen.push(auth) });
    const { client } = await connectHttp(url, { requestInit: { headers: bearer('bob') } });
    expect((await client.callTool({ name: 'whoAmI' })).content).toEqual([{ type: 'text', text: '{"name":"bob"}' }]);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['whoAmI']);
    expect(seen).toEqual([{ name: 'bob' }]);
    const { client: admin } = await connectHttp(url, { requestInit: { headers: bearer('ann') } });
    expect((await admin.listTools()).tools.map(({ name }) => name)).toEqual(['whoAmI', 'reset']);
  });

  it('passes the token info itself when it has no auth', async () => {
    const { url } = await serveHttp(new Desk(), { authorization: { ...authorization, scopes: [] } });
    const { client } = await connectHttp(url, { requestInit: { headers: bearer('ours') } });
    expect(JSON.stringify(await client.callTool({ name: 'whoAmI' }))).toContain('\\"subject\\":\\"ann\\"');
  });

  it('restricts a session to the subject that began it', async () => {
    const { url } = await serveHttp(new Desk(), { authorization });
    const session = await beginSession(url, bearer('ann'));
    const ping = (token: string) => {
      const body = { jsonrpc: '2.0', id: 2, method: 'ping' };
      return send(url, { body, headers: { ...bearer(token), 'mcp-session-id': session } });
    };
    expect((await ping('ann')).status).toBe(200);
    expect((await ping('bob')).status).toBe(404);
  });

  it.each(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'])(
    'serves the metadata without a token, at %s',
    async (path) => {
      const { url } = await serveHttp(new Desk(), { authorization });
      const answer = await send(url, { method: 'GET', path });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        resource: 'https://tools.example/mcp',
        authorization_servers: ['https://login.example'],
        bearer_methods_supported: ['header'],
        scopes_supported: ['read', 'write'],
        resource_name: 'The desk',
      });
    },
  );

  it('treats an AuthenticationError as an invalid token, and any other error as an internal error', async () => {
    const errors: unknown[] = [];
    const verify = (token: string): never => {
      throw token === 'eve' ? new AuthenticationError('Revoked.') : new Error('the login server is down');
    };
    const { url } = await serveHttp(new Desk(), { authorization: { verify }, onError: (error) => errors.push(error) });
    expect((await send(url, { body: initialize, headers: bearer('eve') })).status).toBe(401);
    const failed = await send(url, { body: initialize, headers: bearer('ann') });
    expect(failed).toMatchObject({ status: 500, json: { error: { code: -32_603, message: 'Internal error.' } } });
    expect(errors).toHaveLength(1);
  });
});
