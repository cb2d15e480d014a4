import {
  type ClientToolOptions,
  clientTool,
  DefinitionError,
  DeniedError,
  InterruptedError,
  NotFoundError,
  OutputValidationError,
  pendingCallOf,
  RateLimitError,
  Toolkit,
  type ToolkitOptions,
  ToolNotFoundError,
  ToolSpec,
  text,
  ValidationError,
} from 'toolwright';
import { connectInMemory } from '../mcp/server/clients.js';
import { warningsOf } from '../support/process-warnings.js';

const inputSchema = {
  type: 'object',
  properties: { label: { type: 'string' }, days: { type: 'integer', default: 7 } },
  required: ['label'],
} as const;

function pickDate(options: Partial<ClientToolOptions> = {}): ToolSpec {
  return clientTool({ name: 'pick_date', inputSchema, outputSchema: { type: 'string', minLength: 3 }, ...options });
}

function createKit(options: ToolkitOptions = {}, tool = pickDate()): Toolkit {
  const toolkit = new Toolkit(options);
  toolkit.register(tool);
  return toolkit;
}

function eventsOf(scope: Pick<Toolkit, 'events$'>): string[] {
  const events: string[] = [];
  scope.events$.subscribe(({ type, callId }) => events.push(`${type} ${callId}`));
  return events;
}

const call = (scope: Pick<Toolkit, 'execute'>, callId: string, args: unknown = { label: 'From' }) =>
  scope.execute('pick_date', args, { callId });

