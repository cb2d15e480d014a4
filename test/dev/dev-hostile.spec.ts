import { Toolkit, ToolSpec, text } from 'toolwright';
import { type DevHandler, devHandler } from 'toolwright/dev';
import { DevClient } from './dev-client.js';

const html = '</script><script>alert(1)</script><img src=x onerror=alert(1)>';

/** Values that tools of other authors may return, and that must break neither the process nor the page. */
const results: Readonly<Record<string, () => unknown>> = {
  'an object that contains itself': () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    return cycle;
  },
  'an object that is nested deeply': () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 100_000; depth++) nested = [nested];
    return nested;
  },
  'a getter that throws': () => ({
    get one() {
      throw new Error('hostile');
    },
  }),
  'a revoked proxy': () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  'a toJSON that throws': () => ({
    toJSON() {
      throw new Error('hostile');
    },
  }),
  'a bigint': () => 2n ** 200n,
  'a symbol': () => Symbol('hostile'),
  'a function': () => () => html,
  HTML: () => html,
  'lone surrogates': () => '\ud800',
  'control characters': () => '\u0000\u001b[2J\u202e',
  'line breaks of an event stream': () => 'data: x\n\nevent: y\r\rid: 9\n\n',
  'a key __proto__': () => JSON.parse('{"__proto__":{"polluted":true}}'),
  'many keys': () => Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`key${index}`, index])),
  'a thrown text': () => {
    throw html;
  },
  'a rejection without a reason': () => Promise.reject(null),
  'an error whose message throws': () => {
    throw Object.defineProperty(new Error(), 'message', {
      get() {
        throw new Error('hostile');
      },
    });
  },
  'an annotation that is no JSON': () => [text('x', { _meta: { big: 1n, self: globalThis } })],
};

describe('the developer page and hostile tools', () => {
  let toolkit: Toolkit;
  let handler: DevHandler;
  let client: DevClient;

  beforeEach(async () => {
    toolkit = new Toolkit();
    handler = devHandler(toolkit);
    client = await DevClient.of(handler).listen();
  });

  afterEach(async () => {
    client.close();
    await handler.close();
  });

  it.each(Object.keys(results))('survive %s', async (name) => {
    const run = results[name] ?? (() => undefined);
    toolkit.register(ToolSpec.fromFunction(run, { name: 'hostile' }));
    toolkit.register(ToolSpec.fromFunction(() => 'fine', { name: 'fine' }));
    const events = await client.call('hostile', {});
    expect(events.map(({ type }) => type)).toEqual(['started', expect.stringMatching(/^(?:completed|failed)$/)]);
    expect((await client.call('fine', {})).at(-1)).toMatchObject({ output: { text: 'fine' } });
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('sends names and descriptions as data', async () => {
    toolkit.createGroup('group', { description: html, active: true });
    const hostile = ToolSpec.create({
      name: 'hostile',
      title: html,
      description: `${html}\n${'x'.repeat(100_000)}`,
      inputSchema: { type: 'object', properties: { [html]: { type: 'string', description: html } } },
      executor: { kind: html, execute: () => html },
    });
    toolkit.register(hostile, { group: 'group' });
    const { tools } = await client.request('describe', { scope: 'toolkit' });
    expect(tools[0]).toMatchObject({ title: html, kind: html });
    expect(await client.request('views', { name: 'hostile' })).toHaveLength(6);
    expect((await client.call('hostile', { [html]: html })).at(-1)).toMatchObject({ output: { text: html } });
  });

  it('describe a tool whose description fails without it', async () => {
    toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'one' }));
    const fails = ToolSpec.create({
      name: 'fails',
      description: () => {
        throw new Error('hostile');
      },
      executor: { kind: 'x', execute: () => 1 },
    });
    toolkit.register(fails);
    const { tools } = await client.request('describe', { scope: 'toolkit' });
    expect(tools.map(({ name }) => name)).toEqual(['one']);
  });

  it('survive a state with values that have no JSON form', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    toolkit.state.set('cycle', cycle);
    toolkit.state.set('map', new Map());
    toolkit.state.set('revoked', Object.create(null, { constructor: { value: html } }));
    toolkit.state.set('long', 'x'.repeat(1_000_000));
    const { state } = await client.request('describe', { scope: 'toolkit' });
    expect(state).toMatchObject([
      { key: 'cycle', kind: 'object', value: '[no JSON form]' },
      { key: 'map', kind: 'object', value: '[Map]' },
      { key: 'revoked' },
      { key: 'long', kind: 'object', value: '[too large]' },
    ]);
  });
});
