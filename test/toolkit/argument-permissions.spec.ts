import { randomBytes } from 'node:crypto';
import {
  type Approver,
  DefinitionError,
  Param,
  type PermissionRule,
  pendingApprovalOf,
  Tool,
  Toolkit,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';
import { z } from 'zod';

class Desk extends ToolRegistry {
  @Tool({ tags: ['money'] })
  pay(to: string, amount: number, @Param({ optional: true }) note?: string): string {
    return `paid ${amount} to ${to}${note === undefined ? '' : ` for ${note}`}`;
  }

  @Tool({ needsApproval: true })
  publish(path: string): string {
    return `published ${path}`;
  }
}

const order = ToolSpec.create({
  name: 'order',
  inputSchema: {
    type: 'object',
    properties: {
      address: { type: 'object', properties: { city: { type: 'string' } } },
      items: { type: 'array', items: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] } },
      express: { type: 'boolean', default: false },
    },
  },
  executor: { kind: 'native', execute: () => 'ordered' },
});

function setUp(permissions: readonly PermissionRule[], approver?: Approver) {
  const toolkit = new Toolkit({ permissions, approver });
  toolkit.register(new Desk());
  toolkit.register(order);
  return toolkit;
}

async function codeOf(toolkit: Pick<Toolkit, 'execute'>, name: string, input: object): Promise<string> {
  const { error } = await toolkit.execute(name, input);
  return error?.code ?? 'ran';
}

