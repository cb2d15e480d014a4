import { createServer } from 'node:http';

/** A server in place of Google's, whose model searches for tea, and then reports the result. */
const server = createServer(async (request, response) => {
  const { contents } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const parts = contents.flatMap((content) => content.parts);
  const result = parts.find((part) => part.functionResponse !== undefined)?.functionResponse;
  const call = { functionCall: { id: 'call_1', name: 'search', args: { query: 'tea', limit: '1' } } };
  const part = result === undefined ? call : { text: `I found ${result.response.output}.` };
  const answer = { candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
server.unref();

export const baseUrl = `http://127.0.0.1:${server.address().port}`;
