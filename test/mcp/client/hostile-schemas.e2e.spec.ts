import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ListToolsRequestSchema, type Tool as RemoteTool } from '@modelcontextprotocol/sdk/types.js';
import { DefinitionError, type JsonSchema, Toolkit } from 'toolwright';
import { fromMcp, type McpSource, type McpSourceOptions } from 'toolwright/mcp';
import { digestNameOf } from '../../../src/tool/spec/plain-name.js';
import { expectCpuMsBelow } from '../../support/cpu-time.js';
import { useSources } from './servers.js';

const open = useSources();

/** A server that lists whatever `tools` contains. */
async function connectTo(tools: unknown[]): Promise<Client> {
  const server = new Server({ name: 'hostile', version: '1' }, { capabilities: { tools: { listChanged: true } } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools as RemoteTool[] }));
  const client = new Client({ name: 'test', version: '1' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  open.closeAfterTest(() => client.close());
  return client;
}

async function sourceOf(tools: unknown[], options: Partial<McpSourceOptions> = {}): Promise<McpSource> {
  return open.source({ name: 's', transport: await connectTo(tools), ...options });
}

function withValue(value: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties: { value }, ...more };
}

function doubling(levels: number): JsonSchema {
  const $defs: Record<string, JsonSchema> = { [`d${levels}`]: { type: 'string' } };
  for (let level = 0; level < levels; level++) {
    const half = { $ref: `#/$defs/d${level + 1}` };
    $defs[`d${level}`] = { allOf: [half, half] };
  }
  return withValue({ $ref: '#/$defs/d0' }, { $defs });
}

function mutual(count: number): JsonSchema {
  const names = Array.from({ length: count }, (_, index) => `d${index}`);
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
  return withValue({ $ref: '#/$defs/d0' }, { $defs: Object.fromEntries(names.map((name) => [name, { properties }])) });
}

function wide(count: number): JsonSchema {
  const names = Array.from({ length: count }, (_, index) => `p${index}`);
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) };
}

function chain(wrap: (next: JsonSchema) => JsonSchema): JsonSchema {
  const $defs: Record<string, JsonSchema> = { d1900: { type: 'string' } };
  for (let level = 0; level < 1_900; level++) $defs[`d${level}`] = wrap({ $ref: `#/$defs/d${level + 1}` });
  return withValue({ $ref: '#/$defs/d0' }, { $defs });
}

/** Requires every property, each of which begins a chain of references. */
function chains(properties: number, levels: number): JsonSchema {
  const $defs: Record<string, JsonSchema> = { [`d${levels}`]: { type: 'string', default: 'x' } };
  for (let level = 0; level < levels; level++) $defs[`d${level}`] = { $ref: `#/$defs/d${level + 1}` };
  const names = Array.from({ length: properties }, (_, index) => `p${index}`);
  const each = Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/d0' }]));
  return { type: 'object', properties: each, required: names, $defs };
}

