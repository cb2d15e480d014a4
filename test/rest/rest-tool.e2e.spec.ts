import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { firstValueFrom, lastValueFrom, toArray } from 'rxjs';
import { DefinitionError, secret, type ToolResponse, type ToolSpec } from 'toolwright';
import { type RestToolOptions, restTool } from 'toolwright/rest';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function listen(handler: Handler): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const properties = {
  id: { type: 'string' },
  name: { type: 'string' },
  tags: { type: 'array', items: { type: 'string' } },
} as const;

function createTool(changes: Partial<RestToolOptions> = {}): ToolSpec {
  return restTool({
    name: 'get_user',
    description: 'Returns a user.',
    inputSchema: { type: 'object', properties, required: ['id'] },
    baseUrl: 'https://api.example.com/v1',
    method: 'GET',
    path: '/users/{id}',
    ...changes,
  });
}

/** Responds with the request itself. */
function echo(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .once('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { method, url, headers } = request;
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ method, url, headers, body }));
    });
}

describe('restTool', () => {
  it('sends the arguments of a GET in its path and its query', async () => {
    const baseUrl = `${await listen(echo)}/v1`;
    const data = await createTool({ baseUrl }).call({ id: 'a b', tags: ['x', 'y'] });
    expect(data).toMatchObject({ method: 'GET', url: '/v1/users/a%20b?tags=x&tags=y', body: '' });
  });

  it('sends the other arguments of a POST as a JSON object', async () => {
    const tool = createTool({ baseUrl: await listen(echo), method: 'POST' });
    const data = await tool.call({ id: '1', name: 'Ada', tags: ['x'] });
    expect(data).toMatchObject({ method: 'POST', url: '/users/1', body: '{"name":"Ada","tags":["x"]}' });
    expect(data).toMatchObject({ headers: { 'content-type': 'application/json' } });
  });

  it.each(['PUT', 'PATCH', 'DELETE'] as const)('sends a %s request', async (method) => {
    const { data } = await createTool({ baseUrl: await listen(echo), method }).exec({ id: '1' });
    expect(data).toMatchObject({ method, url: '/users/1' });
  });

  it('sends arguments where their placement says', async () => {
    const tool = createTool({
      baseUrl: await listen(echo),
      path: '/users/{user}',
      placement: { id: { in: 'path', name: 'user' }, name: { in: 'header', name: 'X-Name' }, tags: { in: 'cookie' } },
    });
    const data = await tool.call({ id: '1', name: 'Ada', tags: ['x'] });
    expect(data).toMatchObject({ url: '/users/1', headers: { 'x-name': 'Ada', cookie: 'tags=x' } });
  });

  it('sends fixed headers, fixed parameters and bound values, which are secret', async () => {
    const tool = createTool({
      baseUrl: await listen(echo),
      headers: { Authorization: secret('Bearer abcdef') },
      query: { version: 2, key: secret('query-key') },
      bind: { name: 'user.name' },
    });
    expect(Object.keys(tool.params)).toEqual(['id', 'tags']);
    const data = await tool.call({ id: '1' }, { state: { user: { name: secret('hidden-name') } } });
    expect(data).toMatchObject({
      url: '/users/1?version=2&key=query-key&name=hidden-name',
      headers: { authorization: 'Bearer abcdef' },
    });
  });

  describe('returns', () => {
    it.each<[string, string, string | Buffer, unknown]>([
      ['data from JSON', 'application/json; charset=utf-8', '{"a":[1]}', { a: [1] }],
      ['data from a JSON dialect', 'application/hal+json', '[]', []],
      ['text', 'text/csv', 'a,b', 'a,b'],
      ['text in another encoding', 'text/plain; charset=iso-8859-1', Buffer.from([0xfc]), 'ü'],
      ['null for an empty response', 'application/json', '', null],
    ])('%s', async (_, type, body, expected) => {
      const baseUrl = await listen((_, response) => response.writeHead(200, { 'content-type': type }).end(body));
      expect(await createTool({ baseUrl }).call({ id: '1' })).toEqual(expected);
    });

    it.each<[NonNullable<RestToolOptions['response']>, string, unknown]>([
      ['json', 'text/plain', { data: { a: 1 } }],
      ['text', 'application/json', { data: '{"a":1}' }],
      ['text', 'text/event-stream', { data: '{"a":1}' }],
      ['bytes', 'application/json', { content: [{ type: 'resource', resource: { blob: 'eyJhIjoxfQ==' } }] }],
    ])('the value that the option response selects: %s from %s', async (response, type, expected) => {
      const baseUrl = await listen((_, answer) => answer.writeHead(200, { 'content-type': type }).end('{"a":1}'));
      expect(await createTool({ baseUrl, response }).exec({ id: '1' })).toMatchObject(expected as object);
    });

    it.each<[string, string, unknown]>([
      ['an image', 'image/png', { type: 'image', data: 'AQI=', mimeType: 'image/png' }],
      ['audio', 'audio/wav', { type: 'audio', data: 'AQI=', mimeType: 'audio/wav' }],
      ['a video', 'video/mp4', { type: 'video', data: 'AQI=', mimeType: 'video/mp4' }],
      [
        'a resource for other bytes',
        'application/pdf',
        {
          type: 'resource',
          resource: { uri: expect.stringMatching(/\/users\/1$/), mimeType: 'application/pdf', blob: 'AQI=' },
        },
      ],
    ])('%s', async (_, type, block) => {
      const baseUrl = await listen((_, response) =>
        response.writeHead(200, { 'content-type': type }).end(Buffer.from([1, 2])),
      );
      const { content } = await createTool({ baseUrl, query: { key: 'secret' } }).exec({ id: '1' });
      expect(content).toEqual([block]);
    });
  });

  describe('emits chunks', () => {
    async function respondWith(type: string, pieces: readonly string[]): Promise<readonly ToolResponse[]> {
      const baseUrl = await listen(async (_, response) => {
        response.writeHead(200, { 'content-type': type });
        for (const piece of pieces) {
          response.write(piece);
          await setImmediate();
        }
        response.end();
      });
      return lastValueFrom(createTool({ baseUrl }).stream({ id: '1' }).pipe(toArray()));
    }

    it('of server-sent events', async () => {
      const pieces = ['data: bla', 'ck\n\nevent: x\ndata: green\n', ': comment\n\ndata: incomplete'];
      const responses = await respondWith('text/event-stream; charset=utf-8', pieces);
      expect(responses.map((one) => [one.toText(), one.isLast])).toEqual([
        ['black', false],
        ['green', false],
        ['blackgreen', true],
      ]);
    });

    it('of the lines of NDJSON', async () => {
      const responses = await respondWith('application/x-ndjson', ['{"a":', '1}\r\n\n{"a":2}']);
      expect(responses.map((one) => one.structuredContent)).toEqual([{ a: 1 }, { a: 2 }, expect.anything()]);
    });

    it('of text, as it arrives, if the option response is stream', async () => {
      const resume: (() => void)[] = [];
      const baseUrl = await listen((_, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' }).write('black');
        resume.push(() => response.end(' green'));
      });
      const texts: string[] = [];
      for await (const one of createTool({ baseUrl, response: 'stream' }).iterate({ id: '1' })) {
        texts.push(one.toText());
        resume.pop()?.();
      }
      expect(texts).toEqual(['black', ' green', 'black green']);
    });

    it('before it fails for a line that is not JSON', async () => {
      const responses = await respondWith('application/x-ndjson', ['1\n', '{\n']);
      expect(responses.map(({ state, error }) => [state, error?.code])).toEqual([
        ['running', undefined],
        ['error', 'invalid_output'],
      ]);
    });

    it('before it fails because the connection breaks', async () => {
      const baseUrl = await listen((_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
        setTimeout(() => response.destroy(), 20);
      });
      const responses = await lastValueFrom(createTool({ baseUrl }).stream({ id: '1' }).pipe(toArray()));
      expect(responses.map(({ state, error }) => [state, error?.code])).toEqual([
        ['running', undefined],
        ['error', 'network'],
      ]);
    });

    it('before it fails for an event with the name error, without credentials', async () => {
      const baseUrl = await listen((request, response) => {
        const { authorization } = request.headers;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(`data: one\n\nevent: error\ndata: Unknown:\u001b ${authorization}\n\ndata: two\n\n`);
      });
      const tool = createTool({ baseUrl, headers: { authorization: secret('Bearer abcdef') } });
      const responses = await lastValueFrom(tool.stream({ id: '1' }).pipe(toArray()));
      expect(responses.map(({ state }) => state)).toEqual(['running', 'error']);
      expect(responses[1]?.error).toMatchObject({
        code: 'execution',
        message: 'The server ended the stream with an error: Unknown: [redacted]',
      });
    });

    it('until the caller unsubscribes, which closes the connection', async () => {
      let closed: Promise<unknown> | undefined;
      const baseUrl = await listen((_, response) => {
        closed = once(response, 'close');
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: one\n\n');
      });
      const first = await firstValueFrom(createTool({ baseUrl }).stream({ id: '1' }));
      expect(first.toText()).toBe('one');
      await closed;
    });
  });

  it.each([
    [302, 'execution', false],
    [400, 'invalid_parameters', false],
    [401, 'authentication', false],
    [403, 'permission', false],
    [404, 'not_found', false],
    [409, 'execution', false],
    [422, 'invalid_parameters', false],
    [429, 'rate_limit', true],
    [500, 'server', true],
    [503, 'server', true],
  ])('converts the status %i to the error %s', async (status, code, retryable) => {
    const baseUrl = await listen((_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"No tea."}');
    });
    const { error } = await createTool({ baseUrl }).exec({ id: '1' });
    expect(error?.toJSON()).toEqual({
      code,
      message: `The server responded with the status ${status}: {"message":"No tea."}`,
      retryable,
      details: { status },
    });
  });

  it.each([429, 503])('retries after the time that a response with the status %i states', async (status) => {
    const times: number[] = [];
    const baseUrl = await listen((_, response) => {
      times.push(performance.now());
      if (times.length > 1) response.end('tea');
      else response.writeHead(status, { 'retry-after': '0.2' }).end();
    });
    const result = await createTool({ baseUrl }).exec({ id: '1' }, { retry: { maxRetries: 1, delayMs: 1 } });
    expect(result).toMatchObject({ data: 'tea', attempts: 2 });
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(150);
  });

  it('shows no credential that a server repeats in its error', async () => {
    const baseUrl = await listen((request, response) => {
      const { authorization } = request.headers;
      response.writeHead(401, { 'content-type': 'text/plain' }).end(`Unknown: ${authorization}, ${request.url}`);
    });
    const headers = { authorization: secret('Bearer abcdef') };
    const { error } = await createTool({ baseUrl, headers, query: { key: secret('query-key') } }).exec({ id: '1' });
    expect(error?.message).toBe(
      'The server responded with the status 401: Unknown: [redacted], /users/1?key=[redacted]',
    );
  });

  it('shows no HTML in an error', async () => {
    const baseUrl = await listen((_, response) =>
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>'),
    );
    const { error } = await createTool({ baseUrl }).exec({ id: '1' });
    expect(error?.message).toBe('The server responded with the status 502.');
  });

  it.each([
    ['HTML of another type', '<!DOCTYPE html><h1>Bad</h1>', '.'],
    ['control and invisible characters', 'No\u001b[2J \u202etea\u200b\u0000', ': No[2J tea'],
    ['frames of a stack', 'Error: tea\n    at brew (/srv/app/tea.js:5:7)\n    at /srv/x.js:1:2', ': Error: tea'],
    ['a long text', 'x'.repeat(9_000), `: ${'x'.repeat(2_000)}`],
  ])('shows in an error no %s', async (_, body, shown) => {
    const baseUrl = await listen((_, response) => response.writeHead(500, { 'content-type': 'text/plain' }).end(body));
    const { error } = await createTool({ baseUrl }).exec({ id: '1' });
    expect(error?.message).toBe(`The server responded with the status 500${shown}`);
  });

  it('fails if the response is not the JSON that it declares', async () => {
    const baseUrl = await listen((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'),
    );
    expect((await createTool({ baseUrl }).exec({ id: '1' })).error).toMatchObject({ code: 'invalid_output' });
  });

  it.each(['application/json', 'text/event-stream'])(
    'ends a response of the type %s that is decoded to more than maxBytes',
    async (type) => {
      const bomb = gzipSync(`data: ${' '.repeat(5_000_000)}\n\n`);
      const headers = { 'content-type': type, 'content-encoding': 'gzip' };
      const baseUrl = await listen((_, response) => response.writeHead(200, headers).end(bomb));
      const { error } = await createTool({ baseUrl, limits: { maxBytes: 100_000 } }).exec({ id: '1' });
      expect(bomb.byteLength).toBeLessThan(10_000);
      expect(error).toMatchObject({ code: 'execution', message: expect.stringContaining('100000 bytes (maxBytes)') });
    },
  );

  it('does not follow a redirect to another private address', async () => {
    let reached = 0;
    const other = await listen((_, response) => response.end(String(reached++)));
    const baseUrl = await listen((_, response) => response.writeHead(302, { location: other }).end());
    const { error } = await createTool({ baseUrl }).exec({ id: '1' });
    expect({ code: error?.code, reached }).toEqual({ code: 'denied', reached: 0 });
  });

  it('sends no request for a path argument that would leave its segment', async () => {
    let reached = 0;
    const baseUrl = await listen((_, response) => response.end(String(reached++)));
    const { error } = await createTool({ baseUrl }).exec({ id: '..' });
    expect({ code: error?.code, reached }).toEqual({ code: 'invalid_parameters', reached: 0 });
  });

  it('ends at its time limit, even if the server sends a byte now and then', async () => {
    let closed: Promise<unknown> | undefined;
    const baseUrl = await listen((_, response) => {
      const timer = setInterval(() => response.write('.'), 10);
      closed = once(response, 'close').then(() => clearInterval(timer));
    });
    const { error } = await createTool({ baseUrl, timeoutMs: 300 }).exec({ id: '1' });
    expect(error?.code).toBe('timeout');
    await closed;
  });

  it.each<[Partial<RestToolOptions>, string]>([
    [{ baseUrl: 'api.example.com' }, 'get_user: baseUrl must be an http(s) URL'],
    [{ baseUrl: 'file:///etc' }, 'get_user: baseUrl must be an http(s) URL'],
    [{ baseUrl: 'https://user:pass@api.example.com' }, 'get_user: baseUrl must be an http(s) URL'],
    [{ method: 'FETCH' }, "get_user: method must be 'GET', 'HEAD'"],
    [{ path: 'users' }, "get_user: path must begin with '/'"],
    [{ path: '/../users/{id}' }, "get_user: path must begin with '/'"],
    [{ path: '/users/{user}' }, "get_user: there is no argument 'user'. It has id, name, tags."],
    [{ placement: { nick: { in: 'query' } } }, "get_user: there is no argument 'nick'."],
    [{ placement: { name: { in: 'path' } } }, "get_user: the path has no '{name}' for the argument."],
    [{ placement: { id: { in: 'query' } } }, "get_user: the argument 'id' must be in the path."],
    [{ placement: { name: { in: 'body' as never } } }, 'get_user: placement.name.in must be one of path, query'],
    [{ placement: { name: { in: 'query', style: 'matrix' } } }, 'get_user: placement.name.style must be one of form'],
    [{ placement: { name: { in: 'header', name: 'Host' } } }, 'get_user: placement.name.name cannot be "Host".'],
    [{ placement: { name: { in: 'header', name: 'a b' } } }, 'get_user: placement.name.name cannot be "a b".'],
    [{ body: { contentType: 'json' } }, 'get_user: body.contentType must be a media type, not "json".'],
    [{ body: { argument: 'document' } }, "get_user: there is no argument 'document'."],
    [{ response: 'xml' as never }, `get_user: response must be 'json', 'text', 'bytes' or 'stream', not "xml".`],
    [{ limits: { maxBytes: -1 } }, 'get_user: limits.maxBytes must be a number above 0, not -1.'],
    [{ outbound: { allowHosts: ['http://x'] } }, 'get_user: outbound: allowHosts must contain hosts'],
    [{ paths: '/x' } as never, 'paths'],
  ])('rejects %j', (changes, message) => {
    expect(() => createTool(changes)).toThrow(DefinitionError);
    expect(() => createTool(changes)).toThrow(message);
  });
});