describe('a permission rule with conditions', () => {
  it.each<[object, PermissionRule['when'], 'ran' | 'denied']>([
    [{ to: 'eve', amount: 1 }, { to: 'eve' }, 'denied'],
    [{ to: 'ann', amount: 1 }, { to: 'eve' }, 'ran'],
    [{ to: 'eve@evil.com', amount: 1 }, { to: '*@evil.com' }, 'denied'],
    [{ to: 'a/b', amount: 1 }, { to: 'a*' }, 'ran'],
    [{ to: 'a/b', amount: 1 }, { to: 'a**' }, 'denied'],
    [{ to: 'eve', amount: 1 }, { to: ['ann', 'eve'] }, 'denied'],
    [{ to: 'bob', amount: 1 }, { to: { not: ['ann', 'eve'] } }, 'denied'],
    [{ to: 'ann', amount: 1 }, { to: { not: ['ann', 'eve'] } }, 'ran'],
    [{ to: 'ann', amount: 5 }, { amount: 5 }, 'denied'],
    [{ to: 'ann', amount: '5' }, { amount: 5 }, 'denied'],
    [{ to: 'ann', amount: 5 }, { amount: [6, 7] }, 'ran'],
    [{ to: 'ann', amount: 5 }, { to: 'ann', amount: 6 }, 'ran'],
    [{ to: 'ann', amount: 5 }, { to: 'ann', amount: 5 }, 'denied'],
    [{ to: 'ann', amount: 5 }, { note: 'x' }, 'ran'],
    [{ to: 'ann', amount: 5 }, { note: { not: 'x' } }, 'ran'],
    [{ to: 'ann', amount: 5, note: 'y' }, { note: { not: 'x' } }, 'denied'],
  ])('decides on pay(%j) when %j: %s', async (input, when, expected) => {
    expect(await codeOf(setUp([{ tool: 'pay', when, action: 'deny' }]), 'pay', input)).toBe(expected);
  });

  it.each<[object, PermissionRule['when'], 'ran' | 'denied']>([
    [{ address: { city: 'Rome' } }, { 'address.city': 'Rome' }, 'denied'],
    [{ address: {} }, { 'address.city': { not: 'Rome' } }, 'ran'],
    [{ items: [{ sku: 'tea' }, { sku: 'gun' }] }, { 'items.sku': 'gun' }, 'denied'],
    [{ items: [{ sku: 'tea' }] }, { 'items.sku': 'gun' }, 'ran'],
    [{ items: [] }, { 'items.sku': { not: 'tea' } }, 'ran'],
    [{}, { express: false }, 'denied'],
    [{ express: true }, { express: false }, 'ran'],
  ])('sees fields, elements and defaults: order(%j) when %j: %s', async (input, when, expected) => {
    expect(await codeOf(setUp([{ tool: 'order', when, action: 'deny' }]), 'order', input)).toBe(expected);
  });

  it('allows a call only if all elements of an argument are allowed', async () => {
    const toolkit = setUp([{ tool: 'order', action: 'ask' }]);
    expect(await codeOf(toolkit, 'order', {})).toBe('denied');
    const asking = new Toolkit({ permissions: [{ tool: 'buy', when: { 'items.sku': 'tea' }, action: 'allow' }] });
    asking.register(order.with({ name: 'buy', needsApproval: true }));
    expect(await codeOf(asking, 'buy', { items: [{ sku: 'tea' }, { sku: 'gun' }] })).toBe('denied');
    expect(await codeOf(asking, 'buy', { items: [{ sku: 'tea' }, { sku: 'tea' }] })).toBe('ran');
    expect(await codeOf(asking, 'buy', { items: [] })).toBe('denied');
  });

  it.each<[PermissionRule['when'], readonly unknown[], 'ran' | 'denied']>([
    [{ 'to.mail': '*@corp' }, [{ mail: 'a@corp' }], 'ran'],
    [{ 'to.mail': '*@corp' }, [{ mail: 'a@corp' }, { phone: '666' }], 'denied'],
    [{ 'to.mail': '*@corp' }, [{ mail: 'a@corp' }, null], 'denied'],
    [{ 'to.mail': '*@corp' }, [{ mail: 'a@corp' }, 'eve'], 'denied'],
    [{ 'to.mail': '*@corp' }, [{ mail: 'a@corp' }, []], 'denied'],
    [{ 'to.mail': '*@corp' }, [{ mail: 'a@corp' }, { mail: [] }], 'denied'],
    [{ 'to.mail': '*@corp' }, [[{ mail: 'a@corp' }], [{ mail: ['b@corp', 'c@corp'] }]], 'ran'],
    [{ 'to.mail': '*@corp' }, [{ phone: '666' }], 'denied'],
    [{ 'to.mail': '*@corp' }, [], 'denied'],
    [{ 'to.mail': { not: '*@evil' } }, [{ mail: 'a@corp' }], 'ran'],
    [{ 'to.mail': { not: '*@evil' } }, [{ mail: 'a@corp' }, { phone: '666' }], 'denied'],
    [{ to: 'ann' }, ['ann', ['ann']], 'ran'],
    [{ to: 'ann' }, ['ann', []], 'denied'],
    [{ to: { not: 'eve' } }, ['ann', []], 'denied'],
    [{ to: 'ann' }, ['ann', null], 'denied'],
  ])(
    'allows a call, by a rule or by a remembered approval, only if no element lacks the argument: %j, %j',
    async (when, to, expected) => {
      const post = ToolSpec.create({
        name: 'post',
        inputSchema: { type: 'object', properties: { to: {}, ok: {} } },
        needsApproval: true,
        executor: { kind: 'native', execute: () => 'posted' },
      });
      const allowing = new Toolkit({ permissions: [{ tool: 'pos*', when, action: 'allow' }] });
      allowing.register(post);
      expect(await codeOf(allowing, 'post', { to })).toBe(expected);
      const remembering = new Toolkit({
        approver: ({ input }) =>
          input.ok === true
            ? { kind: 'approve', remember: { for: 'session', rule: { tool: 'pos*', when } } }
            : { kind: 'deny', reason: '' },
      });
      remembering.register(post);
      const session = remembering.session();
      expect(await codeOf(session, 'post', { ok: true })).toBe('ran');
      expect(await codeOf(session, 'post', { to })).toBe(expected);
    },
  );

  it('denies a call if one element of an argument is denied, whatever others lack', async () => {
    const denying = new Toolkit({ permissions: [{ tool: 'pos*', when: { 'to.mail': '*@evil' }, action: 'deny' }] });
    denying.register(
      ToolSpec.create({
        name: 'post',
        inputSchema: { type: 'object', properties: { to: {} } },
        executor: { kind: 'native', execute: () => 'posted' },
      }),
    );
    expect(await codeOf(denying, 'post', { to: [{ phone: '1' }, { mail: 'x@evil' }, null] })).toBe('denied');
    expect(await codeOf(denying, 'post', { to: [{ phone: '1' }, { mail: 'x@corp' }] })).toBe('ran');
  });

  it('does not allow elements that lack the argument as sent, if a conversion renames it', async () => {
    const allowing = new Toolkit({
      permissions: [{ tool: 'post', when: { 'to.mail': { not: '*@evil' } }, action: 'allow' }],
    });
    const target = z.object({ mail: z.string().optional(), phone: z.string().optional() });
    allowing.register(
      ToolSpec.create({
        name: 'post',
        inputSchema: z.object({ to: z.array(target) }).transform(({ to }) => ({ recipients: to })),
        needsApproval: true,
        executor: { kind: 'native', execute: () => 'posted' },
      }),
    );
    expect(await codeOf(allowing, 'post', { to: [{ mail: 'a@corp' }] })).toBe('ran');
    expect(await codeOf(allowing, 'post', { to: [{ mail: 'a@corp' }, { phone: '666' }] })).toBe('denied');
  });

  it('may name an argument whose name has dots, which takes precedence over a path', async () => {
    const dotted = ToolSpec.create({
      name: 'post',
      inputSchema: {
        type: 'object',
        properties: {
          'a.b': { type: 'string' },
          'c.d': { type: 'object', properties: { e: { type: 'string' } } },
          a: { type: 'object', properties: { b: { type: 'string' } } },
        },
      },
      executor: { kind: 'native', execute: () => 'posted' },
    });
    const run = async (when: PermissionRule['when'], input: object): Promise<string> => {
      const toolkit = new Toolkit({ permissions: [{ tool: 'post', when, action: 'deny' }] });
      toolkit.register(dotted);
      return codeOf(toolkit, 'post', input);
    };
    expect(await run({ 'a.b': 'x' }, { 'a.b': 'x' })).toBe('denied');
    expect(await run({ 'a.b': 'x' }, { 'a.b': 'y', a: { b: 'x' } })).toBe('ran');
    expect(await run({ 'c.d.e': 'x' }, { 'c.d': { e: 'x' } })).toBe('denied');
    const remembering = new Toolkit({
      approver: () => ({ kind: 'approve', remember: { for: 'session', rule: { tool: 'post', when: { 'a.b': 'x' } } } }),
    });
    remembering.register(dotted.with({ needsApproval: true }));
    const session = remembering.session();
    await session.execute('post', { 'a.b': 'x' });
    const again = await session.execute('post', { 'a.b': 'x' });
    expect(again.metadata?.approval).toMatchObject({ remembered: expect.any(String) });
  });

  it('is overridden by a stricter rule, in any order', async () => {
    const rules: PermissionRule[] = [
      { tool: 'pay', action: 'allow' },
      { tool: 'pay', when: { to: 'eve' }, action: 'deny', reason: 'Payments to Eve are blocked.' },
      { tool: '*', tags: ['money'], when: { amount: { not: [1, 2] } }, action: 'ask' },
    ];
    const asked: unknown[] = [];
    const approver: Approver = ({ input }) => {
      asked.push(input);
      return 'approve';
    };
    for (const permissions of [rules, [...rules].reverse()]) {
      const toolkit = setUp(permissions, approver);
      expect(await codeOf(toolkit, 'pay', { to: 'ann', amount: 1 })).toBe('ran');
      expect(await codeOf(toolkit, 'pay', { to: 'ann', amount: 3 })).toBe('ran');
      expect((await toolkit.execute('pay', { to: 'eve', amount: 3 })).toText()).toBe(
        "The tool 'pay' must not be called with these arguments: Payments to Eve are blocked.",
      );
    }
    expect(asked).toEqual([
      { to: 'ann', amount: 3 },
      { to: 'ann', amount: 3 },
    ]);
  });

  it('matches the tags of a tool', async () => {
    const toolkit = setUp([{ tool: '*', tags: ['money', 'files'], action: 'hide' }]);
    expect(toolkit.list().map(({ name }) => name)).toEqual(['publish', 'order']);
    expect(await codeOf(toolkit, 'pay', { to: 'ann', amount: 1 })).toBe('tool_not_found');
  });

  it('sees the arguments that run: those that an approver has edited', async () => {
    const approver: Approver = () => ({ kind: 'approve', input: { to: 'eve', amount: 1 } });
    const toolkit = setUp(
      [
        { tool: 'pay', action: 'ask' },
        { tool: 'pay', when: { to: 'eve' }, action: 'deny' },
      ],
      approver,
    );
    expect(await codeOf(toolkit, 'pay', { to: 'ann', amount: 1 })).toBe('denied');
  });

  it('sees the arguments of a call that is resumed', async () => {
    const approvalKey = randomBytes(32);
    const create = (permissions: readonly PermissionRule[]) => {
      const toolkit = new Toolkit({ approvalKey, approver: () => 'later', permissions });
      toolkit.register(new Desk());
      return toolkit;
    };
    const ask: PermissionRule = { tool: 'pay', action: 'ask' };
    const waiting = await create([ask]).execute('pay', { to: 'eve', amount: 1 });
    const token = String(pendingApprovalOf(waiting)?.token);
    const stricter = create([ask, { tool: 'pay', when: { to: 'eve' }, action: 'deny' }]);
    expect((await stricter.resumeApproval(token, 'approve')).error?.code).toBe('denied');
    const edited = { kind: 'approve', input: { to: 'ann', amount: 1 } } as const;
    expect((await stricter.resumeApproval(token, edited)).data).toBe('paid 1 to ann');
  });

  it('applies to the calls of sessions', async () => {
    const toolkit = setUp([{ tool: 'pay', when: { to: 'eve' }, action: 'deny' }]);
    const session = toolkit.session();
    expect(await codeOf(session, 'pay', { to: 'eve', amount: 1 })).toBe('denied');
    expect(await codeOf(session, 'pay', { to: 'ann', amount: 1 })).toBe('ran');
  });

  it('matches a long text and a pattern of many stars in linear time', async () => {
    const toolkit = setUp([{ tool: 'pay', when: { to: `${'**a*'.repeat(20)}/x` }, action: 'deny' }]);
    const begun = process.cpuUsage();
    expect(await codeOf(toolkit, 'pay', { to: 'a/'.repeat(50_000), amount: 1 })).toBe('ran');
    expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000);
  });

  it.each<[PermissionRule, string]>([
    [{ tool: 'pay', when: { too: 'x' }, action: 'deny' }, "'pay' has no argument 'too'. Did you mean 'to'?"],
    [{ tool: 'pay', when: { zzzzz: 'x' }, action: 'deny' }, "'pay' has no argument 'zzzzz'. It has to, amount, note."],
    [
      { tool: 'order', when: { 'address.town': 'x' }, action: 'deny' },
      "'order' has no argument 'address.town'. It has city.",
    ],
    [
      { tool: 'pay', when: { amount: 'many' }, action: 'deny' },
      'when.amount is "many", but the argument of \'pay\' has the type number. Use a value of that type.',
    ],
  ])('is refused when its tool is registered, if it names no argument of it: %j', (rule, words) => {
    expect(() => setUp([rule])).toThrow(new DefinitionError(`permissions: the rule for '${rule.tool}': ${words}`));
  });

  it('is refused if it names a bound parameter', () => {
    const toolkit = new Toolkit({ permissions: [{ tool: 'pay', when: { to: 'eve' }, action: 'deny' }] });
    const [pay] = Object.values(new Desk().toToolSpecs()).filter(({ name }) => name === 'pay');
    expect(() => toolkit.register([pay?.bind('to', { stateKey: 'recipient' }) as ToolSpec])).toThrow(
      "'pay' has no argument 'to'. It is bound to the state, so that no model sends it.",
    );
  });

  it('may name an argument that only some tools of a pattern have', async () => {
    const toolkit = setUp([{ tool: 'p*', when: { to: 'eve' }, action: 'deny' }], () => 'approve');
    expect(await codeOf(toolkit, 'publish', { path: 'a' })).toBe('ran');
    expect(await codeOf(toolkit, 'pay', { to: 'eve', amount: 1 })).toBe('denied');
  });

  it.each<[unknown, string]>([
    [{ tool: 'pay', when: { to: 'eve' }, action: 'hide' }, "cannot hide a tool by its arguments. Use action: 'deny'"],
    [{ tool: 'pay', when: 'eve', action: 'deny' }, 'when must be an object of conditions, not "eve"'],
    [{ tool: 'pay', when: { to: { is: 'eve' } }, action: 'deny' }, 'when.to must be a text, a number, a boolean, null'],
    [{ tool: 'pay', when: { to: [] }, action: 'deny' }, 'when.to must be a text, a number, a boolean, null'],
    [{ tool: 'pay', tags: 'money', action: 'deny' }, 'tags must be an array of strings, not "money"'],
    [{ tool: 'pay', wen: {}, action: 'deny' }, "there is no option 'wen'. Did you mean 'when'?"],
    [{ tool: 'pay', action: 'deny', reason: 5 }, "the rule for 'pay': reason must be a string, not 5"],
  ])('is refused if it is malformed: %j', (rule, words) => {
    expect(() => new Toolkit({ permissions: [rule as PermissionRule] })).toThrow(words);
  });
});

