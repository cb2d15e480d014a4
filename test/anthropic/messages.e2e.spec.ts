import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostedTool, Tool, type ToolContext, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import { betaTools, toolResultBlock, toolResults } from 'toolwright/anthropic';
import { startJsonServer } from '../agent-sdk/json-server.js';
import { deferred } from '../execution/waiting.js';
import { root } from '../support/repository.js';
import { type AnthropicSdk, importAnthropic } from './anthropic-agent.js';

class Services extends ToolRegistry {
  readonly started = deferred<void>();
  readonly stopped = deferred<void>();

  @Tool({ description: 'Returns a text', params: { text: { type: String } } })
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

const callOf = (name: string, input: object) => ({ type: 'tool_use', id: 'call_1', name, input });

const createMessage = (content: readonly { readonly type: string; readonly text?: string }[]) => ({
  id: 'm1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content,
  stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
});

describe('the results for Anthropic', () => {
  let services: Services;
  let toolkit: Toolkit;

  beforeEach(() => {
    services = new Services();
    toolkit = new Toolkit();
    toolkit.register(services);
  });

  const createRunner = ({ Anthropic }: AnthropicSdk, baseURL: string, options: object = {}) => {
    const client = new Anthropic({ apiKey: 'test', baseURL, maxRetries: 0 });
    const messages = [{ role: 'user', content: 'Go' }];
    const request = { model: 'claude', max_tokens: 100, messages, tools: betaTools(toolkit) };
    return client.beta.messages.toolRunner(request, options);
  };

  it('are tested with the version in test/peers', async () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'test/peers/anthropic-1/package.json'), 'utf8'));
    expect((await importAnthropic()).VERSION).toBe(dependencies['@anthropic-ai/sdk']);
  });

  it('are the blocks of the calls of a message', async () => {
    const content = [
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_use', id: 'call_1', name: 'echo', input: { text: 'tea' } },
      { type: 'tool_use', id: 'call_2', name: 'echo', input: {} },
    ];
    expect(await toolResults(toolkit, { content })).toEqual([
      { type: 'tool_result', tool_use_id: 'call_1', content: 'tea' },
      { type: 'tool_result', tool_use_id: 'call_2', content: expect.stringContaining('missing'), is_error: true },
    ]);
  });

  it('are created from a result', async () => {
    const result = await toolkit.execute('echo', { text: 'tea' }, { callId: 'call_1' });
    expect(toolResultBlock(result)).toEqual({ type: 'tool_result', tool_use_id: 'call_1', content: 'tea' });
  });

  it('come from tools whose schemas the SDK may change', async () => {
    const [echo] = betaTools(toolkit);
    expect(echo).toMatchObject({ name: 'echo', description: 'Returns a text' });
    expect(Object.isFrozen(echo?.input_schema)).toBe(false);
    expect(await echo?.run({ text: 'tea' })).toBe('tea');
  });

  it('come from the tools that toAnthropic exports, those of the provider included', () => {
    const spec = ToolSpec.fromFunction(() => 'found', { name: 'find', deferLoading: true });
    toolkit.register(spec);
    toolkit.register(hostedTool('anthropic', { type: 'web_search_20260209', name: 'web_search' }));
    const tools = betaTools(toolkit);
    expect(tools).toMatchObject(toolkit.toAnthropic());
    const runnable = tools.filter((tool) => 'run' in tool).map(({ name }) => name);
    expect(runnable).toEqual(['echo', 'wait', 'find']);
    expect(tools.map(({ name }) => name)).toEqual([...runnable, 'tool_search_tool_bm25', 'web_search']);
  });

  it('show the error of a tool to the tool runner without a prefix', async () => {
    const [echo] = betaTools(toolkit);
    await expect(echo?.run({})).rejects.toMatchObject({
      name: 'ToolError',
      content: expect.stringMatching(/^Invalid/),
    });
  });

  it('reach the model of the tool runner without a prefix, with is_error', async () => {
    const requests: { readonly messages: readonly { readonly content: unknown }[] }[] = [];
    const server = await startJsonServer((_, body) => {
      requests.push(body);
      return createMessage(requests.length === 1 ? [callOf('echo', {})] : [{ type: 'text', text: 'done' }]);
    });
    try {
      await createRunner(await importAnthropic(), server.url);
    } finally {
      await server.close();
    }
    expect(requests.at(-1)?.messages.at(-1)?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'call_1', content: expect.stringMatching(/^Invalid/), is_error: true },
    ]);
  });

  it('include those of a group whose tools the application adds to the tool runner', async () => {
    toolkit.createGroup('extra', { description: 'Prices' });
    toolkit.enableMetaTool();
    toolkit.register(
      function discount() {
        return 'ten percent';
      },
      { group: 'extra' },
    );
    const script = [[callOf('activate_tool_groups', { extra: true })], [callOf('discount', {})]];
    const requests: { readonly messages: readonly { readonly content: unknown }[] }[] = [];
    const server = await startJsonServer((_, body) => {
      requests.push(body);
      return createMessage(script[requests.length - 1] ?? [{ type: 'text', text: 'done' }]);
    });
    try {
      const runner = createRunner(await importAnthropic(), server.url);
      const known = new Set(betaTools(toolkit).map(({ name }) => name));
      for await (const _ of runner) {
        await runner.generateToolResponse();
        const added = betaTools(toolkit).filter(({ name }) => !known.has(name));
        for (const { name } of added) known.add(name);
        runner.addTools(...added);
      }
    } finally {
      await server.close();
    }
    expect(requests[2]?.messages[0]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'call_1', content: 'ten percent' },
    ]);
  });

  it('are not awaited by a runner that is aborted', async () => {
    const server = await startJsonServer(() => createMessage([callOf('wait', {})]));
    try {
      const controller = new AbortController();
      const ending = createRunner(await importAnthropic(), server.url, { signal: controller.signal })
        .runUntilDone()
        .catch((error: unknown) => error);
      await services.started.promise;
      controller.abort();
      await services.stopped.promise;
      expect(await ending).toBeInstanceOf(Error);
    } finally {
      await server.close();
    }
  });
});
