import 'toolwright/dto';
import { IsInt, IsString, Max } from 'class-validator';
import { concat, ignoreElements, lastValueFrom, toArray } from 'rxjs';
import {
  type ApprovalDecision,
  type ApprovalRequest,
  type Approver,
  Bind,
  type CallOptions,
  DeniedError,
  type NeedsApproval,
  type SchemaSource,
  Tool,
  type ToolContext,
  type ToolEvent,
  Toolkit,
  type ToolkitOptions,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';
import { z } from 'zod';

class Bank extends ToolRegistry {
  readonly sent: unknown[] = [];

  @Tool({ description: 'Send money', needsApproval: true })
  transfer(to: string, amount: number, memo: string = 'none'): string {
    this.sent.push({ to, amount, memo });
    return `sent ${amount} to ${to}`;
  }

  @Tool({ needsApproval: ({ amount }: { amount: number }) => amount > 100 })
  pay(amount: number): string {
    this.sent.push({ amount });
    return `paid ${amount}`;
  }
}

interface Setup {
  readonly bank: Bank;
  readonly toolkit: Toolkit;
  readonly asked: ApprovalRequest[];
}

function setUp(answer: unknown, options: ToolkitOptions = {}): Setup {
  const bank = new Bank();
  const asked: ApprovalRequest[] = [];
  const approver: Approver = (request) => {
    asked.push(request);
    return typeof answer === 'function' ? answer(request) : (answer as ApprovalDecision);
  };
  const toolkit = new Toolkit({ approver, ...options });
  toolkit.register(bank);
  return { bank, toolkit, asked };
}

function toolNeeding(needsApproval: unknown, options: ToolkitOptions = {}): Toolkit {
  const toolkit = new Toolkit(options);
  toolkit.register(
    ToolSpec.create({
      name: 'act',
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      needsApproval: needsApproval as NeedsApproval,
      executor: { kind: 'test', execute: () => 'ran' },
    }),
  );
  return toolkit;
}

const money = { to: 'ann', amount: 20 };

describe('an approver', () => {
  it.each<[string, unknown]>([
    ['a string', 'approve'],
    ['a decision', { kind: 'approve' }],
    ['a promise of one', Promise.resolve({ kind: 'approve' })],
  ])('lets a call run with %s', async (_, answer) => {
    const { bank, toolkit } = setUp(answer);
    const result = await toolkit.execute('transfer', money);
    expect(result.data).toBe('sent 20 to ann');
    expect(result.metadata).toBeUndefined();
    expect(bank.sent).toEqual([{ ...money, memo: 'none' }]);
  });

  it.each<[unknown, string]>([
    ['deny', "The call of 'transfer' was denied."],
    [{ kind: 'deny' }, "The call of 'transfer' was denied."],
    [{ kind: 'deny', reason: 'Ann has been paid.' }, "The call of 'transfer' was denied: Ann has been paid."],
  ])('prevents a call from running with %j, and the model reads the reason', async (answer, text) => {
    const { bank, toolkit } = setUp(answer);
    const result = await toolkit.execute('transfer', money);
    expect(result.error).toBeInstanceOf(DeniedError);
    expect(result.toText()).toBe(text);
    expect(result).toMatchObject({ success: false, attempts: 0, toolName: 'transfer' });
    const last = await lastValueFrom(toolkit.callTool({ id: 'c1', name: 'transfer', input: money }));
    expect(last).toMatchObject({ id: 'c1', state: 'denied', isLast: true, error: { code: 'denied' } });
    await expect(toolkit.execute('transfer', money, { throwOnError: true })).rejects.toThrow(text);
    expect(bank.sent).toEqual([]);
  });

  it.each<[unknown, string]>([
    [true, 'true'],
    [undefined, 'undefined'],
    [null, 'null'],
    [{ approved: true }, 'Object { approved }'],
    ['yes', '"yes"'],
  ])('that returns %j denies the call', async (answer) => {
    const { bank, toolkit } = setUp(answer);
    const result = await toolkit.execute('transfer', money);
    expect(result.error?.code).toBe('denied');
    expect(result.toText()).toContain("its approver must return 'approve', 'deny' or 'later', not ");
    expect(bank.sent).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new TypeError('no dialog');
      },
    ],
    ['rejects', () => Promise.reject(new TypeError('no dialog'))],
  ])('that %s denies the call, and the model does not read the error', async (_, answer) => {
    const { bank, toolkit } = setUp(answer);
    const { error } = await toolkit.execute('transfer', money);
    expect(error?.message).toBe("The call of 'transfer' was denied: its approver failed.");
    expect(error?.cause).toBeInstanceOf(TypeError);
    expect(bank.sent).toEqual([]);
  });

  it.each<[unknown, string]>([
    [{ kind: 'approve', inputs: { ...money, amount: 1 } }, "'inputs': 'approve' has only kind, input and remember"],
    [{ kind: 'deny', because: 'No.' }, "'because': 'deny' has only kind and reason"],
    [{ kind: 'later', expiresMs: 1 }, "'expiresMs': 'later' has only kind and expiresInMs"],
  ])('that returns %j, with an unknown key, denies the call and names the key', async (answer, words) => {
    const { bank, toolkit } = setUp(answer);
    expect((await toolkit.execute('transfer', money)).toText()).toBe(
      `The call of 'transfer' was denied: its approver must return a decision without the key ${words}.`,
    );
    expect(bank.sent).toEqual([]);
  });

  describe('sees the arguments as they run', () => {
    async function shownFor(inputSchema: SchemaSource, input: unknown): Promise<[shown: unknown, ran: unknown]> {
      const seen: unknown[] = [];
      const approver: Approver = ({ input }) => {
        seen.push(input);
        return 'approve';
      };
      const toolkit = new Toolkit({ approver });
      const executor = { kind: 'test', execute: (args: unknown) => void seen.push(args) };
      toolkit.register(ToolSpec.create({ name: 'act', needsApproval: true, inputSchema, executor }));
      const { error } = await toolkit.execute('act', input);
      expect(error).toBeUndefined();
      return [seen[0], seen[1]];
    }

    it('after coercion and with nested defaults', async () => {
      const schema = {
        type: 'object',
        properties: {
          amount: { type: 'number' },
          mode: { type: 'string', default: 'fast' },
          to: { type: 'object', properties: { bank: { type: 'string', default: 'home' } } },
        },
      } as const;
      const [shown, ran] = await shownFor(schema, { amount: '5', to: '{}' });
      expect(shown).toEqual({ amount: 5, mode: 'fast', to: { bank: 'home' } });
      expect(ran).toEqual(shown);
    });

    it('for a DTO class, as plain JSON', async () => {
      class Order {
        @IsInt()
        amount!: number;

        @IsString()
        mode = 'fast';
      }
      const [shown, ran] = await shownFor(Order, { amount: '5' });
      expect(shown).toEqual({ amount: 5, mode: 'fast' });
      expect(shown).not.toBeInstanceOf(Order);
      expect(ran).toBeInstanceOf(Order);
      expect(ran).toEqual(shown);
    });

    it('for a Standard Schema with defaults', async () => {
      const schema = z.object({ amount: z.number(), mode: z.string().default('fast') });
      expect(await shownFor(schema, { amount: '5' })).toEqual([
        { amount: 5, mode: 'fast' },
        { amount: 5, mode: 'fast' },
      ]);
    });

    it('with a default as the schema converts it', async () => {
      const schema = z.object({ amount: z.number(), doubled: z.preprocess((n) => Number(n ?? 1) * 2, z.number()) });
      const described = {
        '~standard': { ...schema['~standard'], jsonSchema: { input: () => open, output: () => open } },
      };
      const open = {
        type: 'object',
        properties: { amount: { type: 'number' }, doubled: { type: 'number', default: 1 } },
      };
      const [shown, ran] = await shownFor(described as SchemaSource, { amount: '5' });
      expect(shown).toEqual({ amount: 5, doubled: 2 });
      expect(ran).toEqual({ amount: 5, doubled: 2 });
      const schemaOfTwo = z.object({
        doubled: z
          .number()
          .default(1)
          .transform((n) => n * 2),
      });
      expect(await shownFor(schemaOfTwo, {})).toEqual([{ doubled: 2 }, { doubled: 2 }]);
    });

    it('with a default that the schema itself rejects', async () => {
      const schema = {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number', default: 'x' } },
      } as const;
      expect(await shownFor(schema, { a: '5' })).toEqual([
        { a: 5, b: 'x' },
        { a: 5, b: 'x' },
      ]);
    });
  });

  it('receives the call that would run', async () => {
    const { toolkit, asked } = setUp('approve');
    const auth = { user: 'u1' };
    await toolkit.execute('transfer', '{"to":"ann","amount":"20"}', { callId: 'c1', auth });
    expect(asked).toHaveLength(1);
    const [request] = asked;
    const arguments_ = { to: 'ann', amount: 20, memo: 'none' };
    expect(request).toMatchObject({ callId: 'c1', toolName: 'transfer', input: arguments_ });
    expect(request?.args).toEqual(arguments_);
    expect(request?.tool.description).toBe('Send money');
    expect(request?.auth).toBe(auth);
    expect(Object.isFrozen(request?.input)).toBe(true);
  });

  it('is not called for invalid arguments', async () => {
    const { toolkit, asked } = setUp('approve');
    const result = await toolkit.execute('transfer', { to: 'ann', amount: 'much' });
    expect(result.error?.code).toBe('invalid_parameters');
    expect(result.toText()).toBe('Invalid arguments for \'transfer\': /amount must be number, got "much"');
    const cyclic: Record<string, unknown> = { amount: 1 };
    cyclic.to = cyclic;
    expect((await toolkit.execute('transfer', cyclic)).error?.code).toBe('invalid_parameters');
    for (const text of ['{"to":', '"{}"', '[]', 'null', '', '{"to":"ann","amount":1e999}', '['.repeat(2_000)]) {
      expect((await toolkit.execute('transfer', text)).error?.code).toBe('invalid_parameters');
    }
    expect(asked).toEqual([]);
  });

  it('is not called for a tool that is unknown, inactive or not accessible', async () => {
    const { bank, toolkit, asked } = setUp('approve');
    toolkit.createGroup('off');
    toolkit.register(bank.toolSpec('transfer').rename('inactive'), { group: 'off' });
    toolkit.register(bank.toolSpec('transfer').with({ name: 'closed', canAccess: () => false }));
    for (const name of ['unknown', 'inactive', 'closed']) await toolkit.execute(name, money);
    expect(asked).toEqual([]);
  });

  it('decides on the arguments that run, even if the sent object changes', async () => {
    const sent = { ...money };
    const { bank, toolkit } = setUp(() => {
      sent.amount = 1_000_000;
      return 'approve';
    });
    await toolkit.execute('transfer', sent);
    expect(bank.sent).toEqual([{ ...money, memo: 'none' }]);
  });

  it('is that of the call, otherwise of the session, otherwise of the toolkit', async () => {
    const bank = new Bank();
    const toolkit = new Toolkit({ approver: () => ({ kind: 'deny', reason: 'toolkit' }) });
    toolkit.register(bank);
    const textOf = async (scope: Pick<Toolkit, 'execute'>, options?: CallOptions): Promise<string> => {
      return (await scope.execute('transfer', money, options)).toText();
    };
    const session = toolkit.session({ approver: () => ({ kind: 'deny', reason: 'session' }) });
    const own: CallOptions = { approver: () => ({ kind: 'deny', reason: 'call' }) };
    expect(await textOf(toolkit)).toMatch(/: toolkit$/);
    expect(await textOf(toolkit.session())).toMatch(/: toolkit$/);
    expect(await textOf(session)).toMatch(/: session$/);
    expect(await textOf(session, own)).toMatch(/: call$/);
    expect(await textOf(toolkit, own)).toMatch(/: call$/);
  });

  it('that is missing denies the call', async () => {
    const bank = new Bank();
    const toolkit = new Toolkit();
    toolkit.register(bank);
    const result = await toolkit.execute('transfer', money);
    expect(result.error?.code).toBe('denied');
    expect(result.toText()).toBe("The call of 'transfer' was denied: it needs approval, and no approver is available.");
    expect(bank.sent).toEqual([]);
  });

  it('is not called for direct calls by the author', async () => {
    const bank = new Bank();
    expect(await bank.toolSpec('transfer').call(money)).toBe('sent 20 to ann');
    expect(bank.transfer('ann', 1)).toBe('sent 1 to ann');
  });

  describe('that edits the arguments', () => {
    it('has the edited arguments run, and reports that they were edited', async () => {
      const { bank, toolkit } = setUp(({ input }: ApprovalRequest) => ({
        kind: 'approve',
        input: { ...input, amount: 5 },
      }));
      const result = await toolkit.execute('transfer', money);
      expect(result.data).toBe('sent 5 to ann');
      expect(bank.sent).toEqual([{ to: 'ann', amount: 5, memo: 'none' }]);
      expect(result.metadata).toEqual({ approval: { kind: 'approve', input: { to: 'ann', amount: 5, memo: 'none' } } });
    });

    it('has the edited arguments validated like those of a model', async () => {
      const { bank, toolkit } = setUp({ kind: 'approve', input: { to: 'ann' } });
      const { error } = await toolkit.execute('transfer', money);
      expect(error?.code).toBe('invalid_parameters');
      expect(error?.message).toBe("Invalid arguments for 'transfer': missing argument 'amount'");
      expect(bank.sent).toEqual([]);
    });

    it('cannot change the arguments after its decision', async () => {
      const edited = { to: 'ann', amount: 5 };
      const { bank, toolkit } = setUp(() => {
        setTimeout(() => {
          edited.amount = 1_000_000;
        });
        return { kind: 'approve', input: edited };
      });
      toolkit.use((call, next) => next(call));
      await toolkit.execute('transfer', money);
      expect(bank.sent).toEqual([{ to: 'ann', amount: 5, memo: 'none' }]);
    });

    it('preserves the metadata of a stream in addition to its own', async () => {
      const toolkit = new Toolkit({ approver: () => ({ kind: 'approve', input: { n: 2 } }) });
      async function* count(n: number): AsyncGenerator<number> {
        for (let at = 1; at <= n; at++) yield at;
      }
      toolkit.register(ToolSpec.fromFunction(count, { params: { n: { type: Number } }, needsApproval: true }));
      const responses = await lastValueFrom(
        toolkit.callTool({ id: 'c', name: 'count', input: { n: 9 } }).pipe(toArray()),
      );
      expect(responses.map(({ id, isLast }) => [id, isLast])).toEqual([
        ['c:0', false],
        ['c:1', false],
        ['c', true],
      ]);
      expect(responses.at(-1)).toMatchObject({
        structuredContent: [1, 2],
        metadata: { approval: { kind: 'approve', input: { n: 2 } } },
      });
    });
  });

  describe('that takes long', () => {
    it('does not use the time limit of the call', async () => {
      const { toolkit } = setUp(() => new Promise((resolve) => setTimeout(resolve, 300, 'approve')));
      const startedAt = performance.now();
      const result = await toolkit.execute('transfer', money, { timeoutMs: 200, chunkTimeoutMs: 200 });
      expect(result.data).toBe('sent 20 to ann');
      // Timers may fire a millisecond early.
      expect(result.durationMs).toBeLessThan(performance.now() - startedAt - 295);
    });

    it('does not block other calls of the tool', async () => {
      const toolkit = new Toolkit();
      toolkit.register(
        ToolSpec.create({
          name: 'act',
          needsApproval: true,
          concurrency: 'exclusive',
          executor: { kind: 'test', execute: () => 'ran' },
        }),
      );
      let approve = (_: ApprovalDecision): void => undefined;
      const first = toolkit.execute('act', {}, { approver: () => new Promise((resolve) => (approve = resolve)) });
      const second = await toolkit.execute('act', {}, { approver: () => 'approve' });
      expect(second.data).toBe('ran');
      approve('approve');
      expect((await first).data).toBe('ran');
    });

    it('is notified when the call is aborted, and the call ends immediately', async () => {
      const abort = new AbortController();
      const { bank, toolkit, asked } = setUp(() => {
        setTimeout(() => abort.abort(), 10);
        return new Promise(() => undefined);
      });
      const result = await toolkit.execute('transfer', money, { signal: abort.signal });
      expect(result.error?.code).toBe('interrupted');
      expect(result.isInterrupted).toBe(true);
      expect(asked[0]?.signal.aborted).toBe(true);
      expect(bank.sent).toEqual([]);
    });

    it('is notified when the consumer unsubscribes', async () => {
      const { toolkit, asked } = setUp(() => new Promise(() => undefined));
      const responses: unknown[] = [];
      const subscription = toolkit
        .callTool({ name: 'transfer', input: money })
        .subscribe((response) => responses.push(response));
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(asked[0]?.signal.aborted).toBe(false);
      subscription.unsubscribe();
      expect(asked[0]?.signal.aborted).toBe(true);
      expect(responses).toEqual([]);
    });

    it('is not called for a call that is already aborted', async () => {
      const { toolkit, asked } = setUp('approve');
      const result = await toolkit.execute('transfer', money, { signal: AbortSignal.abort() });
      expect(result.error?.code).toBe('interrupted');
      expect(asked).toEqual([]);
    });

    it('has no effect if it approves too late', async () => {
      const abort = new AbortController();
      let approve = (_: ApprovalDecision): void => undefined;
      const { bank, toolkit } = setUp(() => {
        setTimeout(() => abort.abort(), 5);
        return new Promise((resolve) => {
          approve = resolve;
        });
      });
      await toolkit.execute('transfer', money, { signal: abort.signal });
      approve('approve');
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(bank.sent).toEqual([]);
    });
  });

  describe('behind middleware', () => {
    it('decides on the call as middleware passes it on', async () => {
      const { bank, toolkit, asked } = setUp('approve');
      toolkit.use((call, next) => next({ ...call, input: { ...money, amount: 7 } }));
      await toolkit.execute('transfer', money);
      expect(asked[0]?.input).toEqual({ ...money, amount: 7, memo: 'none' });
      expect(bank.sent).toEqual([{ ...money, amount: 7, memo: 'none' }]);
    });

    it('is called once for a call that middleware retries', async () => {
      const { bank, toolkit, asked } = setUp('approve');
      toolkit.use((call, next) => concat(next(call).pipe(ignoreElements()), next(call)));
      expect((await toolkit.execute('transfer', money)).data).toBe('sent 20 to ann');
      expect(asked).toHaveLength(1);
      expect(bank.sent).toHaveLength(2);
    });

    it('is called again for other arguments', async () => {
      const { toolkit, asked } = setUp('approve');
      toolkit.use((call, next) => {
        next({ ...call, input: { ...money, amount: 1 } }).subscribe();
        return next(call);
      });
      await toolkit.execute('transfer', money);
      expect(asked.map(({ input }) => input.amount).sort()).toEqual([1, 20]);
    });
  });

  it('appears in the events only as the end of the call', async () => {
    const events: string[] = [];
    const { toolkit } = setUp(({ input }: ApprovalRequest) => (input.amount === 20 ? 'deny' : 'approve'));
    toolkit.events$.subscribe((event: ToolEvent) => events.push(`${event.callId} ${event.type}`));
    await toolkit.execute('transfer', money, { callId: 'a' });
    await toolkit.execute('transfer', { ...money, amount: 1 }, { callId: 'b' });
    expect(events).toEqual(['a started', 'a denied', 'b started', 'b completed']);
  });

  it('records a denied call in the history', async () => {
    const { toolkit } = setUp({ kind: 'deny', reason: 'No.' }, { history: true });
    await toolkit.execute('transfer', money);
    expect(toolkit.history?.query({ state: 'denied' })).toMatchObject([
      { toolName: 'transfer', text: "The call of 'transfer' was denied: No.", input: money },
    ]);
  });

  it('without an approvalKey cannot defer a call', async () => {
    const { bank, toolkit } = setUp('later');
    const { error } = await toolkit.execute('transfer', money);
    expect(error?.code).toBe('definition');
    expect(error?.message).toBe('A call can be deferred and resumed only by a toolkit with the option approvalKey.');
    expect(bank.sent).toEqual([]);
  });
});

