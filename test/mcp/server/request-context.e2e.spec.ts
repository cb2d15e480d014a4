import { type CallRequest, Tool, ToolContext, Toolkit, ToolRegistry } from 'toolwright';
import { connectEra, eras, serveEra } from './both-clients.js';
import { connectInMemory } from './clients.js';

class Probe extends ToolRegistry {
  readonly requests: (CallRequest | undefined)[] = [];
  readonly metas: ToolContext['meta'][] = [];

  @Tool()
  look(ctx: ToolContext): string {
    this.requests.push(ctx.request);
    this.metas.push(ctx.meta);
    return 'seen';
  }
}

function probeToolkit() {
  const toolkit = new Toolkit();
  const probe = new Probe();
  toolkit.register(probe);
  return { toolkit, probe };
}

describe.each(eras)('a tool served over HTTP to a client of $version', (era) => {
  it('reads the request of each call without credentials', async () => {
    const { toolkit, probe } = probeToolkit();
    let count = 0;
    const url = await serveEra(era, toolkit);
    url.search = '?key=s3cr3t';
    const client = await connectEra(era, url, () => ({ 'x-count': `${++count}`, 'x-api-key': 's3cr3t' }));
    await client.callTool({ name: 'look' });
    await client.callTool({ name: 'look' });
    const [first, second] = probe.requests;
    expect(first).toMatchObject({ method: 'POST', path: '/mcp', address: '127.0.0.1' });
    expect(first?.redacted).toContain('x-api-key');
    expect(Number(second?.headers['x-count'])).toBe(Number(first?.headers['x-count']) + 1);
    expect(JSON.stringify(probe.requests)).not.toContain('s3cr3t');
  });

  it('reads the _meta of each call without the keys of the protocol', async () => {
    const { toolkit, probe } = probeToolkit();
    const client = await connectEra(era, await serveEra(era, toolkit));
    const own = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'com.example/a': { b: [1] } };
    await client.callTool({ name: 'look', _meta: { ...own, progressToken: 7 } });
    await client.callTool({ name: 'look' });
    expect(probe.metas).toEqual([own, undefined]);
    expect(Object.isFrozen(probe.metas[0]?.['com.example/a'])).toBe(true);
  });
});

describe('a tool served over another transport than HTTP', () => {
  it('has no request, and reads the _meta of its call', async () => {
    const { toolkit, probe } = probeToolkit();
    const client = await connectInMemory(toolkit);
    await client.callTool({ name: 'look', _meta: { 'com.example/a': 1 } });
    expect(probe.requests).toEqual([undefined]);
    expect(probe.metas).toEqual([{ 'com.example/a': 1 }]);
  });
});
