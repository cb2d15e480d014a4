import 'toolwright/dto';
import { jest } from '@jest/globals';
import { IsString } from 'class-validator';
import { lastValueFrom, toArray } from 'rxjs';
import {
  type AgentRunOptions,
  type ApprovalRequest,
  agentTool,
  type CallOptions,
  pendingApprovalOf,
  readToolCalls,
  respond,
  secret,
  type ToolContext,
  type ToolEvent,
  Toolkit,
  type ToolkitOptions,
  ToolSpec,
  text,
} from 'toolwright';
import { z } from 'zod';
import { deferred, never, turns, until } from '../../execution/waiting.js';

const question = {
  type: 'object',
  properties: { query: { type: 'string', description: 'What to find out' } },
  required: ['query'],
  additionalProperties: false,
} as const;

type Run = (input: Readonly<Record<string, unknown>>, options: AgentRunOptions) => unknown;

function toolOf(name: string, run: (args: Readonly<Record<string, unknown>>, ctx: ToolContext) => unknown, more = {}) {
  return ToolSpec.create({ name, inputSchema: {}, ...more, executor: { kind: 'test', execute: run } });
}

/** A toolkit with the tool `look`, and the agent `research` with a run. */
function setUp(run: Run, options: ToolkitOptions = {}, more: object = {}): { toolkit: Toolkit; events: ToolEvent[] } {
  const toolkit = new Toolkit(options);
  toolkit.register([
    toolOf('look', ({ at }) => `saw ${at ?? 'nothing'}`, { inputSchema: { type: 'object', properties: { at: {} } } }),
    agentTool({ name: 'research', description: 'Finds things out', input: question, run, ...more }),
  ]);
  const events: ToolEvent[] = [];
  toolkit.events$.subscribe((event) => events.push(event));
  return { toolkit, events };
}

/** A model of a Chat Completions API that answers with the given messages, one after another. */
function modelOf(...messages: readonly object[]): () => object {
  const answers = messages.map((message) => ({ choices: [{ message: { role: 'assistant', ...message } }] }));
  return () => answers.shift() ?? { choices: [] };
}

function callMessage(id: string, name: string, input: object): object {
  return { tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }] };
}

const ask = { query: 'x' };

