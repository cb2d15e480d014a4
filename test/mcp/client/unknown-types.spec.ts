import { mcpSources } from 'toolwright/mcp';

describe('the type of a server in a configuration', () => {
  it.each([
    ['htttp', "Did you mean 'http'?"],
    ['websocket', 'The types are stdio, http, streamable-http, streamableHttp, sse.'],
  ])('is refused if it is %s', async (type, hint) => {
    const { failed } = await mcpSources({ mcpServers: { a: { type, url: 'http://127.0.0.1:9/mcp' } } });
    expect(failed.map(({ error }) => error.message)).toEqual([
      `mcpSources: 'a' has the type "${type}", which does not exist. ${hint}`,
    ]);
  });

  it.each(['http', 'streamable-http', 'streamableHttp', 'sse'])('may be %s', async (type) => {
    const { failed } = await mcpSources({ mcpServers: { a: { type, url: 'http://127.0.0.1:9/mcp' } } });
    expect(failed.map(({ error }) => error.code)).toEqual(['network']);
  });
});
