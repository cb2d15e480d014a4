import { type JsonSchema, Param, Tool, Toolkit, ToolRegistry, type ToolSpec } from 'toolwright';
import {
  type GeneralRestToolOptions,
  openApiSource,
  Rest,
  type RestClassOptions,
  type RestToolOptions,
  restTool,
} from 'toolwright/rest';
import { closeServers, echo, listen } from './listen.js';

afterEach(closeServers);

interface Echoed {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const free = { type: 'object', additionalProperties: true } as const;
const properties = {
  id: { type: 'string' },
  filter: free,
  tenant: { type: 'array', items: { type: 'string' } },
} as const;

async function createTool(changes: Partial<RestToolOptions>): Promise<ToolSpec> {
  return restTool({
    name: 'find',
    inputSchema: { type: 'object', properties: { filter: free } },
    baseUrl: await listen(echo),
    method: 'GET',
    path: '/find',
    ...changes,
  });
}

/** Calls a tool, and returns the request that the server received, or the code and the path of the issue. */
async function send(spec: ToolSpec, args: object): Promise<Echoed | string> {
  const { data, error } = await spec.exec(args);
  if (error === undefined) return data as Echoed;
  const { issues = [] } = error as { readonly issues?: readonly { readonly path: string }[] };
  return `${error.code} ${issues.map(({ path }) => path).join()}`;
}

const spellings = ['tenant', 'tenant[]', 'tenant[0]', 'tenant[x][y]'];

describe('a name that the author of a tool sets', () => {
  const placement = { filter: { in: 'query', style: 'form', explode: true } } as const;

  it.each(spellings)('is not set by an object in the query: fixed %s', async (name) => {
    const spec = await createTool({ placement, query: { tenant: 'A' } });
    expect(await send(spec, { filter: { [name]: 'B' } })).toBe('invalid_parameters /filter');
    expect(await send(spec, { filter: { q: 'B', tenants: 'C' } })).toMatchObject({
      url: '/find?tenant=A&q=B&tenants=C',
    });
  });

  it.each(spellings)('is not set by an object in the query: bound %s', async (name) => {
    const inputSchema = { type: 'object', properties } as const;
    const spec = await createTool({
      placement,
      inputSchema,
      bind: { tenant: 'tenant' },
      state: { tenant: ['A', 'B'] },
    });
    expect(await send(spec, { filter: { [name]: 'C' } })).toBe('invalid_parameters /filter');
    expect(await send(spec, { filter: { q: '1' } })).toMatchObject({ url: '/find?q=1&tenant=A&tenant=B' });
  });

  it.each([
    ['a key in the query', { auth: { type: 'apiKey', in: 'query', name: 'api_key', value: 'k' } }, 'api_key'],
    ['the query of baseUrl', {}, 'version'],
    [
      'a key that a function returns',
      { auth: () => ({ type: 'apiKey', in: 'query', name: 'api_key', value: 'k' }) },
      'api_key',
    ],
  ] as const)('is not set by an object in the query: %s', async (_, changes, name) => {
    const baseUrl = `${await listen(echo)}/?version=1`;
    const spec = await createTool({ placement, baseUrl, ...changes } as Partial<RestToolOptions>);
    expect(await send(spec, { filter: { [name]: 'x' } })).toBe('invalid_parameters /filter');
    expect(await send(spec, { filter: { q: 'x' } })).toMatchObject({ url: expect.stringContaining('version=1') });
  });

  it('is not set through encodings of the name', async () => {
    const spec = await createTool({ placement, query: { 'te nant': 'A' } });
    expect(await send(spec, { filter: { 'te nant': 'B' } })).toBe('invalid_parameters /filter');
    expect(await send(spec, { filter: { 'te+nant': 'B', 'te%20nant': 'C' } })).toMatchObject({
      url: '/find?te%20nant=A&te%2Bnant=B&te%2520nant=C',
    });
  });

  it('is not set by an object in a path of the style matrix', async () => {
    const spec = await createTool({
      inputSchema: { type: 'object', properties: { filter: free, tenant: { type: 'string' } }, required: ['filter'] },
      path: '/find/{tenant}{filter}',
      placement: { tenant: { in: 'path', style: 'matrix' }, filter: { in: 'path', style: 'matrix', explode: true } },
      bind: { tenant: 'tenant' },
      state: { tenant: 'A' },
    });
    expect(await send(spec, { filter: { tenant: 'B' } })).toBe('invalid_parameters /filter');
    expect(await send(spec, { filter: { q: 'B' } })).toMatchObject({ url: '/find/;tenant=A;q=B' });
  });

  it('is not set by an object in a form', async () => {
    const spec = await createTool({
      inputSchema: { type: 'object', properties },
      method: 'POST',
      body: {
        contentType: 'application/x-www-form-urlencoded',
        encoding: { filter: { style: 'form', explode: true } },
      },
      bind: { tenant: 'tenant' },
      state: { tenant: ['A', 'B'] },
    });
    for (const name of spellings) {
      expect(await send(spec, { filter: { [name]: 'C' } })).toBe('invalid_parameters /filter');
    }
    expect(await send(spec, { filter: { q: '1' } })).toMatchObject({ body: 'q=1&tenant=A&tenant=B' });
  });

  it('is not set by a header or a cookie, if a function returns the credentials', async () => {
    const named = { type: 'object', properties: { id: { type: 'string' } } } as const;
    const header = await createTool({
      inputSchema: named,
      placement: { id: { in: 'header', name: 'X-Tenant' } },
      auth: () => ({ headers: { 'x-tenant': 'A' } }),
    });
    expect(await send(header, { id: 'B' })).toBe('invalid_parameters /id');
    expect(await send(header, {})).toMatchObject({ headers: { 'x-tenant': 'A' } });
    const cookie = await createTool({
      inputSchema: named,
      placement: { id: { in: 'cookie', name: 'session' } },
      auth: () => ({ type: 'apiKey', in: 'cookie', name: 'session', value: 'A' }),
    });
    expect(await send(cookie, { id: 'B' })).toBe('invalid_parameters /id');
    expect(await send(cookie, {})).toMatchObject({ headers: { cookie: 'session=A' } });
  });

  it.each<[string, Partial<RestToolOptions>]>([
    ['the query', { query: { id: 'x' } }],
    ['the query of baseUrl', { baseUrl: 'https://a.example/?id=1' }],
    ['a list in the query', { query: { 'id[]': 'x' } }],
    ['a key in the query', { auth: { type: 'apiKey', in: 'query', name: 'id', value: 'x' } }],
    ['the headers', { placement: { id: { in: 'header', name: 'X-Id' } }, headers: { 'x-id': 'x' } }],
    [
      'a key in the headers',
      {
        placement: { id: { in: 'header', name: 'X-Id' } },
        auth: { type: 'apiKey', in: 'header', name: 'x-ID', value: 'x' },
      },
    ],
    ['a token', { placement: { id: { in: 'header', name: 'Authorization' } }, auth: { type: 'bearer', token: 'x' } }],
    ['the cookies', { placement: { id: { in: 'cookie', name: 'sid' } }, headers: { cookie: 'a=b; sid=x' } }],
    [
      'a key in the cookies',
      {
        placement: { id: { in: 'cookie', name: 'sid' } },
        auth: { type: 'apiKey', in: 'cookie', name: 'sid', value: 'x' },
      },
    ],
    ['another argument', { placement: { id: { in: 'query', name: 'filter' } } }],
  ])('cannot be that of an argument too: %s', async (_, changes) => {
    const inputSchema: JsonSchema = { type: 'object', properties: { id: { type: 'string' }, filter: free } };
    await expect(createTool({ inputSchema, ...changes })).rejects.toThrow(
      /^find: the arguments? 'id' (is|and)|^find: the arguments 'filter' and 'id'/,
    );
  });

  it('cannot be that of an argument of @Rest() too', () => {
    class Users extends ToolRegistry {
      readonly restOptions: RestClassOptions = { baseUrl: 'https://a.example', query: { tenant: 'A' } };

      @Tool({ description: 'Finds users.' })
      @Rest({ method: 'GET', path: '/users' })
      find(@Param({ type: String }) tenant: string): void {}
    }
    expect(() => new Users().toToolSpecs()).toThrow(
      "Users.find: the argument 'tenant' is sent as 'tenant' in the query, which the options set.",
    );
  });

  it.each(spellings)('is not chosen by a model that chooses the operation: %s', async (name) => {
    const options: GeneralRestToolOptions = {
      name: 'call',
      baseUrl: `${await listen(echo)}/?version=1`,
      allow: [{ method: 'GET', path: '/**' }],
      query: { tenant: 'A' },
      auth: { type: 'apiKey', in: 'query', name: 'api_key', value: 'k' },
    };
    const spec = restTool(options);
    for (const key of [name, name.replace('tenant', 'api_key'), name.replace('tenant', 'version')]) {
      expect(await send(spec, { method: 'GET', path: '/', query: { [key]: 'B' } })).toBe(
        `invalid_parameters /query/${key}`,
      );
    }
  });

  it('is no argument of an operation of a document', async () => {
    const parameter = (location: string, name: string) => ({
      in: location,
      name,
      required: true,
      schema: { type: 'string' },
    });
    const parameters = [
      ...['api_key', 'version', 'q'].map((name) => parameter('query', name)),
      parameter('header', 'X-Tenant'),
      { in: 'query', name: 'filter', schema: free },
    ];
    const toolkit = new Toolkit();
    const source = openApiSource(
      {
        openapi: '3.1.0',
        paths: {
          '/find': { get: { operationId: 'find', parameters, security: [{ key: [] }], responses: { 200: {} } } },
        },
        components: { securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } } },
      },
      { baseUrl: `${await listen(echo)}/?version=1`, headers: { 'x-tenant': 'A' }, auth: { key: 'k' } },
    );
    await toolkit.registerSource(source);
    const spec = toolkit.get('find');
    expect(Object.keys(spec?.params ?? {})).toEqual(['q', 'filter']);
    if (spec === undefined) throw new Error('not imported');
    expect(await send(spec, { q: '1', filter: { 'api_key[]': 'x' } })).toBe('invalid_parameters /filter');
    expect(await send(spec, { q: '1', filter: { q: '2' } })).toBe('invalid_parameters /filter');
    expect(await send(spec, { q: '1', filter: { r: '2' } })).toMatchObject({
      url: '/find?version=1&api_key=k&q=1&r=2',
      headers: { 'x-tenant': 'A' },
    });
    await toolkit.removeSource(source.name);
  });
});
