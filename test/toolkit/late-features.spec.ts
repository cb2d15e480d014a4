import { agentTool, clientTool, offload, serveTasks, Toolkit, type ToolResult, ToolSpec } from 'toolwright';
import { MemoryTaskStore } from 'toolwright/stores';

const noInput = { type: 'object', properties: {} } as const;

function tool(name: string, options: { readonly needsApproval?: boolean; readonly durable?: boolean } = {}): ToolSpec {
  return ToolSpec.create({ name, executor: { kind: 'test', execute: () => `${name} ran` }, ...options });
}

function offloadedIdOf({ metadata = {} }: ToolResult): string {
  return (metadata.offloaded as { readonly id: string }).id;
}

/** Features are installed when they are first needed, which may be after sessions were created and calls were made. */
describe('a feature that is needed late', () => {
  it('applies its steps to tools that were called before', async () => {
    const toolkit = new Toolkit();
    toolkit.register(tool('search'));
    const session = toolkit.session();
    expect((await session.execute('search', {})).data).toBe('search ran');
    const model = { type: 'object', properties: { reason: { type: 'string' } }, required: ['reason'] } as const;
    toolkit.setExtendedModel('search', model);
    expect((await session.execute('search', {})).error?.code).toBe('invalid_parameters');
    const result = await session.execute('search', { reason: 'why not' });
    expect(result.metadata?.structuredOutput).toEqual({ reason: 'why not' });
  });

  it('denies a tool that needs approval and was registered after a session was created', async () => {
    const toolkit = new Toolkit();
    toolkit.register(tool('search'));
    const session = toolkit.session();
    await session.execute('search', {});
    toolkit.register(tool('pay', { needsApproval: true }));
    expect((await session.execute('pay', {})).error?.code).toBe('denied');
    expect((await session.execute('pay', {}, { approver: () => 'approve' })).data).toBe('pay ran');
    expect((await session.execute('search', {})).data).toBe('search ran');
  });

  it('asks the approver that the session was created with', async () => {
    const toolkit = new Toolkit();
    const session = toolkit.session({ approver: () => 'approve' });
    toolkit.register(tool('pay', { needsApproval: true }));
    expect((await session.execute('pay', {})).data).toBe('pay ran');
    expect((await toolkit.execute('pay', {})).error?.code).toBe('denied');
  });

  it('asks the approver of the toolkit that calls an agent, whose own toolkit has none', async () => {
    const own = new Toolkit();
    own.register(tool('pay', { needsApproval: true }));
    const agent = agentTool({
      name: 'buy',
      input: noInput,
      toolkit: own,
      run: async (_, { toolkit }) => (await toolkit.execute('pay', {})).data ?? 'denied',
    });
    const asked: string[] = [];
    const approver = ({ toolName }: { readonly toolName: string }) => {
      asked.push(toolName);
      return 'approve' as const;
    };
    const caller = new Toolkit({ approver });
    caller.register(agent);
    expect((await caller.execute('buy', {})).data).toBe('pay ran');
    expect(asked).toEqual(['pay']);
  });

  it('remembers approvals in a session that was created before', async () => {
    const toolkit = new Toolkit();
    const session = toolkit.session();
    expect(session.snapshot()).not.toHaveProperty('approvals');
    toolkit.register(tool('pay', { needsApproval: true }));
    const approver = () => ({ kind: 'approve', remember: { for: 'session', rule: { tool: 'pay' } } }) as const;
    await session.execute('pay', {}, { approver });
    expect(session.approvals.list()).toHaveLength(1);
    expect((await session.execute('pay', {})).data).toBe('pay ran');
    const other = new Toolkit();
    other.register(tool('pay', { needsApproval: true }));
    const restored = other.session();
    restored.restore(session.snapshot());
    expect((await restored.execute('pay', {})).data).toBe('pay ran');
  });

  it('restores its part of a snapshot in a toolkit that has not needed it', () => {
    const toolkit = new Toolkit();
    toolkit.register(clientTool({ name: 'pick' }));
    const session = toolkit.session();
    const saved = { ...session.snapshot(), pendingCalls: [{ callId: 'c1', toolName: 'pick', input: {}, since: 1 }] };
    const other = new Toolkit();
    const restored = other.session();
    expect(() => restored.restore({ ...saved, pendingCalls: 5 })).toThrow('restore(): pendingCalls must be a list');
    restored.restore(saved);
    // The tool does not exist there, so that nothing can end its call.
    expect(restored.snapshot()).not.toHaveProperty('pendingCalls');
    const same = toolkit.session();
    same.restore(saved);
    expect(same.snapshot().pendingCalls).toEqual(saved.pendingCalls);
  });

  it('keeps the large results of a session that was created before', async () => {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.create({ name: 'read', executor: { kind: 'test', execute: () => 'x'.repeat(500) } }));
    const session = toolkit.session();
    const sharing = toolkit.session({ groups: session });
    toolkit.use(offload({ overChars: 100 }));
    const id = offloadedIdOf(await session.execute('read', {}));
    expect(await session.readResult(id)).toBe('x'.repeat(500));
    expect(await sharing.readResult(id)).toBe('x'.repeat(500));
    await expect(toolkit.readResult(id)).rejects.toThrow(`There is no result '${id}'`);
  });

  it('reads a large result through the tool only in the session that has it', async () => {
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.create({ name: 'read', executor: { kind: 'test', execute: () => 'x'.repeat(500) } }));
    toolkit.use(offload({ overChars: 100 }));
    const session = toolkit.session();
    const id = offloadedIdOf(await session.execute('read', {}));
    expect((await session.execute('read_result', { id })).success).toBe(true);
    expect((await toolkit.session().execute('read_result', { id })).error?.code).toBe('not_found');
  });

  it('runs a durable tool on the worker, once', async () => {
    const taskStore = new MemoryTaskStore();
    const toolkit = new Toolkit({ taskStore, approvalKey: 'k'.repeat(32), approver: () => 'later' });
    toolkit.register(tool('send', { durable: true }));
    toolkit.register(tool('pay', { durable: true, needsApproval: true }));
    const serving = await serveTasks(toolkit);
    expect((await toolkit.execute('send', {})).data).toBe('send ran');
    const paid = toolkit.execute('pay', {}, { callId: 'p1' });
    const waiting = async () => (await toolkit.tasks.find('p1'))?.status === 'waiting';
    while (!(await waiting())) await new Promise((resolve) => setTimeout(resolve, 5));
    await toolkit.tasks.decide('p1', 'approve');
    expect((await paid).data).toBe('pay ran');
    await serving.close();
  });

  it('ends a durable call without a store by name', async () => {
    const toolkit = new Toolkit();
    toolkit.register(tool('send', { durable: true }));
    const { error } = await toolkit.execute('send', {});
    expect(error?.message).toBe(
      "The call of 'send' is durable, which requires a task store: new Toolkit({ taskStore }).",
    );
  });
});
