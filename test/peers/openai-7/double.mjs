import { createServer } from 'node:http';

/** A server in place of OpenAI's, whose model searches for tea, and then reports the result. */
const server = createServer(async (request, response) => {
  const chunks = await request.toArray();
  const { input, messages } = JSON.parse(Buffer.concat(chunks).toString());
  const answer = input === undefined ? answerChat(messages) : answerResponses(input);
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
server.unref();

export const baseURL = `http://127.0.0.1:${server.address().port}`;

const call = { name: 'search', arguments: '{"query":"tea","limit":"1"}' };

function answerResponses(input) {
  const result = typeof input === 'string' ? undefined : input.find(({ type }) => type === 'function_call_output');
  const text = { type: 'output_text', text: `I found ${result?.output}.`, annotations: [] };
  const message = { type: 'message', role: 'assistant', content: [text] };
  const output = [result === undefined ? { type: 'function_call', call_id: 'call_1', ...call } : message];
  return { id: 'r1', object: 'response', status: 'completed', output };
}

function answerChat(messages) {
  const result = messages.find(({ role }) => role === 'tool');
  const calls = [{ id: 'call_1', type: 'function', function: call }];
  const message =
    result === undefined
      ? { role: 'assistant', content: null, tool_calls: calls }
      : { role: 'assistant', content: `I found ${result.content}.` };
  return { id: 'c1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
}