describe('an agent', () => {
  it('runs a loop over the tools of its session, and returns its answer', async () => {
    const messages: unknown[] = [];
    const next = modelOf(callMessage('call_1', 'look', { at: 'the moon' }), { content: 'Cheese.' });
    const { toolkit } = setUp(async ({ query }, { toolkit: session }) => {
      messages.push({ role: 'user', content: query });
      for (;;) {
        const answer = next() as { readonly choices: readonly { readonly message: { readonly content?: string } }[] };
        const calls = readToolCalls(answer);
        if (calls.length === 0) return answer.choices[0]?.message.content;
        for (const { id, name, input } of calls) {
          messages.push((await session.execute(name, input, { callId: id })).toMessage('openai'));
        }
      }
    });
    const result = await toolkit.execute('research', { query: 'Moon?' });
    expect(result).toMatchObject({ success: true, data: 'Cheese.', toolName: 'research', attempts: 1 });
    expect(messages).toEqual([
      { role: 'user', content: 'Moon?' },
      { role: 'tool', tool_call_id: 'call_1', content: 'saw the moon' },
    ]);
  });

  it('publishes the schema of its input as it is written', () => {
    const { toolkit } = setUp(() => 'x');
    expect(toolkit.getJsonSchemas()).toMatchObject([
      { name: 'look' },
      { name: 'research', description: 'Finds things out', parameters: question },
    ]);
    expect(toolkit.get('research')).toMatchObject({ kind: 'agent', inputSchema: question });
  });

  it('accepts a DTO class and a Standard Schema as its input', async () => {
    class Question {
      @IsString()
      query!: string;
    }
    const toolkit = new Toolkit();
    toolkit.register([
      agentTool({ name: 'dto', input: Question, run: (input) => `${input.query.length} characters` }),
      agentTool({
        name: 'zod',
        input: z.object({ query: z.string(), depth: z.number().default(2) }),
        run: ({ query, depth }) => query.repeat(depth),
      }),
    ]);
    expect((await toolkit.execute('dto', ask)).data).toBe('1 characters');
    expect((await toolkit.execute('zod', ask)).data).toBe('xx');
    expect((await toolkit.execute('zod', {})).error?.code).toBe('invalid_parameters');
  });

  it('infers the type of its input and of its answer', async () => {
    const typed = agentTool({
      name: 'typed',
      input: question,
      run: async ({ query }: { query: string }) => query.length,
    });
    const toolkit = new Toolkit();
    toolkit.register(typed);
    const { data } = await toolkit.execute(typed, ask);
    const length: number | undefined = data;
    expect(length).toBe(1);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['an empty text', ''],
    ['a blank text', ' \n'],
    ['a response without content', respond({ content: [] })],
    ['blank content', [text(' ')]],
    ['an empty stream', (function* () {})()],
    [
      'a stream of blank chunks',
      (async function* () {
        yield '';
      })(),
    ],
  ])('that returns %s ended without an answer', async (_, answer) => {
    const { toolkit } = setUp(() => answer);
    const { error, content } = await toolkit.execute('research', ask);
    expect(error).toMatchObject({ code: 'execution', message: "The agent 'research' ended without an answer." });
    expect(content.at(-1)).toEqual(text("The agent 'research' ended without an answer."));
  });

  it.each([
    ['0', 0],
    ['false', false],
    ['an empty list', []],
    ['an object', { found: null }],
  ])('may answer %s', async (_, answer) => {
    const { toolkit } = setUp(() => answer);
    expect((await toolkit.execute('research', ask)).data).toEqual(answer);
  });

  it('validates its answer against its output schema', async () => {
    const outputSchema = { type: 'object', properties: { hits: { type: 'integer' } }, required: ['hits'] };
    const { toolkit } = setUp(({ query }) => ({ hits: query === 'x' ? 1 : 'many' }), {}, { outputSchema });
    expect((await toolkit.execute('research', ask)).structuredContent).toEqual({ hits: 1 });
    expect((await toolkit.execute('research', { query: 'y' })).error?.code).toBe('invalid_output');
  });

  it('receives bound values', async () => {
    const toolkit = new Toolkit();
    const bound = agentTool({ name: 'research', input: question, run: ({ query }) => query }).bind('query', {
      stateKey: 'q',
    });
    toolkit.register(bound);
    expect((await toolkit.session({ state: { q: 'bound' } }).execute('research', {})).data).toBe('bound');
  });

  it('can be retried: each attempt has its own session', async () => {
    const sessions: unknown[] = [];
    const { toolkit } = setUp(
      (_, { toolkit: session }) => {
        sessions.push(session.state.get('seen'));
        session.state.set('seen', true);
        if (sessions.length === 1) throw Object.assign(new Error('busy'), { status: 503 });
        return 'done';
      },
      {},
      { retry: { maxRetries: 1, delayMs: 0 } },
    );
    expect(await toolkit.execute('research', ask)).toMatchObject({ data: 'done', attempts: 2 });
    expect(sessions).toEqual([undefined, undefined]);
  });

  it('fails with the error of a failed call that it returns', async () => {
    const { toolkit } = setUp((_, { toolkit: session }) => session.execute('unknown'));
    expect((await toolkit.execute('research', ask)).error?.code).toBe('tool_not_found');
  });
});

describe('the chunks of an agent', () => {
  async function chunksOf(run: Run, more: object = {}): Promise<readonly unknown[]> {
    const { toolkit } = setUp(run, {}, more);
    const responses = await lastValueFrom(toolkit.callTool({ id: 'c', name: 'research', input: ask }).pipe(toArray()));
    return responses.map(({ id, isLast, state, content }) => [
      id,
      isLast,
      state,
      ...content.map((b) => b.type === 'text' && b.text),
    ]);
  }

  it.each<[string, Run]>([
    [
      'emitted with onChunk',
      async (_, { onChunk }) => {
        await onChunk('one ');
        await onChunk('two');
      },
    ],
    [
      'emitted with onChunk without waiting',
      (_, { onChunk }) => {
        void onChunk('one ');
        void onChunk('two');
      },
    ],
    [
      'yielded',
      async function* () {
        yield 'one ';
        yield text('two');
      },
    ],
    [
      'both emitted and yielded',
      async function* (_, { onChunk }) {
        await onChunk('one ');
        yield 'two';
      },
    ],
  ])('are its answer if they are %s', async (_, run) => {
    expect(await chunksOf(run)).toEqual([
      ['c:0', false, 'running', 'one '],
      ['c:1', false, 'running', 'two'],
      ['c', true, 'success', 'one two'],
    ]);
  });

  it('precede an answer that the run returns', async () => {
    const chunks = await chunksOf(async (_, { onChunk }) => {
      void onChunk('thinking');
      return 'answer';
    });
    expect(chunks).toEqual([
      ['c:0', false, 'running', 'thinking'],
      ['c', true, 'success', 'answer'],
    ]);
  });

  it('are followed by the error of a run that fails', async () => {
    const chunks = await chunksOf((_, { onChunk }) => {
      void onChunk('thinking');
      throw new Error('broken');
    });
    expect(chunks).toEqual([
      ['c:0', false, 'running', 'thinking'],
      ['c', true, 'error', 'thinking', 'broken'],
    ]);
  });

  it('are emitted at the pace of the reader', async () => {
    let emitted = 0;
    const { toolkit } = setUp(async (_, { onChunk }) => {
      for (; emitted < 5; ) {
        emitted++;
        await onChunk(`${emitted}`);
      }
    });
    const seen: unknown[] = [];
    for await (const { isLast, content } of toolkit.iterate({ name: 'research', input: ask })) {
      await turns(2);
      seen.push([isLast, emitted, content]);
      if (seen.length === 2) break;
    }
    expect(seen).toEqual([
      [false, 1, [text('1')]],
      [false, 2, [text('2')]],
    ]);
  });

  it('that cannot be represented as JSON fail the call', async () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const { toolkit } = setUp(async (_, { onChunk }) => onChunk(circular));
    expect((await toolkit.execute('research', ask)).error?.code).toBe('invalid_output');
  });
});

