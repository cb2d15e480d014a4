import { image, resource, respond, Tool, type ToolContext, Toolkit, ToolRegistry, text } from 'toolwright';
import { followGroups, type MastraOutput, type MastraTool, mastraTools } from 'toolwright/mastra';
import type { ScriptedTurn } from '../contracts/agent-sdk.contract.js';
import { deferred } from '../execution/waiting.js';
import { createAgent, createModel, importMastra, type MastraSdk } from './mastra-agent.js';

class Shop extends ToolRegistry {
  readonly paid: number[] = [];
  readonly started = deferred<void>();
  readonly stopped = deferred<void>();

  @Tool({ description: 'Orders goods', params: { count: { type: Number, minimum: 1 }, note: { type: String } } })
  order(count: number, note = 'none'): unknown {
    return { count, note };
  }

  @Tool({ needsApproval: true, params: { cents: { type: Number } } })
  pay(cents: number): string {
    this.paid.push(cents);
    return `paid ${cents}`;
  }

  @Tool()
  async *pack(): AsyncGenerator<unknown> {
    yield respond({ content: [text('one ')], metadata: { internal: true } });
    yield respond({ content: [text('two')], structuredContent: { packed: 2 } });
  }

  @Tool()
  invoice(): unknown {
    const pdf = resource({ uri: 'file:invoice', mimeType: 'application/pdf', blob: 'JVBERg==' });
    return respond({ content: [text('Here'), pdf, image('iVBO', 'image/png')] });
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<string> {
    this.started.resolve();
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve(), { once: true }));
    this.stopped.resolve();
    return 'waited';
  }

  @Tool({ group: 'sales' })
  discount(): string {
    return 'ten percent';
  }
}

