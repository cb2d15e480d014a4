import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { ToolFormatter, Toolkit, ToolSpec, type ToolStrategy } from 'toolwright';
import { expectCpuMsBelow } from '../support/cpu-time.js';

const add = ToolSpec.fromFunction((a: number, b: number) => a + b, {
  name: 'add',
  description: 'Adds numbers',
  params: { a: { type: Number }, b: { type: Number } },
});
const toolkit = new Toolkit();
toolkit.register(add);
const formatter = new ToolFormatter();
const one = { name: 'add', input: { a: 1, b: 2 } };

describe('ToolFormatter', () => {
  describe('detectStrategy', () => {
    it('returns the API of a client that supports function calling', async () => {
      expect(await formatter.detectStrategy({ supportsFunctionCalling: () => true })).toBe('openai');
      const client = { provider: 'gemini', supportsFunctionCalling: async () => true } as const;
      expect(await formatter.detectStrategy(client)).toBe('gemini');
    });

    it('recognizes the clients of the SDKs of OpenAI, Anthropic and Google', async () => {
      const key = { apiKey: 'key' };
      expect(await formatter.detectStrategy(new OpenAI(key))).toBe('openai-responses');
      expect(await formatter.detectStrategy(new Anthropic(key))).toBe('anthropic');
      expect(await formatter.detectStrategy(new GoogleGenAI(key))).toBe('gemini');
    });

    it('falls back to structured output, unless that is disabled', async () => {
      const client = { supportsFunctionCalling: () => false };
      expect(await formatter.detectStrategy(client)).toBe('structured_output');
      const withoutCalling = new ToolFormatter({ function_calling: false });
      expect(await withoutCalling.detectStrategy({ supportsFunctionCalling: () => true })).toBe('structured_output');
      const strict = new ToolFormatter({ function_calling: true, fallback_to_structured_output: false });
      await expect(strict.detectStrategy(client)).rejects.toMatchObject({
        code: 'definition',
        message: expect.stringContaining('does not support function calling'),
      });
      expect(() => new ToolFormatter({ function_calling: false, fallback_to_structured_output: false })).toThrow(
        'enable function_calling, fallback_to_structured_output or both',
      );
      expect(() => new ToolFormatter({ fallback: true } as never)).toThrow("there is no option 'fallback'");
    });
  });

  it('formats a call as each strategy writes it', () => {
    const write = (strategy?: ToolStrategy) => formatter.format(add, { a: 1 }, { strategy, id: 'c1' });
    expect(write()).toEqual({ name: 'add', parameters: { a: 1 } });
    const text = '{"a":1}';
    expect(write('openai')).toEqual({ id: 'c1', type: 'function', function: { name: 'add', arguments: text } });
    expect(write('openai-responses')).toEqual({ type: 'function_call', call_id: 'c1', name: 'add', arguments: text });
    expect(write('anthropic')).toEqual({ type: 'tool_use', id: 'c1', name: 'add', input: { a: 1 } });
    expect(write('gemini')).toEqual({ functionCall: { id: 'c1', name: 'add', args: { a: 1 } } });
    expect(() => write('mistral' as never)).toThrow('"mistral" is not a strategy');
  });

  it('formats the tools as each strategy sends them', () => {
    expect(formatter.formatTools(toolkit, 'anthropic')).toEqual({ tools: toolkit.toAnthropic(), prompt: '' });
    expect(formatter.formatTools(toolkit, 'openai').tools).toEqual(toolkit.toOpenAI({ api: 'chat' }));
    expect(formatter.formatTools(toolkit, 'openai-responses').tools).toEqual(toolkit.toOpenAI());
    expect(formatter.formatTools(toolkit, 'gemini').tools).toEqual(toolkit.toGemini());
    const { tools, prompt } = formatter.formatTools(toolkit, 'structured_output');
    expect(tools).toEqual([]);
    expect(prompt).toContain('{ "name": "the name of the tool", "parameters": { "parameter": "value" } }');
    expect(JSON.parse(prompt.split('\n').at(-1) ?? '')).toEqual({
      name: 'add',
      description: 'Adds numbers',
      parameters: add.inputSchema,
    });
    expect(formatter.formatTools(new Toolkit(), 'structured_output').prompt).toBe('');
  });

  describe('readCalls', () => {
    it('reads the calls of an API', async () => {
      const answer = { content: [{ type: 'tool_use', id: 'c1', name: 'add', input: { a: 1 } }] };
      expect(await formatter.readCalls(answer)).toEqual([{ id: 'c1', name: 'add', input: { a: 1 } }]);
      await expect(formatter.readCalls({})).rejects.toMatchObject({ code: 'definition' });
    });

    it.each([
      ['a call', '{"name":"add","parameters":{"a":1,"b":2}}'],
      ['a call with arguments', '{"name":"add","arguments":{"a":1,"b":2}}'],
      ['a call with an input', '{"name":"add","input":{"a":1,"b":2}}'],
      ['a fenced call in prose', 'I use {braces}.\n```json\n{"name":"add","parameters":{"a":1,"b":2}}\n```\nOK?'],
      ['a call with text after it', 'Calling {"name":"add","parameters":{"a":1,"b":2}} and "then {some}'],
      ['a call after a bracket that is never closed', 'First [ then {"name":"add","parameters":{"a":1,"b":2}}'],
      ['a list of calls under a key', '{"tool_calls":[{"function":{"name":"add","arguments":{"a":1,"b":2}}}]}'],
      ['broken JSON', "{name: 'add', parameters: {a: 1, 'b': 2,},"],
      ['a call without its last braces', '{"name":"add","parameters":{"a":1,"b":2\n'],
      ['a list that is not closed', '[{"name":"add","parameters":{"a":1,"b":2}}'],
      ['fenced broken JSON', '```\n{"name": "add", "parameters": {"a": 1, "b": 2}\n```'],
      ['typographic quotes', '{“name”: “add”, “parameters”: {“a”: 1, “b”: 2}}'],
      ['single typographic quotes', 'Now: {‘name’: ‘add’, ‘parameters’: {‘a’: 1, ‘b’: 2}}'],
      [
        'a call after a thought',
        '<think>{"name":"add","parameters":{"a":9,"b":9}}</think>{"name":"add","parameters":{"a":1,"b":2}}',
      ],
      [
        'a call after fenced drafts in a thought',
        '<think>\n```json\n{"name":"add","parameters":{}}\n```\n</think>\n```json\n{"name":"add","parameters":{"a":1,"b":2}}\n```',
      ],
      [
        'a call after a thought that the prompt began',
        'Maybe {"name":"sub","parameters":{}}?\n</think>\n\n{"name":"add","parameters":{"a":1,"b":2}}',
      ],
      [
        'a call between thoughts',
        '<thinking>"{ [</thinking> {"name":"add","parameters":{"a":1,"b":2}} <THINK>{"name":"add","parameters":{}}</THINK>',
      ],
      [
        'a call after a bracket and a thought',
        'First [ then <reasoning>{"name":"sub","parameters":{}}</reasoning>{"name":"add","parameters":{"a":1,"b":2}}',
      ],
    ])('reads %s', async (_, reply) => {
      expect(await formatter.readCalls(reply)).toEqual([one]);
    });

    it('reads several calls', async () => {
      const call = '{"name":"add","parameters":{"a":1,"b":2}}';
      expect(await formatter.readCalls(`[${call},${call}]`)).toEqual([one, one]);
      expect(await formatter.readCalls(`${call}\n${call}`)).toEqual([one, one]);
      expect(await formatter.readCalls(`\`\`\`json\n${call}\n\`\`\`\nand\n\`\`\`json\n${call}\n\`\`\``)).toEqual([
        one,
        one,
      ]);
    });

    it.each([
      ['in a string of a call', '{"name":"write","parameters":{"text":"a <think> and </think> }"}}'],
      ['in a string in typographic quotes', '{“name”: “write”, “parameters”: {“text”: “a <think> and </think> }”}}'],
    ])('keeps the tags of thoughts %s', async (_, reply) => {
      const calls = await formatter.readCalls(reply);
      expect(calls).toEqual([{ name: 'write', input: { text: 'a <think> and </think> }' } }]);
    });

    it.each([
      'It is 3.',
      '',
      'Use { and }.',
      '{"name":"Ann","age":3}',
      '```js\nconst a = {b: 1};\n```',
      '[1, 2',
      '<think>{"name":"add","parameters":{"a":1,"b":2}}</think>It is 3.',
      '<think>I could call {"name":"add","parameters":{"a":1,"b":2}}',
    ])('finds no call in %p', async (reply) => {
      expect(await formatter.readCalls(reply)).toEqual([]);
    });

    it('rejects a call that cannot be read with an error for the model', async () => {
      const reply = formatter.readCalls('{"name": "add", "parameters": {1 2 3}}');
      await expect(reply).rejects.toMatchObject({
        code: 'invalid_parameters',
        message: expect.stringContaining('Write each call as'),
      });
      await expect(formatter.readCalls('{'.repeat(2_000_000))).rejects.toMatchObject({ code: 'invalid_parameters' });
    });

    it.each([
      '{«name»: «add», «parameters»: {«a»: 1}}',
      '{„name“: „add“, „parameters“: {„a“: 1}}',
      '{“name”：“add”，“parameters”：{“a”：1}}',
    ])('does not pass over a call in other quotes: %p', async (reply) => {
      const calls = await formatter.readCalls(reply).catch((error: unknown) => error);
      if (Array.isArray(calls)) expect(calls).toEqual([{ name: 'add', input: { a: 1 } }]);
      else expect(calls).toMatchObject({ code: 'invalid_parameters' });
    });

    it('runs a call that was cut off only if its tool is read-only', async () => {
      const written: string[] = [];
      const write = (path: string) => written.push(path);
      const files = new Toolkit();
      const params = { path: { type: String } };
      files.register(ToolSpec.fromFunction(write, { name: 'write', params }));
      files.register(ToolSpec.fromFunction(write, { name: 'read', params, annotations: { readOnlyHint: true } }));
      const run = async (name: string, args: string) => {
        const [call] = await formatter.readCalls(`{"name":"${name}","parameters":${args}`);
        return files.execute(String(call?.name), call?.input);
      };
      for (const args of ['{"path":"/a/b', '{"path":"/a/b",', '{"path":', '{', '']) {
        expect((await run('write', args)).error?.code).toBe('invalid_parameters');
      }
      expect((await run('read', '{"path":"/a/b')).success).toBe(true);
      expect(written).toEqual(['/a/b']);
    });

    it.each(['', '{', '{"all":tru'])(
      'does not run a tool without required arguments for the beginning %p of them',
      async (args) => {
        const files = new Toolkit();
        const params = { all: { type: Boolean, optional: true } };
        files.register(ToolSpec.fromFunction((all?: boolean) => `removed ${all}`, { name: 'remove', params }));
        const [call] = await formatter.readCalls(`{"name":"remove","parameters":${args}`);
        expect((await files.execute(String(call?.name), call?.input)).error?.code).toBe('invalid_parameters');
      },
    );

    it('reads hostile text without blocking the event loop', async () => {
      for (const part of [
        '{',
        '[',
        '{"name":',
        '```',
        '"',
        'name: {',
        '{"name":"a","parameters":{',
        '<think>',
        '{"<think>',
        '“{',
      ]) {
        const text = part.repeat(5_000);
        await expectCpuMsBelow(2_000, () => formatter.readCalls(text).catch(() => []));
      }
      const text = `{${'name:'.repeat(50_000)}`;
      await expectCpuMsBelow(2_000, () => formatter.readCalls(text).catch(() => []));
    });
  });
});
