import {
  Ctx,
  createCallRequest,
  forwardableHeaders,
  Tool,
  ToolContext,
  Toolkit,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';

const credentials = [
  'Authorization',
  'Proxy-Authorization',
  'Cookie',
  'Set-Cookie',
  'X-Api-Key',
  'Api-Key',
  'X-ApiKey',
  'X-Auth-Token',
  'X-CSRF-Token',
  'X-Amz-Security-Token',
  'Mcp-Session-Id',
  'X-Hub-Signature-256',
  'X-Client-Secret',
  'X-Password',
  'X-Credentials',
  'X-Goog-IAP-JWT-Assertion',
];

describe('createCallRequest', () => {
  it.each(credentials)('withholds %s and names it', (name) => {
    const request = createCallRequest({ headers: { [name]: 's3cr3t', 'X-Tenant': 'acme' }, method: 'POST', path: '/' });
    expect({ ...request.headers }).toEqual({ 'x-tenant': 'acme' });
    expect(request.redacted).toEqual([name.toLowerCase()]);
    expect(JSON.stringify(request)).not.toContain('s3cr3t');
  });

  it('accepts the headers of Node.js and of a web request', () => {
    const node = { 'x-tags': ['a', 'b'], 'x-absent': undefined, cookie: 'a=1' };
    const web = new Headers([
      ['X-Tags', 'a'],
      ['X-Tags', 'b'],
      ['Cookie', 'a=1'],
    ]);
    const views = [node, web].map((headers) => createCallRequest({ headers, method: 'GET', path: '/' }));
    for (const { headers, redacted } of views) {
      expect({ ...headers }).toEqual({ 'x-tags': 'a, b' });
      expect(redacted).toEqual(['cookie']);
    }
  });

  it.each([
    ['/mcp?api_key=1', '/mcp'],
    ['/mcp#part', '/mcp'],
    ['https://ann:pass@host.example:8080/a/b?c=d', '/a/b'],
    ['https://host.example', '/'],
    ['', '/'],
  ])('shows %j as the path %j', (path, shown) => {
    expect(createCallRequest({ headers: {}, method: 'GET', path }).path).toBe(shown);
  });

  it('returns a frozen view in which only sent headers exist', () => {
    const headers = { 'x-tenant': 'acme' };
    const request = createCallRequest({ headers, method: 'GET', path: '/', address: '127.0.0.1' });
    expect(request).toMatchObject({ method: 'GET', address: '127.0.0.1' });
    expect([request, request.headers, request.redacted].every(Object.isFrozen)).toBe(true);
    expect(request.headers.constructor).toBeUndefined();
    expect(headers).toEqual({ 'x-tenant': 'acme' });
  });
});

describe('forwardableHeaders', () => {
  it('omits credentials and what belongs to the connection, the target and the body of the request', () => {
    const own = { 'accept-language': 'de', traceparent: '00-1-2-01', 'x-request-id': 'r1', 'user-agent': 'test' };
    const headers = {
      ...own,
      authorization: 'Bearer x',
      connection: 'keep-alive, X-Hop',
      'x-hop': '1',
      'keep-alive': 'timeout=5',
      te: 'trailers',
      trailer: 'x',
      'transfer-encoding': 'chunked',
      upgrade: 'h2c',
      'proxy-connection': 'close',
      host: 'here.example',
      'x-forwarded-host': 'here.example',
      'content-type': 'application/json',
      'content-length': '12',
      expect: '100-continue',
      'if-none-match': 'x',
      accept: 'text/event-stream',
      'accept-encoding': 'gzip',
      origin: 'https://page.example',
      referer: 'https://page.example/?a=b',
      'sec-fetch-mode': 'cors',
      'mcp-protocol-version': '2025-11-25',
      'last-event-id': '7',
    };
    const request = createCallRequest({ headers, method: 'POST', path: '/mcp' });
    expect(forwardableHeaders(request)).toEqual(own);
  });

  it('returns an empty object without a request', () => {
    expect(forwardableHeaders(undefined)).toEqual({});
  });
});

class Reader extends ToolRegistry {
  @Tool()
  byType(ctx: ToolContext): unknown {
    return { meta: ctx.meta, tenant: ctx.request?.headers['x-tenant'] };
  }

  @Tool()
  byDecorator(@Ctx() ctx: Pick<ToolContext, 'meta' | 'request'>): unknown {
    return { meta: ctx.meta, tenant: ctx.request?.headers['x-tenant'] };
  }
}

function readerToolkit(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(new Reader());
  return toolkit;
}

const request = createCallRequest({ headers: { 'x-tenant': 'acme' }, method: 'POST', path: '/mcp' });

describe('ctx.request and ctx.meta', () => {
  it.each(['byType', 'byDecorator'])('are the options of the call, for the tool %s', async (name) => {
    const toolkit = readerToolkit();
    const options = { meta: { trace: 'abc' }, request };
    const expected = { meta: { trace: 'abc' }, tenant: 'acme' };
    expect((await toolkit.execute(name, {}, options)).data).toEqual(expected);
    expect((await toolkit.session().execute(name, {}, options)).data).toEqual(expected);
    expect((await toolkit.get(name)?.exec({}, options))?.data).toEqual(expected);
    expect((await toolkit.execute(name)).data).toEqual({});
  });

  it('are visible to a tool with additional fields', async () => {
    const toolkit = readerToolkit();
    toolkit.setExtendedModel('byType', { type: 'object', properties: { reason: { type: 'string' } } });
    const result = await toolkit.execute('byType', { reason: 'why' }, { meta: { a: 1 }, request });
    expect(result.data).toEqual({ meta: { a: 1 }, tenant: 'acme' });
  });

  it('are visible to middleware', async () => {
    const seen: unknown[] = [];
    const toolkit = readerToolkit().use(({ context }, next) => {
      seen.push(context.meta, context.request);
      return next();
    });
    await toolkit.execute('byType', {}, { meta: { a: 1 }, request });
    expect(seen).toEqual([{ a: 1 }, request]);
  });

  it('cannot be changed, and do not freeze what the caller passed', async () => {
    const meta = { nested: { list: [1] } };
    const read: unknown[] = [];
    const spec = ToolSpec.create({
      name: 'read',
      executor: {
        kind: 'test',
        execute: (_, ctx) => {
          const { nested } = ctx.meta as typeof meta;
          read.push(ctx.meta, nested, nested.list);
        },
      },
    });
    await spec.exec({}, { meta });
    expect(read).toEqual([meta, meta.nested, meta.nested.list]);
    expect(read.every(Object.isFrozen)).toBe(true);
    expect([meta, meta.nested, meta.nested.list].some(Object.isFrozen)).toBe(false);
  });

  it.each([
    [{ request: { headers: { authorization: 's3cr3t' }, method: 'GET', url: '/' } }, /createCallRequest/],
    [{ meta: ['s3cr3t'] }, /meta must be an object/],
  ])('reject another value without showing it: %#', async (options, message) => {
    const result = await readerToolkit().execute('byType', {}, options as never);
    expect(result.error?.message).toMatch(message);
    expect(result.toText()).not.toContain('s3cr3t');
  });
});
