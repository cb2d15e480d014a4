import { respond, Tool, Toolkit, ToolRegistry, text } from 'toolwright';
import { mcpSource } from 'toolwright/mcp';
import { connectEra, type Era, eras, serveEra } from './both-clients.js';
import { closeAfterTest } from './clients.js';

class Shop extends ToolRegistry {
  @Tool()
  price() {
    return respond({ content: [text('5')], metadata: { internal: 1 }, meta: { 'com.example/unit': 'EUR' } });
  }

  @Tool()
  async *fail() {
    yield respond({ content: [text('a')], meta: { 'com.example/step': 1 } });
    throw new Error('broken');
  }

  @Tool()
  reserve() {
    return respond({ content: [text('5')], meta: { 'io.modelcontextprotocol/unit': 'EUR' } });
  }
}

function serveShop(era: Era): Promise<URL> {
  const toolkit = new Toolkit();
  toolkit.register(new Shop());
  return serveEra(era, toolkit);
}

describe.each(eras)('the meta of a result for a client of $version', (era) => {
  it('is the _meta of the result, without the metadata', async () => {
    const client = await connectEra(era, await serveShop(era));
    const result = await client.callTool({ name: 'price' });
    expect(result._meta).toMatchObject({ 'com.example/unit': 'EUR' });
    expect(JSON.stringify(result)).not.toContain('internal');
  });

  it('is sent with the error of a failure', async () => {
    const client = await connectEra(era, await serveShop(era));
    const result = await client.callTool({ name: 'fail' });
    expect(result).toMatchObject({ isError: true });
    expect(result._meta).toMatchObject({ 'com.example/step': 1, 'toolwright/error': { code: 'execution' } });
  });

  it('is refused by name if MCP reserves its key', async () => {
    const client = await connectEra(era, await serveShop(era));
    const result = await client.callTool({ name: 'reserve' });
    expect(result).toMatchObject({ isError: true });
    expect(JSON.stringify(result.content)).toContain('io.modelcontextprotocol/unit');
  });

  it('is the frozen meta of an imported tool', async () => {
    const transport = { url: String(await serveShop(era)) };
    const source = mcpSource({ name: 'shop', prefix: false, sdk: era.sdk, transport, onWarning: () => {} });
    closeAfterTest(() => source.close());
    const toolkit = new Toolkit();
    await toolkit.registerSource(source);
    const { meta } = await toolkit.execute('price');
    expect(meta).toEqual({ 'com.example/unit': 'EUR' });
    expect(Object.isFrozen(meta)).toBe(true);
  });
});
