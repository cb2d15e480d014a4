import { offload, Toolkit } from 'toolwright';
import { mcpHandler } from 'toolwright/mcp/v2';

const version = 'io.modelcontextprotocol/protocolVersion';
const capabilities = 'io.modelcontextprotocol/clientCapabilities';
const clientInfo = 'io.modelcontextprotocol/clientInfo';

interface Answer {
  readonly status: number;
  readonly allow: string | null;
  readonly message: { readonly id: unknown; readonly error?: { readonly code: number; readonly data?: unknown } };
}

/** Sends one message to a server of protocol version 2026-07-28 whose large results are resources. */
async function send(message: object, method = 'POST'): Promise<Answer> {
  const handler = mcpHandler(new Toolkit().use(offload({ overChars: 1_000 })), { era: '2026-07-28' });
  const { method: named } = message as { readonly method?: string };
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    ...(named === undefined ? {} : { 'mcp-method': named }),
  };
  const sent = method === 'POST' ? { body: JSON.stringify({ jsonrpc: '2.0', ...message }) } : {};
  const response = await handler.fetch(new Request('http://localhost/mcp', { method, headers, ...sent }));
  const text = await response.text();
  await handler.close();
  return {
    status: response.status,
    allow: response.headers.get('allow'),
    message: text ? JSON.parse(text) : undefined,
  };
}

function request(method: string, meta: object = {}, params: object = {}): object {
  return { id: 7, method, params: { ...params, _meta: { [version]: '2026-07-28', [capabilities]: {}, ...meta } } };
}

describe('a request of protocol version 2026-07-28', () => {
  it.each<[string, object, string]>([
    ['a client without a version', { [clientInfo]: { name: 'a' } }, `${clientInfo}.version`],
    ['a title that is no text', { [clientInfo]: { name: 'a', version: '1', title: 5 } }, `${clientInfo}.title`],
    ['a client that is no object', { [clientInfo]: 'a' }, clientInfo],
    [
      'a form that is no object',
      { [capabilities]: { elicitation: { form: true } } },
      `${capabilities}.elicitation.form`,
    ],
    ['roots that are no object', { [capabilities]: { roots: 5 } }, `${capabilities}.roots`],
    ['an extension that is no object', { [capabilities]: { extensions: { a: 5 } } }, `${capabilities}.extensions`],
    ['a flag that is a number', { [capabilities]: { roots: { listChanged: 1 } } }, `${capabilities}.roots.listChanged`],
    ['an unknown level', { 'io.modelcontextprotocol/logLevel': 'loud' }, 'io.modelcontextprotocol/logLevel'],
  ])('names where its _meta is wrong: %s', async (_, meta, key) => {
    const { status, message } = await send(request('server/discover', meta));
    expect({ status, message }).toMatchObject({
      status: 400,
      message: { id: 7, error: { code: -32_602, data: { envelope: { key, problem: expect.any(String) } } } },
    });
  });

  it.each([{ src: 5 }, { src: 'a', mimeType: 5 }, { src: 'a', sizes: '48x48' }, { src: 'a', theme: 'blue' }, 'a'])(
    'is refused with an icon that is not as specified: %j',
    async (icon) => {
      const { status, message } = await send(
        request('server/discover', { [clientInfo]: { name: 'a', version: '1', icons: [icon] } }),
      );
      expect({ status, key: message.error?.data }).toMatchObject({
        status: 400,
        key: { envelope: { key: `${clientInfo}.icons` } },
      });
    },
  );

  it('may name its client, its icons and all capabilities', async () => {
    const icons = [{ src: 'a' }, { src: 'b', mimeType: 'image/png', sizes: ['48x48'], theme: 'dark' }];
    const all = {
      experimental: { a: {} },
      extensions: { b: {} },
      elicitation: { form: {}, url: {} },
      sampling: { context: {}, tools: {} },
      roots: { listChanged: true },
    };
    const { status, message } = await send(
      request('server/discover', {
        [clientInfo]: { name: 'a', version: '1', title: 'A', description: 'b', websiteUrl: 'https://a.example', icons },
        [capabilities]: all,
        'io.modelcontextprotocol/logLevel': 'info',
      }),
    );
    expect({ status, message }).toMatchObject({ status: 200, message: { id: 7, result: { resultType: 'complete' } } });
  });

  it.each(['resources/list', 'resources/templates/list'])('has no cursor for the one page of %s', async (method) => {
    const { message } = await send(request(method, {}, { cursor: 'a' }));
    expect(message).toMatchObject({ id: 7, error: { code: -32_602 } });
    expect((await send(request(method))).message).toMatchObject({ id: 7, result: { cacheScope: 'private' } });
  });
});

describe('a message that a server of protocol version 2026-07-28 refuses', () => {
  it.each([
    ['a response', { id: 7, result: {} }],
    ['an error', { id: 7, error: { code: 1, message: 'a' } }],
  ])('is not answered with the ID of a request of the server: %s', async (_, message) => {
    const { status, message: answer } = await send(message);
    expect({ status, answer }).toMatchObject({ status: 400, answer: { id: null, error: { code: -32_600 } } });
  });

  it.each(['PUT', 'GET'])('is answered with the only HTTP method: %s', async (method) => {
    expect(await send({}, method)).toMatchObject({ status: 405, allow: 'POST' });
  });
});
