import { Tool, Toolkit, ToolRegistry } from 'toolwright';
import { toolkitMiddleware } from 'toolwright/langchain';
import { createBank } from './bank.js';
import { createModel, importLangChain, type LangChain } from './langchain-agent.js';

class Shop extends ToolRegistry {
  @Tool({ group: 'sales' })
  discount(): string {
    return 'ten percent';
  }
}

describe('toolkitMiddleware', () => {
  let sdk: LangChain;
  let toolkit: Toolkit;

  beforeAll(async () => {
    sdk = await importLangChain();
  });

  beforeEach(() => {
    toolkit = new Toolkit();
    toolkit.createGroup('sales', { description: 'Sales', instructions: 'Mention the discount.' });
    toolkit.enableMetaTool();
    toolkit.register(new Shop());
  });

  const activate = { id: 'a', name: 'activate_tool_groups', input: { sales: true } };

  it.each([
    [
      'adds to',
      'Be brief.',
      ['Be brief.', 'Be brief.\n\n## sales\n\nMention the discount.', 'Be brief.\n\n## sales\n\nMention the discount.'],
    ],
    ['creates', undefined, ['', '## sales\n\nMention the discount.', '## sales\n\nMention the discount.']],
  ])('%s the instructions of the agent those of the active groups', async (_, systemPrompt, expected) => {
    const { model } = createModel(sdk, [[activate], [{ id: 'b', name: 'discount', input: {} }]]);
    const middleware = [sdk.createMiddleware(toolkitMiddleware(toolkit))];
    await sdk
      .createAgent({ model, tools: [], middleware, systemPrompt })
      .invoke({ messages: [{ role: 'user', content: 'Go' }] });
    const instructions = model.calls.map(({ messages }: { readonly messages: readonly Message[] }) => {
      return messages.filter(({ type }) => type === 'system').map(({ text }) => text);
    });
    expect(instructions.flatMap((texts: readonly string[]) => texts[0] ?? '')).toEqual(expected);
  });

  it('runs each call of a turn once, also if two of them wait for approval and are resumed by IDs', async () => {
    const { ran } = createBank(toolkit);
    const { model } = createModel(sdk, [
      [
        { id: 'a', name: 'pay', input: { cents: 5 } },
        { id: 'b', name: 'balance', input: {} },
        { id: 'c', name: 'pay', input: { cents: 7 } },
      ],
    ]);
    const middleware = [sdk.createMiddleware(toolkitMiddleware(toolkit))];
    const agent = sdk.createAgent({ model, tools: [], middleware, checkpointer: new sdk.MemorySaver() });
    const config = { configurable: { thread_id: 'one' } };
    const { __interrupt__: interrupts } = await agent.invoke({ messages: [{ role: 'user', content: 'Go' }] }, config);
    const decide = ({ id, value }: Interrupt) => {
      const decisions = value.actionRequests.map(({ args }) => ({ type: args.cents === 5 ? 'approve' : 'reject' }));
      return [id, { decisions }];
    };
    expect(ran).toEqual([]);
    const resume = Object.fromEntries(interrupts.map(decide));
    const ended = await agent.invoke(new sdk.Command({ resume }), config);
    expect(ended.messages.at(-1).text).toBe('done');
    expect([...ran].sort()).toEqual(['balance', 'pay 5']);
  });

  it('leaves the other tools of the agent to the agent', async () => {
    const clock = sdk.tool(() => 'noon', { name: 'clock', description: 'Reads the clock', schema: sdk.z.object({}) });
    const { model, requests } = createModel(sdk, [[{ id: 'a', name: 'clock', input: {} }]]);
    const middleware = [sdk.createMiddleware(toolkitMiddleware(toolkit))];
    await sdk
      .createAgent({ model, tools: [clock], middleware })
      .invoke({ messages: [{ role: 'user', content: 'Go' }] });
    expect(requests[0]?.tools).toEqual(['clock', 'activate_tool_groups']);
    expect(requests[1]?.results).toMatchObject([{ text: 'noon' }]);
  });
});

interface Message {
  readonly type: string;
  readonly text: string;
}

interface Interrupt {
  readonly id: string;
  readonly value: { readonly actionRequests: readonly { readonly args: { readonly cents: number } }[] };
}
