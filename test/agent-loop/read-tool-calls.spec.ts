import type { Message } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ChatCompletion } from 'openai/resources/chat/completions';
import type { Response } from 'openai/resources/responses/responses';
import { readToolCalls, Toolkit, ToolSpec } from 'toolwright';
import { fc } from '../support/fast-check.js';

const chat = (message: object): unknown => ({ object: 'chat.completion', choices: [{ index: 0, message }] });
const chatCall = (args: string, name: unknown = 'add') => ({
  id: 'call_1',
  type: 'function',
  function: { name, arguments: args },
});

describe('readToolCalls', () => {
  it('reads the calls of a chat completion of OpenAI', () => {
    const answer = chat({ role: 'assistant', content: null, tool_calls: [chatCall('{"a":1}'), chatCall('{"a":2}')] });
    expect(readToolCalls(answer as ChatCompletion)).toEqual([
      { id: 'call_1', name: 'add', input: { a: 1 } },
      { id: 'call_1', name: 'add', input: { a: 2 } },
    ]);
    expect(readToolCalls(chat({ function_call: { name: 'add', arguments: '{}' } }))).toEqual([
      { name: 'add', input: {} },
    ]);
    expect(readToolCalls(chat({ content: 'Done.', tool_calls: null }))).toEqual([]);
  });

  it('reads the calls of a response of OpenAI', () => {
    const output = [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'add', arguments: '{"a":1}', status: 'completed' },
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
    ];
    const answer = { object: 'response', output, output_text: '' } as unknown as Response;
    expect(readToolCalls(answer)).toEqual([{ id: 'call_1', name: 'add', input: { a: 1 } }]);
  });

  it('reads the calls of a message of Anthropic, without those that the provider has run', () => {
    const content = [
      { type: 'text', text: 'Let me add.' },
      { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 1 } },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
    ];
    const answer = { type: 'message', role: 'assistant', content } as unknown as Message;
    expect(readToolCalls(answer)).toEqual([{ id: 'toolu_1', name: 'add', input: { a: 1 } }]);
  });

  it('reads the calls of Gemini, also without IDs and arguments', () => {
    const parts = [
      { thought: true, text: 'hm' },
      { functionCall: { name: 'add', args: { a: 1 } }, thoughtSignature: 'x' },
      { functionCall: { id: 'f1', name: 'now' } },
    ];
    expect(readToolCalls({ candidates: [{ content: { role: 'model', parts } }] })).toEqual([
      { name: 'add', input: { a: 1 } },
      { id: 'f1', name: 'now', input: {} },
    ]);
    expect(readToolCalls({ candidates: [{ finishReason: 'SAFETY' }] })).toEqual([]);
    expect(readToolCalls({ promptFeedback: { blockReason: 'SAFETY' } })).toEqual([]);
  });

  it('reads the calls of the AI SDK that neither it nor the provider has run', () => {
    const call = (toolCallId: string, more: object = {}) => {
      return { type: 'tool-call', toolCallId, toolName: 'add', input: { a: 1 }, ...more };
    };
    const content = [
      call('1'),
      call('2'),
      { type: 'tool-result', toolCallId: '2' },
      call('3', { providerExecuted: true }),
    ];
    const result = {
      content,
      toolCalls: content.filter(({ type }) => type === 'tool-call'),
      get output() {
        throw new Error('No output generated.');
      },
    };
    expect(readToolCalls(result)).toEqual([{ id: '1', name: 'add', input: { a: 1 } }]);
    expect(readToolCalls({ toolCalls: [call('4')] })).toEqual([{ id: '4', name: 'add', input: { a: 1 } }]);
  });

  it('keeps arguments that are not the JSON text of an object, and a toolkit repairs them', async () => {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.fromFunction((a: number) => a + 1, { name: 'add', params: { a: { type: Number } } }));
    const [call] = readToolCalls(chat({ tool_calls: [chatCall("{'a': 1,}")] }));
    expect(call).toEqual({ id: 'call_1', name: 'add', input: "{'a': 1,}" });
    expect((await toolkit.execute('add', call?.input)).data).toBe(2);
    expect(readToolCalls(chat({ tool_calls: [chatCall('[1]')] }))).toMatchObject([{ input: '[1]' }]);
    expect(readToolCalls(chat({ tool_calls: [chatCall('')] }))).toMatchObject([{ input: {} }]);
  });

  it('returns a call without a name, so that the model receives an error', async () => {
    const [call] = readToolCalls(chat({ tool_calls: [chatCall('{}', 7)] }));
    expect(call).toEqual({ id: 'call_1', name: '', input: {} });
    expect((await new Toolkit().execute('', {})).error?.code).toBe('tool_not_found');
  });

  it.each([undefined, null, 'text', 7, [], {}, { error: { message: 'overloaded' } }, Promise.resolve({ choices: [] })])(
    'rejects %p, which is no answer',
    (answer) => {
      expect(() => readToolCalls(answer)).toThrow(expect.objectContaining({ code: 'definition' }));
    },
  );

  it('rejects an answer that cannot be read', () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(() => readToolCalls(proxy)).toThrow('readToolCalls: an unreadable object is not an answer');
  });

  it('returns a list for malformed parts of an answer', () => {
    const key = fc.constantFrom('choices', 'candidates', 'content', 'output', 'toolCalls', 'promptFeedback');
    const name = fc.constantFrom(
      'message',
      'tool_calls',
      'function',
      'content',
      'parts',
      'functionCall',
      'type',
      'input',
    );
    const { tree } = fc.letrec((tie) => ({
      leaf: fc.oneof(fc.constantFrom('tool_use', 'tool-call', 'function_call', null, 7, ''), fc.string()),
      tree: fc.oneof(
        { maxDepth: 6 },
        tie('leaf'),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(name, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(key, fc.array(tree), (one, list) => {
        for (const call of readToolCalls({ [one]: list })) expect(typeof call.name).toBe('string');
      }),
    );
  });
});
