import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefinitionError, DeniedError, type JsonSchema, Toolkit, type ToolSpec } from 'toolwright';
import { type OpenApiSource, type OpenApiSourceOptions, type OpenApiWarning, openApiSource } from 'toolwright/rest';
import { until } from '../../execution/waiting.js';
import { expectCpuMsBelow } from '../../support/cpu-time.js';
import { type EchoServer, startEchoServer } from './echo-server.js';

const petshop = 'test/fixtures/openapi/petshop-3.1.yaml';
const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

function open(document: object | string | URL, options: OpenApiSourceOptions = {}): OpenApiSource {
  const source = openApiSource(document, { onWarning: () => {}, ...options });
  closing.push(() => source.close());
  return source;
}

async function start(respond?: Parameters<typeof startEchoServer>[0]): Promise<EchoServer> {
  const server = await startEchoServer(respond);
  closing.push(() => server.close());
  return server;
}

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  closing.push(() => rm(folder, { recursive: true }));
  return folder;
}

async function specsOf(
  document: object | string | URL,
  options?: OpenApiSourceOptions,
): Promise<Readonly<Record<string, ToolSpec>>> {
  const specs = await open(document, options).specs();
  return Object.fromEntries(
    specs
      .map((spec) => [spec.meta?.['toolwright/openapi'], spec] as const)
      .map(([meta, spec]) => {
        return [(meta as { readonly operation: string }).operation, spec];
      }),
  );
}

type Operations = Readonly<Record<string, Readonly<Record<string, object>>>>;

function documentOf(paths: Operations, more: object = {}): object {
  return { openapi: '3.1.0', servers: [{ url: 'https://api.example.com' }], paths, ...more };
}

const ok = { responses: { 200: { description: 'ok' } } };

