import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Toolkit } from 'toolwright';
import { until } from '../../execution/waiting.js';
import { HostileDesk } from '../../offers/hostile-desk.js';
import { type Era, eras, serveEra } from './both-clients.js';
import { beginSession, closeAfterTest, type RawRequest, send } from './clients.js';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

const read = 'resources/read';
const get = 'prompts/get';
const complete = 'completion/complete';
const many = { type: 'ref/prompt', name: 'many' };
const notFound = 'There is no resource';
const noPrompt = 'must return a text, content blocks, or messages';
const noJson = 'has no JSON form';

const result = (kind: string) => ({ uri: `desk://results/${kind}` });
const odd = (kind: string) => ({ name: 'odd', arguments: { kind } });
const file = (name: string) => ({ uri: `desk://files/${name}` });
const argument = (name: unknown, value: unknown = 'a') => ({ ref: many, argument: { name, value } });

/** What a client sends, and a part of what it receives: of the result, or of the message of the error. */
type Case = readonly [
  title: string,
  method: string,
  params: unknown,
  expected: { readonly result: string } | { readonly error: string },
];

const cases: readonly Case[] = [
  ['a parent folder', read, file('..'), { error: notFound }],
  ['an encoded parent folder', read, file('%2e%2e'), { error: notFound }],
  ['a parent folder that is encoded twice', read, file('%252e%252e'), { error: notFound }],
  ['a parent folder that is encoded three times', read, file('%25252E%25252E'), { error: notFound }],
  ['a percent sign that is encoded 1,000 times', read, file(`%${'25'.repeat(1_000)}`), { error: notFound }],
  ['overlong UTF-8', read, file('%c0%ae%c0%ae'), { error: notFound }],
  ['an encoding that does not exist', read, file('%u002e%u002e'), { error: notFound }],
  ['half a character', read, file('%ed%a0%80'), { error: notFound }],
  ['fullwidth dots, which are no folder', read, file('%EF%BC%8E%EF%BC%8E'), { result: 'file ．．' }],
  ['backslashes', read, file('a%5c..%5cb'), { error: notFound }],
  ['an encoded slash before a parent folder', read, file('a%2f..%2fb'), { error: notFound }],
  ['an encoded slash at the beginning', read, file('%2fetc%2fpasswd'), { error: notFound }],
  ['the name of another computer', read, file('%5c%5cserver%5cshare'), { error: notFound }],
  ['an encoded slash in the middle', read, file('a%2fb'), { result: 'file a/b' }],
  ['an encoded percent sign', read, file('100%25'), { result: 'file 100%' }],
  ['an encoded null character', read, file('a%00.txt'), { error: notFound }],
  ['encoded line breaks', read, file('a%0d%0aset-cookie:b'), { error: notFound }],
  ['a line break as it is', read, file('a\nb'), { error: notFound }],
  ['a parent folder in a path', read, { uri: 'desk://tree/a/../b' }, { error: notFound }],
  [
    'a URI that could be read in very many ways',
    read,
    { uri: `desk://parts/${'-'.repeat(8_000)}/` },
    { error: notFound },
  ],
  ['a URI that is longer than any', read, { uri: 'desk://files/'.padEnd(8_900, 'x') }, { error: '…' }],
  ['a variable of another name', read, { uri: 'desk://search?__proto__=x' }, { error: notFound }],
  ['a variable twice', read, { uri: 'desk://search?text=a&text=b' }, { error: notFound }],
  ['no URI', read, {}, { error: 'There is no such resource.' }],
  ['an object as a URI', read, { uri: { href: 'desk://fine' } }, { error: 'There is no such resource.' }],
  ['what a method does not find', read, { uri: 'desk://gone/a' }, { error: "There is no 'a'." }],
  ['a huge resource', read, { uri: 'desk://huge' }, { result: 'x'.repeat(1_000) }],
  ['an endless resource', read, { uri: 'desk://endless' }, { error: "'endless' took longer than 100 ms." }],
  ['an endless live resource', read, { uri: 'desk://busy' }, { result: 'xxx' }],
  ['a live resource that ends before it emits', read, { uri: 'desk://silent' }, { result: '"contents":[]' }],
  ['the result undefined', read, result('nothing'), { result: '"contents":[]' }],
  ['the result Symbol()', read, result('symbol'), { error: noJson }],
  ['the result of a function that is not called', read, result('function'), { error: noJson }],
  ['a result that contains itself', read, result('circular'), { error: 'data that contains itself' }],
  ['the result of a BigInt', read, result('bigint'), { result: String.raw`\"10\"` }],
  ['the result of a Date', read, result('date'), { result: '1970-01-01T00:00:00.000Z' }],
  ['the result of a Map', read, result('map'), { result: String.raw`\"a\": 1` }],
  ['the result Infinity', read, result('infinity'), { error: noJson }],
  ['an Error as a result', read, result('error'), { error: 'Throw it' }],
  ['a getter that throws', read, result('getter'), { error: 'No role.' }],
  ['a link as a result', read, result('link'), { error: 'returned a link, which has no contents' }],
  ['an object that is thrown', read, { uri: 'desk://errors/object' }, { error: '{"status":418}' }],
  ['a symbol that is thrown', read, { uri: 'desk://errors/symbol' }, { error: 'Symbol(thrown)' }],
  [
    'undefined that is thrown by a prompt',
    get,
    { name: 'fails', arguments: { kind: 'nothing' } },
    { error: 'undefined' },
  ],
  ['messages of the system', get, odd('role'), { error: noPrompt }],
  ['messages with a literal as content', get, odd('content'), { error: noPrompt }],
  ['a Map as messages', get, odd('map'), { error: noPrompt }],
  ['nested lists as messages', get, odd('nested'), { error: noPrompt }],
  ['the result undefined of a prompt', get, odd('nothing'), { result: '"messages":[]' }],
  [
    'control characters in an argument',
    get,
    { name: 'say', arguments: { text: 'a\u0000\u001B[2J' } },
    { result: String.raw`say a\u0000` },
  ],
  [
    '__proto__ as an argument',
    get,
    { name: 'say', arguments: JSON.parse('{"text":"a","__proto__":{}}') },
    { error: '__proto__' },
  ],
  ['__proto__ as a prompt', get, { name: '__proto__' }, { error: 'There is no prompt' }],
  [
    'an argument of 2 MB',
    get,
    { name: 'say', arguments: { text: 'x'.repeat(2_000_000) } },
    { error: 'The params exceed' },
  ],
  ['an object as an argument', get, { name: 'say', arguments: { text: { a: 1 } } }, { error: '/text must be string' }],
  ['a list of arguments', get, { name: 'say', arguments: ['a'] }, { error: 'an object of arguments' }],
  ['100,000 completions', complete, argument('value'), { result: '"total":100000,"hasMore":true' }],
  ['completions that are no texts', complete, argument('wrong'), { error: 'must return an array of texts' }],
  ['__proto__ as a completed argument', complete, argument('__proto__'), { error: "has no argument '__proto__'" }],
  [
    'constructor as a completed argument',
    complete,
    argument('constructor'),
    { error: "has no argument 'constructor'" },
  ],
  ['a number as a completed argument', complete, argument(1, 2), { error: 'requires a ref' }],
  ['the resource of a name that three kinds have', read, { uri: 'desk://same' }, { result: '"text":"resource"' }],
  ['the prompt of a name that three kinds have', get, { name: 'same' }, { result: '"text":"prompt"' }],
  ['the tool of a name that three kinds have', 'tools/call', { name: 'same' }, { result: '"text":"tool"' }],
];

