import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Toolkit } from 'toolwright';
import { mcpSource } from 'toolwright/mcp';
import { never } from '../../execution/waiting.js';
import { useSources } from './servers.js';

const open = useSources();

describe('deadlineMs of mcpSource', () => {
  it('limits all attempts of a call together', async () => {
    let runs = 0;
    const server = new McpServer({ name: 'shop', version: '1' });
    server.registerTool('wait', {}, () => {
      runs++;
      return never;
    });
    const client = new Client({ name: 'test', version: '1' });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(far), client.connect(near)]);
    open.closeAfterTest(() => client.close());
    const toolkit = new Toolkit();
    const limits = { timeoutMs: 50, deadlineMs: 300, retry: { maxRetries: 1_000, delayMs: 0 } };
    await toolkit.registerSource(mcpSource({ name: 'shop', transport: client, ...limits }));
    const startedAt = performance.now();
    const { error } = await toolkit.execute('shop__wait');
    expect(performance.now() - startedAt).toBeLessThan(3_000);
    expect(error).toMatchObject({
      code: 'timeout',
      // On a busy machine, the last attempt may reach its own limit at the same time.
      message: expect.stringMatching(/^'shop__wait' .*(?:deadline of 300 ms|50 ms)/),
    });
    expect(runs).toBeGreaterThan(1);
    await toolkit.clear();
  });
});
