import { createServer } from 'node:http';

/** A server in place of Anthropic's, whose model searches for tea, and then reports the result. */
const server = createServer(async (request, response) => {
  const { messages } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const results = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const result = results.find(({ type }) => type === 'tool_result');
  const call = { type: 'tool_use', id: 'call_1', name: 'search', input: { query: 'tea', limit: '1' } };
  const message = {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [result === undefined ? call : { type: 'text', text: `I found ${result.content}.` }],
    stop_reason: result === undefined ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
server.unref();

export const baseURL = `http://127.0.0.1:${server.address().port}`;