describe('a schema of a server', () => {
  it.each<[string, JsonSchema, string]>([
    [
      'doubles its size with each reference',
      doubling(36),
      'more than 25000 JSON values once its references are expanded',
    ],
    ['has definitions that all contain each other', mutual(12), 'more than 25000 JSON values once its references'],
    ['has a long chain of properties', chain((a) => ({ properties: { a } })), 'nested'],
    ['has a long chain of items', chain((items) => ({ items })), 'nested'],
    ['has a long chain of allOf', chain((next) => ({ allOf: [next] })), 'nested'],
    ['has a long chain of anyOf', chain((next) => ({ anyOf: [next] })), 'nested'],
    ['has a long chain of not', chain((not) => ({ not })), 'nested'],
    ['is too large', withValue({ description: 'x'.repeat(262_144) }), 'more than 262144 bytes (schemaBytes)'],
    ['has too many properties', wide(2_001), 'more than 2000 members in one object or array (schemaMembers)'],
    [
      'has too many values',
      withValue({ anyOf: new Array(6).fill(wide(1_900)) }),
      'more than 10000 JSON values (schemaNodes)',
    ],
    [
      'is nested too deep',
      JSON.parse(`{"type":"object","not":${'{"not":'.repeat(70)}{}${'}'.repeat(70)}}`) as JsonSchema,
      'more than 64 levels (schemaDepth)',
    ],
    [
      'has a pattern with too many states',
      withValue({ pattern: 'a{900}b{900}' }),
      'at most 1000 are allowed (patternStates)',
    ],
    ['has a pattern with a lookahead', withValue({ pattern: '(?=a+)b' }), 'cannot be matched in linear time'],
    [
      'has such a name of properties',
      { type: 'object', patternProperties: { '(a)\\1': true } },
      'cannot be matched in linear',
    ],
  ])('quarantines its tool with the reason if it %s', async (_, schema, reason) => {
    for (const field of ['inputSchema', 'outputSchema']) {
      const tools = [
        { name: 'bad', inputSchema: { type: 'object' }, [field]: schema },
        { name: 'good', inputSchema: { type: 'object' } },
      ];
      const source = await sourceOf(tools);
      expect((await source.specs()).map(({ name }) => name)).toEqual(['s__good']);
      expect(source.quarantined).toEqual([{ name: 'bad', reason: expect.stringContaining(reason) }]);
    }
  });

  it('is imported, exported and validated if it is large, but within the limits', async () => {
    const schema = withValue({ type: 'array', items: { anyOf: [wide(1_500), wide(1_400)] } });
    const source = await sourceOf([{ name: 'large', inputSchema: schema }]);
    const [spec] = await source.specs();
    expect(spec?.toGemini({ onWarning: () => {} }).name).toBe('s__large');
    expect((await spec?.validate({ value: [{ p1: 'a' }] }))?.ok).toBe(true);
    expect((await spec?.validate({ value: [{ p1: 5 }] }))?.ok).toBe(false);
  });

  it.each([
    [1_900, 'deeper than 256 levels once its references are expanded'],
    [200, 'more than 25000 JSON values once its references are expanded'],
  ])('is refused quickly if each property begins a chain of %i references', async (levels, reason) => {
    await expectCpuMsBelow(2_000, async () => {
      const source = await sourceOf([{ name: 'tool', inputSchema: chains(1_900, levels) }]);
      expect(await source.specs()).toEqual([]);
      expect(source.quarantined).toEqual([{ name: 'tool', reason: expect.stringContaining(reason) }]);
    });
  });

  it('is limited together with everything else that the server sends about the tool', async () => {
    const _meta = { notes: new Array(2_001).fill(0) };
    const inputSchema = { type: 'object' };
    const tools = [
      { name: 'meta', inputSchema, _meta },
      { name: 'text', inputSchema, description: 'x'.repeat(300_000) },
    ];
    const source = await sourceOf(tools);
    expect(await source.specs()).toEqual([]);
    expect(source.quarantined.map(({ reason }) => reason)).toEqual([
      'its definition has more than 2000 members in one object or array (schemaMembers)',
      'its definition has more than 262144 bytes (schemaBytes)',
    ]);
  });

  it('has the limits of the options', async () => {
    const tools = [{ name: 'wide', inputSchema: wide(20) }];
    const source = await sourceOf(tools, { limits: { schemaMembers: 10 } });
    expect(await source.specs()).toEqual([]);
    expect(source.quarantined[0]?.reason).toContain('more than 10 members');
    await expect(sourceOf(tools, { limits: { schemaMember: 10 } as object })).rejects.toThrow(
      "Did you mean 'schemaMembers'?",
    );
    const client = await connectTo(tools);
    const tool = { name: 'wide', inputSchema: wide(20) as RemoteTool['inputSchema'] };
    expect(() => fromMcp(tool, client, { limits: { schemaNodes: 5 } })).toThrow(DefinitionError);
    expect(fromMcp(tool, client).name).toBe('wide');
  });
});

