import { secret, type ToolSpec } from 'toolwright';
import { type OpenApiAuth, type OpenApiSource, openApiSource } from 'toolwright/rest';
import { type EchoServer, startEchoServer } from './echo-server.js';

const ok = { responses: {} };

function documentOf(more: object = {}): object {
  return {
    openapi: '3.1.0',
    security: [{ token: [] }],
    paths: {
      '/default': { get: { operationId: 'default', ...ok } },
      '/key': { get: { operationId: 'key', security: [{ key: [] }], ...ok } },
      '/either': { get: { operationId: 'either', security: [{}, { token: [], key: [] }, { cookie: [] }], ...ok } },
      '/none': { get: { operationId: 'none', security: [], ...ok } },
      '/login': { get: { operationId: 'login', security: [{ login: [] }], ...ok } },
    },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer' },
        key: { type: 'apiKey', in: 'query', name: 'api_key' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'sid' },
        login: { type: 'http', scheme: 'Basic' },
        flow: { type: 'oauth2', flows: {} },
        digest: { type: 'http', scheme: 'digest' },
      },
    },
    ...more,
  };
}

let server: EchoServer;
const sources: OpenApiSource[] = [];

beforeAll(async () => {
  server = await startEchoServer();
});

afterAll(async () => {
  await Promise.all(sources.map((source) => source.close()));
  await server.close();
});

function open(auth: OpenApiAuth, document = documentOf()): OpenApiSource {
  const source = openApiSource(document, { auth, baseUrl: server.url, onWarning: () => {} });
  sources.push(source);
  return source;
}

/** Calls each tool and returns the credentials that it sent. */
async function credentialsOf(source: OpenApiSource, state: object = {}): Promise<Readonly<Record<string, unknown>>> {
  const sent: Record<string, unknown> = {};
  for (const spec of await source.specs()) {
    await spec.exec({}, { state: state as Readonly<Record<string, unknown>> });
    const { url = '', headers } = server.requests.at(-1) ?? {};
    sent[spec.name] = headers?.authorization ?? headers?.cookie ?? url.split('?')[1];
  }
  return sent;
}

describe('auth of openApiSource', () => {
  it('is sent by all operations that need authentication', async () => {
    expect(await credentialsOf(open({ type: 'bearer', token: secret('all-of-them') }))).toEqual({
      default: 'Bearer all-of-them',
      key: 'Bearer all-of-them',
      either: 'Bearer all-of-them',
      none: undefined,
      login: 'Bearer all-of-them',
    });
  });

  it('is sent by the operations that need its security scheme', async () => {
    const auth = { token: secret('t1'), key: 'k1', cookie: secret('c1'), login: secret('ada:p:w') };
    // With all schemes of an alternative, the one that needs a single scheme is chosen.
    expect(await credentialsOf(open(auth))).toEqual({
      default: 'Bearer t1',
      key: 'api_key=k1',
      either: 'sid=c1',
      none: undefined,
      login: `Basic ${Buffer.from('ada:p:w').toString('base64')}`,
    });
    expect(await credentialsOf(open({ flow: 'unused' }))).toMatchObject({ default: undefined, either: undefined });
  });

  it('may be a scheme with its options, and may come from the state of each call', async () => {
    const source = open({ token: { state: 'user.token' }, key: { type: 'basic', username: 'ada', password: 'pw' } });
    const state = { user: { token: secret('of-ada') } };
    expect(await credentialsOf(source, state)).toMatchObject({ default: 'Bearer of-ada', key: 'Basic YWRhOnB3' });
    const other = { user: { token: secret('of-bob') } };
    expect(await credentialsOf(source, other)).toMatchObject({ default: 'Bearer of-bob' });
  });

  it('is read from the security definitions of version 2.0', async () => {
    const document = {
      swagger: '2.0',
      securityDefinitions: { login: { type: 'basic' } },
      security: [{ login: [] }],
      paths: { '/a': { get: { operationId: 'a', ...ok } } },
    };
    expect(await credentialsOf(open({ login: 'ada:pw' }, document))).toEqual({ a: 'Basic YWRhOnB3' });
  });

  it.each([
    ['an API key', { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } }, 'its security schemes are key'],
    [
      'a password',
      { login: { type: 'http', scheme: 'basic' } },
      'auth: { login: … }, or on the command line --auth login=',
    ],
  ])('is warned of if it is a bearer token, and the document requires %s', async (_, securitySchemes, expected) => {
    const messages: string[] = [];
    const document = {
      openapi: '3.1.0',
      components: { securitySchemes },
      paths: { '/a': { get: { operationId: 'a', ...ok } } },
    };
    const onWarning = ({ kind, message }: { kind: string; message: string }) => messages.push(`${kind}: ${message}`);
    const source = openApiSource(document, {
      baseUrl: 'http://127.0.0.1:9',
      auth: { type: 'bearer', token: 't' },
      onWarning,
    });
    await source.specs();
    expect(messages).toEqual([expect.stringContaining(expected)]);
    expect(messages[0]).toMatch(/^auth: its operations are called with a bearer token/);
  });

  it.each([
    [
      'has a scheme for tokens',
      { key: { type: 'apiKey', in: 'header', name: 'k' }, token: { type: 'oauth2', flows: {} } },
    ],
    ['names no scheme', {}],
  ])('is not warned of if it is a bearer token, and the document %s', async (_, securitySchemes) => {
    const messages: string[] = [];
    const onWarning = ({ message }: { message: string }) => messages.push(message);
    const document = {
      openapi: '3.1.0',
      components: { securitySchemes },
      paths: { '/a': { get: { operationId: 'a', ...ok } } },
    };
    await openApiSource(document, {
      baseUrl: 'http://127.0.0.1:9',
      auth: { type: 'bearer', token: 't' },
      onWarning,
    }).specs();
    expect(messages).toEqual([]);
  });

  it('is not shown by a tool', async () => {
    const [spec] = (await open({ token: secret('never-shown') }).specs()) as [ToolSpec];
    const { error } = await spec.exec({ unknown: 1 });
    expect(JSON.stringify([spec.toJsonSchema(), spec.toMcp(), error])).not.toContain('never-shown');
  });

  it('quarantines an operation that needs several schemes at once', async () => {
    const source = open(
      { token: 't', key: 'k' },
      documentOf({
        security: [],
        paths: { '/a': { get: { operationId: 'a', security: [{ token: [], key: [] }], ...ok } }, '/b': { get: ok } },
      }),
    );
    await source.specs();
    expect(source.quarantined).toEqual([
      {
        id: 'a',
        reason: 'it needs the security schemes token and key at once. Set one of them with the option headers',
      },
    ]);
  });

  it.each<[string, OpenApiAuth, string]>([
    ['a scheme that does not exist', { tokn: 't' }, "there is no security scheme 'tokn'. The document has token, key,"],
    ['a scheme that is not supported', { digest: 't' }, 'auth.digest: the security scheme is not supported'],
    ['a credential without a password', { login: 'ada' }, "auth.login must be 'user:password'"],
    ['an invalid scheme', { token: { type: 'bearer' } as never }, 'auth.token: auth.token must be a string'],
    ['an invalid authentication', { type: 'bearer' } as never, 'auth.token must be a string'],
  ])('rejects %s', async (_, auth, message) => {
    await expect(open(auth).specs()).rejects.toThrow(message);
  });
});