describe('the events of an agent', () => {
  const shown = ({ type, callId, parentCallId, toolName }: ToolEvent) => [type, callId, parentCallId, toolName];

  it('name the call of the agent as their parent, in the toolkit and in the session', async () => {
    const { toolkit, events } = setUp(async (_, { toolkit: session, onChunk }) => {
      await session.execute('look', {}, { callId: 'child' });
      await onChunk('seen');
    });
    const session = toolkit.session();
    const own: ToolEvent[] = [];
    session.events$.subscribe((event) => own.push(event));
    await session.execute('research', ask, { callId: 'parent' });
    expect(own.map(shown)).toEqual([
      ['started', 'parent', undefined, 'research'],
      ['started', 'child', 'parent', 'look'],
      ['completed', 'child', 'parent', 'look'],
      ['chunk', 'parent', undefined, 'research'],
      ['completed', 'parent', undefined, 'research'],
    ]);
    expect(events).toEqual(own);
    expect(events.every((event) => Object.isFrozen(event))).toBe(true);
    expect(events.filter((event) => 'parentCallId' in event).length).toBe(2);
  });

  it('of an agent within an agent name the inner agent', async () => {
    const { toolkit, events } = setUp((_, { toolkit: session }) => session.execute('inner', ask, { callId: 'inner' }));
    toolkit.register(
      agentTool({
        name: 'inner',
        input: question,
        run: (_, { toolkit: session }) => session.execute('look', {}, { callId: 'look' }),
      }),
    );
    await toolkit.execute('research', ask, { callId: 'outer' });
    expect(events.filter(({ type }) => type === 'started').map(shown)).toEqual([
      ['started', 'outer', undefined, 'research'],
      ['started', 'inner', 'outer', 'inner'],
      ['started', 'look', 'inner', 'look'],
    ]);
  });

  it('are recorded with their parent, also if both models send the same call IDs', async () => {
    const { toolkit } = setUp(
      async (_, { toolkit: session }) => {
        const { data } = await session.execute('look', { at: 'it' }, { callId: 'call_1' });
        return `${data}; ${session.history?.size} recorded`;
      },
      { history: true },
    );
    await toolkit.execute('research', ask, { callId: 'call_1' });
    expect(toolkit.history?.query()).toMatchObject([
      { toolName: 'look', callId: 'call_1', parentCallId: 'call_1', input: { at: 'it' } },
      { toolName: 'research', callId: 'call_1', input: ask, text: 'saw it; 1 recorded' },
    ]);
  });

  it('with a toolkit of its own are emitted by both toolkits, once', async () => {
    const own = new Toolkit();
    own.register(toolOf('dig', () => 'dug'));
    const ownEvents: ToolEvent[] = [];
    own.events$.subscribe((event) => ownEvents.push(event));
    const { toolkit, events } = setUp(
      (_, { toolkit: session }) => session.execute('dig', {}, { callId: 'dig' }),
      {},
      { toolkit: own },
    );
    await toolkit.execute('research', ask, { callId: 'p' });
    const dug = [
      ['started', 'dig', 'p', 'dig'],
      ['completed', 'dig', 'p', 'dig'],
    ];
    expect(ownEvents.map(shown)).toEqual(dug);
    expect(events.filter(({ parentCallId }) => parentCallId === 'p').map(shown)).toEqual(dug);
  });

  it('are emitted once if the toolkit of the agent is the one that runs its call', async () => {
    const toolkit = new Toolkit();
    const events: ToolEvent[] = [];
    toolkit.events$.subscribe((event) => events.push(event));
    toolkit.register([
      toolOf('look', () => 'seen'),
      agentTool({
        name: 'research',
        input: question,
        toolkit,
        run: (_, { toolkit: session }) => session.execute('look'),
      }),
    ]);
    await toolkit.session().execute('research', ask);
    expect(events.map(({ type, toolName }) => `${type} ${toolName}`)).toEqual([
      'started research',
      'started look',
      'completed look',
      'completed research',
    ]);
  });
});