describe('mastraTools', () => {
  let sdk: MastraSdk;
  let shop: Shop;
  let toolkit: Toolkit;

  beforeAll(async () => {
    sdk = await importMastra();
  });

  beforeEach(() => {
    shop = new Shop();
    toolkit = new Toolkit();
    toolkit.createGroup('sales', { description: 'Sales', instructions: 'Mention the discount.' });
    toolkit.enableMetaTool();
    toolkit.register(shop);
  });

  const toolOf = (name: string, options = {}): MastraTool => mastraTools(toolkit, options)[name] as MastraTool;

  const agentFor = (turns: readonly ScriptedTurn[], settings: object = {}) =>
    createAgent(sdk, { model: createModel(sdk, turns), tools: mastraTools(toolkit), ...settings });

  it('have the form of createTool', () => {
    const { title: _, ...tool } = toolOf('order');
    const own = sdk.createTool({ ...tool });
    const symbols = (value: object): readonly string[] => Object.getOwnPropertySymbols(value).map(String);
    expect(symbols(tool)).toEqual(symbols(own));
    expect(own).toMatchObject({ id: 'order', description: 'Orders goods', requireApproval: tool.requireApproval });
  });

  it('publish the complete schema, in a copy for each reader', () => {
    const { input, output } = toolOf('order').inputSchema['~standard'].jsonSchema;
    const schema = toolkit.get('order')?.inputSchema;
    expect(input()).toStrictEqual(schema);
    (input().properties as Record<string, unknown>).count = {};
    expect([input(), output()]).toStrictEqual([schema, schema]);
  });

  it('send a model of OpenAI the schema that it requires, in which a missing argument is null', async () => {
    const model = createModel(sdk, [[{ id: 'a', name: 'order', input: { count: '2', note: null } }]]);
    Object.assign(model, { provider: 'openai.responses', modelId: 'gpt-4o' });
    const { steps } = await agentFor([], { model }).generate('Go');
    const [{ tools }] = model.doGenerateCalls;
    const { inputSchema } = tools.find(({ name }: { readonly name: string }) => name === 'order');
    expect(inputSchema).toMatchObject({ required: ['count', 'note'] });
    expect(toolkit.get('order')?.inputSchema).toMatchObject({ required: ['count'] });
    expect(steps[0].toolResults[0].payload.result.structuredContent).toEqual({ count: 2, note: 'none' });
  });

  it('receive no argument that is named resumeData, which Mastra removes', async () => {
    class Job extends ToolRegistry {
      @Tool({ params: { resumeData: { type: String }, name: { type: String } } })
      start(name: string, resumeData = 'none'): string {
        return `${name} ${resumeData}`;
      }
    }
    toolkit.register(new Job());
    const turns = [[{ id: 'a', name: 'start', input: { name: 'x', resumeData: 'y' } }]];
    const { steps } = await agentFor(turns).generate('Go');
    expect(steps[0].toolResults[0].payload.result.content).toEqual([text('x none')]);
  });

  it('return the output without the data that stays in the process', async () => {
    const written: MastraOutput[] = [];
    const writer = { write: async (chunk: unknown) => void written.push(chunk as MastraOutput) };
    const output = await toolOf('pack').execute({}, { writer, agent: { toolCallId: 'a' } });
    const common = { callId: 'a', toolName: 'pack' };
    expect(written).toEqual([
      { ...common, content: [text('one ')], state: 'running' },
      { ...common, content: [text('two')], structuredContent: { packed: 2 }, state: 'running' },
    ]);
    expect(output).toMatchObject({ ...common, state: 'success' });
    expect(output).not.toHaveProperty('metadata');
  });

  it('show a model what was stored', async () => {
    const { execute, toModelOutput } = toolOf('invoice');
    const stored = JSON.parse(JSON.stringify(await execute({})));
    expect(toModelOutput(stored)).toEqual({
      type: 'content',
      value: [
        { type: 'text', text: 'Here' },
        { type: 'media', mediaType: 'application/pdf', data: 'JVBERg==' },
        { type: 'media', mediaType: 'image/png', data: 'iVBO' },
      ],
    });
    expect(toModelOutput({ rows: 3 })).toEqual({ type: 'text', value: '{"rows":3}' });
    expect(toModelOutput('plain')).toEqual({ type: 'text', value: 'plain' });
  });

  it('stream chunks before the result', async () => {
    const stream = await agentFor([[{ id: 'a', name: 'pack', input: {} }]]).stream('Go');
    const seen: unknown[] = [];
    for await (const { type, payload } of stream.fullStream) {
      if (type === 'tool-output') seen.push(payload.output.content);
      if (type === 'tool-result') seen.push(payload.result.content);
    }
    expect(seen).toEqual([[text('one ')], [text('two')], [text('one two')]]);
  });

  it('abort the tool with the signal of the run', async () => {
    const controller = new AbortController();
    const running = toolOf('wait').execute({}, { abortSignal: controller.signal });
    await shop.started.promise;
    controller.abort();
    await shop.stopped.promise;
    expect(await running).toMatchObject({ state: 'interrupted', error: { code: 'interrupted' } });
  });

  describe('whose calls need approval', () => {
    const turns: readonly ScriptedTurn[] = [[{ id: 'a', name: 'pay', input: { cents: 5 } }]];

    it('run once after the approval', async () => {
      const agent = agentFor(turns);
      const { runId, suspendPayload } = await agent.generate('Go');
      expect(suspendPayload).toMatchObject({ toolName: 'pay', args: { cents: 5 } });
      expect(shop.paid).toEqual([]);
      await agent.approveToolCallGenerate({ runId, toolCallId: 'a' });
      expect(shop.paid).toEqual([5]);
    });

    it('are left to an approver', async () => {
      const tools = mastraTools(toolkit, { approver: () => ({ kind: 'deny', reason: 'Not today.' }) });
      const { finishReason, text: answer } = await agentFor(turns, { tools }).generate('Go');
      expect([finishReason, answer, shop.paid]).toEqual(['stop', 'done', []]);
    });

    it('are denied where Mastra asks for no approval', async () => {
      const pay = toolOf('pay');
      expect(await pay.execute({ cents: 5 })).toMatchObject({ state: 'denied' });
      expect(await pay.execute({ cents: 5 }, { agent: { toolCallId: 'a', messages: [] } })).toMatchObject({
        state: 'denied',
      });
      expect(await runWorkflow(pay, { cents: 5 })).toMatchObject({ state: 'denied' });
      expect(shop.paid).toEqual([]);
    });
  });

  it('are steps of a workflow', async () => {
    expect(await runWorkflow(toolOf('order'), { count: '2' })).toEqual({
      callId: expect.any(String),
      toolName: 'order',
      content: [text('{"count":2,"note":"none"}')],
      structuredContent: { count: 2, note: 'none' },
      state: 'success',
    });
    const { outputSchema } = toolOf('order');
    expect(outputSchema['~standard'].jsonSchema.output()).toMatchObject({
      required: ['callId', 'toolName', 'content', 'state'],
    });
  });

  const runWorkflow = async (tool: MastraTool, inputData: object): Promise<unknown> => {
    const { inputSchema, outputSchema } = tool;
    const workflow = sdk.createWorkflow({ id: 'flow', inputSchema, outputSchema }).then(sdk.createStep(tool)).commit();
    const run = await workflow.createRun();
    const { result } = await run.start({ inputData });
    return result;
  };

  describe('with followGroups', () => {
    const turns: readonly ScriptedTurn[] = [
      [{ id: 'a', name: 'activate_tool_groups', input: { sales: true } }],
      [{ id: 'b', name: 'discount', input: {} }],
    ];

    it('have the instructions of the active groups once in each step', async () => {
      const model = createModel(sdk, turns);
      const agent = agentFor([], { model, instructions: 'Be brief.' });
      await agent.generate('Go', { prepareStep: followGroups(toolkit) });
      const instructions = model.doGenerateCalls.map(({ prompt }: { readonly prompt: readonly SystemMessage[] }) => {
        return prompt.filter(({ role }) => role === 'system').map(({ content }) => content);
      });
      const added = '## sales\n\nMention the discount.';
      expect(instructions).toEqual([['Be brief.'], ['Be brief.', added], ['Be brief.', added]]);
    });

    it('include other tools of the agent', async () => {
      const clock = sdk.createTool({ id: 'clock', description: 'Reads the clock', execute: async () => 'noon' });
      const model = createModel(sdk, [[{ id: 'a', name: 'clock', input: {} }]]);
      const agent = agentFor([], { model, tools: { ...mastraTools(toolkit), clock } });
      await agent.generate('Go', { prepareStep: followGroups(toolkit, { otherTools: ['clock'] }) });
      const tools = model.doGenerateCalls[0].tools.map(({ name }: { readonly name: string }) => name);
      expect(tools).toContain('clock');
      expect(tools).not.toContain('discount');
    });
  });
});

interface SystemMessage {
  readonly role: string;
  readonly content: string;
}
