import { Tool, Toolkit, ToolRegistry } from 'toolwright';
import { agentInstructions, agentTools } from 'toolwright/openai-agents';
import type { SeenRequest } from '../contracts/agent-sdk.contract.js';
import { type AgentsSdk, createModel, importAgents, type ModelRequest, readRequest } from './agents-agent.js';

class Services extends ToolRegistry {
  readonly paid: number[] = [];

  @Tool({ annotations: { readOnlyHint: true }, params: { text: { type: String } } })
  echo(text: string): string {
    return text;
  }

  @Tool({ canAccess: (auth) => auth === 'admin', bind: { tenant: 'tenant' } })
  audit(tenant: string): string {
    return `audited ${tenant}`;
  }

  @Tool({ needsApproval: ({ cents }) => cents > 100, params: { cents: { type: Number } } })
  pay(cents: number): string {
    this.paid.push(cents);
    return `paid ${cents}`;
  }

  @Tool({ group: 'extra' })
  extra(): string {
    return 'extra';
  }
}

interface User {
  readonly role: string;
  readonly tenant: string;
}

describe('the tools of a toolkit in the OpenAI Agents SDK', () => {
  let sdk: AgentsSdk;
  let services: Services;
  let toolkit: Toolkit;

  beforeAll(async () => {
    sdk = await importAgents();
  });

  beforeEach(() => {
    services = new Services();
    toolkit = new Toolkit();
    toolkit.createGroup('extra', { instructions: 'Use extra with care.' });
    toolkit.register(services);
  });

  const createAgent = (name: string, input: unknown, onRequest?: (request: ModelRequest) => void) => {
    const tools = agentTools<User>(toolkit, {
      auth: ({ role }: User) => role,
      state: ({ tenant }: User) => ({ tenant }),
    });
    const model = createModel(sdk, [[{ id: 'call_1', name, input }]], onRequest);
    return new sdk.Agent({ name: 'Clerk', model, instructions: agentInstructions(toolkit, 'Be brief.'), tools });
  };

  const user = { role: 'user', tenant: 't1' };

  it('are those that the user of each run may access, with the state of the run', async () => {
    const requests: SeenRequest[] = [];
    const onRequest = (request: ModelRequest): void => void requests.push(readRequest(request));
    await sdk.run(createAgent('echo', { text: 'tea' }, onRequest), 'Go', { context: user });
    expect(requests[0]?.tools).toEqual(['echo', 'pay']);
    await sdk.run(createAgent('audit', {}, onRequest), 'Go', { context: { role: 'admin', tenant: 't2' } });
    expect(requests[2]?.tools).toEqual(['echo', 'audit', 'pay']);
    expect(requests[3]?.results[0]?.text).toBe('audited t2');
  });

  it('have the instructions of the groups that are active in each turn', async () => {
    const instructions: (string | undefined)[] = [];
    toolkit.enableMetaTool();
    const onRequest = ({ systemInstructions }: ModelRequest): void => void instructions.push(systemInstructions);
    await sdk.run(createAgent('activate_tool_groups', { extra: true }, onRequest), 'Go', { context: user });
    expect(instructions).toEqual(['Be brief.', 'Be brief.\n\n## extra\n\nUse extra with care.']);
  });

  it('interrupt the run only for arguments that need approval', async () => {
    const result = await sdk.run(createAgent('pay', { cents: 5 }), 'Go', { context: user });
    expect(result.interruptions).toEqual([]);
    expect(services.paid).toEqual([5]);
    const interrupted = await sdk.run(createAgent('pay', { cents: 500 }), 'Go', { context: user });
    expect(interrupted.interruptions).toHaveLength(1);
    expect(services.paid).toEqual([5]);
  });

  it('run once after an approval in another process', async () => {
    const agent = createAgent('pay', { cents: 500 });
    const { state } = await sdk.run(agent, 'Go', { context: user });
    const restored = await sdk.RunState.fromString(agent, state.toString());
    for (const interruption of restored.getInterruptions()) restored.approve(interruption);
    expect((await sdk.run(agent, restored)).finalOutput).toBe('done');
    expect(services.paid).toEqual([500]);
  });

  it('do not run with an approval of the user if the toolkit has an approver', async () => {
    toolkit = new Toolkit({ approver: () => 'deny' });
    toolkit.createGroup('extra');
    toolkit.register(services);
    const [pay] = agentTools(toolkit, { include: ['pay'] });
    const runContext = { context: user, isToolApproved: () => true };
    const output = await pay?.invoke(runContext, '{"cents":500}', { toolCall: { callId: 'call_1' } });
    expect(output).toContain('denied');
    expect(services.paid).toEqual([]);
  });

  it('are answered by the SDK if their arguments are not JSON, and never end the run', async () => {
    const requests: SeenRequest[] = [];
    const run = async (name: string, input: string): Promise<unknown> => {
      const agent = createAgent(name, input, (request) => requests.push(readRequest(request)));
      const { state, interruptions } = await sdk.run(agent, 'Go', { context: user });
      for (const interruption of interruptions) state.approve(interruption);
      return (await sdk.run(agent, state)).finalOutput;
    };
    expect(await run('echo', '{"text": "tea",}')).toBe('done');
    expect(requests.at(-1)?.results[0]?.text).toContain('valid JSON');
    expect(await run('pay', '{"cents"')).toBe('done');
    expect(services.paid).toEqual([]);
  });
});
