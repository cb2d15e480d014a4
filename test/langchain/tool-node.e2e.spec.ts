import { type Approver, Tool, Toolkit, ToolRegistry } from 'toolwright';
import { type ApprovalInterrupt, toolNode } from 'toolwright/langchain';
import { importLangChain, type LangChain } from './langchain-agent.js';

class Bank extends ToolRegistry {
  readonly done: string[] = [];

  @Tool({ description: 'Pays', needsApproval: true, params: { cents: { type: Number } } })
  pay(cents: number): string {
    this.done.push(`pay ${cents}`);
    return `paid ${cents}`;
  }

  @Tool()
  balance(): string {
    this.done.push('balance');
    return '100 cents';
  }
}

const calls = [
  { id: 'a', name: 'pay', args: { cents: 5 } },
  { id: 'b', name: 'balance', args: {} },
  { id: 'c', name: 'pay', args: { cents: 7 } },
];

const count = "Resume with { decisions: [{ type: 'approve' }, …] }, one for each of 2 requests.";
const forms =
  "must be { type: 'approve' }, { type: 'reject' } or { type: 'edit', editedAction: { name: 'pay', args: { … } } }";

describe('toolNode', () => {
  let sdk: LangChain;
  let bank: Bank;
  let toolkit: Toolkit;

  beforeAll(async () => {
    sdk = await importLangChain();
  });

  beforeEach(() => {
    bank = new Bank();
    toolkit = new Toolkit();
    toolkit.register(bank);
  });

  const config = { configurable: { thread_id: 'one' } };

  const ask = (asked: readonly object[] = calls) => {
    return {
      messages: [new sdk.AIMessage({ content: '', tool_calls: asked.map((one) => ({ type: 'tool_call', ...one })) })],
    };
  };

  const createGraph = (options: { readonly approver?: Approver } = {}, checkpointer: unknown = new sdk.MemorySaver()) =>
    new sdk.StateGraph(sdk.MessagesAnnotation)
      .addNode('tools', toolNode(toolkit, options))
      .addEdge(sdk.START, 'tools')
      .addEdge('tools', sdk.END)
      .compile({ checkpointer });

  const resume = (decisions: readonly unknown[]) => new sdk.Command({ resume: { decisions } });

  const answersOf = ({ messages }: { readonly messages: readonly Answer[] }) =>
    messages.slice(1).map(({ tool_call_id, status, text }) => [tool_call_id, status, text]);

  it('asks for all decisions of a turn at once, before any call runs', async () => {
    const { __interrupt__: interrupts } = await createGraph().invoke(ask(), config);
    const request: ApprovalInterrupt = {
      actionRequests: [
        { name: 'pay', args: { cents: 5 }, description: 'Pays' },
        { name: 'pay', args: { cents: 7 }, description: 'Pays' },
      ],
      reviewConfigs: [
        { actionName: 'pay', allowedDecisions: ['approve', 'edit', 'reject'] },
        { actionName: 'pay', allowedDecisions: ['approve', 'edit', 'reject'] },
      ],
    };
    expect(interrupts).toMatchObject([{ value: request }]);
    expect(bank.done).toEqual([]);
  });

  it('runs each call once after the decisions, in another process too', async () => {
    const checkpointer = new sdk.MemorySaver();
    await createGraph({}, checkpointer).invoke(ask(), config);
    const edit = { type: 'edit', editedAction: { name: 'pay', args: { cents: 3 } } };
    const ended = await createGraph({}, checkpointer).invoke(resume([edit, { type: 'approve' }]), config);
    expect(answersOf(ended)).toEqual([
      ['a', 'success', expect.stringContaining('paid 3')],
      ['b', 'success', '100 cents'],
      ['c', 'success', 'paid 7'],
    ]);
    expect([...bank.done].sort()).toEqual(['balance', 'pay 3', 'pay 7']);
  });

  it('passes the reason of a rejection to the model', async () => {
    const graph = createGraph();
    await graph.invoke(ask(), config);
    const ended = await graph.invoke(resume([{ type: 'reject', message: 'Too much.' }, { type: 'reject' }]), config);
    expect(answersOf(ended)).toEqual([
      ['a', 'error', expect.stringContaining('Too much.')],
      ['b', 'success', '100 cents'],
      ['c', 'error', expect.stringMatching(/denied/i)],
    ]);
    expect(bank.done).toEqual(['balance']);
  });

  it.each([
    ['a text', 'yes', count],
    ['nothing but a list', [{ type: 'approve' }], count],
    ['too few decisions', { decisions: [{ type: 'approve' }] }, count],
    [
      'an unknown decision',
      { decisions: [{ type: 'approve' }, { type: 'allow' }] },
      `decisions[1] ${forms}, not {"type":"allow"}.`,
    ],
    ['a text in place of a decision', { decisions: ['yes', { type: 'approve' }] }, `decisions[0] ${forms}, not "yes".`],
    [
      'an edit without editedAction',
      { decisions: [{ type: 'edit', args: { cents: 1 } }, { type: 'approve' }] },
      `decisions[0] ${forms}, not {"type":"edit","args":{"cents":1}}.`,
    ],
    [
      'an edit for another tool',
      editFor('balance'),
      `decisions[0] ${forms}, not {"type":"edit","editedAction":{"name":"balance","args":{"ce….`,
    ],
    [
      'edited arguments that are not an object',
      editFor('pay', [1]),
      `decisions[0] ${forms}, not {"type":"edit","editedAction":{"name":"pay","args":[1]}}.`,
    ],
  ])('asks again when resumed with %s, and says what is wrong', async (_, resumed, error) => {
    const graph = createGraph();
    await graph.invoke(ask(), config);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { __interrupt__: interrupts } = await graph.invoke(new sdk.Command({ resume: resumed }), config);
      expect(interrupts).toMatchObject([{ value: { actionRequests: [{}, {}], error } }]);
    }
    expect(bank.done).toEqual([]);
    const ended = await graph.invoke(resume([{ type: 'approve' }, { type: 'approve' }]), config);
    expect(ended.messages).toHaveLength(4);
    expect(bank.done).toHaveLength(3);
  });

  it('leaves the decision to an approver', async () => {
    const ended = await createGraph({ approver: () => 'approve' }).invoke(ask(), config);
    expect(ended.__interrupt__).toBeUndefined();
    expect(bank.done).toHaveLength(3);
  });

  it('answers a call that needs approval with an error if the graph has no checkpointer', async () => {
    const ended = await createGraph({}, false).invoke(ask());
    expect(answersOf(ended)).toEqual([
      ['a', 'error', expect.stringContaining('approval')],
      ['b', 'success', '100 cents'],
      ['c', 'error', expect.stringContaining('approval')],
    ]);
  });

  it('answers only the calls that have no answer', async () => {
    const answer = new sdk.ToolMessage({ content: 'kept', tool_call_id: 'b' });
    const node = toolNode(toolkit, { approver: () => 'approve' });
    const { messages } = await node({ messages: [...ask().messages, answer] });
    expect(messages).toMatchObject([{ tool_call_id: 'a' }, { tool_call_id: 'c' }]);
    expect(await node({ messages: [new sdk.AIMessage('hi')] })).toEqual({ messages: [] });
    expect(await node({ messages: [] })).toEqual({ messages: [] });
  });

  it('answers a call without an ID', async () => {
    const { messages } = await toolNode(toolkit)(ask([{ name: 'balance', args: {} }]));
    expect(messages).toMatchObject([{ tool_call_id: '', content: '100 cents' }]);
  });

  it('rejects a state without messages', async () => {
    await expect(toolNode(toolkit)({} as never)).rejects.toThrow('no messages');
  });

  it('emits the chunks of tools in the stream mode custom', async () => {
    class Feed extends ToolRegistry {
      @Tool()
      async *follow(): AsyncGenerator<string> {
        yield 'a';
        yield 'b';
      }
    }
    toolkit.register(new Feed());
    const stream = await createGraph().stream(ask([{ id: 'a', name: 'follow', args: {} }]), {
      ...config,
      streamMode: 'custom',
    });
    const chunks: unknown[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks).toMatchObject([
      { type: 'tool_chunk', callId: 'a', content: [{ text: 'a' }] },
      { type: 'tool_chunk', callId: 'a', content: [{ text: 'b' }] },
    ]);
  });
});

interface Answer {
  readonly tool_call_id: string;
  readonly status: string;
  readonly text: string;
}

function editFor(name: string, args: unknown = { cents: 1 }): object {
  return { decisions: [{ type: 'edit', editedAction: { name, args } }, { type: 'approve' }] };
}