describe('clientTool', () => {
  it('ends a call as pending with the validated input, and later with the supplied result', async () => {
    const toolkit = createKit({ history: true });
    const events: object[] = [];
    toolkit.events$.subscribe((event) => events.push(event));
    const responses: object[] = [];
    await toolkit
      .callTool({ id: 'c1', name: 'pick_date', input: '{"label":"From","days":"3"}' })
      .forEach((response) => void responses.push(response));
    const input = { label: 'From', days: 3 };
    const pendingCall = { callId: 'c1', toolName: 'pick_date', input, since: expect.any(Number) };
    expect(responses).toEqual([
      {
        id: 'c1',
        callId: 'c1',
        toolName: 'pick_date',
        state: 'pending',
        content: [text("'pick_date' runs on the client. Its result is not available yet.")],
        structuredContent: input,
        metadata: { pendingCall },
        stream: false,
        isLast: true,
        isInterrupted: false,
      },
    ]);
    expect(toolkit.history?.size).toBe(0);
    const result = await toolkit.supplyResult('c1', { data: '2026-12-01' });
    expect([result.success, result.data, result.toText(), result.callId, result.toolName, result.attempts]).toEqual([
      true,
      '2026-12-01',
      '2026-12-01',
      'c1',
      'pick_date',
      1,
    ]);
    expect(events).toMatchObject([{ type: 'started' }, { type: 'pending', input }, { type: 'completed', result }]);
    expect(toolkit.history?.query()).toMatchObject([{ callId: 'c1', state: 'success', text: '2026-12-01' }]);
  });

  it('returns a result without success and without an error, which throwOnError does not throw', async () => {
    const toolkit = createKit();
    const result = await toolkit.execute('pick_date', { label: 'x' }, { throwOnError: true });
    expect([result.success, result.error, result.data]).toEqual([false, undefined, undefined]);
    expect(pendingCallOf(result)).toMatchObject({ callId: result.callId, input: { label: 'x', days: 7 } });
    expect(pendingCallOf(await toolkit.execute('nothing'))).toBeUndefined();
  });

  it.each<[string, string | Error, ToolkitOptions, string, string]>([
    ['a text', 'The user closed the dialog', {}, 'execution', 'The user closed the dialog'],
    ['an error', new TypeError('no dialog'), {}, 'execution', 'no dialog'],
    ['a typed error', new DeniedError('Not now'), {}, 'denied', 'Not now'],
    ['a masked error', new TypeError('no dialog'), { maskErrors: () => {} }, 'execution', 'Internal error (call c1)'],
  ])('fails with the error of the client: %s', async (_, error, options, code, message) => {
    const toolkit = createKit(options);
    const events = eventsOf(toolkit);
    await call(toolkit, 'c1');
    const result = await toolkit.supplyResult('c1', { error });
    expect(result.error?.toJSON()).toMatchObject({ code, message });
    expect(events).toEqual(['started c1', 'pending c1', `${code === 'denied' ? 'denied' : 'failed'} c1`]);
  });

  it('fails if the supplied data does not fit the output schema, and accepts no second result', async () => {
    const toolkit = createKit();
    const events = eventsOf(toolkit);
    await call(toolkit, 'c1');
    const [first, second] = await Promise.allSettled([
      toolkit.supplyResult('c1', { data: 'x' }),
      toolkit.supplyResult('c1', { data: '2026-12-01' }),
    ]);
    expect(first).toMatchObject({ value: { error: expect.any(OutputValidationError) } });
    expect(second).toMatchObject({ reason: expect.any(NotFoundError) });
    expect(events).toEqual(['started c1', 'pending c1', 'failed c1']);
    await expect(toolkit.supplyResult('c2', { data: 'abc' })).rejects.toThrow(
      "No call with the ID 'c2' waits for a result here: it is unknown, or it has ended.",
    );
  });

  it.each<[unknown]>([[undefined], [{}], [{ data: 1, error: 'x' }], [{ error: 7 }], [{ value: 1 }]])(
    'refuses the result %j, and still waits',
    async (supplied) => {
      const toolkit = createKit();
      await call(toolkit, 'c1');
      await expect(toolkit.supplyResult('c1', supplied as { data: unknown })).rejects.toThrow(DefinitionError);
      expect((await toolkit.supplyResult('c1', { data: 'abc' })).success).toBe(true);
    },
  );

  it('validates, checks access, asks for approval and runs middleware before it waits', async () => {
    const toolkit = createKit(
      { approver: ({ input }) => (input.label === 'no' ? 'deny' : 'approve') },
      pickDate({ needsApproval: true, canAccess: (auth) => auth !== 'bob' }),
    );
    const states: string[] = [];
    toolkit.use((_, next) => {
      const responses = next();
      responses.subscribe(({ state }) => states.push(state));
      return responses;
    });
    const events = eventsOf(toolkit);
    expect((await call(toolkit, 'c1', { days: 1 })).error).toBeInstanceOf(ValidationError);
    expect((await call(toolkit, 'c2', { label: 'no' })).error).toBeInstanceOf(DeniedError);
    expect((await toolkit.execute('pick_date', {}, { auth: 'bob' })).error).toBeInstanceOf(ToolNotFoundError);
    expect(pendingCallOf(await call(toolkit, 'c3'))?.callId).toBe('c3');
    expect(states).toContain('pending');
    expect(toolkit.snapshot().pendingCalls).toHaveLength(1);
    expect(events.filter((event) => event.endsWith('c3'))).toEqual(['started c3', 'pending c3']);
  });

  it('runs after a deferred approval', async () => {
    const toolkit = createKit(
      { approver: () => 'later', approvalKey: '0123456789abcdef0123456789abcdef' },
      pickDate({ needsApproval: true }),
    );
    const { metadata } = await call(toolkit, 'c1');
    const { token } = (metadata?.approval ?? {}) as { token: string };
    expect(pendingCallOf(await toolkit.resumeApproval(token, 'approve'))?.callId).toBe('c1');
    expect((await toolkit.supplyResult('c1', { data: 'abc' })).data).toBe('abc');
  });

  it('leaves nothing behind if middleware replaces the pending response', async () => {
    const toolkit = createKit();
    toolkit.use(async (_, next) => {
      await next();
      throw new Error('refused');
    });
    const events = eventsOf(toolkit);
    expect((await call(toolkit, 'c1')).toText()).toBe('refused');
    expect(toolkit.snapshot().pendingCalls).toBeUndefined();
    expect(events).toEqual(['started c1', 'failed c1']);
  });

  it('leaves nothing behind if the call is aborted or unsubscribed before it waits', async () => {
    const toolkit = createKit();
    const events = eventsOf(toolkit);
    const options = { signal: AbortSignal.abort(), callId: 'c1' };
    expect((await toolkit.execute('pick_date', { label: 'x' }, options)).error).toBeInstanceOf(InterruptedError);
    const input = { label: 'x' };
    toolkit.callTool({ id: 'c2', name: 'pick_date', input }).subscribe().unsubscribe();
    const subscription = toolkit.callTool({ id: 'c3', name: 'pick_date', input }).subscribe();
    const ended = new Promise<void>((resolve) => {
      toolkit.events$.subscribe(({ type }) => {
        if (type === 'pending') subscription.unsubscribe();
        if (type === 'pending') resolve();
      });
    });
    await ended;
    expect(toolkit.snapshot().pendingCalls).toBeUndefined();
    expect(events.filter((event) => event.startsWith('interrupted'))).toEqual([
      'interrupted c1',
      'interrupted c2',
      'interrupted c3',
    ]);
  });

  it('waits after the signal of its caller aborts, because the request of the call has ended', async () => {
    const toolkit = createKit();
    const controller = new AbortController();
    await toolkit.execute('pick_date', { label: 'x' }, { callId: 'c1', signal: controller.signal });
    controller.abort();
    expect((await toolkit.supplyResult('c1', { data: 'abc' })).data).toBe('abc');
  });

  it('ends the waiting calls of a tool that is removed', async () => {
    const toolkit = createKit({ history: true });
    await call(toolkit, 'c1');
    toolkit.unregister('pick_date');
    expect(toolkit.snapshot().pendingCalls).toBeUndefined();
    expect(toolkit.history?.query()).toMatchObject([
      { callId: 'c1', state: 'error', error: { code: 'tool_not_found' } },
    ]);
    await expect(toolkit.supplyResult('c1', { data: 'abc' })).rejects.toThrow(NotFoundError);
  });

  it('drops the oldest call beyond maxPendingCalls, and refuses an ID that waits', async () => {
    const toolkit = createKit({ maxPendingCalls: 2 });
    const ends: unknown[] = [];
    toolkit.events$.subscribe((event) => 'error' in event && event.type === 'failed' && ends.push(event.error));
    for (const id of ['c1', 'c2', 'c3']) await call(toolkit, id);
    expect(ends).toEqual([expect.any(RateLimitError)]);
    expect(toolkit.snapshot().pendingCalls?.map(({ callId }) => callId)).toEqual(['c2', 'c3']);
    expect((await call(toolkit, 'c3')).toText()).toBe(
      "A call with the ID 'c3' waits for its result already. Use another ID.",
    );
    expect((await toolkit.supplyResult('c3', { data: 'abc' })).data).toBe('abc');
    expect(() => new Toolkit({ maxPendingCalls: 0 })).toThrow('maxPendingCalls must be a whole number from 1');
  });

  it('is ended through the session that ran it', async () => {
    const toolkit = createKit();
    const [ann, bob] = [toolkit.session(), toolkit.session()];
    const events = eventsOf(toolkit);
    await call(ann, 'c1');
    await call(bob, 'c1');
    await expect(toolkit.supplyResult('c1', { data: 'abc' })).rejects.toThrow(NotFoundError);
    expect((await ann.supplyResult('c1', { data: 'ann' })).data).toBe('ann');
    expect((await bob.supplyResult('c1', { data: 'bob' })).data).toBe('bob');
    expect(events.filter((event) => event === 'completed c1')).toHaveLength(2);
  });

  it('waits again after restore() in another process', async () => {
    const before = createKit().session({ id: 's1' });
    await call(before, 'c1');
    const saved: unknown = JSON.parse(JSON.stringify(before.snapshot()));
    const after = createKit({ history: true }).session();
    await call(after, 'c0');
    const events = eventsOf(after);
    after.restore(saved);
    expect(events).toEqual(['interrupted c0']);
    expect((await after.supplyResult('c1', { data: '2026-12-01' })).data).toBe('2026-12-01');
    expect(events.slice(1)).toEqual(['started c1', 'completed c1']);
    expect(after.history?.query({ state: 'success' })).toMatchObject([{ input: { label: 'From', days: 7 } }]);
    for (const pendingCalls of [{}, [{ callId: 1 }], [{ callId: 'a', toolName: 'b', input: {}, since: 0, more: 1 }]]) {
      expect(() => after.restore({ activeGroups: [], state: {}, pendingCalls })).toThrow(
        'restore(): pendingCalls must be a list of pending calls',
      );
    }
  });

  it('waits in exactly its version', async () => {
    const toolkit = createKit({}, pickDate({ version: '1.0.0' }));
    await call(toolkit, 'c1');
    toolkit.register(pickDate({ version: '2.0.0', outputSchema: { type: 'number' } }));
    expect((await toolkit.supplyResult('c1', { data: 'abc' })).data).toBe('abc');
  });

  it('stays in the foreground', async () => {
    const toolkit = createKit();
    const result = await toolkit.execute('pick_date', { label: 'x' }, { background: true });
    expect(pendingCallOf(result)).toBeDefined();
    expect(toolkit.tasks.list()).toEqual([]);
  });

  it.each([
    ['executor', { executor: { kind: 'x', execute: () => 1 } }],
    ['bind', { bind: { label: 'label' } }],
    ['timeoutMs', { timeoutMs: 5 }],
    ['retry', { retry: { maxRetries: 1 } }],
    ['concurrency', { concurrency: 1 }],
  ])('refuses the option %s, which applies where a tool runs', (name, options) => {
    expect(() => pickDate(options as Partial<ClientToolOptions>)).toThrow(
      `clientTool: 'pick_date' is run by the client, so the option '${name}' does not apply to it. Omit it.`,
    );
  });

  it('refuses hidden arguments, calls without a toolkit, and a tool without an executor', async () => {
    const message = "register: the client runs 'pick_date' with the arguments that the model sends";
    expect(() => new Toolkit().register(pickDate(), { preset: { days: 1 } })).toThrow(message);
    expect(() => new Toolkit().register(pickDate().bind('days'))).toThrow(message);
    await expect(pickDate().call({ label: 'x' })).rejects.toThrow('Call it through a toolkit');
    expect(() => ToolSpec.create({ name: 'x' } as Parameters<typeof ToolSpec.create>[0])).toThrow('has no executor');
  });

  it('is not served over MCP, with a warning, and not part of a session without client tools', async () => {
    const toolkit = createKit();
    let names: readonly string[] = [];
    const warnings = await warningsOf(async () => {
      const client = await connectInMemory(toolkit);
      names = (await client.listTools()).tools.map(({ name }) => name);
      await expect(client.callTool({ name: 'pick_date', arguments: { label: 'x' } })).rejects.toThrow(
        "There is no tool named 'pick_date'.",
      );
    });
    expect(names).toEqual([]);
    expect(warnings).toEqual([
      "Not served over MCP, which has no pending results, because the client runs them: 'pick_date'.",
    ]);
    expect(toolkit.session({ clientTools: false }).list()).toEqual([]);
  });
});