describe('an argument that is a path', () => {
  const open = ToolSpec.create({
    name: 'open',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    paths: {
      path: {
        resolve: async (path) => [path, path.replace('link', 'drafts')].map((one) => `/work/${one}`),
        completePattern: (pattern) => (pattern.startsWith('/') ? pattern : `/work/${pattern}`),
      },
    },
    executor: { kind: 'native', execute: () => 'opened' },
  });
  const run = async (rule: PermissionRule, path: string): Promise<string> => {
    const toolkit = new Toolkit({ permissions: [rule] });
    toolkit.register(open.with({ needsApproval: rule.action === 'allow' }));
    return codeOf(toolkit, 'open', { path });
  };

  it('is denied if it or where it leads is denied', async () => {
    const rule: PermissionRule = { tool: 'open', when: { path: 'drafts/**' }, action: 'deny' };
    expect(await run(rule, 'drafts/a')).toBe('denied');
    expect(await run(rule, 'link/a')).toBe('denied');
    expect(await run(rule, 'other/a')).toBe('ran');
  });

  it('is allowed if it and where it leads are allowed', async () => {
    expect(await run({ tool: 'open', when: { path: 'drafts/**' }, action: 'allow' }, 'drafts/a')).toBe('ran');
    expect(await run({ tool: 'open', when: { path: 'drafts/**' }, action: 'allow' }, 'link/a')).toBe('denied');
    expect(await run({ tool: 'open', when: { path: 'link/**' }, action: 'allow' }, 'link/a')).toBe('denied');
  });

  it('is refused if no argument has its name', () => {
    const [reading] = Object.values(open.paths ?? {});
    const misspelled = open.with({ paths: { pat: reading as NonNullable<typeof reading> } });
    expect(() => new Toolkit().register(misspelled)).toThrow(
      "paths of 'open': 'open' has no argument 'pat'. Did you mean 'path'?",
    );
  });
});

