import { lastValueFrom, toArray } from 'rxjs';
import {
  type AgentRunContext,
  type AgentToolOptions,
  type Approver,
  agentTool,
  Bind,
  secret,
  Tool,
  ToolContext,
  Toolkit,
  ToolRegistry,
  ToolResult,
} from 'toolwright';
import { deferred } from '../../execution/waiting.js';

class Office extends ToolRegistry {
  readonly paid: number[] = [];
  readonly started = deferred<void>();
  readonly stopped = deferred<void>();

  @Tool()
  read(page: string): string {
    return `page ${page}`;
  }

  @Tool({ needsApproval: true })
  pay(cents: number): string {
    this.paid.push(cents);
    return `paid ${cents}`;
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<void> {
    this.started.resolve();
    await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve(), { once: true }));
    this.stopped.resolve();
  }

  @Tool()
  whoAmI(@Bind('user') user: string, ctx: ToolContext): string {
    return `${user} ${String(ctx.auth)}`;
  }

  @Tool({ group: 'archive' })
  dig(): string {
    return 'dug';
  }
}

const question = {
  type: 'object',
  properties: { question: { type: 'string', description: 'What to find out' } },
  required: ['question'],
  additionalProperties: false,
} as const;

describe('agentTool', () => {
  let office: Office;
  let toolkit: Toolkit;

  beforeEach(() => {
    office = new Office();
    toolkit = new Toolkit({ state: { user: 'u0' } });
    toolkit.createGroup('archive');
    toolkit.register(office);
  });

  const registerAgent = (run: AgentToolOptions['run'], options: Partial<AgentToolOptions> = {}): void => {
    toolkit.register(agentTool({ name: 'research', description: 'Finds out', input: question, run, ...options }));
  };

  const ask = (options: Parameters<Toolkit['execute']>[2] = {}) =>
    toolkit.execute('research', { question: 'Why?' }, { callId: 'parent', ...options });

  it('runs an agent with validated arguments, and returns its answer', async () => {
    registerAgent(async ({ question }: { readonly question: string }, { toolkit: session }) => {
      const { data } = await session.execute('read', { page: '7' });
      return `${question} ${String(data)}`;
    });
    expect((await ask()).data).toBe('Why? page 7');
    expect((await toolkit.execute('research', { questoin: 'Why?' })).error?.message).toContain(
      "did you mean 'question'",
    );
  });

  it('publishes its input schema as it is', () => {
    registerAgent(() => 'yes');
    expect(toolkit.get('research')).toMatchObject({ inputSchema: question, description: 'Finds out', kind: 'agent' });
  });

  describe('gives its agent a session that', () => {
    it('emits the calls of the agent as events of the toolkit, with the ID of the parent call', async () => {
      registerAgent(async (_, { toolkit: session }) => {
        await session.execute('read', { page: '7' }, { callId: 'child' });
        return 'yes';
      });
      const events: unknown[] = [];
      toolkit.events$.subscribe(({ type, callId, parentCallId }) => events.push([type, callId, parentCallId]));
      await ask();
      expect(events).toEqual([
        ['started', 'parent', undefined],
        ['started', 'child', 'parent'],
        ['completed', 'child', 'parent'],
        ['completed', 'parent', undefined],
      ]);
    });

    it('has the active groups of the options, and its own activation', async () => {
      const seen: unknown[] = [];
      registerAgent(
        async (_, { toolkit: session }) => {
          seen.push(session.activeGroups(), (await session.execute('dig')).data);
          session.updateGroups(['archive'], false);
          return 'yes';
        },
        { groups: ['archive'] },
      );
      await ask();
      expect(seen).toEqual([['basic', 'archive'], 'dug']);
      expect(toolkit.activeGroups()).toEqual(['basic']);
    });

    it('binds the values of its own state before those of the call and of the toolkit', async () => {
      const seen: unknown[] = [];
      const run = async (_: unknown, { toolkit: session }: AgentRunContext) => {
        seen.push((await session.execute('whoAmI')).data);
        session.state.set('user', 'changed');
        return 'yes';
      };
      registerAgent(run);
      toolkit.register(agentTool({ name: 'other', description: 'Other', run, state: { user: 'own' } }));
      await ask({ auth: 'admin' });
      await ask({ auth: 'admin', state: { user: 'request' } });
      await toolkit.execute('other', {}, { state: { user: 'request' }, auth: 'admin' });
      expect(seen).toEqual(['u0 admin', 'request admin', 'own admin']);
      expect(toolkit.state.get('user')).toBe('u0');
    });

    it('has a budget of calls', async () => {
      const results: ToolResult[] = [];
      registerAgent(
        async (_, { toolkit: session }) => {
          for (const page of ['1', '2', '3']) results.push(await session.execute('read', { page }));
          return 'yes';
        },
        { budget: { calls: 2 } },
      );
      await ask();
      expect(results.map(({ success }) => success)).toEqual([true, true, false]);
      expect(results[2]?.error).toMatchObject({ code: 'denied', details: { max: 2, left: 0 } });
      expect(results[2]?.toText()).toContain("the agent 'research' may make 2 calls, and 0 are left");
    });

    it('belongs to another toolkit if the options name one, and its events to both', async () => {
      const library = new Toolkit();
      library.register(function lookUp() {
        return 'found';
      });
      const seen: string[] = [];
      const run = async (_: unknown, { toolkit: session }: AgentRunContext) => {
        const [own, others] = [await session.execute('lookUp'), await session.execute('read', { page: '1' })];
        return `${own.toText()}, ${others.error?.code}`;
      };
      registerAgent(run, { toolkit: library });
      library.events$.subscribe(({ type, toolName }) => seen.push(`library ${type} ${toolName}`));
      toolkit.events$.subscribe(({ type, toolName }) => seen.push(`toolkit ${type} ${toolName}`));
      expect((await ask()).data).toBe('found, tool_not_found');
      expect(seen).toEqual([
        'toolkit started research',
        'library started lookUp',
        'toolkit started lookUp',
        'library completed lookUp',
        'toolkit completed lookUp',
        'library started read',
        'toolkit started read',
        'library failed read',
        'toolkit failed read',
        'toolkit completed research',
      ]);
    });
  });

  describe('streams', () => {
    const respond = () =>
      lastValueFrom(toolkit.callTool({ id: 'parent', name: 'research', input: { question: 'Why?' } }).pipe(toArray()));

    it('the chunks that the agent emits, and ends with its answer', async () => {
      registerAgent(async (_, { onChunk }) => {
        onChunk('Let me ');
        onChunk('see.');
        return 'It is so.';
      });
      const responses = await respond();
      expect(responses.map((response) => [response.isLast, response.toText()])).toEqual([
        [false, 'Let me '],
        [false, 'see.'],
        [true, 'It is so.'],
      ]);
    });

    it('the chunks as the answer, if the agent returns nothing', async () => {
      registerAgent(async (_, { onChunk }) => {
        onChunk('It is ');
        onChunk('so.');
      });
      expect((await respond()).at(-1)).toMatchObject({
        state: 'success',
        content: [{ type: 'text', text: 'It is so.' }],
      });
    });

    it('the answer of an agent that is a generator', async () => {
      registerAgent(async function* () {
        yield 'It is ';
        yield 'so.';
      });
      const responses = await respond();
      expect(responses.map((response) => response.toText())).toEqual(['It is ', 'so.', 'It is so.']);
    });
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['an empty text', ' \n'],
    ['an empty result', ToolResult.ok(undefined)],
  ])('fails if the agent ends with %s', async (_, answer) => {
    registerAgent(async () => answer);
    const result = await ask();
    expect(result).toMatchObject({ success: false, error: { code: 'execution' } });
    expect(result.toText()).toBe("The agent 'research' ended without an answer.");
  });

  it('fails if the agent throws, without the secrets of the state', async () => {
    toolkit = new Toolkit({ state: { key: secret('sk-1234567890') } });
    registerAgent(() => {
      throw new TypeError('The key sk-1234567890 is invalid');
    });
    const result = await ask();
    expect(result.success).toBe(false);
    expect(result.toText()).toContain('is invalid');
    expect(result.toText()).not.toContain('sk-1234567890');
  });

  describe('passes the approval of an inner call to', () => {
    const pay = async (_: unknown, { toolkit: session }: AgentRunContext) =>
      (await session.execute('pay', { cents: 5 })).toText();

    it.each<[string, Approver, string, number[]]>([
      ['approves', () => 'approve', 'paid 5', [5]],
      ['edits the arguments', () => ({ kind: 'approve', input: { cents: 3 } }), 'paid 3', [3]],
      ['denies', () => ({ kind: 'deny', reason: 'Too much.' }), 'Too much.', []],
    ])('the approver of the call, which %s', async (_, approver, text, paid) => {
      registerAgent(pay);
      expect((await ask({ approver })).toText()).toContain(text);
      expect(office.paid).toEqual(paid);
    });

    it('the approver of the session that runs the agent', async () => {
      registerAgent(pay);
      const session = toolkit.session({ approver: () => 'approve' });
      expect((await session.execute('research', { question: 'Why?' })).data).toBe('paid 5');
    });

    it('the approver of the toolkit that runs the agent, if the agent has another toolkit without one', async () => {
      const bank = new Toolkit();
      bank.register(office, { include: ['pay'] });
      toolkit = new Toolkit({ approver: () => 'approve' });
      registerAgent(pay, { toolkit: bank });
      expect((await ask()).data).toBe('paid 5');
    });

    it('the user of the client', async () => {
      registerAgent(pay);
      const client = { ask: async () => ({ kind: 'accept' as const, data: { approve: true } }) };
      expect((await ask({ client })).data).toBe('paid 5');
    });

    it('no one, so that the call is denied', async () => {
      registerAgent(pay);
      expect((await ask()).toText()).toContain('no approver is available');
      expect(office.paid).toEqual([]);
    });
  });

  describe('ends the calls of its agent', () => {
    it('when its own call is aborted', async () => {
      registerAgent(async (_, { toolkit: session, signal }) => {
        const inner = await session.execute('wait');
        expect(signal.aborted).toBe(true);
        return inner.toText();
      });
      const controller = new AbortController();
      const asking = ask({ signal: controller.signal });
      await office.started.promise;
      controller.abort();
      await office.stopped.promise;
      expect((await asking).isInterrupted).toBe(true);
    });

    it('when its own time limit is reached', async () => {
      registerAgent(async (_, { toolkit: session }) => (await session.execute('wait')).toText(), { timeoutMs: 20 });
      expect((await ask()).error?.code).toBe('timeout');
      await office.stopped.promise;
    });

    it('that still run when the agent has answered', async () => {
      registerAgent(async (_, { toolkit: session }) => {
        void session.execute('wait');
        await office.started.promise;
        return 'yes';
      });
      expect((await ask()).data).toBe('yes');
      await office.stopped.promise;
    });

    it('that it makes after its answer', async () => {
      let late: ToolkitSessionLike | undefined;
      registerAgent((_, { toolkit: session }) => {
        late = session;
        return 'yes';
      });
      await ask();
      expect((await late?.execute('read', { page: '1' }))?.isInterrupted).toBe(true);
    });
  });

  describe('limits agents that run agents', () => {
    const recurse = async (_: unknown, { toolkit: session }: AgentRunContext) => {
      const { error, data } = await session.execute('research', { question: 'Deeper?' });
      return error === undefined ? `1 ${String(data)}` : error.message;
    };

    it('to three within each other', async () => {
      const started: (string | undefined)[] = [];
      registerAgent(recurse);
      toolkit.events$.subscribe(({ type, toolName }) => type === 'started' && started.push(toolName));
      expect((await ask()).data).toBe(
        "1 1 The agent 'research' was not run: 3 agents run within each other already, which is the limit. Continue without " +
          'another agent.',
      );
      expect(started).toHaveLength(4);
    });

    it('to the number of the options', async () => {
      registerAgent(recurse, { maxDepth: 1 });
      expect((await ask()).data).toContain('an agent runs already');
    });

    it('through sessions that an agent creates', async () => {
      registerAgent(async (_, { toolkit: session }) => {
        const { error, data } = await session.session().execute('research', { question: 'Deeper?' });
        return error === undefined ? `1 ${String(data)}` : error.code;
      });
      expect((await ask()).data).toBe('1 1 denied');
    });

    it('with the events of each under the call of its parent', async () => {
      registerAgent(recurse);
      const parents = new Map<string, string | undefined>();
      toolkit.events$.subscribe(({ callId, parentCallId }) => parents.set(callId, parentCallId));
      await ask();
      const [first, second, third, fourth] = [...parents.keys()];
      expect([...parents]).toEqual([
        ['parent', undefined],
        [second, first],
        [third, second],
        [fourth, third],
      ]);
    });
  });

  it('separates two runs at the same time', async () => {
    registerAgent(async ({ question }: { readonly question: string }, { toolkit: session }) => {
      session.state.set('user', question);
      await session.execute('read', { page: '1' });
      return (await session.execute('whoAmI')).toText();
    });
    const ask = (question: string) => toolkit.execute('research', { question }, { auth: question });
    const [first, second] = await Promise.all([ask('a'), ask('b')]);
    expect([first?.data, second?.data]).toEqual(['a a', 'b b']);
  });

  it('runs in a session, whose state the agent reads', async () => {
    registerAgent(async (_, { toolkit: session }) => (await session.execute('whoAmI')).toText());
    const session = toolkit.session({ state: { user: 'u9' }, auth: 'staff' });
    expect((await session.execute('research', { question: 'Why?' })).data).toBe('u9 staff');
  });

  it('needs a toolkit', async () => {
    const spec = agentTool({ name: 'alone', description: 'Alone', run: () => 'yes' });
    expect((await spec.exec({})).error?.message).toContain('the agent has no toolkit');
    const withToolkit = agentTool({ name: 'alone', description: 'Alone', run: () => 'yes', toolkit });
    expect((await withToolkit.exec({})).data).toBe('yes');
  });

  it.each([
    ['an unknown option', { tools: [] }, "agentTool('research')"],
    ['no function', { run: undefined }, 'run must be a function'],
    ['a depth of 0', { maxDepth: 0 }, 'maxDepth must be a whole number from 1'],
    ['a budget of 0', { budget: { calls: 0 } }, 'budget.calls must be a whole number from 1'],
  ])('rejects %s', (_, changes, message) => {
    const options = { name: 'research', description: 'Finds out', run: () => 'yes', ...changes };
    expect(() => agentTool(options as AgentToolOptions)).toThrow(message);
  });
});

interface ToolkitSessionLike {
  execute(name: string, input: unknown): Promise<ToolResult>;
}
