// What both servers of protocol version 2026-07-28 serve: tools of all kinds, resources and prompts, and tools with large
// results.
import {
  definePrompt,
  defineResource,
  file,
  image,
  offload,
  resource,
  ServerError,
  Toolkit,
  ToolSpec,
  video,
} from '../../dist/index.js';

const text = { type: 'string' };
const cityForm = { type: 'object', properties: { city: text }, required: ['city'] };

function tool(name, execute, { properties = {}, required = [], ...more } = {}) {
  return ToolSpec.create({
    name,
    inputSchema: { type: 'object', properties, required },
    executor: { kind: 'native', execute },
    ...more,
  });
}

async function askCity(ctx, message) {
  const answer = await ctx.ask(cityForm, { message });
  return answer.kind === 'accept' ? answer.data.city : answer.kind;
}

function report(ctx) {
  ctx.progress(1, 3, 'begun');
  ctx.log('debug', 'looked', { at: 3 });
  ctx.progress(2, 3);
  ctx.log('warn', 'odd');
  ctx.log('error', 'wrong');
  return 'reported';
}

const plainTools = [
  tool('echo', ({ text: said }) => said, { properties: { text }, required: ['text'], description: 'Returns a text.' }),
  tool('double', ({ n }) => ({ n, twice: 2 * n }), {
    properties: { n: { type: 'integer' } },
    required: ['n'],
    outputSchema: { type: 'object', properties: { n: { type: 'integer' }, twice: { type: 'integer' } } },
  }),
  tool('list', () => [1, 'two', null], { outputSchema: { type: 'array' } }),
  tool('nothing', () => undefined),
  tool('show', () => [
    image('AAEC', 'image/png'),
    resource({ uri: 'file:///b', blob: 'AA==' }),
    video('AA==', 'video/mp4'),
    file('AA==', { mimeType: 'text/csv', name: 'ä/b.csv', annotations: { priority: 1 } }),
    image({ url: 'https://a.example/cat.png?size=2' }, 'image/png'),
  ]),
  tool('refuse', () => {
    throw new ServerError('The shop is closed.', { details: { until: 9 } });
  }),
  tool('crash', () => {
    throw new TypeError('x is not a function');
  }),
  tool('invalid', () => ({ n: 'no number' }), {
    outputSchema: { type: 'object', properties: { n: { type: 'number' } } },
  }),
  tool('report', (_, ctx) => report(ctx)),
  tool('count', async function* () {
    yield 'one ';
    yield 'two';
  }),
  tool('trip', async (_, ctx) => `from ${await askCity(ctx, 'From?')} to ${await askCity(ctx, 'To?')}`),
  // Its calls wait, also where others run again.
  tool(
    'book',
    async (_, ctx) => {
      const from = await ctx.ask(cityForm, { message: 'From?', key: 'from' });
      return `${from.kind} ${from.data?.city} to ${await askCity(ctx, 'To?')}`;
    },
    { annotations: { idempotentHint: false } },
  ),
  tool('remove', () => 'removed', { needsApproval: true }),
  tool('think', async (_, ctx) => (await ctx.sample('Hi')).text),
  tool('folders', async (_, ctx) => (await ctx.roots()).map(({ uri }) => uri)),
  tool('gather', async (_, ctx) => {
    const [city, { text: said }, [root]] = await Promise.all([askCity(ctx, 'Where?'), ctx.sample('Hi'), ctx.roots()]);
    return `${city} ${said} ${root?.uri}`;
  }),
  tool('find', ({ region, zone, isOpen, place }) => `${region} ${zone} ${isOpen} ${place?.street}`, {
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      zone: { type: 'integer', 'x-mcp-header': 'Zone' },
      isOpen: { type: 'boolean', 'x-mcp-header': 'Is-Open' },
      place: { type: 'object', properties: { street: { type: 'string', 'x-mcp-header': 'Street' } } },
    },
  }),
];

const id = { properties: { id: text }, required: ['id'] };

const offers = [
  defineResource(
    'shop://policy',
    tool('policy', () => 'Within 30 days.', { title: 'Returns', description: 'How to return goods' }),
    { mimeType: 'text/markdown', ttlMs: 1_000, cacheScope: 'public' },
  ),
  defineResource(
    'shop://logo',
    tool('logo', () => new Uint8Array([1, 2])),
    { mimeType: 'image/png', size: 2 },
  ),
  defineResource(
    'shop://orders/{id}',
    tool('order', (args) => args, id),
  ),
  defineResource(
    'shop://search{?q}',
    tool('search', (args) => args, { properties: { q: text } }),
  ),
  defineResource(
    'shop://refused',
    tool('refused', () => {
      throw new ServerError('The shop is closed.', { details: { until: 9 } });
    }),
  ),
  definePrompt(tool('reply', ({ id: order }) => `Reply to ${order}.`, { ...id, description: 'Replies.' })),
  definePrompt(
    tool('ship', ({ country }) => [image('AAEC', 'image/png'), `To ${country}`], {
      properties: { country: { type: 'string', enum: ['FR', 'DE'] }, isFast: { type: 'boolean' } },
    }),
  ),
  definePrompt(tool('plan', async (_, ctx) => `to ${await askCity(ctx, 'To?')}`)),
];

const longText = Array.from({ length: 400 }, (_, at) => `line ${at + 1}`).join('\n');

/** Creates a toolkit whose tools only return what they are asked for. */
export function createPlainToolkit() {
  const toolkit = new Toolkit();
  toolkit.register([...plainTools, ...offers]);
  return toolkit;
}

/** Creates a toolkit whose large results are resources. */
export function createOffloadingToolkit() {
  const toolkit = new Toolkit().use(offload({ overChars: 1_000 }));
  toolkit.register([tool('long', () => longText), tool('echo', ({ text: said }) => said, { properties: { text } })]);
  return toolkit;
}

/** The names of the tools. */
export const toolNames = [...plainTools.map(({ name }) => name), 'long', 'read_result'];