describe('needsApproval', () => {
  it('requires approval for the calls that its predicate selects', async () => {
    const { bank, toolkit, asked } = setUp('deny');
    expect((await toolkit.execute('pay', { amount: '100' })).data).toBe('paid 100');
    expect((await toolkit.execute('pay', { amount: '101' })).error?.code).toBe('denied');
    expect(asked.map(({ input }) => input)).toEqual([{ amount: 101 }]);
    expect(bank.sent).toEqual([{ amount: 100 }]);
  });

  it('may be asynchronous and read the context of the call', async () => {
    const toolkit = toolNeeding(async (_: unknown, context: ToolContext) => {
      await Promise.resolve();
      return context.auth !== 'root' && context.state.get('trusted') !== true && context.call.id !== 'free';
    });
    expect((await toolkit.execute('act', {}, { auth: 'root' })).data).toBe('ran');
    expect((await toolkit.execute('act', {}, { state: { trusted: true } })).data).toBe('ran');
    expect((await toolkit.execute('act', {}, { callId: 'free' })).data).toBe('ran');
    expect((await toolkit.execute('act', {})).error?.code).toBe('denied');
  });

  it.each<[string, unknown]>([
    ['undefined', () => undefined],
    ['null', () => null],
    ['a promise of nothing', async () => undefined],
  ])('treats %s as true', async (_, predicate) => {
    expect((await toolNeeding(predicate).execute('act')).error?.code).toBe('denied');
  });

  it('denies the call if its predicate fails', async () => {
    const asked: unknown[] = [];
    const toolkit = toolNeeding(
      () => {
        throw new TypeError('path is undefined');
      },
      {
        approver: (request) => {
          asked.push(request);
          return 'approve';
        },
      },
    );
    const { error } = await toolkit.execute('act');
    expect(error?.code).toBe('denied');
    expect(error?.message).toBe(
      "The call of 'act' was denied: the tool's needsApproval failed to decide whether it needs approval.",
    );
    expect(asked).toEqual([]);
  });

  it('stops waiting for its predicate when the call is aborted', async () => {
    const toolkit = toolNeeding(() => new Promise(() => undefined));
    const result = await toolkit.execute('act', {}, { signal: AbortSignal.timeout(10) });
    expect(result.error?.code).toBe('timeout');
  });

  it('cannot change the arguments that run', async () => {
    class Plain extends ToolRegistry {
      @Tool({
        needsApproval: (args) => {
          args.path = '/etc/shadow';
          return false;
        },
      })
      read(path: string): string {
        return path;
      }
    }
    const toolkit = new Toolkit();
    toolkit.register(new Plain());
    expect((await toolkit.execute('read', { path: 'a' })).data).toBe('a');
  });

  it('receives the instance of a DTO and the output of a Standard Schema', async () => {
    class Order {
      @IsInt()
      @Max(9)
      count: number = 1;
    }
    const seen: unknown[] = [];
    const needsApproval = (args: unknown): boolean => {
      seen.push(args);
      return true;
    };
    class Shop extends ToolRegistry {
      @Tool({ needsApproval })
      order(order: Order): string {
        return `${order instanceof Order} ${order.count}`;
      }

      @Tool({ needsApproval, inputSchema: z.object({ day: z.string().transform((day) => day.length) }) })
      book(day: number): string {
        return `day ${day}`;
      }
    }
    const toolkit = new Toolkit({ approver: () => 'approve' });
    toolkit.register(new Shop());
    expect((await toolkit.execute('order', {})).data).toBe('true 1');
    expect((await toolkit.execute('book', { day: 'monday' })).data).toBe('day 6');
    expect(seen[0]).toBeInstanceOf(Order);
    expect(seen[1]).toEqual({ day: 6 });
  });

  it('receives no bound value that the arguments do not contain', async () => {
    const seen: unknown[] = [];
    class Notes extends ToolRegistry {
      @Tool({ needsApproval: (args) => seen.push(args) === 0 })
      add(text: string, @Bind('user') user: string): string {
        return `${user}: ${text}`;
      }
    }
    const toolkit = new Toolkit({ state: { user: 'ann' } });
    toolkit.register(new Notes());
    expect((await toolkit.execute('add', { text: 'x' })).data).toBe('ann: x');
    expect(seen).toEqual([{ text: 'x' }]);
  });

  it('validates with the bound values of the call, and does not let an approver edit them', async () => {
    class Note {
      @IsString()
      text!: string;

      @IsString()
      user!: string;
    }
    class Notes extends ToolRegistry {
      @Tool({ needsApproval: true })
      add(note: Note): string {
        return `${note.user}: ${note.text}`;
      }
    }
    const asked: ApprovalRequest[] = [];
    const approver: Approver = (request) => {
      asked.push(request);
      return asked.length === 1 ? 'approve' : { kind: 'approve', input: { ...request.input, user: 'eve' } };
    };
    const toolkit = new Toolkit({ state: { user: 'ann' }, approver });
    toolkit.register(new Notes().toolSpec('add').bind('user'));
    expect((await toolkit.execute('add', { text: 'x' })).data).toBe('ann: x');
    expect(asked[0]?.input).toEqual({ text: 'x' });
    expect((await toolkit.execute('add', { text: 'x' })).error?.code).toBe('invalid_parameters');
  });

  it('can be set in register()', async () => {
    const toolkit = new Toolkit();
    toolkit.register(new Bank(), { needsApproval: false, prefix: 'free' });
    toolkit.register(new Bank(), { needsApproval: true, prefix: 'asked' });
    expect((await toolkit.execute('free__transfer', money)).data).toBe('sent 20 to ann');
    expect((await toolkit.execute('asked__pay', { amount: 1 })).error?.code).toBe('denied');
  });

  it('is preserved by a derived spec', () => {
    const spec = new Bank().toolSpec('transfer');
    expect(spec.needsApproval).toBe(true);
    expect(spec.rename('send').bind('memo').needsApproval).toBe(true);
    expect(spec.with({ needsApproval: undefined }).needsApproval).toBeUndefined();
  });

  it('must be true, false or a function', () => {
    expect(() => toolNeeding('always')).toThrow('act: needsApproval must be true, false or a function, not "always".');
  });
});
