import { Toolkit } from 'toolwright';
import { type McpConfig, type McpSources, type McpSourcesOptions, mcpSource, mcpSources } from 'toolwright/mcp';
import { RawHttpServer } from './raw-http-server.js';
import { freePort, rawServer, useSources } from './servers.js';

const open = useSources();

async function connect(config: McpConfig, options?: McpSourcesOptions): Promise<McpSources> {
  const sources = await mcpSources(config, { onWarning: (warning) => open.warnings.push(warning), ...options });
  open.closeAfterTest(() => sources.close());
  return sources;
}

describe('mcpSources', () => {
  it('connects the available servers and reports the others with their errors', async () => {
    const http = await new RawHttpServer().start();
    open.closeAfterTest(() => http.kill());
    const { active, failed } = await connect({
      mcpServers: {
        local: rawServer(),
        remote: { type: 'http', url: http.url, headers: { 'x-team': 'tea' } },
        missing: { command: '/no/such/program' },
        gone: { url: `http://127.0.0.1:${await freePort()}/mcp` },
        endless: rawServer('circle'),
        odd: {},
        off: { command: '/no/such/program', disabled: true },
      },
    });
    expect(active.map(({ name }) => name)).toEqual(['local', 'remote']);
    expect(failed.map(({ name, error }) => [name, error.code])).toEqual([
      ['missing', 'network'],
      ['gone', 'network'],
      ['endless', 'execution'],
      ['odd', 'definition'],
    ]);
    const toolkit = new Toolkit();
    for (const source of active) await toolkit.registerSource(source);
    expect((await toolkit.execute('local__echo', { text: 'tea' })).data).toBe('tea');
    expect((await toolkit.execute('remote__echo', { text: 'tea' })).data).toBe('tea');
    await toolkit.clear();
  });

  it('accepts options for all servers and for one server', async () => {
    const { active } = await connect(
      { mcpServers: { a: rawServer(), b: rawServer() } },
      { raw: true, servers: { b: { include: ['echo'], prefix: false } } },
    );
    const [a = [], b = []] = await Promise.all(active.map((source) => source.specs()));
    expect(a.length).toBeGreaterThan(1);
    expect(b.map(({ name }) => name)).toEqual(['echo']);
    expect((await b[0]?.exec({ text: 'tea' }))?.metadata).toMatchObject({ raw: { content: [{ text: 'tea' }] } });
  });

  it('rejects an invalid configuration', async () => {
    await expect(mcpSources({} as McpConfig)).rejects.toMatchObject({ code: 'definition' });
  });
});

describe('mcpSource', () => {
  it.each([
    [{ name: '', transport: rawServer() }, 'name must be a non-empty string'],
    [{ name: 'a', transport: {} }, 'transport must have a command or a url'],
    [{ name: 'a', transport: rawServer(), include: ['x'], exclude: ['x'] }, "'x' is both included and excluded"],
    [{ name: 'a', transport: rawServer(), maxPages: 0 }, 'maxPages must be a number above 0'],
  ])('rejects %o', (options, message) => {
    expect(() => mcpSource(options as Parameters<typeof mcpSource>[0])).toThrow(message);
  });

  it('warns about options that name no tool, and quarantines a tool whose preset does not fit', async () => {
    const source = open.raw('tools', {
      include: ['received', 'absent'],
      preset: { received: { gone: 1 } },
    });
    expect(await source.specs()).toEqual([]);
    expect(source.quarantined).toMatchObject([{ name: 'received', reason: expect.stringContaining("'gone'") }]);
    expect(open.warnings.map(({ kind }) => kind)).toEqual(['quarantined', 'absent']);
  });

  it('retains the specs of unchanged tools', async () => {
    const source = open.raw();
    const [before] = await source.specs();
    const [after] = await source.specs();
    expect(after).toBe(before);
  });

  it('never replaces a local tool with a remote one', async () => {
    const local = function echo(): string {
      return 'mine';
    };
    const first = new Toolkit({ onDuplicate: 'replace' });
    first.register(local);
    await first.registerSource(open.raw('one-bad', { prefix: false }));
    expect((await first.execute('echo', {})).data).toBe('mine');
    expect((await first.execute('three', { text: 'theirs' })).data).toBe('theirs');

    const second = new Toolkit();
    await second.registerSource(open.raw('one-bad', { prefix: false }));
    second.register(local);
    expect((await second.execute('echo', {})).data).toBe('mine');
  });
});