describe('openApiSource', () => {
  describe('creates tools', () => {
    it('with legal names without digests', async () => {
      const specs = await specsOf(petshop);
      expect(Object.entries(specs).map(([id, { name }]) => [id, name])).toEqual([
        ['listPets', 'listPets'],
        ['pets/create', 'pets_create'],
        ['getPet', 'getPet'],
        ['replacePet', 'replacePet'],
        ['DELETE /pets/{id}', 'DELETE_pets_id'],
        ['setPhoto', 'setPhoto'],
        ['order', 'order'],
        ['status', 'status'],
      ]);
      const [alone] = Object.values(await specsOf(petshop, { include: ['pets/create'] }));
      expect(alone?.name).toBe(specs['pets/create']?.name);
    });

    it('with the parameters and the properties of the body as arguments', async () => {
      const { inputSchema } = (await specsOf(petshop))['pets/create'] as ToolSpec;
      expect(inputSchema).toEqual({
        type: 'object',
        properties: {
          'X-Trace': { type: 'string' },
          name: { type: 'string', minLength: 1 },
          kind: { type: ['string', 'null'], enum: ['cat', 'dog', null] },
          secret: { type: 'string', writeOnly: true },
          parents: { type: 'array', items: { type: 'object', properties: { pet: { $ref: '#/$defs/Pet' } } } },
        },
        required: ['name'],
        additionalProperties: false,
        $defs: { Pet: expect.objectContaining({ required: ['name'] }) },
      });
    });

    it('with the argument body if a property has the name of a parameter, or the body is optional', async () => {
      const { order, replacePet } = await specsOf(petshop);
      expect(Object.keys(order?.params ?? {})).toEqual(['id', 'session', 'body']);
      expect(order?.inputSchema.required).toEqual(['id']);
      expect(Object.keys(replacePet?.params ?? {})).toEqual(['id', 'body']);
    });

    it('with the schema of JSON responses, without properties that are only sent', async () => {
      const { listPets, getPet, replacePet, status } = await specsOf(petshop);
      expect(listPets?.outputSchema).toMatchObject({ type: 'array', items: { $ref: '#/$defs/Pet' } });
      const { Pet } = listPets?.outputSchema?.$defs ?? {};
      expect(Pet).toMatchObject({ required: ['id', 'name'] });
      expect(Object.keys((Pet as JsonSchema).properties ?? {})).toEqual(['id', 'name', 'kind', 'parents']);
      expect(getPet?.outputSchema).toMatchObject({ $ref: '#/$defs/Pet', $defs: { Pet } });
      expect(replacePet?.outputSchema).toBeUndefined();
      expect(status?.outputSchema).toBeUndefined();
      expect((await specsOf(petshop, { outputSchemas: false })).getPet?.outputSchema).toBeUndefined();
    });

    it('with descriptions, and with annotations from the method', async () => {
      const specs = await specsOf(petshop);
      expect(specs['pets/create']).toMatchObject({
        title: 'Adds a pet.',
        description: 'Adds a pet.\n\nThe name must be free.',
        annotations: { readOnlyHint: false, idempotentHint: false },
        kind: 'rest',
      });
      expect(specs.listPets?.annotations).toEqual({ readOnlyHint: true });
      expect(specs.replacePet?.annotations).toEqual({ readOnlyHint: false, idempotentHint: true });
      expect(specs['DELETE /pets/{id}']).toMatchObject({
        description: 'Deprecated.',
        annotations: { destructiveHint: true, idempotentHint: true },
      });
    });

    it('with defaults in words, because the server fills them in', async () => {
      const schema = {
        oneOf: [{ $ref: '#/components/schemas/Kind' }],
        discriminator: { propertyName: 'type', mapping: { a: '#/components/schemas/Kind' } },
      };
      const components = {
        schemas: { Kind: { type: 'object', properties: { type: { enum: ['a'], default: 'a' } }, required: ['type'] } },
      };
      const parameters = [
        { name: 'limit', in: 'query', schema: { type: 'integer', description: 'The most', default: 30 } },
        { name: 'kind', in: 'query', schema },
      ];
      const { url: baseUrl, requests } = await start(() => undefined);
      const { a } = await specsOf(
        documentOf({ '/a': { get: { operationId: 'a', parameters, ...ok } } }, { components }),
        { baseUrl },
      );
      expect(a?.params.limit).toEqual({ type: 'integer', description: 'The most. Default: 30.' });
      expect(a?.params.kind).toMatchObject({ description: "'type' selects the alternative: a." });
      expect(await a?.validate({ kind: {} })).toMatchObject({ ok: false });
      await a?.call();
      expect(requests).toMatchObject([{ url: '/a' }]);
    });

    it('whose definitions are shared and frozen', async () => {
      const { listPets, getPet } = await specsOf(petshop);
      const pet = listPets?.outputSchema?.$defs?.Pet;
      expect(pet).toBe(getPet?.outputSchema?.$defs?.Pet);
      expect(Object.isFrozen(pet)).toBe(true);
    });

    it('with the names that an option chooses', async () => {
      const specs = await specsOf(petshop, {
        names: { 'pets/create': 'create_pet', 'DELETE /pets/{id}': 'delete_pet' },
      });
      expect(Object.values(specs).map(({ name }) => name)).toEqual([
        'listPets',
        'create_pet',
        'getPet',
        'replacePet',
        'delete_pet',
        'setPhoto',
        'order',
        'status',
      ]);
      const { getPet } = await specsOf(petshop, { names: ({ method, id }) => `${method}_${id.replace(/\W+/g, '_')}` });
      expect(getPet?.name).toBe('GET_getPet');
    });

    it('for the chosen operations', async () => {
      expect(Object.keys(await specsOf(petshop, { include: ['getPet', 'DELETE /pets/{id}'] }))).toHaveLength(2);
      const isSafe: OpenApiSourceOptions['include'] = ({ method }) => method === 'GET';
      expect(Object.keys(await specsOf(petshop, { include: isSafe, exclude: ['status'] }))).toEqual([
        'listPets',
        'getPet',
      ]);
    });

    it('from version 2.0', async () => {
      const { listPets, addPet, setPhoto } = await specsOf('test/fixtures/openapi/petshop-2.0.json');
      expect(listPets?.params).toEqual({
        tag: { type: 'array', items: { type: 'string' } },
        near: { type: 'number', exclusiveMinimum: 0 },
      });
      expect(addPet?.inputSchema).toMatchObject({
        properties: { name: { type: 'string' }, owner: { type: ['string', 'null'] } },
        required: ['name'],
      });
      expect(setPhoto?.inputSchema).toMatchObject({
        properties: { photo: { type: 'string', contentEncoding: 'base64', description: 'The picture.' } },
        required: ['id', 'photo'],
      });
    });

    it('from version 3.0, with the keywords of JSON Schema', async () => {
      const schema = {
        type: 'object',
        properties: {
          size: { type: 'number', minimum: 0, exclusiveMinimum: true, nullable: true },
          state: { type: 'string', enum: ['on', 'off'], nullable: true },
          none: { type: 'string', enum: [] },
          ref: { $ref: '#/components/schemas/Name', nullable: true, minLength: 5 },
        },
      };
      const body = { required: true, content: { 'application/json': { schema } } };
      const document = documentOf(
        { '/a': { post: { operationId: 'a', requestBody: body, ...ok } } },
        { openapi: '3.0.3', components: { schemas: { Name: { type: 'string', example: 'x' } } } },
      );
      const before = JSON.stringify(document);
      const { a } = await specsOf(document);
      expect(a?.inputSchema.properties).toMatchObject({
        size: { type: ['number', 'null'], exclusiveMinimum: 0 },
        state: { type: ['string', 'null'], enum: ['on', 'off', null] },
        none: { not: {} },
        ref: { anyOf: [{ $ref: '#/$defs/Name' }, { type: 'null' }] },
      });
      expect(await a?.validate({ state: null })).toMatchObject({ ok: true });
      expect(await a?.validate({ none: 'x' })).toMatchObject({ ok: false });
      expect(JSON.stringify(document)).toBe(before);
      expect(Object.isFrozen(schema.properties.state.enum)).toBe(false);
    });
  });

  describe('sends', () => {
    it('parameters in their place and style, and no argument that the document does not declare', async () => {
      const { url: baseUrl, requests } = await start(() => []);
      const { listPets } = await specsOf(petshop, { baseUrl });
      await listPets?.call({ tag: ['a', 'b'], filter_size: 's', where: { age: 3 }, 'X-Trace': 't1' });
      expect(requests).toMatchObject([
        {
          method: 'GET',
          url: '/pets?tag=a,b&filter%5Bsize%5D=s&where=%7B%22age%22%3A3%7D',
          headers: { 'x-trace': 't1' },
        },
      ]);
      expect(await listPets?.exec({ unknown: 1 })).toMatchObject({ error: { code: 'invalid_parameters' } });
      expect(requests).toHaveLength(1);
    });

    it('a body from its properties, or from the argument body', async () => {
      const { url: baseUrl, requests } = await start(({ method }) =>
        method === 'POST' ? { id: 1, name: 'Rex' } : undefined,
      );
      const specs = await specsOf(petshop, { baseUrl });
      expect(await specs['pets/create']?.call({ name: 'Rex', parents: [{ pet: { name: 'Tom' } }] })).toEqual({
        id: 1,
        name: 'Rex',
      });
      expect(await specs.replacePet?.call({ id: 7, body: { name: 'Rex' } })).toBeNull();
      expect(await specs.replacePet?.call({ id: 7 })).toBeNull();
      expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
        ['POST', '/pets', '{"name":"Rex","parents":[{"pet":{"name":"Tom"}}]}'],
        ['PUT', '/pets/7', '{"name":"Rex"}'],
        ['PUT', '/pets/7', ''],
      ]);
    });

    it('files of a multipart body, which are base64 in the arguments', async () => {
      const { url: baseUrl, requests } = await start(() => undefined);
      for (const document of [petshop, 'test/fixtures/openapi/petshop-2.0.json']) {
        const { setPhoto } = await specsOf(document, { baseUrl });
        await setPhoto?.call({ id: 1, photo: 'AQID', caption: 'Rex' });
      }
      for (const { headers, body } of requests) {
        expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
        expect(body).toContain('\x01\x02\x03');
        expect(body).toContain('Rex');
      }
      expect(requests).toHaveLength(2);
    });

    it('an empty object if a body is required and has no properties', async () => {
      const { url: baseUrl, requests } = await start(() => undefined);
      const content = { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } };
      const { a } = await specsOf(
        documentOf({ '/a': { post: { operationId: 'a', requestBody: { required: true, content }, ...ok } } }),
        { baseUrl, outputSchemas: false },
      );
      await a?.call({});
      expect(requests).toMatchObject([{ body: '{}', headers: { 'content-type': 'application/json' } }]);
    });

    it('the query that a path contains, the accepted types and fixed headers', async () => {
      const { url: baseUrl, requests } = await start(() => ({}));
      const failed = { content: { 'application/problem+json': {} } };
      const paths = {
        '/a?beta=true': {
          get: {
            operationId: 'a',
            responses: { 200: { content: { 'application/json': {}, 'text/csv': {} } }, 404: failed },
          },
        },
        '/b': { get: { operationId: 'b', responses: { 200: { content: { 'image/png': {} } }, 404: failed } } },
      };
      const { a, b } = await specsOf(documentOf(paths), { baseUrl, headers: { 'X-Version': '2' } });
      await a?.call();
      await b?.call();
      expect(requests).toMatchObject([
        { url: '/a?beta=true', headers: { accept: 'application/json, application/problem+json', 'x-version': '2' } },
        { url: '/b', headers: { accept: '*/*' } },
      ]);
    });

    it('to the servers of the document, but not to a private address that only the document names', async () => {
      const { url, requests } = await start();
      const document = documentOf({ '/a': { get: { operationId: 'a', ...ok } } }, { servers: [{ url }] });
      const { a } = await specsOf(document);
      await expect(a?.call()).rejects.toThrow(DeniedError);
      expect(requests).toEqual([]);
      const { a: allowed } = await specsOf(document, { outbound: { allowHosts: ['127.0.0.1'] } });
      await allowed?.call();
      expect(requests).toHaveLength(1);
    });
  });

  it('fails a call whose response does not match its schema', async () => {
    const { url: baseUrl } = await start(() => ({ id: 'seven' }));
    const { getPet } = await specsOf(petshop, { baseUrl });
    expect(await getPet?.exec({ id: 7 })).toMatchObject({ success: false, error: { code: 'invalid_output' } });
  });

  it('ends the validation of arguments that would take too many steps', async () => {
    const { a } = await specsOf(
      documentOf({
        '/a': {
          get: {
            operationId: 'a',
            parameters: [{ name: 'q', in: 'query', schema: { type: 'array', items: { type: 'integer' } } }],
            ...ok,
          },
        },
      }),
      { limits: { validationSteps: 50 } },
    );
    const result = await a?.exec({ q: Array.from({ length: 100 }, (_, index) => index) });
    expect(result?.error?.message).toContain('takes more than 50 steps');
  });

  describe('quarantines an operation', () => {
    const parameter = (schema: unknown): object => ({ parameters: [{ name: 'q', in: 'query', schema }], ...ok });
    it.each<[string, object, string]>([
      [
        'whose reference leads to another document',
        parameter({ $ref: 'other.yaml#/Name' }),
        '"other.yaml#/Name", which is outside',
      ],
      ['whose reference does not exist', parameter({ $ref: '#/components/schemas/None' }), 'which does not exist'],
      ['whose schema is invalid', parameter({ type: 'number', minimum: 'x' }), "at '/minimum': it must be a number"],
      ['whose pattern has no linear-time form', parameter({ type: 'string', pattern: '(?=a)b' }), 'linear time'],
      [
        'whose schema refers to itself only',
        parameter({ $ref: '#/components/schemas/Loop' }),
        'validation would never end',
      ],
      [
        'whose parameter is in an unknown place',
        { parameters: [{ name: 'q', in: 'nowhere' }], ...ok },
        'is not supported',
      ],
      ['whose path parameter is not declared', { ...ok, path: '/a/{id}' }, "'id'"],
    ])('%s', async (_, { path = '/a', ...operation }: { path?: string }, reason) => {
      const components = { schemas: { Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] } } };
      const paths = {
        [path]: { get: { operationId: 'bad', ...operation } },
        '/b': { get: { operationId: 'good', ...ok } },
      };
      const warnings: OpenApiWarning[] = [];
      const source = open(documentOf(paths, { components }), { onWarning: (warning) => warnings.push(warning) });
      expect((await source.specs()).map(({ name }) => name)).toEqual(['good']);
      expect(source.quarantined).toEqual([{ id: 'bad', reason: expect.stringContaining(reason) }]);
      expect(warnings).toEqual([{ source: 'openapi', kind: 'quarantined', message: expect.stringContaining("'bad'") }]);
    });

    it('that refers to another document, or to nothing', async () => {
      const item = { get: { $ref: 'pets.yaml#/get' }, put: { $ref: '#/x-none' }, post: { operationId: 'good', ...ok } };
      const paths = { '/a': item, '/b': { $ref: 'pets.yaml' }, '/c': { get: { $ref: '#/paths/~1c/get' } } };
      const source = open(documentOf(paths as unknown as Operations));
      expect((await source.specs()).map(({ name }) => name)).toEqual(['good']);
      expect(source.quarantined).toEqual([
        { id: 'GET /a', reason: expect.stringContaining('"pets.yaml#/get", which is outside the document') },
        { id: 'PUT /a', reason: expect.stringContaining('which does not exist') },
        { id: '/b', reason: expect.stringContaining('"pets.yaml", which is outside the document') },
        { id: 'GET /c', reason: 'the operation refers to itself' },
      ]);
    });

    it('whose operationId another operation has', async () => {
      const operation = { operationId: 'same', ...ok };
      const source = open(documentOf({ '/a': { get: operation }, '/b': { get: operation } }));
      expect(await source.specs()).toHaveLength(1);
      expect(source.quarantined).toEqual([{ id: 'same', reason: 'another operation has the same operationId' }]);
    });
  });

  it('follows references of paths and of operations, with the fields next to those of paths', async () => {
    const query = (name: string) => ({ name, in: 'query', required: true, schema: { type: 'string' } });
    const paths = {
      '/a': { $ref: '#/x-shared/~1pets', summary: 'Beside' },
      '/b': { $ref: '#/x-shared/~1pets', parameters: [query('beside')] },
      '/c': { post: { $ref: '#/x-shared/operation' } },
    };
    const shared = {
      '/pets': { parameters: [query('common')], get: { parameters: [query('own')], ...ok } },
      operation: { operationId: 'create', parameters: [query('name')], ...ok },
    };
    const specs = await specsOf(documentOf(paths as unknown as Operations, { 'x-shared': shared }));
    expect(Object.fromEntries(Object.entries(specs).map(([id, spec]) => [id, spec.inputSchema.required]))).toEqual({
      'GET /a': ['common', 'own'],
      'GET /b': ['beside', 'own'],
      create: ['name'],
    });
  });

  it('imports operations of one path that fragments distinguish, and sends no fragment', async () => {
    const server = await start(() => []);
    const item = (operationId: string) => ({ put: { operationId, ...ok } });
    const paths = {
      '/files/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        ...item('put'),
      },
      '/files/{id}#lock': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        ...item('put#lock'),
      },
      '/files#all': { put: ok },
    } as unknown as Operations;
    const specs = await specsOf(documentOf(paths), { baseUrl: server.url });
    expect(Object.keys(specs)).toEqual(['put', 'put#lock', 'PUT /files#all']);
    expect(new Set(Object.values(specs).map(({ name }) => name)).size).toBe(3);
    await specs['put#lock']?.call({ id: 'a#b' });
    await specs['PUT /files#all']?.call({});
    expect(server.requests.map(({ url }) => url)).toEqual(['/files/a%23b', '/files']);
  });

  it('accepts schemas that contain themselves', async () => {
    const { getPet } = await specsOf(petshop);
    const { url: baseUrl } = await start(() => [{ id: 1, name: 'Rex', parents: [{ pet: { id: 2, name: 'Tom' } }] }]);
    expect(getPet?.outputSchema?.$defs).toHaveProperty('Pet');
    expect(await (await specsOf(petshop, { baseUrl })).listPets?.call()).toHaveLength(1);
    expect(getPet?.toGemini().parameters).toBeDefined();
  });

  it('warns about callbacks and links, which are ignored, and about names that do not exist', async () => {
    const warnings: OpenApiWarning[] = [];
    await open(petshop, { exclude: ['getDog'], onWarning: (warning) => warnings.push(warning) }).specs();
    expect(warnings.map(({ kind, message }) => [kind, message])).toEqual([
      ['ignored', '1 callbacks and 1 links were ignored'],
      ['absent', "it has no operation 'getDog', although an option names it"],
    ]);
  });

  describe('groups tools', () => {
    const paths = (count: number): Operations =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => {
          return [
            `/${index}`,
            { get: { operationId: `op${index}`, tags: [index % 2 === 0 ? 'even' : 'odd ones'], ...ok } },
          ];
        }),
      );

    it('by their first tag, in groups that a toolkit creates and removes', async () => {
      const toolkit = new Toolkit();
      const source = open(petshop);
      await toolkit.registerSource(source);
      expect(toolkit.groups().map(({ name, description, active }) => [name, description, active])).toEqual([
        ['basic', undefined, true],
        ['pets', 'The animals of the shop.', true],
        ['Order_Desk', undefined, true],
        ['other', undefined, true],
      ]);
      expect(toolkit.list({ group: 'Order_Desk' }).map(({ name }) => name)).toEqual(['order']);
      await toolkit.removeSource('openapi');
      expect(toolkit.groups().map(({ name }) => name)).toEqual(['basic']);
    });

    it('that are inactive if there are more than 20', async () => {
      const isActive = async (count: number, options?: OpenApiSourceOptions): Promise<unknown> => {
        const toolkit = new Toolkit();
        await toolkit.registerSource(open(documentOf(paths(count)), options));
        return toolkit.groups().find(({ name }) => name === 'odd_ones')?.active;
      };
      expect(await isActive(20)).toBe(true);
      expect(await isActive(21)).toBe(false);
      expect(await isActive(21, { active: true })).toBe(true);
      expect(await isActive(20, { active: false })).toBe(false);
    });

    it('that a model searches and activates', async () => {
      const toolkit = new Toolkit();
      await toolkit.registerSource(open(documentOf(paths(21))));
      toolkit.enableMetaTool({ search: true });
      const active = (): readonly string[] => toolkit.list({ active: true }).map(({ name }) => name);
      expect(active()).toEqual(['activate_tool_groups', 'search_tools']);
      expect((await toolkit.execute('search_tools', { query: 'op7' })).toText()).toContain('op7');
      await toolkit.execute('search_tools', { activate: ['op7'] });
      expect(active()).toContain('op7');
      expect(active()).not.toContain('op8');
    });

    it('by a function, and with a prefix', async () => {
      const toolkit = new Toolkit();
      const group: OpenApiSourceOptions['group'] = ({ method }) => (method === 'GET' ? 'read' : undefined);
      await toolkit.registerSource(open(petshop, { group, prefix: 'shop', include: ['getPet', 'order'] }));
      expect(toolkit.list().map(({ name, group }) => [name, group])).toEqual([
        ['shop__getPet', 'shop__read'],
        ['shop__order', undefined],
      ]);
    });
  });

  describe('reads a document', () => {
    it('from a URL with a private host, to which its servers may be relative', async () => {
      const { url } = await start(() =>
        documentOf({ '/a': { get: { operationId: 'a', ...ok } } }, { servers: [{ url: '/v1' }] }),
      );
      expect(Object.keys(await specsOf(`${url}/openapi.json`))).toEqual(['a']);
      expect(Object.keys(await specsOf(new URL(`${url}/openapi.json`)))).toEqual(['a']);
    });

    it.each<[string, object | string, string]>([
      ['a file that does not exist', 'test/none.json', "the file 'test/none.json' cannot be read (ENOENT)"],
      ['an object of another kind', { asyncapi: '3.0.0' }, 'is no OpenAPI document of a version that is supported'],
      ['a URL that does not respond', 'http://127.0.0.1:1/x.json', 'the document cannot be downloaded'],
      ['a document without a server', { openapi: '3.1.0', paths: { '/a': { get: ok } } }, 'Set the option baseUrl'],
    ])('and rejects %s', async (_, document, message) => {
      await expect(open(document).specs()).rejects.toThrow(message);
      await expect(open(document).specs()).rejects.toThrow(DefinitionError);
    });

    it('and rejects a file that is neither JSON nor YAML', async () => {
      const folder = await createFolder();
      await writeFile(join(folder, 'openapi.yaml'), 'openapi: [');
      await expect(open(join(folder, 'openapi.yaml')).specs()).rejects.toThrow('the document is not valid YAML');
    });

    it('with many keys, aliases and levels in linear time', async () => {
      const folder = await createFolder();
      const head =
        'openapi: 3.1.0\nservers: [{ url: "https://a.example" }]\npaths: { /a: { get: { operationId: a } } }\nx:\n';
      const lines = (count: number, line: (index: number) => string) =>
        Array.from({ length: count }, (_, n) => line(n));
      const texts = {
        keys: lines(60_000, (n) => `  key${n}: ${n}`).join('\n'),
        flow: `  {${lines(60_000, (n) => `k${n}: 1`).join(',')}}`,
        anchors: lines(9_000, (n) => `  a${n}: &a${n} 1\n  b${n}: *a${n}`).join('\n'),
      };
      for (const [name, text] of Object.entries(texts)) {
        const file = join(folder, `${name}.yaml`);
        await writeFile(file, head + text);
        await expectCpuMsBelow(10_000, async () => expect(await open(file).specs()).toHaveLength(1));
      }
    }, 120_000);

    it.each([
      ['a duplicate key', 'openapi: 3.1.0\npaths: {}\nopenapi: 3.1.0\n', 'Map keys must be unique at line 3, column 1'],
      [
        'an alias without an anchor',
        'openapi: 3.1.0\npaths: *none\n',
        "There is no anchor '&none' before the alias at line 2",
      ],
      ['a mapping as a key', `openapi: 3.1.0\n${'? '.repeat(50)}a\n`, 'A key must be a text at line 2, column 3'],
      [
        'too many levels',
        `openapi: 3.1.0\npaths: ${'['.repeat(600)}${']'.repeat(600)}\n`,
        'It is nested deeper than 500 levels',
      ],
    ])('and rejects %s with its position', async (_, text, message) => {
      const folder = await createFolder();
      await writeFile(join(folder, 'openapi.yaml'), text);
      await expect(open(join(folder, 'openapi.yaml')).specs()).rejects.toThrow(`is not valid YAML: ${message}`);
    });

    it('of a limited number of operations', async () => {
      const paths = Object.fromEntries(Array.from({ length: 3 }, (_, n) => [`/${n}`, { get: ok, put: ok }]));
      await expect(open(documentOf(paths), { maxOperations: 5 }).specs()).rejects.toMatchObject({
        code: 'definition',
        message: "openApiSource 'openapi': the document has more than 5 operations (maxOperations).",
        details: { limit: 'maxOperations', value: 5 },
      });
      expect(await open(documentOf(paths), { maxOperations: 6 }).specs()).toHaveLength(6);
      const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`/${n}`, { get: ok }]));
      await expect(open(documentOf(many)).specs()).rejects.toThrow('more than 20000 operations (maxOperations)');
    });

    it('of a limited size', async () => {
      await expect(open(petshop, { maxDocumentBytes: 100 }).specs()).rejects.toThrow(
        'more than 100 bytes (maxDocumentBytes)',
      );
    });
  });

  describe('updates its tools', () => {
    const pathsOf = (...ids: readonly string[]): Operations =>
      Object.fromEntries(ids.map((id) => [`/${id}`, { get: { operationId: id, tags: [id], ...ok } }]));

    it('in toolkits if its document is replaced', async () => {
      const toolkit = new Toolkit();
      const source = open(documentOf(pathsOf('a', 'b')));
      await toolkit.registerSource(source);
      expect(await source.refresh(documentOf(pathsOf('b', 'c')))).toBe(true);
      await until(() => toolkit.get('c') !== undefined);
      expect(toolkit.groups().map(({ name }) => name)).toEqual(['basic', 'b', 'c']);
      await expect(source.refresh({})).rejects.toThrow(DefinitionError);
      expect(toolkit.get('c')).toBeDefined();
    });

    it('if the watched file changes, and not if its text is the same', async () => {
      const folder = await createFolder();
      const file = join(folder, 'openapi.json');
      await writeFile(file, JSON.stringify(documentOf(pathsOf('a'))));
      const toolkit = new Toolkit();
      const warnings: OpenApiWarning[] = [];
      const source = open(file, { watch: true, onWarning: (warning) => warnings.push(warning) });
      await toolkit.registerSource(source);
      expect(await source.refresh()).toBe(false);
      await writeFile(file, JSON.stringify(documentOf(pathsOf('a', 'b'))));
      await until(() => toolkit.get('b') !== undefined);
      await writeFile(file, '{');
      await until(() => warnings.length > 0);
      expect(warnings).toMatchObject([{ kind: 'reload', message: expect.stringContaining('is not valid JSON') }]);
      expect(toolkit.list()).toHaveLength(2);
    });
  });

  it('updates its tools if the document at its URL has changed', async () => {
    let ids = ['a'];
    const { url } = await start(() =>
      documentOf(Object.fromEntries(ids.map((id) => [`/${id}`, { get: { operationId: id, ...ok } }]))),
    );
    const toolkit = new Toolkit();
    const source = open(`${url}/openapi.json`);
    await toolkit.registerSource(source);
    expect(await source.refresh()).toBe(false);
    ids = ['a', 'b'];
    expect(await source.refresh()).toBe(true);
    await until(() => toolkit.get('b') !== undefined);
  });

  it('prepares the validation of all tools', async () => {
    const source = open(JSON.parse(await readFile('test/fixtures/openapi/petshop-2.0.json', 'utf8')) as object);
    await source.warm();
    expect(await source.specs()).toHaveLength(3);
  });

  it.each<[string, OpenApiSourceOptions, string]>([
    ['an unknown option', { includes: [] } as OpenApiSourceOptions, "Did you mean 'include'?"],
    ['an empty name', { name: '' }, 'name must be a non-empty string'],
    ['a group of another kind', { group: 'tags' as 'tag' }, "group must be 'tag' or a function"],
    ['a base URL that is invalid', { baseUrl: 'nowhere' }, 'baseUrl must be an http(s) URL'],
    ['watch without a file', { watch: true }, 'watch requires a file'],
    ['a limit that does not exist', { limits: { steps: 1 } as object }, "there is no option 'steps'"],
  ])('rejects %s', (_, options, message) => {
    expect(() => openApiSource({}, options)).toThrow(message);
  });
});