/** A client that sends what it likes. */
interface RawClient {
  readonly url: URL;
  readonly desk: HostileDesk;
  readonly messageOf: (method: string, params: object, id?: number) => Required<Pick<RawRequest, 'body' | 'headers'>>;
}

async function connect({ sdk }: Era): Promise<RawClient> {
  const desk = new HostileDesk();
  const toolkit = new Toolkit();
  toolkit.register(desk);
  const url = await serveEra(sdk === 'v1' ? eras[0] : eras[1], toolkit, {
    maxArgumentBytes: 1_000_000,
    onError: () => {},
  });
  const session = sdk === 'v1' ? { 'mcp-session-id': await beginSession(url) } : undefined;
  const messageOf: RawClient['messageOf'] = (method, params, id = 7) => {
    if (session !== undefined) return { headers: session, body: { jsonrpc: '2.0', id, method, params } };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const { name, uri } = params as { readonly name?: unknown; readonly uri?: unknown };
    const named = name ?? uri;
    return {
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': typeof named === 'string' ? headerText(named) : undefined,
      },
      body: { jsonrpc: '2.0', id, method, params: { ...params, _meta } },
    };
  };
  return { url, desk, messageOf };
}

function headerText(text: string): string {
  return text.length > 1_000 || /^[!-~]+$/.test(text)
    ? text.slice(0, 9_000)
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

async function request({ url, messageOf }: RawClient, method: string, params: object): Promise<Answer> {
  return (await send(url, messageOf(method, params))).json as Answer;
}

async function expectAlive(client: RawClient): Promise<void> {
  expect(JSON.stringify(await request(client, read, { uri: 'desk://fine' }))).toContain('"text":"fine"');
  await until(() => client.desk.running === 0);
  expect(client.desk.running).toBe(0);
}

/** Begins a request whose response is not read. */
function begin({ url }: RawClient, { body, headers }: RawRequest, method = 'POST'): Promise<IncomingMessage> {
  const usual = { accept: method === 'GET' ? 'text/event-stream' : 'application/json, text/event-stream' };
  const given = Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, {
      method,
      headers: { 'content-type': 'application/json', ...(Object.fromEntries(given) as Record<string, string>) },
    });
    closeAfterTest(async () => void sent.destroy());
    sent.on('response', resolve).on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

describe.each(eras)('a server of $version answers', (era) => {
  it.each(cases)('%s', async (_, method, params, expected) => {
    const client = await connect(era);
    const answer = await request(client, method, params as object);
    if ('result' in expected) expect(JSON.stringify(answer.result)).toContain(expected.result);
    else expect(answer.error?.message).toContain(expected.error);
    await expectAlive(client);
  });

  it('with a list that contains only what can be read, once', async () => {
    const client = await connect(era);
    const { result: listed } = await request(client, 'resources/list', {});
    const uris = (listed as { readonly resources: readonly { readonly uri: string }[] }).resources.map(
      ({ uri }) => uri,
    );
    expect(uris.filter((uri) => uri.startsWith('desk://listed/'))).toEqual([
      'desk://listed/good',
      'desk://listed/a%20b',
    ]);
    await expectAlive(client);
  });

  it('after a client has gone away in the middle of a read', async () => {
    const client = await connect(era);
    const abort = new AbortController();
    const { headers, body } = client.messageOf(read, { uri: 'desk://wait' });
    const usual = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const all = Object.entries({ ...usual, ...headers }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const reading = fetch(client.url, {
      method: 'POST',
      headers: all,
      body: JSON.stringify(body),
      signal: abort.signal,
    });
    await until(() => client.desk.running === 1);
    abort.abort();
    await expect(reading.then((response) => response.text())).rejects.toThrow();
    if (era.sdk === 'v1') {
      // A client of this version may come back for its response, unless it says that it does not.
      const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
      await send(client.url, { headers, body: cancelled });
    }
    await expectAlive(client);
    expect(client.desk.cancelled).toBe(1);
  });

  it('while a client does not read the updates of a live resource, in bounded memory', async () => {
    const client = await connect(era);
    const uri = 'desk://live';
    if (era.sdk === 'v1') {
      await begin(client, { headers: client.messageOf(read, {}).headers }, 'GET');
      await request(client, 'resources/subscribe', { uri });
    } else {
      await begin(
        client,
        client.messageOf('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } }),
      );
    }
    await until(() => client.desk.emitted > 100);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const from = client.desk.emitted;
    await until(() => client.desk.emitted > from + 1_000);
    collectGarbage();
    // Of 50 MB. The rest is the noise of the test.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(10_000_000);
    expect(client.desk.running).toBe(1);
    if (era.sdk === 'v1') await request(client, 'resources/unsubscribe', { uri });
  }, 60_000);
});

describe('10,000 subscriptions of one client', () => {
  const uris = Array.from({ length: 10_000 }, (_, index) => `desk://rooms/${index}`);

  it('are refused after the first 100 in 2025-11-25, and end with the session', async () => {
    const client = await connect(eras[0]);
    const messages = uris.map((uri, index) => client.messageOf('resources/subscribe', { uri }, index + 10));
    let refused = 0;
    for (let from = 0; from < messages.length; from += 500) {
      const answers = await Promise.all(messages.slice(from, from + 500).map((message) => send(client.url, message)));
      refused += answers.filter(({ json }) =>
        String((json as Answer).error?.message).includes('100 subscriptions'),
      ).length;
    }
    expect(refused).toBe(9_900);
    expect(client.desk.running).toBe(100);
    await send(client.url, { method: 'DELETE', headers: client.messageOf(read, {}).headers });
    await until(() => client.desk.running === 0);
    expect(client.desk.running).toBe(0);
  }, 60_000);

  it('are limited to 100 in one request of 2026-07-28, and end with it', async () => {
    const client = await connect(eras[1]);
    const notifications = { resourceSubscriptions: uris };
    const response = await begin(client, client.messageOf('subscriptions/listen', { notifications }));
    await until(() => client.desk.running === 100);
    expect(client.desk.running).toBe(100);
    response.destroy();
    await expectAlive(client);
  });

  it('are limited to 1,024 requests of 2026-07-28, also if they arrive together', async () => {
    const client = await connect(eras[1]);
    const listen = (uri: string) =>
      client.messageOf('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } });
    const opened = await Promise.all(uris.slice(0, 1_200).map((uri) => begin(client, listen(uri))));
    await until(() => client.desk.running >= 1_024);
    expect(client.desk.running).toBe(1_024);
    for (const response of opened) response.destroy();
    await expectAlive(client);
  }, 60_000);
});

it('a subscription that is begun, ended and begun again at once is one', async () => {
  const client = await connect(eras[0]);
  const params = { uri: 'desk://rooms/a' };
  await Promise.all(
    ['subscribe', 'unsubscribe', 'subscribe'].map((method) => request(client, `resources/${method}`, params)),
  );
  expect(client.desk.running).toBe(1);
  await request(client, 'resources/unsubscribe', params);
  await expectAlive(client);
});
