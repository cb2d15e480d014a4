import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Tool, type ToolContext, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import {
  chatToolMessages,
  responsesToolOutput,
  responsesToolOutputs,
  runnableTools,
  toolMessage,
} from 'toolwright/openai';
import { startJsonServer } from '../agent-sdk/json-server.js';
import { deferred } from '../execution/waiting.js';
import { root } from '../support/repository.js';
import { importOpenAi } from './openai-agent.js';

class Services extends ToolRegistry {
  readonly started = deferred<void>();
  readonly stopped = deferred<void>();

  @Tool({ annotations: { readOnlyHint: true }, params: { text: { type: String } } })
  echo(text: string): string {
    return text;
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<void> {
    this.started.resolve();
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve(), { once: true }));
    this.stopped.resolve();
  }
}

const callOf = (args: string, name = 'echo') => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: args } }],
});

describe('the messages for OpenAI', () => {
  let services: Services;
  let toolkit: Toolkit;

  beforeEach(() => {
    services = new Services();
    toolkit = new Toolkit();
    toolkit.register(services);
  });

  it('are created from a completion and from its message', async () => {
    const expected = [{ role: 'tool', tool_call_id: 'call_1', content: 'tea' }];
    const message = callOf('{"text":"tea"}');
    expect(await chatToolMessages(toolkit, message)).toEqual(expected);
    expect(await chatToolMessages(toolkit, { choices: [{ message }] })).toEqual(expected);
  });

  it('are created from a response and from its output', async () => {
    const output = [{ type: 'function_call', call_id: 'call_1', name: 'echo', arguments: '{"text":"tea"}' }];
    const expected = [{ type: 'function_call_output', call_id: 'call_1', output: 'tea' }];
    expect(await responsesToolOutputs(toolkit, { output })).toEqual(expected);
    expect(await responsesToolOutputs(toolkit, output)).toEqual(expected);
  });

  it('are created from a result and from a final response', async () => {
    const result = await toolkit.execute('echo', { text: 'tea' }, { callId: 'call_1' });
    expect(toolMessage(result)).toEqual({ role: 'tool', tool_call_id: 'call_1', content: 'tea' });
    expect(responsesToolOutput(result)).toEqual({ type: 'function_call_output', call_id: 'call_1', output: 'tea' });
  });

  it('are none for an answer without calls', async () => {
    expect(await chatToolMessages(toolkit, { role: 'assistant', content: 'Hello' })).toEqual([]);
    expect(await responsesToolOutputs(toolkit, { output: [] })).toEqual([]);
  });

  it.each([
    ['a promise that is not awaited', Promise.resolve(callOf('{}'))],
    ['an object that is no answer', {}],
    ['a list', [{}]],
    ['null', null as never],
  ])('report %s', async (_, answer) => {
    const report = expect.objectContaining({
      name: 'DefinitionError',
      message: expect.stringMatching('Await the answer'),
    });
    await expect(chatToolMessages(toolkit, answer)).rejects.toEqual(report);
    if (!Array.isArray(answer)) await expect(responsesToolOutputs(toolkit, answer)).rejects.toEqual(report);
  });

  it('are created from a message without a role, as an application joins it from a stream', async () => {
    const { tool_calls } = callOf('{"text":"tea"}');
    expect(await chatToolMessages(toolkit, { tool_calls })).toMatchObject([{ content: 'tea' }]);
  });

  it('limit the number of calls that run at the same time', async () => {
    await expect(chatToolMessages(toolkit, callOf('{}'), { concurrency: 0 })).rejects.toThrow('concurrency');
  });

  it('come from tools with the parameters that OpenAI accepts, which the SDK may change', () => {
    const shapes = ['text', 'url'].map((name) => {
      return { type: 'object', properties: { [name]: { type: 'string' } }, required: [name] } as const;
    });
    const executor = { kind: 'test', execute: () => 'read' };
    toolkit.register(ToolSpec.create({ name: 'read', inputSchema: { anyOf: shapes }, executor }));
    const tools = runnableTools(toolkit);
    const exported = toolkit.toOpenAI({ api: 'chat', strict: false });
    expect(tools).toMatchObject(exported);
    expect(tools).toHaveLength(exported.length);
    expect(tools.at(-1)?.function.parameters).not.toHaveProperty('anyOf');
    expect(Object.isFrozen(tools.at(-1)?.function.parameters)).toBe(false);
  });

  it('come from deferred tools too, because runTools cannot load them, but not from those for code only', async () => {
    const executor = { kind: 'test', execute: () => 'found' };
    const inputSchema = { type: 'object', properties: {} } as const;
    toolkit.register(ToolSpec.create({ name: 'find', inputSchema, executor, deferLoading: true }));
    toolkit.register(ToolSpec.create({ name: 'sum', inputSchema, executor, allowedCallers: ['code'] }));
    expect(runnableTools(toolkit).map((tool) => tool.function.name)).toEqual(['echo', 'wait', 'find']);
  });

  describe.each([6, 7] as const)('of openai %i', (major) => {
    it('are tested with the version in test/peers', async () => {
      const { dependencies } = JSON.parse(readFileSync(join(root, `test/peers/openai-${major}/package.json`), 'utf8'));
      expect((await importOpenAi(major)).VERSION).toBe(dependencies.openai);
    });

    const withRunner = async (message: object, use: (runner: never) => Promise<void>): Promise<readonly object[]> => {
      const requests: { readonly messages: readonly object[] }[] = [];
      const server = await startJsonServer((_, body) => {
        requests.push(body);
        const answer = requests.length === 1 ? message : { role: 'assistant', content: 'done' };
        return { id: 'c1', object: 'chat.completion', choices: [{ index: 0, message: answer, finish_reason: 'stop' }] };
      });
      try {
        const { OpenAI } = await importOpenAi(major);
        const client = new OpenAI({ apiKey: 'test', baseURL: server.url, maxRetries: 0 });
        const messages = [{ role: 'user', content: 'Go' }];
        await use(client.chat.completions.runTools({ model: 'gpt', messages, tools: runnableTools(toolkit) }) as never);
      } finally {
        await server.close();
      }
      return requests[1]?.messages ?? [];
    };

    it('have a generated ID in runTools', async () => {
      const ids: string[] = [];
      toolkit.events$.subscribe(({ callId }) => ids.push(callId));
      await withRunner(callOf('{"text":"tea"}'), async (runner: Runner) => void (await runner.finalContent()));
      expect(new Set(ids).size).toBe(1);
      expect(ids).not.toContain('call_1');
    });

    it('runs malformed arguments of a model by the rules of the toolkit', async () => {
      const messages = await withRunner(callOf('{"text": "tea",}'), async (runner: Runner) => {
        expect(await runner.finalContent()).toBe('done');
      });
      expect(messages.at(-1)).toEqual({ role: 'tool', tool_call_id: 'call_1', content: 'tea' });
    });

    it('aborts the tools of runTools when its runner is aborted', async () => {
      await withRunner(callOf('{}', 'wait'), async (runner: Runner) => {
        const ending = runner.finalContent().catch((error: unknown) => error);
        await services.started.promise;
        runner.abort();
        await services.stopped.promise;
        expect(await ending).toBeInstanceOf(Error);
      });
    });
  });
});

interface Runner {
  finalContent(): Promise<string>;
  abort(): void;
}
