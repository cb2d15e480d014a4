import { Bind, Param, Tool, ToolRegistry, type ToolSpec } from 'toolwright';
import { openApiSource, Rest, type RestClassOptions, type RestToolOptions, restTool } from 'toolwright/rest';
import { fc } from '../support/fast-check.js';
import { closeServers, echo, listen } from './listen.js';

let baseUrl = '';

beforeAll(async () => {
  baseUrl = await listen(echo);
});
afterAll(closeServers);

interface Echoed {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Changes = Partial<RestToolOptions>;

const free = { type: 'object', additionalProperties: true } as const;
const text = { type: 'string' } as const;

function createTool(changes: Changes, names: readonly string[] = []): ToolSpec {
  const properties = { f: {}, ...Object.fromEntries(names.map((name) => [name, {}])) };
  return restTool({
    name: 'find',
    baseUrl,
    method: 'GET',
    path: '/find',
    inputSchema: { type: 'object', properties },
    ...changes,
  });
}

/** Calls a tool, and returns the request that the server received, or the code and the path of the issue. */
async function send(spec: ToolSpec, args: object, state: object = {}): Promise<Echoed | string> {
  const { data, error } = await spec.exec(args, { state: state as Record<string, unknown> });
  if (error === undefined) return data as Echoed;
  const { issues = [] } = error as { readonly issues?: readonly { readonly path: string }[] };
  return `${error.code} ${issues.map(({ path }) => path).join()}`;
}

const exploded = ['form', 'spaceDelimited', 'pipeDelimited'] as const;
const forms = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;
const refused = 'invalid_parameters /f';

describe('a key that becomes a name', () => {
  it.each(exploded)('of an object in the style %s does not set a name of the author', async (style) => {
    const placement = { f: { in: 'query', style, explode: true } } as const;
    const spec = createTool({ placement, query: { tenant: 'A' } });
    expect(await send(spec, { f: { tenant: 'evil' } })).toBe(refused);
    expect(await send(spec, { f: { q: '1' } })).toMatchObject({ url: '/find?tenant=A&q=1' });
    const bound = createTool({ placement, bind: { tenant: 'tenant' } }, ['tenant']);
    expect(await send(bound, { f: { tenant: 'evil' } }, { tenant: 'A' })).toBe(refused);
    expect(await send(bound, { f: { q: '1' } }, { tenant: 'A' })).toMatchObject({ url: '/find?q=1&tenant=A' });
  });

  it.each(forms.flatMap((contentType) => exploded.map((style) => [contentType, style] as const)))(
    'of an object in a form of the type %s, in the style %s, does not set another property',
    async (contentType, style) => {
      const body = { contentType, encoding: { f: { style, explode: true } } };
      const spec = createTool({ method: 'POST', body, bind: { tenant: 'tenant' } }, ['tenant']);
      expect(await send(spec, { f: { tenant: 'evil' } }, { tenant: 'A' })).toBe(refused);
      expect(await send(spec, { f: { q: '1' } }, { tenant: 'A' })).toMatchObject({
        body: expect.stringMatching(/q\b[\s\S]*1[\s\S]*tenant\b[\s\S]*A/),
      });
    },
  );

  it.each(exploded)('of an object in the style %s is checked in a document and in a class', async (style) => {
    const parameter = { name: 'f', in: 'query', style, explode: true, schema: free };
    const operation = { operationId: 'find', parameters: [parameter], responses: { 200: {} } };
    const [imported] = await openApiSource(
      { openapi: '3.1.0', paths: { '/find?tenant=A': { get: operation } } },
      { baseUrl, onWarning: () => {} },
    ).specs();
    expect(await send(imported as ToolSpec, { f: { tenant: 'evil' } })).toBe(refused);

    class Finder extends ToolRegistry {
      readonly restOptions: RestClassOptions = { baseUrl };

      @Tool({ description: 'Finds.' })
      @Rest({ method: 'GET', path: '/find', placement: { f: { in: 'query', style, explode: true } } })
      find(@Param({ schema: free }) f: object, @Bind('tenant') tenant: string): void {}
    }
    const spec = new Finder().toolSpec('find');
    expect(await send(spec, { f: { tenant: 'evil' } }, { tenant: 'A' })).toBe(refused);
    expect(await send(spec, { f: { q: '1' } }, { tenant: 'A' })).toMatchObject({ url: '/find?q=1&tenant=A' });
  });

  it.each<[string, unknown, string]>([
    ['filter[tenant]', { tenant: 'evil' }, 'a key'],
    ['filter[tenant]', { TENANT: 'evil' }, 'a key in another case'],
    ['filter[tenant]', { tenant: ['evil'] }, 'a list'],
    ['filter[tenant]', { 'tenant]x': 'evil' }, 'a key with brackets'],
    ['filter[tenant]', 'evil', 'a text'],
    ['filter[a][b]', { a: { b: 'evil' } }, 'a nested key'],
    ['filter[a][b]', { 'a][b': 'evil' }, 'a key with brackets'],
    ['filter[a][b]', { a: 'evil' }, 'the object around it'],
    ['filter[0]', ['evil'], 'an index'],
    ['filter[0]', { '': 'evil' }, 'an empty key'],
    ['filter.tenant', { tenant: 'evil' }, 'a key that is written after a dot'],
  ])('of a deepObject does not set the bound argument %s: %j, %s', async (name, f) => {
    const state = { tenant: 'A' };
    const bind = { g: 'tenant' };
    const placement = { f: { in: 'query', name: 'filter', style: 'deepObject' }, g: { in: 'query', name } } as const;
    const query = createTool({ placement, bind }, ['g']);
    expect(await send(query, { f }, state)).toBe(refused);
    expect(await send(query, { f: { other: '1' } }, state)).toMatchObject({
      url: `/find?filter%5Bother%5D=1&${encodeURIComponent(name)}=A`,
    });
    for (const contentType of forms) {
      const form = createTool({
        method: 'POST',
        body: { contentType, encoding: { filter: { style: 'deepObject' } } },
        inputSchema: { type: 'object', properties: { filter: {}, [name]: {} } },
        bind: { [name]: 'tenant' },
      });
      expect(await send(form, { filter: f }, state)).toBe('invalid_parameters /filter');
      expect(await send(form, { filter: { other: '1' } }, state)).toMatchObject({ body: expect.stringContaining('A') });
    }
  });

  it('of a deepObject does not set a name of another deepObject, and a declared name keeps its values', async () => {
    const place = { in: 'query', style: 'deepObject' } as const;
    const spec = createTool({ placement: { f: place, 'f[x]': place } }, ['f[x]']);
    expect(await send(spec, { f: { x: { y: '1' } }, 'f[x]': { y: '2' } })).toBe(refused);
    expect(await send(spec, { f: { x: '1' } })).toBe(refused);
    expect(await send(spec, { f: { a: '1' }, 'f[x]': { y: '2' } })).toMatchObject({
      url: '/find?f%5Ba%5D=1&f%5Bx%5D%5By%5D=2',
    });
  });

  it('is set by one of two objects only', async () => {
    const placement = { f: { in: 'query' }, g: { in: 'query' } } as const;
    const spec = createTool({ placement }, ['g']);
    expect(await send(spec, { f: { q: '1' }, g: { q: '2' } })).toBe('invalid_parameters /g');
    expect(await send(spec, { f: { q: '1' }, g: { r: '2' } })).toMatchObject({ url: '/find?q=1&r=2' });
  });

  it('of a body that is one argument does not set another property', async () => {
    const body = { contentType: forms[0], argument: 'f', encoding: { a: { style: 'form', explode: true } } } as const;
    const spec = createTool({ method: 'POST', body });
    expect(await send(spec, { f: { a: { b: '1' }, b: '2' } })).toBe('invalid_parameters /f/a');
    expect(await send(spec, { f: { a: { c: '1' }, b: '2' } })).toMatchObject({ body: 'c=1&b=2' });
  });

  it('of an object in a path does not set a literal matrix parameter', async () => {
    const placement = { f: { in: 'path', style: 'matrix', explode: true } } as const;
    const spec = createTool({ path: '/x;tenant=A/{f}', placement, baseUrl: `${baseUrl}/v1;version=2` });
    expect(await send(spec, { f: { tenant: 'evil' } })).toBe(refused);
    expect(await send(spec, { f: { version: 'evil' } })).toBe(refused);
    expect(await send(spec, { f: { q: '1' } })).toMatchObject({ url: '/v1;version=2/x;tenant=A/;q=1' });
    const simple = createTool({ path: '/x;tenant=A/;{f}', placement: { f: { in: 'path', explode: true } } });
    expect(await send(simple, { f: { tenant: 'evil' } })).toBe(refused);
    expect(() =>
      createTool({ path: '/x;tenant=A/{f}', placement: { f: { ...placement.f, name: 'f' } } }),
    ).not.toThrow();
    expect(() => createTool({ path: '/x;f=A/{f}', placement })).toThrow("the argument 'f' is sent as 'f' in the path");
  });

  it('of an object in a cookie does not set a cookie of the author', async () => {
    const placement = { f: { in: 'cookie', explode: true } } as const;
    const spec = createTool({ placement, headers: { cookie: 'tenant=A' } });
    expect(await send(spec, { f: { tenant: 'evil' } })).toBe(refused);
    expect(await send(spec, { f: { q: '1' } })).toMatchObject({ headers: { cookie: 'tenant=A; f=q=1' } });
  });
});

/** The names that common servers read as `user_id`. */
const variants = ['USER_ID', 'user.id', 'user id', 'user[id', ' user_id', 'user_id\0x', 'user_id[]', 'User.Id[0]'];

describe('a name that servers read as one of the author', () => {
  it.each(variants)('is not set by a key: %j', async (name) => {
    const query = { user_id: 'A' };
    const placement = { f: { in: 'query' } } as const;
    const bind = { user_id: 'tenant' };
    const auth = { type: 'apiKey', in: 'query', name: 'user_id', value: 'A' } as const;
    const specs: readonly ToolSpec[] = [
      createTool({ placement, query }),
      createTool({ placement, bind }, ['user_id']),
      createTool({ placement, auth }),
      createTool({ placement, auth: () => auth }),
      createTool({ placement, baseUrl: `${baseUrl}/?user_id=A` }),
      ...forms.map((contentType) => {
        const body = { contentType, encoding: { f: { style: 'form' } } } as const;
        return createTool({ method: 'POST', body, bind }, ['user_id']);
      }),
    ];
    for (const spec of specs) {
      expect(await send(spec, { f: { [name]: 'evil' } }, { tenant: 'A' })).toBe(refused);
      expect(typeof (await send(spec, { f: { user_ids: '1' } }, { tenant: 'A' }))).toBe('object');
    }
    const general = restTool({ name: 'call', baseUrl, query, allow: [{ method: 'GET', path: '/**' }] });
    expect(await send(general, { method: 'GET', path: '/', query: { [name]: 'evil' } })).toBe(
      `invalid_parameters /query/${name}`,
    );
  });

  it.each(variants)('is not that of an argument: %j', async (name) => {
    const placement = { f: { in: 'query', name } } as const;
    const message = `the argument 'f' is sent as '${name}' in the query, which the options set`;
    expect(() => createTool({ placement, query: { user_id: 'A' } })).toThrow(message);
    expect(() => createTool({ placement, bind: { user_id: 'tenant' } }, ['user_id'])).toThrow(
      `the arguments 'user_id' and 'f' are both sent as '${name}'`,
    );
    // Two arguments that the author declares are told apart by their names.
    const spec = createTool({ placement }, ['user_id']);
    expect(typeof (await send(spec, { f: '1', user_id: '2' }))).toBe('object');
    expect(await send(spec.bind('user_id', { stateKey: 'tenant' }), { f: 'evil' }, { tenant: 'A' })).toBe(refused);
  });

  it('is neither a header nor a cookie of an argument', async () => {
    const headers = { 'X-Tenant': 'A', cookie: 'user_id=A' };
    for (const [location, name] of [
      ['header', 'x_tenant'],
      ['header', 'X-TENANT'],
      ['cookie', 'USER_ID'],
      ['cookie', 'user.id'],
    ] as const) {
      const create = (): unknown => createTool({ headers, placement: { f: { in: location, name } } });
      expect(create).toThrow(`the argument 'f' is sent as '${name}'`);
    }
    const placement = { f: { in: 'header', name: 'x_tenant' } } as const;
    expect(await send(createTool({ placement, auth: () => ({ headers }) }), { f: 'evil' })).toBe(refused);
    const length = { f: { in: 'header', name: 'Content_Length' } } as const;
    expect(() => createTool({ placement: length })).toThrow('placement.f.name cannot be "Content_Length"');
  });

  it('is not set through the header Cookie', async () => {
    const placement = { f: { in: 'header', name: 'Cookie' }, sid: { in: 'cookie' } } as const;
    const spec = createTool({ placement }, ['sid']);
    expect(await send(spec.bind('sid', { stateKey: 'tenant' }), { f: 'sid=evil' }, { tenant: 'A' })).toBe(refused);
    const auth = { type: 'apiKey', in: 'cookie', name: 'sid', value: 'A' } as const;
    expect(() => createTool({ placement: { f: placement.f }, auth })).toThrow('which the options set');
  });

  it('is no argument of an operation of a document', async () => {
    const parameter = (location: string, name: string) => ({ in: location, name, schema: text });
    const parameters = [
      ...['API_KEY', 'api.key', 'api_key[]', 'q'].map((name) => parameter('query', name)),
      parameter('header', 'x_tenant'),
      parameter('cookie', 'SID'),
    ];
    const operation = { operationId: 'find', parameters, responses: { 200: {} } };
    const [spec] = await openApiSource(
      { openapi: '3.1.0', paths: { '/find': { get: operation } } },
      {
        baseUrl,
        headers: { 'X-Tenant': 'A', cookie: 'sid=A' },
        auth: { type: 'apiKey', in: 'query', name: 'api_key', value: 'k' },
      },
    ).specs();
    expect(Object.keys(spec?.params ?? {})).toEqual(['q']);
  });
});

describe('one half of a surrogate pair', () => {
  const body = { contentType: forms[0] };
  const cases: readonly (readonly [string, Changes, unknown])[] = [
    ['the path', { path: '/x/{f}' }, 'a\ud800'],
    ['the query', {}, '\udc00'],
    ['a list in the query', {}, ['a', '\ud800']],
    ['a key in the query', { placement: { f: { in: 'query' } } }, { '\ud800': 'x' }],
    ['a deepObject', { placement: { f: { in: 'query', style: 'deepObject' } } }, { a: { '\ud800': 'x' } }],
    ['a header', { placement: { f: { in: 'header' } } }, '\ud800'],
    ['a cookie', { placement: { f: { in: 'cookie' } } }, '\ud800'],
    ['a form', { method: 'POST', body }, '\ud800'],
    ['a multipart form', { method: 'POST', body: { contentType: forms[1] } }, '\ud800'],
    ['a text', { method: 'POST', body: { contentType: 'text/plain', argument: 'f' } }, '\ud800'],
  ];

  it.each(cases)('in %s is refused with the path of the argument', async (_, changes, f) => {
    expect(await send(createTool(changes), { f })).toBe(refused);
  });

  it('in JSON is sent as an escape sequence', async () => {
    expect(await send(createTool({ method: 'POST' }), { f: '\ud800' })).toMatchObject({ body: '{"f":"\\ud800"}' });
    const spec = createTool({ placement: { f: { in: 'query', style: 'json' } } });
    expect(await send(spec, { f: '\ud800' })).toMatchObject({ url: '/find?f=%22%5Cud800%22' });
  });
});

describe('a request with any keys', () => {
  /** Returns the name of the variable that PHP reads, in lower case as ASP.NET. */
  const read = (name: string): string =>
    (name.split('\0')[0] ?? '')
      .replace(/^\s+/, '')
      .toLowerCase()
      .replace(/\[[^\]]*\].*$/s, '')
      .replaceAll(/[ .[]/g, '_');

  function namesOf({ url, body, headers }: Echoed): readonly (readonly [string, string])[] {
    const parts = [...body.matchAll(/ name="([^"]*)"[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    const form = headers['content-type']?.startsWith('multipart') ? parts : [...new URLSearchParams(body)];
    const [path = '', query = ''] = url.split('?');
    const matrix = path.split(/[/;]/).map((one) => one.split('=').map(decodeURIComponent) as [string, string]);
    return [...new URLSearchParams(query), ...form, ...matrix];
  }

  const key = fc.oneof(
    fc.constantFrom(
      'tenant',
      'TENANT',
      'tenant[]',
      'tenant[',
      ' tenant',
      'tenant\0',
      'te.nant',
      'a][b',
      '',
      '0',
      '[tenant]',
    ),
    fc.string({ maxLength: 6 }),
  );
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      fc.constant('evil'),
      fc.array(tie('any'), { maxLength: 2 }),
      fc.dictionary(key, tie('any'), { maxKeys: 3 }),
    ),
  })).any;
  const query = fc.record({
    style: fc.constantFrom(...exploded, 'deepObject' as const),
    explode: fc.boolean(),
  });

  it('has no value of the model under a name of the author', async () => {
    const bind = { tenant: 'tenant' };
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom('query', 'matrix', ...forms), value, async (encoding, part, f) => {
        const changes: Changes =
          part === 'query'
            ? { placement: { f: { in: 'query', ...encoding } } }
            : part === 'matrix'
              ? {
                  path: '/{tenant}/{f}',
                  placement: {
                    f: { in: 'path', style: 'matrix', explode: encoding.explode },
                    tenant: { in: 'path', style: 'matrix' },
                  },
                }
              : { method: 'POST', body: { contentType: part, encoding: { f: encoding } } };
        const sent = await send(createTool({ ...changes, bind }, ['tenant']), { f }, { tenant: 'A' });
        if (typeof sent === 'string') return expect(sent).toBe(refused);
        const values = namesOf(sent).filter(([name]) => read(name) === 'tenant');
        expect(values.map(([, one]) => one)).toEqual(['A']);
      }),
    );
  });
});
