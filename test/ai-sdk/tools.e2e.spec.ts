import { image, Tool, type ToolContext, Toolkit, ToolRegistry, type ToolResponse, ToolSpec } from 'toolwright';
import { aiTools, followGroups } from 'toolwright/ai-sdk';
import type { SeenRequest } from '../contracts/agent-sdk.contract.js';
import { deferred } from '../execution/waiting.js';
import { type AiSdk, createModel, importAiSdk, settingsOf } from './ai-agent.js';

class Numbers extends ToolRegistry {
  readonly paid: number[] = [];
  readonly stopped = deferred<void>();

  @Tool({ title: 'Count', description: 'Counts up' })
  async *count(): AsyncGenerator<string> {
    yield 'one ';
    yield 'two';
  }

  @Tool({ accumulate: 'last' })
  async *percent(): AsyncGenerator<number> {
    yield 50;
    yield 100;
  }

  @Tool()
  async *forever(ctx: ToolContext): AsyncGenerator<string> {
    ctx.signal.addEventListener('abort', () => this.stopped.resolve(), { once: true });
    yield 'started';
    await this.stopped.promise;
  }

  @Tool({ needsApproval: true, params: { cents: { type: Number } } })
  pay(cents: number): string {
    this.paid.push(cents);
    return `paid ${cents}`;
  }

  @Tool({ annotations: { readOnlyHint: true }, params: { text: { type: String } } })
  echo(text: string): string {
    return text;
  }

  @Tool({ group: 'extra' })
  extra(): unknown {
    return [image('AAAA', 'image/bmp')];
  }
}

interface StreamPart {
  readonly type: string;
  readonly preliminary?: boolean;
  readonly output?: ToolResponse;
}