describe('an approval that is remembered', () => {
  const always: Approver = ({ toolName }) => ({
    kind: 'approve',
    remember: { for: 'session', rule: { tool: toolName, when: { path: 'drafts/**' } } },
  });

  function open(approver: Approver, permissions: readonly PermissionRule[] = []) {
    const asked: unknown[] = [];
    const toolkit = setUp(permissions, (request) => {
      asked.push(request.input.path);
      return approver(request);
    });
    return { asked, toolkit, session: toolkit.session() };
  }

  it('covers the further calls that match its rule', async () => {
    const { asked, session } = open(always);
    for (const path of ['drafts/a', 'drafts/b', 'final/c', 'drafts/d']) {
      expect(await codeOf(session, 'publish', { path })).toBe('ran');
    }
    expect(asked).toEqual(['drafts/a', 'final/c']);
    const [first, second, ...others] = session.approvals.list();
    expect(others).toEqual([]);
    expect(first).toEqual({
      id: expect.any(String),
      rule: { tool: 'publish', when: { path: 'drafts/**' } },
      toolName: 'publish',
      definition: second?.definition,
      approvedAt: expect.any(Number),
    });
    const { metadata } = await session.execute('publish', { path: 'drafts/e' });
    expect(metadata?.approval).toEqual({ kind: 'approve', remembered: first?.id });
  });

  it('belongs to its session', async () => {
    const { asked, toolkit, session } = open(always);
    await session.execute('publish', { path: 'drafts/a' });
    await toolkit.session().execute('publish', { path: 'drafts/b' });
    expect(asked).toEqual(['drafts/a', 'drafts/b']);
  });

  it('ends when it is revoked', async () => {
    const { asked, session } = open(always);
    await session.execute('publish', { path: 'drafts/a' });
    const id = String(session.approvals.list()[0]?.id);
    expect([session.approvals.revoke(id), session.approvals.revoke(id)]).toEqual([true, false]);
    await session.execute('publish', { path: 'drafts/b' });
    expect(asked).toEqual(['drafts/a', 'drafts/b']);
  });

  it('ends after its time', async () => {
    const { asked, session } = open(() => ({
      kind: 'approve',
      remember: { for: 1, rule: { tool: 'publish' } },
    }));
    await session.execute('publish', { path: 'a' });
    while (session.approvals.list().length > 0) await new Promise((resolve) => setImmediate(resolve));
    await session.execute('publish', { path: 'b' });
    expect(asked).toEqual(['a', 'b']);
  });

  it('takes no precedence over a rule that denies', async () => {
    const deny: PermissionRule = { tool: 'publish', when: { path: '**/secret' }, action: 'deny' };
    const { session } = open(always, [deny]);
    expect(await codeOf(session, 'publish', { path: 'drafts/a' })).toBe('ran');
    expect(await codeOf(session, 'publish', { path: 'drafts/secret' })).toBe('denied');
  });

  it('is in the snapshot of the session, and in the session that restores it', async () => {
    const { asked, toolkit, session } = open(always);
    await session.execute('publish', { path: 'drafts/a' });
    const saved = JSON.parse(JSON.stringify(session.snapshot()));
    const other = toolkit.session();
    other.restore(saved);
    expect(other.approvals.list()).toEqual(session.approvals.list());
    await other.execute('publish', { path: 'drafts/b' });
    expect(asked).toEqual(['drafts/a']);
    other.restore(toolkit.session().snapshot());
    expect(other.approvals.list()).toEqual([]);
    expect(() => other.restore({ ...saved, approvals: [{ id: 'x' }] })).toThrow(
      'restore(): approvals must be those of snapshot()',
    );
  });

  it('does not cover a tool whose definition has changed', async () => {
    const { asked, toolkit, session } = open(always);
    await session.execute('publish', { path: 'drafts/a' });
    const publish = toolkit.get('publish') as ToolSpec;
    toolkit.unregister('publish');
    toolkit.register(publish.describe('Publish, and pay for it'));
    await session.execute('publish', { path: 'drafts/b' });
    expect(asked).toEqual(['drafts/a', 'drafts/b']);
  });

  it('is remembered when the call is approved later', async () => {
    const toolkit = new Toolkit({ approvalKey: randomBytes(32), approver: () => 'later' });
    toolkit.register(new Desk());
    const session = toolkit.session();
    const waiting = await session.execute('publish', { path: 'drafts/a' });
    const token = String(pendingApprovalOf(waiting)?.token);
    const decision = { kind: 'approve', remember: { for: 60_000, rule: { tool: 'publish' } } } as const;
    expect((await session.resumeApproval(token, decision)).error).toBeUndefined();
    expect(session.approvals.list()).toHaveLength(1);
    expect(await codeOf(session, 'publish', { path: 'b' })).toBe('ran');
    const refused = session.resumeApproval(token, { kind: 'approve', remember: { for: -1, rule: { tool: 'x' } } });
    await expect(refused).rejects.toThrow("remember: for must be 'session' or milliseconds, not -1");
  });

  it.each<[object, string]>([
    [{ for: 'ever', rule: { tool: 'publish' } }, 'remember: for must be \'session\' or milliseconds, not "ever"'],
    [{ for: 'session' }, 'remember: the rule must be an object such as { tool, when }, not undefined'],
    [{ for: 'session', rule: { tool: 'publish', whn: {} } }, "there is no option 'whn'. Did you mean 'when'?"],
    [{ for: 'session', rule: { tool: 'publish', when: { pth: 'x' } } }, "'publish' has no argument 'pth'"],
    [{ for: 'session', rule: { tool: 'publish' }, once: true }, "remember has no option 'once'"],
  ])('denies the call if it is malformed: %j', async (remember, words) => {
    const { session } = open(() => ({ kind: 'approve', remember }) as never);
    const { error } = await session.execute('publish', { path: 'drafts/a' });
    expect([error?.code, error?.message]).toEqual(['denied', expect.stringContaining(words)]);
    expect(session.approvals.list()).toEqual([]);
  });

  it('requires a session', async () => {
    const { toolkit } = open(always);
    const { error } = await toolkit.execute('publish', { path: 'drafts/a' });
    expect(error?.message).toBe(
      "The call of 'publish' was denied: its approver returned 'remember', which requires a session. Call the tool " +
        'through toolkit.session().',
    );
  });
});