describe('approvals in the run of an agent', () => {
  function setUpApprovals(options: ToolkitOptions = {}, more: object = {}) {
    const ran: unknown[] = [];
    const { toolkit, events } = setUp(
      async (_, { toolkit: session }) => (await session.execute('wipe', { path: '/a' })).toText(),
      options,
      more,
    );
    const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
    toolkit.register(
      toolOf(
        'wipe',
        (args) => {
          ran.push(args);
          return `wiped ${args.path}`;
        },
        { inputSchema, needsApproval: true },
      ),
    );
    return { toolkit, events, ran };
  }

  it.each([
    ['granted', 'approve', 'wiped /a', [{ path: '/a' }]],
    ['edited', { kind: 'approve', input: { path: '/b' } }, 'wiped /b', [{ path: '/b' }]],
    ['denied', { kind: 'deny', reason: 'Not now.' }, "The call of 'wipe' was denied: Not now.", []],
  ] as const)('reach the approver of the toolkit: %s', async (_, decision, answer, expected) => {
    const asked: ApprovalRequest[] = [];
    const { toolkit, ran } = setUpApprovals({
      approver: (request) => {
        asked.push(request);
        return decision;
      },
    });
    expect((await toolkit.execute('research', ask, { auth: 'ann' })).data).toBe(answer);
    expect(ran).toEqual(expected);
    expect(asked).toMatchObject([{ toolName: 'wipe', input: { path: '/a' }, auth: 'ann' }]);
  });

  it('reach the approver of the call, of the session, or the user of the client', async () => {
    const { toolkit } = setUpApprovals();
    const answerOf = async (scope: Pick<Toolkit, 'execute'>, options: CallOptions = {}) =>
      (await scope.execute('research', ask, options)).data;
    expect(await answerOf(toolkit)).toMatch(/no approver is available/);
    expect(await answerOf(toolkit, { approver: () => 'approve' })).toBe('wiped /a');
    const session = toolkit.session({ approver: () => 'approve' });
    expect(await answerOf(session)).toBe('wiped /a');
    expect(await answerOf(session, { approver: () => 'deny' })).toBe("The call of 'wipe' was denied.");
    const client = { ask: async () => ({ kind: 'accept', data: { approve: true } }) as const };
    expect(await answerOf(toolkit, { client })).toBe('wiped /a');
  });

  it('reach the approver of the agent’s own toolkit, if it has one', async () => {
    const asked: string[] = [];
    const decide = (name: string) => () => {
      asked.push(name);
      return 'approve' as const;
    };
    for (const approver of [undefined, decide('own')]) {
      const { toolkit: own } = setUpApprovals({ approver });
      const outer = new Toolkit();
      const run: Run = async (_, { toolkit: session }) => (await session.execute('wipe', { path: '/a' })).toText();
      outer.register(agentTool({ name: 'cleaner', input: question, toolkit: own, run }));
      expect((await outer.execute('cleaner', ask, { approver: decide('outer') })).data).toBe('wiped /a');
    }
    expect(asked).toEqual(['outer', 'own']);
  });

  it('do not count against the time limits of the agent', async () => {
    const answered = deferred<'approve'>();
    const { toolkit } = setUpApprovals({ approver: () => answered.promise }, { timeoutMs: 50, deadlineMs: 60 });
    jest.useFakeTimers();
    try {
      const running = toolkit.execute('research', ask);
      await jest.advanceTimersByTimeAsync(10_000);
      answered.resolve('approve');
      expect((await running).data).toBe('wiped /a');
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });

  it('count against the time limits of the agent again once the call that waited has ended', async () => {
    const asked = deferred();
    const approver = () => {
      asked.resolve();
      return never;
    };
    const { toolkit } = setUp(
      async (_, { toolkit: session }) => {
        const own = new AbortController();
        const waiting = session.execute('wipe', {}, { signal: own.signal });
        await asked.promise;
        own.abort();
        await waiting;
        return never;
      },
      { approver },
      { timeoutMs: 20 },
    );
    toolkit.register(toolOf('wipe', () => 'wiped', { needsApproval: true }));
    expect((await toolkit.execute('research', ask)).error?.code).toBe('timeout');
  });

  it('that are deferred are resumed through a session with the ID of the run', async () => {
    const { toolkit, events, ran } = setUpApprovals({ approver: () => 'later', approvalKey: 'k'.repeat(32) });
    expect((await toolkit.execute('research', ask)).data).toMatch(/waiting for approval/);
    const denied = events.find((event) => event.type === 'denied');
    const pending = denied && 'result' in denied ? pendingApprovalOf(denied.result) : undefined;
    const token = String(pending?.token);
    expect((await toolkit.resumeApproval(token, 'approve')).error?.code).toBe('denied');
    const session = toolkit.session({ id: pending?.sessionId });
    expect((await session.resumeApproval(token, 'approve')).data).toBe('wiped /a');
    expect(ran).toEqual([{ path: '/a' }]);
  });
});

describe('the caller of an agent', () => {
  it('is the caller of the calls in its run', async () => {
    const seen: unknown[] = [];
    const { toolkit } = setUp(async (_, { toolkit: session, context }) => {
      seen.push(
        context.auth,
        session.list().map(({ name }) => name),
      );
      await session.execute('who', {});
      await session.execute('who', {}, { auth: 'bob' });
      return 'done';
    });
    const log: unknown[] = [];
    toolkit.register(
      toolOf(
        'who',
        (_, ctx) => {
          ctx.log('info', 'asked');
          seen.push([ctx.auth, ctx.meta]);
          return 'ok';
        },
        { canAccess: (auth: unknown) => auth === 'ann' || auth === 'bob' },
      ),
    );
    await toolkit.execute('research', ask, {
      auth: 'ann',
      meta: { tenant: 't' },
      onLog: ({ toolName, message }) => log.push([toolName, message]),
    });
    expect(seen).toEqual(['ann', ['look', 'research', 'who'], ['ann', { tenant: 't' }], ['bob', { tenant: 't' }]]);
    expect(log).toEqual([
      ['who', 'asked'],
      ['who', 'asked'],
    ]);
  });

  it('answers the questions of tools and of the agent', async () => {
    const { toolkit } = setUp(async (_, { toolkit: session, context }) => {
      const { text: sampled } = await context.sample('Hello?');
      return `${sampled} ${(await session.execute('form')).data}`;
    });
    toolkit.register(toolOf('form', async (_, ctx) => (await ctx.ask({ type: 'object', properties: {} })).kind));
    const client = {
      ask: async () => ({ kind: 'decline' }) as const,
      sample: async () => ({ text: 'Hi.', content: [], model: 'm', stopReason: undefined }),
    };
    expect((await toolkit.execute('research', ask, { client })).data).toBe('Hi. decline');
  });
});

describe('the session of an agent', () => {
  it('has its own groups', async () => {
    const { toolkit } = setUp(
      (_, { toolkit: session }) => {
        const before = session.activeGroups();
        session.updateGroups(['archive'], false);
        session.updateGroups(['extra'], true);
        return { before, after: session.activeGroups() };
      },
      {},
      { groups: ['archive'] },
    );
    for (const name of ['archive', 'extra']) toolkit.createGroup(name);
    const caller = toolkit.session({ groups: [] });
    const { data } = await caller.execute('research', ask);
    expect(data).toEqual({ before: ['basic', 'archive'], after: ['basic', 'extra'] });
    expect([caller.activeGroups(), toolkit.activeGroups()]).toEqual([['basic'], ['basic']]);
  });

  it('initially has the groups of the caller, and its versions', async () => {
    const { toolkit } = setUp(async (_, { toolkit: session }) => ({
      groups: session.activeGroups(),
      answer: (await session.execute('v')).data,
    }));
    toolkit.createGroup('archive');
    toolkit.register([toolOf('v', () => 1, { version: '1.0.0' }), toolOf('v', () => 2, { version: '2.0.0' })]);
    const caller = toolkit.session({ groups: ['archive'], versions: { v: '1.x' } });
    expect((await caller.execute('research', ask)).data).toEqual({ groups: ['basic', 'archive'], answer: 1 });
  });

  it('cannot change its groups by itself if the caller cannot', async () => {
    const { toolkit } = setUp((_, { toolkit: session }) => session.list().map(({ name }) => name));
    toolkit.createGroup('archive');
    toolkit.enableMetaTool();
    const [free, fixed] = [toolkit.session(), toolkit.session({ fixedGroups: true })];
    expect((await free.execute('research', ask)).data).toContain('activate_tool_groups');
    expect((await fixed.execute('research', ask)).data).not.toContain('activate_tool_groups');
  });

  it('reads its own state, then that of the call, and writes to its own', async () => {
    const { toolkit } = setUp(
      async (_, { toolkit: session }) => {
        session.state.set('note', 'written');
        return (await session.execute('where')).data;
      },
      { state: { region: 'eu', user: 'none' } },
      { state: { role: 'helper', list: [] } },
    );
    const bind = { role: 'role', user: 'user', region: 'region', note: 'note' };
    const properties = { role: {}, user: {}, region: {}, note: {} };
    toolkit.register(toolOf('where', (args) => args, { inputSchema: { type: 'object', properties }, bind }));
    const caller = toolkit.session({ state: { user: 'ann', role: 'caller' } });
    const { data } = await caller.execute('research', ask, { state: { region: 'us' } });
    expect(data).toEqual({ role: 'helper', user: 'ann', region: 'us', note: 'written' });
    expect([caller.state.has('note'), toolkit.state.has('note')]).toEqual([false, false]);
  });

  it('has its own copy of the state in each run', async () => {
    const { toolkit } = setUp(
      (_, { toolkit: session }) => {
        session.state.set('list[0]', 'run');
        return session.state.get('list');
      },
      {},
      { state: { list: [] } },
    );
    const runs = await Promise.all([toolkit.execute('research', ask), toolkit.execute('research', ask)]);
    expect(runs.map(({ data }) => data)).toEqual([['run'], ['run']]);
  });

  it('prefers the state of its own toolkit to that of the caller', async () => {
    const own = new Toolkit({ state: { key: 'own' } });
    own.register(
      toolOf('keys', (args) => args, {
        inputSchema: { type: 'object', properties: { key: {}, user: {} } },
        bind: { key: 'key', user: 'user' },
      }),
    );
    const { toolkit } = setUp((_, { toolkit: session }) => session.execute('keys'), {}, { toolkit: own });
    const caller = toolkit.session({ state: { key: 'caller', user: 'ann' } });
    expect((await caller.execute('research', ask)).data).toEqual({ key: 'own', user: 'ann' });
  });

  it('has no tools that the client of the caller runs', async () => {
    const { toolkit } = setUp((_, { toolkit: session }) => session.execute('pick'));
    const { clientTool } = await import('toolwright');
    toolkit.register(clientTool({ name: 'pick' }));
    expect((await toolkit.execute('research', ask)).error?.code).toBe('tool_not_found');
  });

  it('of two parallel runs are separate', async () => {
    const both = deferred();
    let running = 0;
    const { toolkit, events } = setUp(async ({ query }, { toolkit: session, onChunk }) => {
      session.state.set('query', query);
      if (++running === 2) both.resolve();
      await both.promise;
      await onChunk(`${query} `);
      const { data } = await session.execute('look', { at: session.state.get('query') });
      await onChunk(data);
    });
    const results = await Promise.all(
      ['a', 'b'].map((query) => toolkit.execute('research', { query }, { callId: `call ${query}` })),
    );
    expect(results.map(({ data }) => data)).toEqual(['a saw a', 'b saw b']);
    const seen = events.filter((event) => event.type === 'completed' && event.toolName === 'look');
    expect(seen.map((event) => [event.parentCallId, 'result' in event && event.result.data]).sort()).toEqual([
      ['call a', 'saw a'],
      ['call b', 'saw b'],
    ]);
    const chunks = events.filter((event): event is Extract<ToolEvent, { type: 'chunk' }> => event.type === 'chunk');
    expect(chunks.map(({ callId }) => callId).sort()).toEqual(['call a', 'call a', 'call b', 'call b']);
  });
});

describe('the budget of an agent', () => {
  const spend: Run = async (_, { toolkit: session }) => {
    const results = [await session.execute('look'), await session.execute('unknown'), await session.execute('look')];
    return results.map(({ error }) => error?.toJSON() ?? 'ran');
  };

  it('denies the calls of a run beyond it', async () => {
    const { toolkit, events } = setUp(spend, {}, { budget: { calls: 2 } });
    for (const _ of ['one run', 'another run']) {
      const { data } = await toolkit.execute('research', ask);
      expect(data).toEqual([
        'ran',
        expect.objectContaining({ code: 'tool_not_found' }),
        {
          code: 'denied',
          message:
            "'look' was not called: the limit of 2 calls of the agent 'research' is reached, and 0 are left. " +
            'Answer with the results that you have.',
          retryable: false,
          details: { max: 2, left: 0, per: 'agent' },
        },
      ]);
    }
    expect(events.filter(({ type }) => type === 'denied')).toHaveLength(2);
  });

  it('does not limit the calls of its caller', async () => {
    const { toolkit } = setUp((_, { toolkit: session }) => session.execute('look'), {}, { budget: { calls: 1 } });
    const caller = toolkit.session();
    for (const name of ['look', 'research', 'research', 'look']) {
      expect((await caller.execute(name, name === 'research' ? ask : {})).success).toBe(true);
    }
  });
});

describe('agents within agents', () => {
  function setUpRecursion(more: object = {}) {
    const levels: number[] = [];
    const toolkit = new Toolkit();
    toolkit.register(
      agentTool({
        name: 'self',
        input: { type: 'object', properties: { level: { type: 'integer' } }, required: ['level'] },
        run: async ({ level }, { toolkit: session }) => {
          levels.push(Number(level));
          return (await session.execute('self', { level: Number(level) + 1 })).toText();
        },
        ...more,
      }),
    );
    return { toolkit, levels };
  }

  it('run to a depth of 3', async () => {
    const { toolkit, levels } = setUpRecursion();
    for (const scope of [toolkit, toolkit.session()]) {
      levels.length = 0;
      const { data } = await scope.execute('self', { level: 1 });
      expect(levels).toEqual([1, 2, 3]);
      expect(data).toBe(
        "'self' was not called: agents that run within one another are limited to 3, and this would be number 4. " +
          'Answer without calling it.',
      );
    }
  });

  it('run to the depth of the option maxDepth', async () => {
    const { toolkit, levels } = setUpRecursion({ maxDepth: 1 });
    expect((await toolkit.execute('self', { level: 1 })).data).toMatch(/limited to 1/);
    expect(levels).toEqual([1]);
  });

  it('are counted across toolkits', async () => {
    const [one, other] = [new Toolkit(), new Toolkit()];
    const ran: string[] = [];
    const passOn = (name: string, to: string, toolkit: Toolkit) =>
      agentTool({
        name,
        input: {},
        toolkit,
        run: async (_, { toolkit: session }) => {
          ran.push(name);
          return (await session.execute(to)).toText();
        },
      });
    one.register(passOn('ping', 'pong', other));
    other.register(passOn('pong', 'ping', one));
    expect((await one.execute('ping')).data).toMatch(/'pong' was not called/);
    expect(ran).toEqual(['ping', 'pong', 'ping']);
  });
});

describe('the end of an agent', () => {
  it('aborts running calls, and later ones end at once', async () => {
    const statesOf: Promise<unknown>[] = [];
    let aborted = false;
    const { toolkit } = setUp((_, { toolkit: session, signal }) => {
      statesOf.push(session.execute('hang').then(({ error }) => error?.code));
      signal.addEventListener('abort', () => {
        statesOf.push(session.execute('look').then(({ error }) => error?.code));
      });
      return turns(2).then(() => 'done');
    });
    toolkit.register(
      toolOf('hang', (_, { signal }) => {
        signal.addEventListener('abort', () => {
          aborted = true;
        });
        return never;
      }),
    );
    expect((await toolkit.execute('research', ask)).data).toBe('done');
    expect(await Promise.all(statesOf)).toEqual(['interrupted', 'interrupted']);
    expect(aborted).toBe(true);
  });

  it('cancels its background tasks', async () => {
    const sessions: AgentRunOptions['toolkit'][] = [];
    const { toolkit } = setUp(async (_, { toolkit: session }) => {
      sessions.push(session);
      return (await session.execute('hang', {}, { background: true })).metadata?.background as object;
    });
    toolkit.register(toolOf('hang', () => never));
    expect((await toolkit.execute('research', ask)).data).toEqual({ taskId: 'task_1' });
    await until(() => sessions[0]?.tasks.get('task_1')?.result !== undefined);
    expect(sessions[0]?.tasks.get('task_1')?.result?.error?.code).toBe('interrupted');
  });

  it('ignores chunks that are emitted later', async () => {
    const late: AgentRunOptions[] = [];
    const { toolkit, events } = setUp((_, options) => {
      late.push(options);
      return 'done';
    });
    await toolkit.execute('research', ask);
    await late[0]?.onChunk('late');
    expect(late[0]?.signal.aborted).toBe(true);
    expect(events.map(({ type }) => type)).toEqual(['started', 'completed']);
  });
});

describe('an aborted agent', () => {
  function setUpAbort(more: object = {}) {
    const seen: { signal?: AbortSignal; later?: unknown; toolAborted?: boolean; cleanedUp?: boolean } = {};
    const started = deferred();
    const { toolkit, events } = setUp(
      async function* (_, { toolkit: session, signal }) {
        seen.signal = signal;
        try {
          yield 'begun';
          await session.execute('hang');
          seen.later = (await session.execute('look')).error?.code;
          yield 'never';
        } finally {
          seen.cleanedUp = true;
        }
      },
      {},
      more,
    );
    toolkit.register(
      toolOf('hang', (_, { signal }) => {
        signal.addEventListener('abort', () => {
          seen.toolAborted = true;
        });
        started.resolve();
        return never;
      }),
    );
    return { toolkit, events, seen, started: started.promise };
  }

  it('aborts the signal of its run and each running call', async () => {
    const { toolkit, events, seen, started } = setUpAbort();
    const controller = new AbortController();
    const running = toolkit.execute('research', ask, { signal: controller.signal, callId: 'p' });
    await started;
    controller.abort();
    const result = await running;
    expect(result).toMatchObject({ isInterrupted: true, error: { code: 'interrupted' } });
    expect(result.content[0]).toEqual(text('begun'));
    await until(() => seen.cleanedUp === true);
    expect(seen).toMatchObject({ signal: { aborted: true }, later: 'interrupted', toolAborted: true, cleanedUp: true });
    const ends = events.filter((event) => 'result' in event).map(({ type, toolName }) => `${type} ${toolName}`);
    expect(ends.sort()).toEqual(['interrupted hang', 'interrupted look', 'interrupted research']);
  });

  it('is aborted by unsubscribing', async () => {
    const { toolkit, seen, started } = setUpAbort();
    const subscription = toolkit.callTool({ name: 'research', input: ask }).subscribe();
    await started;
    subscription.unsubscribe();
    await until(() => seen.cleanedUp === true);
    expect(seen).toMatchObject({ signal: { aborted: true }, later: 'interrupted', toolAborted: true });
  });

  it.each([{ timeoutMs: 20 }, { deadlineMs: 20 }])('is aborted by its time limit: %j', async (limit) => {
    const { toolkit, seen } = setUpAbort(limit);
    expect((await toolkit.execute('research', ask)).error?.code).toBe('timeout');
    await until(() => seen.cleanedUp === true);
    expect(seen).toMatchObject({ signal: { aborted: true }, toolAborted: true });
  });

  it('also aborts calls with a signal of their own', async () => {
    const ends: unknown[] = [];
    const { toolkit } = setUp(async (_, { toolkit: session }) => {
      const own = new AbortController();
      const first = session.execute('hang', {}, { signal: own.signal });
      own.abort();
      ends.push((await first).error?.code);
      ends.push((await session.execute('hang', {}, { signal: new AbortController().signal })).error?.code);
      return 'late';
    });
    toolkit.register(toolOf('hang', () => never));
    const controller = new AbortController();
    const running = toolkit.execute('research', ask, { signal: controller.signal });
    await until(() => ends.length === 1);
    controller.abort();
    expect((await running).error?.code).toBe('interrupted');
    await until(() => ends.length === 2);
    expect(ends).toEqual(['interrupted', 'interrupted']);
  });

  it('is not run if the signal has aborted before', async () => {
    let ran = false;
    const { toolkit } = setUp(() => {
      ran = true;
      return 'x';
    });
    const result = await toolkit.execute('research', ask, { signal: AbortSignal.abort() });
    expect([result.error?.code, ran]).toEqual(['interrupted', false]);
  });
});

describe('the error of an agent', () => {
  it('contains no secret of its state or of its caller', async () => {
    const { toolkit } = setUp(
      (_, { toolkit: session }) => {
        const [own, user] = [session.state.get('key'), session.state.get('token')];
        session.state.set('key', secret('renewed-key'));
        throw new Error(`refused ${own} and ${user} and renewed-key`);
      },
      {},
      { state: { key: secret('agent-key') } },
    );
    const session = toolkit.session({ state: { token: secret('user-token') } });
    const { error, content } = await session.execute('research', ask);
    expect(error).toMatchObject({ code: 'execution', message: 'refused [redacted] and [redacted] and [redacted]' });
    expect(JSON.stringify(content)).not.toMatch(/agent-key|user-token|renewed-key/);
    expect(error?.cause).toBeUndefined();
  });

  it('is masked if the toolkit masks errors', async () => {
    const masked: unknown[] = [];
    const { toolkit } = setUp(
      () => {
        throw new Error('words');
      },
      { maskErrors: (error) => masked.push(error.message) },
    );
    const { error } = await toolkit.execute('research', ask, { callId: 'c' });
    expect([error?.message, masked]).toEqual(['Internal error (call c)', ['words']]);
  });

  it('names an unknown group', async () => {
    const { toolkit } = setUp(() => 'x', {}, { groups: ['missing'] });
    expect((await toolkit.execute('research', ask)).error).toMatchObject({ code: 'definition', message: /missing/ });
  });
});

describe('agentTool', () => {
  const run = () => 'x';

  it.each([
    ['no input', { input: undefined }, "agentTool: 'a' has no input. Pass the schema of its input."],
    ['no run', { run: undefined }, "agentTool: 'a': run must be a function, not undefined."],
    ['a session as toolkit', { toolkit: new Toolkit().session() }, /toolkit must be a Toolkit, not/],
    ['a group that is no list', { groups: 'x' }, /groups must be an array of strings, not/],
    ['a budget of 0', { budget: { calls: 0 } }, /budget.calls must be a whole number from 1, not 0/],
    ['a budget without calls', { budget: {} }, /budget.calls must be a whole number from 1/],
    ['a depth of 0', { maxDepth: 0 }, /maxDepth must be a whole number from 1, not 0/],
    ['an unknown option', { bugdet: {} }, /bugdet/],
  ])('refuses %s', (_, options, message) => {
    const given = { name: 'a', input: {}, run, ...options } as Parameters<typeof agentTool>[0];
    expect(() => agentTool(given)).toThrow(message);
  });

  it('needs a toolkit, either to be called by or as an option', async () => {
    const alone = agentTool({ name: 'a', input: {}, run });
    expect((await alone.exec()).error).toMatchObject({ code: 'definition', message: /called without a toolkit/ });
    const toolkit = new Toolkit();
    toolkit.register(toolOf('look', () => 'seen'));
    const own = agentTool({ name: 'a', input: {}, toolkit, run: (_, { toolkit: session }) => session.execute('look') });
    expect((await own.exec()).data).toBe('seen');
  });
});