describe.each([6, 7] as const)('the tools of a toolkit in the AI SDK %i', (major) => {
  let sdk: AiSdk;
  let numbers: Numbers;
  let toolkit: Toolkit;

  beforeAll(async () => {
    sdk = await importAiSdk(major);
  });

  beforeEach(() => {
    numbers = new Numbers();
    toolkit = new Toolkit();
    toolkit.createGroup('extra', { instructions: 'Use extra with care.' });
    toolkit.register(numbers);
  });

  const generate = (name: string, input: unknown, changes: object = {}) => {
    const requests: SeenRequest[] = [];
    const model = createModel(sdk, [[{ id: 'call_1', name, input }]], requests);
    const running = sdk.generateText({ ...settingsOf(sdk, toolkit), model, prompt: 'Go', ...changes });
    return { running, requests };
  };

  it.each([
    ['count', ['one ', 'one two'], 'one two'],
    ['percent', ['50', '100'], '100'],
  ])('stream %s as preliminary results with the output so far', async (name, preliminary, final) => {
    const model = createModel(sdk, [[{ id: 'call_1', name, input: {} }]]);
    const result = sdk.streamText({ ...settingsOf(sdk, toolkit), model, prompt: 'Go' });
    const outputs: StreamPart[] = [];
    for await (const part of result.fullStream as AsyncIterable<StreamPart>) {
      if (part.type === 'tool-result') outputs.push(part);
    }
    const running = outputs.filter((part) => part.output?.state === 'running');
    expect(running.map(({ output }) => output?.toText())).toEqual(preliminary);
    expect(outputs.at(-1)).toMatchObject({ output: { state: 'success', isLast: true } });
    expect(outputs.at(-1)?.preliminary).toBeUndefined();
    expect(outputs.at(-1)?.output?.toText()).toBe(final);
  });

  it('stop the generator of a stream that is aborted', async () => {
    const controller = new AbortController();
    const model = createModel(sdk, [[{ id: 'call_1', name: 'forever', input: {} }]]);
    const abortSignal = controller.signal;
    const result = sdk.streamText({ ...settingsOf(sdk, toolkit), model, prompt: 'Go', abortSignal, onError: () => {} });
    const reading = (async () => {
      for await (const part of result.fullStream as AsyncIterable<StreamPart>) {
        if (part.type === 'tool-result') controller.abort();
      }
    })();
    await numbers.stopped.promise;
    await reading.catch(() => undefined);
  });

  it('repair malformed arguments by the rules of the toolkit', async () => {
    const { running, requests } = generate('echo', '{"text": "tea",}');
    await running;
    expect(requests[1]?.results[0]).toMatchObject({ text: 'tea', isError: false });
  });

  it('are answered by the SDK if a call is malformed and no repair is configured', async () => {
    const { running, requests } = generate('echo', '{"text', { experimental_repairToolCall: undefined });
    await running;
    expect(requests[1]?.results[0]?.isError).toBe(true);
  });

  it('have the instructions of active groups in the steps in which they are active', async () => {
    const prompts: unknown[] = [];
    const model = createModel(sdk, [[{ id: 'call_1', name: 'activate_tool_groups', input: { extra: true } }]]);
    const { doGenerate } = model;
    model.doGenerate = (call: { readonly prompt: unknown }) => {
      prompts.push(call.prompt);
      return doGenerate.call(model, call);
    };
    toolkit.enableMetaTool();
    await sdk.generateText({ ...settingsOf(sdk, toolkit), model, system: 'Be brief.', prompt: 'Go' });
    const [first, second] = prompts.map((prompt) => JSON.stringify(prompt));
    expect(first).toContain('Be brief.');
    expect(first).not.toContain('Use extra with care.');
    expect(second).toContain('Be brief.');
    expect(second).toContain('Use extra with care.');
  });

  it('exclude the tools that the options exclude, and keep other tools of the application', async () => {
    const tools = { ...aiTools(toolkit, { exclude: ['pay'] }), own: sdk.tool({ inputSchema: sdk.jsonSchema({}) }) };
    const prepareStep = followGroups(toolkit, { exclude: ['pay'], otherTools: ['own'] });
    const { running, requests } = generate('count', {}, { tools, prepareStep });
    await running;
    expect(requests[0]?.tools).toEqual(['count', 'percent', 'forever', 'echo', 'own']);
  });

  it('do not include tools that only code may call', async () => {
    toolkit.register(function forCode() {}, { onDuplicate: 'error' });
    toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'onlyCode', allowedCallers: ['code'] }));
    expect(Object.keys(aiTools(toolkit))).toContain('forCode');
    expect(Object.keys(aiTools(toolkit))).not.toContain('onlyCode');
    const { running, requests } = generate('count', {});
    await running;
    expect(requests[0]?.tools).toContain('forCode');
    expect(requests[0]?.tools).not.toContain('onlyCode');
  });

  it('replace media that the providers do not accept by a text', async () => {
    toolkit.updateGroups(['extra'], true);
    const { running, requests } = generate('extra', {});
    await running;
    expect(requests[1]?.results[0]?.text).toContain('image/bmp');
  });

  it('read results of stored conversations, which are plain JSON', async () => {
    const { count } = aiTools(toolkit);
    const output: unknown = JSON.parse(JSON.stringify(await toolkit.session().execute('count')));
    const response: unknown = { ...(output as object), state: 'success' };
    expect(count?.toModelOutput({ output: response })).toEqual({ type: 'text', value: 'one two' });
    expect(count?.toModelOutput({ output: 'plain' })).toEqual({ type: 'text', value: 'plain' });
    expect(count?.toModelOutput({ output: { plain: true } })).toEqual({ type: 'text', value: '{"plain":true}' });
  });

  it('have schemas that the SDK may change', () => {
    const [first, second] = [aiTools(toolkit), aiTools(toolkit)];
    expect(Object.isFrozen(first.pay?.inputSchema.jsonSchema)).toBe(false);
    expect(first.pay?.inputSchema.jsonSchema).not.toBe(second.pay?.inputSchema.jsonSchema);
    expect(first.pay?.inputSchema.jsonSchema).toEqual(toolkit.get('pay')?.inputSchema);
    expect(first.count).toMatchObject({ title: 'Count', description: 'Counts up' });
  });

  describe('that need approval', () => {
    const approvedMessages = [
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'call_1', toolName: 'pay', input: { cents: 5 } },
          { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'call_1' },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }] },
    ];
    const resume = (changes: object = {}) => {
      const requests: SeenRequest[] = [];
      const model = createModel(sdk, [[], []], requests);
      const settings = { ...settingsOf(sdk, toolkit), ...changes };
      return { running: sdk.generateText({ ...settings, model, messages: approvedMessages }), requests };
    };

    it('run after an approval in another process', async () => {
      await resume().running;
      expect(numbers.paid).toEqual([5]);
    });

    it('do not run with an approval of the user if the toolkit has an approver', async () => {
      toolkit = new Toolkit({ approver: () => ({ kind: 'deny', reason: 'Too late.' }) });
      toolkit.createGroup('extra');
      toolkit.register(numbers);
      const { running, requests } = resume();
      await running;
      expect(numbers.paid).toEqual([]);
      // Version 6 asks again whether the call needs approval.
      const reason = major === 6 ? 'does not require approval' : 'Too late.';
      expect(requests[0]?.results[0]?.text).toContain(reason);
    });

    it('do not run if the SDK has not asked the user', async () => {
      const tools = aiTools(toolkit);
      const { pay } = tools;
      if (pay === undefined) throw new TypeError('The tool is missing.');
      const { running, requests } = generate(
        'pay',
        { cents: 5 },
        { tools: { ...tools, pay: { ...pay, needsApproval: false } } },
      );
      await running;
      expect(numbers.paid).toEqual([]);
      expect(requests[1]?.results[0]?.text).toContain('no approver');
    });
  });
});
