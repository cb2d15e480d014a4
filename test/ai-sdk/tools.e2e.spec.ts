import { lastValueFrom } from 'rxjs';
import {
  image,
  Tool,
  type ToolContext,
  ToolExecutionError,
  Toolkit,
  ToolRegistry,
  ToolResult,
  ToolSpec,
  text,
} from 'toolwright';
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

  @Tool({ params: { id: { type: String } } })
  order(id: string): object {
    return { id, placed: new Date(0), lines: ['tea'] };
  }

  @Tool({ params: { kind: { type: String } } })
  report(kind: string): unknown {
    if (kind === 'image') return [image('iVBORw0KGgo=', 'image/png')];
    if (kind === 'nothing') return undefined;
    if (kind === 'hidden') return [text('For all.'), text('For users.', { annotations: { audience: ['user'] } })];
    if (kind === 'number') return new ToolResult({ data: 3, structuredContent: 3, content: [text('Three.')] });
    if (kind === 'text') return new ToolResult({ data: 'short', content: [text('A longer text for the model.')] });
    return new ToolResult({ data: { total: 3 }, structuredContent: { total: 3 }, content: [text('There are three.')] });
  }

  @Tool({ params: { reason: { type: String } } })
  async *fail(reason: string): AsyncGenerator<string> {
    yield 'begun ';
    throw new Error(reason);
  }

  @Tool({ group: 'extra' })
  extra(): unknown {
    return [image('AAAA', 'image/bmp')];
  }
}

interface StreamPart {
  readonly type: string;
  readonly preliminary?: boolean;
  readonly output?: unknown;
  readonly error?: unknown;
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
    ['percent', [50, 100], 100],
  ])('stream %s as preliminary results with the output so far', async (name, preliminary, final) => {
    const model = createModel(sdk, [[{ id: 'call_1', name, input: {} }]]);
    const result = sdk.streamText({ ...settingsOf(sdk, toolkit), model, prompt: 'Go' });
    const outputs: StreamPart[] = [];
    for await (const part of result.fullStream as AsyncIterable<StreamPart>) {
      if (part.type === 'tool-result') outputs.push(part);
    }
    expect(outputs.slice(0, -1).every((part) => part.preliminary === true)).toBe(true);
    // The final output follows the last chunk.
    expect(outputs.map(({ output }) => output)).toEqual([...preliminary, final, final].slice(0, outputs.length));
    expect(outputs.at(-1)?.preliminary).toBeUndefined();
    expect(outputs.at(-1)?.output).toBe(final);
    expect(outputs.length).toBeGreaterThan(preliminary.length);
  });

  it('have the JSON form of their data as the output', async () => {
    const { toolResults } = (await generate('order', { id: 'a' }).running).steps[0];
    const output = { id: 'a', placed: '1970-01-01T00:00:00.000Z', lines: ['tea'] };
    expect(toolResults).toMatchObject([{ toolName: 'order', output }]);
    expect(toolResults[0].dynamic).not.toBe(true);
  });

  it.each([
    ['text', 'A longer text for the model.', 'A longer text for the model.'],
    ['data', { total: 3 }, 'There are three.'],
    ['number', expect.objectContaining({ structuredContent: 3 }), 'Three.'],
    ['hidden', 'For all.', 'For all.'],
    ['nothing', undefined, ''],
  ])('show the content of a result to the model, and its data to the application: %s', async (kind, output, shown) => {
    const { running, requests } = generate('report', { kind });
    expect((await running).steps[0].toolResults[0].output).toEqual(output);
    expect(requests[1]?.results[0]).toMatchObject({ text: shown, isError: false });
  });

  it('show an image to the model, also from a stored conversation', async () => {
    const { running, requests } = generate('report', { kind: 'image' });
    const { output } = (await running).steps[0].toolResults[0];
    expect(requests[1]?.results[0]?.images).toEqual(['image/png']);
    expect(output).toMatchObject({ toolName: 'report', state: 'success', content: [{ type: 'image' }] });
    const shown = aiTools(toolkit).report?.toModelOutput({ output: JSON.parse(JSON.stringify(output)) });
    expect(shown).toMatchObject({ type: 'content' });
  });

  it('throw an error with the text for the model if a call fails', async () => {
    const model = createModel(sdk, [[{ id: 'call_1', name: 'fail', input: { reason: 'No tea.' } }]]);
    const result = sdk.streamText({ ...settingsOf(sdk, toolkit), model, prompt: 'Go' });
    const parts: StreamPart[] = [];
    for await (const part of result.fullStream as AsyncIterable<StreamPart>) parts.push(part);
    expect(parts.filter(({ type }) => type === 'tool-result')).toMatchObject([{ output: 'begun ', preliminary: true }]);
    const [failed] = parts.filter(({ type }) => type === 'tool-error');
    if (!(failed?.error instanceof ToolExecutionError)) throw new TypeError('The call did not fail.');
    const { running, requests } = generate('fail', { reason: 'No tea.' });
    await running;
    expect(requests[1]?.results[0]).toMatchObject({ text: failed.error.message, isError: true });
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
    expect(requests[0]?.tools).toEqual(['count', 'percent', 'forever', 'echo', 'order', 'report', 'fail', 'own']);
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
    const response = await lastValueFrom(toolkit.callTool({ id: 'call_1', name: 'count', input: {} }));
    const stored: unknown = JSON.parse(JSON.stringify(response));
    expect(count?.toModelOutput({ output: stored })).toEqual({ type: 'text', value: 'one two' });
    // The data of a tool may have the names of the parts of a response.
    const letter = { state: 'sent', content: 'Dear Ann' };
    expect(count?.toModelOutput({ output: letter })).toEqual({ type: 'text', value: JSON.stringify(letter) });
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