describe('validation with a schema of a server', () => {
  it.each<[string, JsonSchema, unknown, string]>([
    [
      'a text that is too long for a pattern',
      { pattern: '^(?:[ab]|a){0,200}c' },
      'ab'.repeat(5_000),
      'is too long for the pattern "^(?:[ab]|a){0,200}c": matching takes more than 200000 steps (patternWork)',
    ],
    [
      'values that take too many steps',
      { type: 'array', items: { allOf: Array.from({ length: 60 }, () => ({ type: 'integer' as const })) } },
      Array.from({ length: 9_000 }, (_, index) => index),
      'takes more than 200000 steps to validate (validationSteps)',
    ],
  ])('refuses %s', async (_, schema, value, message) => {
    const [spec] = await (await sourceOf([{ name: 'tool', inputSchema: withValue(schema) }])).specs();
    await expectCpuMsBelow(500, async () => {
      const result = await spec?.validate({ value });
      expect(result?.ok === false && result.issues).toEqual([
        { path: expect.stringMatching(/^\/value/), message, rule: 'limit' },
      ]);
    });
  });

  it('matches patterns that are exponential in other engines', async () => {
    const pattern = `^${'(a|[ab])'.repeat(34)}c$`;
    const [spec] = await (
      await sourceOf([{ name: 'tool', inputSchema: withValue({ type: 'string', pattern }) }])
    ).specs();
    expect((await spec?.validate({ value: 'a'.repeat(40) }))?.ok).toBe(false);
    expect((await spec?.validate({ value: `${'a'.repeat(34)}c` }))?.ok).toBe(true);
  });
});

describe('a tool of a server with an extended model', () => {
  it('matches the patterns of the server in linear time, too', async () => {
    const inputSchema = withValue({ type: 'string', pattern: '^(a+)+$' });
    const toolkit = new Toolkit();
    await toolkit.registerSource(await sourceOf([{ name: 'tool', inputSchema }]));
    toolkit.setExtendedModel('s__tool', { type: 'object', properties: { why: { type: 'string' } } });
    await expectCpuMsBelow(500, async () => {
      const result = await toolkit.get('s__tool')?.validate({ value: `${'a'.repeat(40)}!`, why: 'x' });
      expect(result?.ok).toBe(false);
    });
  });
});

describe('the names of a server', () => {
  const tool = (name: string): object => ({ name, inputSchema: { type: 'object' } });
  const [dotted, twin] = ['read_file_dd32cdf5', digestNameOf('read_file_dd32cdf5', '', 8)];

  it('do not change what a name calls when the list is in another order', async () => {
    const tools = [tool('read.file'), tool('read/file'), tool(dotted)];
    const source = await sourceOf(tools, { prefix: false });
    const calls = new Map((await source.specs()).map(({ name }) => [name, source.remoteName(name)]));
    expect(calls.size).toBe(3);
    tools.reverse();
    for (const { name } of await source.specs()) expect(source.remoteName(name)).toBe(calls.get(name));
  });

  it('never begin to call another tool', async () => {
    const tools = [tool('read.file'), tool('read/file')];
    const source = await sourceOf(tools, { prefix: false });
    expect((await source.specs()).map(({ name }) => name)).toContain(dotted);
    tools.splice(0, 2, tool(dotted));
    expect((await source.specs()).map(({ name }) => [name, source.remoteName(name)])).toEqual([[twin, dotted]]);
  });

  it('are not lost together when two of them collide', async () => {
    const toolkit = new Toolkit();
    const tools = [tool('read.file'), tool('read/file'), tool('read_file'), tool(dotted)];
    await toolkit.registerSource(await sourceOf(tools, { prefix: false }));
    expect(toolkit.list()).toHaveLength(4);
  });
});
