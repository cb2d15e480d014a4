import type Anthropic from '@anthropic-ai/sdk';
import type { GoogleGenAI } from '@google/genai';
import type OpenAI from 'openai';
import { readToolCalls, Tool, Toolkit, ToolRegistry } from 'toolwright';
import { scriptedModel } from 'toolwright/testing';

class Shop extends ToolRegistry {
  @Tool({ params: { query: { type: String } } })
  find(query: string): string[] {
    return [`${query} pot`];
  }
}
const toolkit = new Toolkit();
toolkit.register(new Shop());

const script = [
  { text: 'Let me look.', calls: [{ name: 'find', input: { query: 'tea' } }] },
  'There is a tea pot.',
] as const;

/** The loop of an application with OpenAI's Chat Completions. */
async function answerWith(client: OpenAI, question: string): Promise<string | null> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }];
  for (;;) {
    const answer = await client.chat.completions.create({
      model: 'gpt-5',
      messages,
      tools: toolkit.toOpenAI<never>({ api: 'chat' }),
    });
    const message = answer.choices[0]?.message;
    if (message === undefined) return null;
    messages.push(message);
    const calls = readToolCalls(answer);
    if (calls.length === 0) return message.content;
    for (const { id, name, input } of calls) {
      messages.push((await toolkit.execute(name, input, { callId: id })).toMessage('openai'));
    }
  }
}

describe('a scripted model', () => {
  it('is the client of a loop, and keeps the requests', async () => {
    const model = scriptedModel('openai', script);
    expect(await answerWith(model.client as OpenAI, 'Is there tea?')).toBe('There is a tea pot.');
    model.assertFinished();
    expect(model.requests).toHaveLength(2);
    expect(model.requests[1]).toMatchObject({
      messages: [
        { role: 'user' },
        { role: 'assistant', content: 'Let me look.', tool_calls: [{ id: 'call_1', type: 'function' }] },
        { role: 'tool', tool_call_id: 'call_1', content: '["tea pot"]' },
      ],
    });
  });

  it('keeps requests as they were, although a loop changes its messages', async () => {
    const model = scriptedModel('openai', script);
    await answerWith(model.client as OpenAI, 'Is there tea?');
    expect(model.requests[0]).toMatchObject({ messages: [{ role: 'user', content: 'Is there tea?' }] });
  });

  it('answers as Responses of OpenAI', async () => {
    const { client } = scriptedModel('openai-responses', script);
    const { responses } = client as OpenAI;
    const answer = await responses.create({ model: 'gpt-5', input: 'Is there tea?' });
    expect(readToolCalls(answer)).toEqual([{ id: 'call_1', name: 'find', input: { query: 'tea' } }]);
    const last = await responses.create({ model: 'gpt-5', input: [] });
    expect([last.output_text, readToolCalls(last)]).toEqual(['There is a tea pot.', []]);
  });

  it('answers as Messages of Anthropic', async () => {
    const { client } = scriptedModel('anthropic', script);
    const { messages } = client as Anthropic;
    const answer = await messages.create({ model: 'claude-5', max_tokens: 100, messages: [] });
    expect([answer.stop_reason, answer.content[0]]).toEqual(['tool_use', { type: 'text', text: 'Let me look.' }]);
    expect(readToolCalls(answer)).toEqual([{ id: 'call_1', name: 'find', input: { query: 'tea' } }]);
    const last = await messages.create({ model: 'claude-5', max_tokens: 100, messages: [] });
    expect([last.stop_reason, last.content]).toEqual(['end_turn', [{ type: 'text', text: 'There is a tea pot.' }]]);
  });

  it('answers as Gemini', async () => {
    const { client } = scriptedModel('gemini', script);
    const { models } = client as GoogleGenAI;
    const answer = await models.generateContent({ model: 'gemini-3', contents: [] });
    expect(readToolCalls(answer)).toEqual([{ id: 'call_1', name: 'find', input: { query: 'tea' } }]);
    expect(answer.functionCalls).toMatchObject([{ name: 'find' }]);
    const last = await models.generateContent({ model: 'gemini-3', contents: [] });
    expect([last.text, readToolCalls(last)]).toEqual(['There is a tea pot.', []]);
  });

  it('decides by the request if a turn is a function, and fails if it is an error', async () => {
    const model = scriptedModel('openai', [
      (request: { messages: unknown[] }) => `You sent ${request.messages.length} message.`,
      new Error('429 Too Many Requests'),
    ]);
    const client = model.client as OpenAI;
    expect(await answerWith(client, 'Hello')).toBe('You sent 1 message.');
    await expect(answerWith(client, 'Hello')).rejects.toThrow('429 Too Many Requests');
  });

  it('gives each call its own ID, or the one that the script names', async () => {
    const { respond } = scriptedModel('anthropic', [
      {
        calls: [
          { name: 'find', input: {} },
          { name: 'find', input: {}, id: 'mine' },
        ],
      },
      { calls: [{ name: 'find', input: {} }] },
    ]);
    expect(readToolCalls(await respond({})).map(({ id }) => id)).toEqual(['call_1', 'mine']);
    expect(readToolCalls(await respond({})).map(({ id }) => id)).toEqual(['call_2']);
  });

  it('fails by number when it is asked more often than the script says', async () => {
    const model = scriptedModel('openai', ['Hello.']);
    await model.respond({});
    await expect(model.respond({})).rejects.toThrow('The script has 1 turn, but the model was asked 2 times.');
  });

  it('says which turns are left', async () => {
    const model = scriptedModel('openai', script);
    expect(() => model.assertFinished()).toThrow('The model was asked 0 times, but the script has 2 turns.');
    await model.respond({});
    expect(() => model.assertFinished()).toThrow('The model was asked 1 time, but the script has 2 turns.');
  });

  it('refuses an unknown API, and a turn that is none', async () => {
    expect(() => scriptedModel('openia' as never, [])).toThrow(
      "scriptedModel: there is no API 'openia'. Did you mean 'openai'?",
    );
    expect(() => scriptedModel('openai', [{ call: [] } as never])).toThrow(
      "scriptedModel: turn 0: there is no option 'call'. Did you mean 'calls'?",
    );
    const { respond } = scriptedModel('openai', [() => 5 as never]);
    await expect(respond({})).rejects.toThrow(
      'scriptedModel: turn 0 must be a string, an object with text or calls, a function or an Error',
    );
  });
});
