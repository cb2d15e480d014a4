import { lastValueFrom } from 'rxjs';
import {
  type ApprovalDecision,
  Bind,
  type CallOptions,
  type FinalDecision,
  type PendingApproval,
  pendingApprovalOf,
  Tool,
  Toolkit,
  type ToolkitOptions,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';

const approvalKey = 'k'.repeat(32);

class Bank extends ToolRegistry {
  readonly sent: string[] = [];

  @Tool({ needsApproval: true })
  transfer(to: string, amount: number, @Bind('memo', { default: 'none' }) memo: string): string {
    this.sent.push(`${amount} to ${to} (${memo})`);
    return `sent ${amount} to ${to}`;
  }

  @Tool()
  read(): string {
    return 'read';
  }
}

interface Process {
  readonly bank: Bank;
  readonly toolkit: Toolkit;
}

/** A toolkit as one process of an application makes it. */
function startProcess(options: ToolkitOptions = {}): Process {
  const bank = new Bank();
  const toolkit = new Toolkit({ approver: () => 'later', approvalKey, ...options });
  toolkit.register(bank);
  return { bank, toolkit };
}

const input = { to: 'ann', amount: 20 };

type Scope = Pick<Toolkit, 'execute' | 'resumeApproval'>;

async function deferCall(process: Process | Scope, options: CallOptions = {}): Promise<PendingApproval> {
  const scope = 'toolkit' in process ? process.toolkit : process;
  const pending = pendingApprovalOf(await scope.execute('transfer', input, options));
  if (pending === undefined) throw new TypeError('nothing is pending');
  return pending;
}

function bodyOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString()) as Record<string, unknown>;
}

describe('a deferred call', () => {
  it('ends with a final response that reports the deferral and contains the signed call', async () => {
    const { bank, toolkit } = startProcess();
    const before = Date.now();
    const last = await lastValueFrom(toolkit.callTool({ id: 'c1', name: 'transfer', input }));
    expect(last).toMatchObject({ id: 'c1', state: 'denied', isLast: true, error: { code: 'denied' } });
    expect(last.error?.details).toMatchObject({ reason: 'pending' });
    expect(last.content).toEqual([
      {
        type: 'text',
        text: "The call of 'transfer' is waiting for approval and has not run. It will be decided later: do not repeat it.",
      },
    ]);
    const pending = pendingApprovalOf(last);
    expect(pending).toMatchObject({ callId: 'c1', toolName: 'transfer', input });
    expect(pending?.expiresAt).toBeGreaterThanOrEqual(before + 86_400_000);
    expect(pending?.expiresAt).toBeLessThanOrEqual(Date.now() + 86_400_000);
    expect(JSON.parse(JSON.stringify(pending))).toEqual(pending);
    expect(bank.sent).toEqual([]);
  });

  it('is not a pending approval after it has ended otherwise', async () => {
    const { toolkit } = startProcess({ approver: () => ({ kind: 'approve', input }) });
    expect(pendingApprovalOf(await toolkit.execute('transfer', input))).toBeUndefined();
    expect(pendingApprovalOf(await toolkit.execute('read'))).toBeUndefined();
  });

  it('expires at the time that the approver sets', async () => {
    const before = Date.now();
    const { expiresAt } = await deferCall(startProcess({ approver: () => ({ kind: 'later', expiresInMs: 5_000 }) }));
    expect(expiresAt - before).toBeGreaterThanOrEqual(5_000);
    expect(expiresAt - before).toBeLessThan(15_000);
    const forever = await deferCall(startProcess({ approver: () => ({ kind: 'later', expiresInMs: Infinity }) }));
    expect(startProcess().toolkit.readApproval(forever.token)).toEqual(forever);
  });

  it.each([0, -1, Number.NaN, 'soon'])('cannot expire in %p', async (expiresInMs) => {
    const decision = { kind: 'later', expiresInMs } as ApprovalDecision;
    const { toolkit } = startProcess({ approver: () => decision });
    expect((await toolkit.execute('transfer', input)).error?.message).toMatch(/^expiresInMs must be a number above 0/);
  });

  it('does not reveal the caller', async () => {
    const { token } = await deferCall(startProcess(), { auth: { user: 'ann', token: 'hidden-value' } });
    expect(JSON.stringify(bodyOf(token))).not.toMatch(/ann"?,"token|hidden-value/);
  });

  it('is signed with the same arguments in any order of keys', async () => {
    const process = startProcess();
    const tokens = await Promise.all(
      [{ a: 1, input }, { input: { amount: 20, to: 'ann' } }].map(async (call) => {
        const result = await process.toolkit.execute('transfer', call.input, { callId: 'c1' });
        return pendingApprovalOf(result)?.token ?? '';
      }),
    );
    const [first = '', second = ''] = tokens.map((token) => JSON.stringify(bodyOf(token).input));
    expect(first).toBe('{"amount":20,"to":"ann"}');
    expect(second).toBe(first);
  });
});

function deactivate(toolkit: Toolkit, bank: Bank): void {
  toolkit.unregister('transfer');
  toolkit.createGroup('off');
  toolkit.register(bank.toolSpec('transfer'), { group: 'off' });
}

function denyAccess(toolkit: Toolkit, bank: Bank): void {
  toolkit.unregister('transfer');
  toolkit.register(bank.toolSpec('transfer').with({ canAccess: () => false }));
}

describe('resumeApproval', () => {
  it('runs exactly that call, in another process', async () => {
    const pending = await deferCall(startProcess(), { callId: 'c1', auth: { id: 'u1', roles: ['a', 'b'] } });
    const { bank, toolkit } = startProcess({ state: { memo: 'later' } });
    const result = await toolkit.resumeApproval(JSON.parse(JSON.stringify(pending.token)), 'approve', {
      auth: { roles: ['a', 'b'], id: 'u1' },
    });
    expect(result).toMatchObject({ data: 'sent 20 to ann', callId: 'c1', toolName: 'transfer', attempts: 1 });
    expect(bank.sent).toEqual(['20 to ann (later)']);
  });

  it('runs the call of a session in a session of the same ID, with its state', async () => {
    const { toolkit: chat } = startProcess();
    const pending = await deferCall(chat.session({ id: 's1' }));
    expect(pending.sessionId).toBe('s1');
    const { bank, toolkit } = startProcess();
    const session = toolkit.session({ id: 's1', state: { memo: 'session' } });
    expect((await session.resumeApproval(pending.token, 'approve')).success).toBe(true);
    expect(bank.sent).toEqual(['20 to ann (session)']);
    expect((await session.resumeApproval(pending.token, 'approve')).error?.details).toEqual({ reason: 'used' });
  });

  it('runs the call of a session in a session that is restored from its snapshot', async () => {
    const session = startProcess().toolkit.session({ state: { memo: 'saved' } });
    const { token } = await deferCall(session);
    const saved: unknown = JSON.parse(JSON.stringify(session.snapshot()));
    const { bank, toolkit } = startProcess();
    const restored = toolkit.session();
    restored.restore(saved);
    expect((await restored.resumeApproval(token, 'approve')).success).toBe(true);
    expect(bank.sent).toEqual(['20 to ann (saved)']);
  });

  it.each<[string, (toolkit: Toolkit) => Scope, (toolkit: Toolkit) => Scope]>([
    ['a session in another session', (one) => one.session({ id: 's1' }), (other) => other.session({ id: 's2' })],
    ['a session in the toolkit', (one) => one.session({ id: 's1' }), (other) => other],
    ['the toolkit in a session', (one) => one, (other) => other.session({ id: 's1' })],
    ['a session without an ID in another one', (one) => one.session(), (other) => other.session()],
  ])('refuses to run the call of %s', async (_, from, to) => {
    const { token } = await deferCall(from(startProcess().toolkit));
    const { bank, toolkit } = startProcess();
    const { error } = await to(toolkit).resumeApproval(token, 'approve');
    expect(error).toMatchObject({ code: 'denied', details: { reason: 'session' } });
    expect(bank.sent).toEqual([]);
  });

  describe('after the tool was changed', () => {
    function toolkitOf(options: Partial<Parameters<typeof ToolSpec.create>[0]> = {}, ran: unknown[] = []): Toolkit {
      const toolkit = new Toolkit({ approver: () => 'later', approvalKey });
      const executor = { kind: 'test', execute: (args: unknown) => void ran.push(args) };
      const inputSchema = {
        type: 'object',
        properties: { to: { type: 'string' }, amount: { type: 'number' } },
      } as const;
      toolkit.register(
        ToolSpec.create({
          name: 'transfer',
          description: 'Send',
          needsApproval: true,
          inputSchema,
          executor,
          ...options,
        }),
      );
      return toolkit;
    }

    it.each<[string, Partial<Parameters<typeof ToolSpec.create>[0]>]>([
      ['description', { description: 'Send everything' }],
      ['input schema', { inputSchema: { type: 'object', properties: { to: {}, amount: { type: 'number' } } } }],
      ['output schema', { outputSchema: { type: 'object' } }],
      ['version', { version: '2' }],
    ])('refuses the approval if its %s differs', async (_, change) => {
      const ran: unknown[] = [];
      const { token } = await deferCall(toolkitOf());
      const { error } = await toolkitOf(change, ran).resumeApproval(token, 'approve');
      expect(error).toMatchObject({ code: 'denied', details: { reason: 'definition' } });
      expect(error?.message).toBe(
        "This approval of 'transfer' cannot be used: the definition of the tool has changed since the call was deferred.",
      );
      expect(ran).toEqual([]);
      expect((await toolkitOf({}, ran).resumeApproval(token, 'approve')).success).toBe(true);
      expect(ran).toEqual([input]);
    });

    it('accepts the approval if only its limits and its code differ', async () => {
      const ran: unknown[] = [];
      const { token } = await deferCall(toolkitOf());
      const changed = toolkitOf({ timeoutMs: 5_000, tags: ['new'] }, ran);
      expect((await changed.resumeApproval(token, 'approve')).success).toBe(true);
    });

    it('still accepts a denial', async () => {
      const { token } = await deferCall(toolkitOf());
      const result = await toolkitOf({ description: 'Send everything' }).resumeApproval(token, 'deny');
      expect(result.toText()).toBe("The call of 'transfer' was denied.");
    });
  });

  it('accepts a denial, whose reason the model reads', async () => {
    const pending = await deferCall(startProcess());
    const { bank, toolkit } = startProcess();
    const result = await toolkit.resumeApproval(pending.token, { kind: 'deny', reason: 'Too much.' });
    expect(result.error?.code).toBe('denied');
    expect(result.toText()).toBe("The call of 'transfer' was denied: Too much.");
    expect((await toolkit.resumeApproval(pending.token, 'approve')).error?.details).toEqual({ reason: 'used' });
    expect(bank.sent).toEqual([]);
  });

  it('runs edited arguments after they are validated', async () => {
    const pending = await deferCall(startProcess());
    const { bank, toolkit } = startProcess();
    const wrong = await toolkit.resumeApproval(pending.token, { kind: 'approve', input: { to: 'ann' } });
    expect(wrong.error?.code).toBe('invalid_parameters');
    const right = await toolkit.resumeApproval(pending.token, { kind: 'approve', input: { ...input, amount: 5 } });
    expect(right.data).toBe('sent 5 to ann');
    expect(right.metadata).toEqual({ approval: { kind: 'approve', input: { ...input, amount: 5 } } });
    expect(bank.sent).toEqual(['5 to ann (none)']);
  });

  it('passes through events, history and middleware like any other call', async () => {
    const pending = await deferCall(startProcess(), { callId: 'c1' });
    const { toolkit } = startProcess({ history: true });
    const seen: string[] = [];
    toolkit.events$.subscribe(({ type, callId }) => seen.push(`${type} ${callId}`));
    toolkit.use((call, next) => {
      seen.push(`middleware ${call.name}`);
      return next();
    });
    await toolkit.resumeApproval(pending.token, 'approve');
    expect(seen).toEqual(['started c1', 'middleware transfer', 'completed c1']);
    expect(toolkit.history?.query()).toMatchObject([{ callId: 'c1', state: 'success', input }]);
  });

  it('runs the approved arguments, even if middleware changes them', async () => {
    const pending = await deferCall(startProcess());
    const { bank, toolkit } = startProcess();
    toolkit.use((call, next) => next({ ...call, input: { to: 'eve', amount: 1_000 } }));
    expect((await toolkit.resumeApproval(pending.token, 'approve')).data).toBe('sent 20 to ann');
    expect(bank.sent).toEqual(['20 to ann (none)']);
  });

  it.each<[string, (args: Record<string, unknown>) => void]>([
    ['changes an argument of', (args) => Object.assign(args, { to: 'eve' })],
    ['removes an argument of', (args) => delete args.amount],
    ['adds an argument to', (args) => Object.assign(args, { other: 1 })],
  ])('runs the approved arguments, even if middleware %s the object itself', async (_, change) => {
    const pending = await deferCall(startProcess());
    const { bank, toolkit } = startProcess();
    toolkit.use(async (call, next) => {
      change(call.input as Record<string, unknown>);
      await next();
      change(call.input as Record<string, unknown>);
      return next();
    });
    expect((await toolkit.resumeApproval(pending.token, 'approve')).data).toBe('sent 20 to ann');
    expect(bank.sent).toEqual(['20 to ann (none)', '20 to ann (none)']);
  });

  it('shows arguments that cannot be changed', async () => {
    const { token } = await deferCall(startProcess());
    expect(Object.isFrozen(startProcess().toolkit.readApproval(token).input)).toBe(true);
  });

  it('does not run another tool to which middleware redirects the call', async () => {
    const pending = await deferCall(startProcess());
    const { bank, toolkit } = startProcess();
    toolkit.use((call, next) => next({ ...call, name: 'read' }));
    const { error } = await toolkit.resumeApproval(pending.token, 'approve');
    expect(error?.message).toBe("The approval is for a call of 'transfer', not of 'read'.");
    expect(bank.sent).toEqual([]);
  });

  it('allows middleware to retry the call', async () => {
    const pending = await deferCall(startProcess());
    const { bank, toolkit } = startProcess();
    toolkit.use((call, next) => {
      next(call).subscribe();
      return next(call);
    });
    expect((await toolkit.resumeApproval(pending.token, 'approve')).success).toBe(true);
    expect(bank.sent).toHaveLength(2);
  });

  it.each<[string, ToolkitOptions, (toolkit: Toolkit, bank: Bank) => void, string]>([
    ['is denied by a rule by now', { permissions: [{ tool: 'transfer', action: 'deny' }] }, () => undefined, 'denied'],
    ['is not there any more', {}, (toolkit) => toolkit.unregister('transfer'), 'tool_not_found'],
    ['is in an inactive group by now', {}, deactivate, 'tool_inactive'],
    ['the caller may not access any more', {}, denyAccess, 'tool_not_found'],
  ])('rejects a tool that %s', async (_, options, change, code) => {
    const pending = await deferCall(startProcess());
    const { bank, toolkit } = startProcess(options);
    change(toolkit, bank);
    expect((await toolkit.resumeApproval(pending.token, 'approve')).error?.code).toBe(code);
    expect(bank.sent).toEqual([]);
  });

  it('does not claim the approval of an aborted call', async () => {
    const pending = await deferCall(startProcess());
    const { toolkit } = startProcess();
    const aborted = await toolkit.resumeApproval(pending.token, 'approve', { signal: AbortSignal.abort() });
    expect(aborted.error?.code).toBe('interrupted');
    expect((await toolkit.resumeApproval(pending.token, 'approve')).success).toBe(true);
  });

  it('throws the error under throwOnError', async () => {
    const { toolkit } = startProcess();
    await expect(toolkit.resumeApproval('x.y.z', 'approve', { throwOnError: true })).rejects.toThrow('cannot be used');
    const pending = await deferCall(startProcess());
    await expect(toolkit.resumeApproval(pending.token, 'deny', { throwOnError: true })).rejects.toThrow('was denied');
  });

  it.each(['later', { kind: 'later' }, undefined, true, 'yes'])(
    'throws on %j, which decides nothing',
    async (decision) => {
      const pending = await deferCall(startProcess());
      const { toolkit } = startProcess();
      const resuming = toolkit.resumeApproval(pending.token, decision as FinalDecision);
      await expect(resuming).rejects.toThrow("resumeApproval: decision must be 'approve' or 'deny', not ");
      expect((await toolkit.resumeApproval(pending.token, 'approve')).success).toBe(true);
    },
  );

  it('throws on a decision with an unknown key, which it names', async () => {
    const pending = await deferCall(startProcess());
    const { toolkit } = startProcess();
    const decision = { kind: 'approve', inputs: { to: 'ann', amount: 1 } } as FinalDecision;
    await expect(toolkit.resumeApproval(pending.token, decision)).rejects.toThrow(
      "resumeApproval: decision must be a decision without the key 'inputs': 'approve' has only kind, input and remember.",
    );
  });

  it('throws without a key', async () => {
    const { token } = await deferCall(startProcess());
    const resuming = startProcess({ approvalKey: undefined }).toolkit.resumeApproval(token, 'approve');
    await expect(resuming).rejects.toThrow(
      'A call can be deferred and resumed only by a toolkit with the option approvalKey.',
    );
  });

  describe('rejects', () => {
    async function refusalOf(token: string, options: CallOptions = {}, process = startProcess()): Promise<string> {
      const { error } = await process.toolkit.resumeApproval(token, 'approve', options);
      expect(process.bank.sent).toEqual([]);
      expect(error?.code).toBe('denied');
      return `${String(error?.details?.reason)}: ${error?.message}`;
    }

    const forged = 'signature: This approval cannot be used: it was changed, or signed with another key.';

    it('a token with any single character changed', async () => {
      const { token } = await deferCall(startProcess());
      const process = startProcess();
      for (let at = 0; at < token.length; at++) {
        for (const other of ['A', 'B', '_', '.']) {
          if (token[at] === other) continue;
          const changed = token.slice(0, at) + other + token.slice(at + 1);
          expect(() => process.toolkit.readApproval(changed)).toThrow('signed with another key');
        }
      }
      expect(await refusalOf(`${token}A`)).toBe(forged);
      expect(await refusalOf(token.slice(0, -1))).toBe(forged);
    });

    it.each<[string, (body: Record<string, unknown>) => Record<string, unknown>]>([
      ['tool', (body) => ({ ...body, toolName: 'read' })],
      ['arguments', (body) => ({ ...body, input: { to: 'eve', amount: 20 } })],
      ['id of the call', (body) => ({ ...body, callId: 'c2' })],
      ['id of the approval', (body) => ({ ...body, id: 'another' })],
      ['caller', (body) => ({ ...body, subject: 'another' })],
      ['session', (body) => ({ ...body, sessionId: 's1' })],
      ['definition of the tool', (body) => ({ ...body, definition: 'another' })],
      ['expiry', (body) => ({ ...body, expiresAt: Number(body.expiresAt) + 1 })],
    ])('a token with another %s', async (_, change) => {
      const { token } = await deferCall(startProcess(), { callId: 'c1' });
      const [prefix, , signature] = token.split('.');
      const body = Buffer.from(JSON.stringify(change(bodyOf(token)))).toString('base64url');
      expect(await refusalOf(`${prefix}.${body}.${signature}`)).toBe(forged);
    });

    it.each(['', '.', 'a.b', 'a.b.c', 'a.b.c.d', '\u0000'])('%j', async (token) => {
      expect(await refusalOf(token)).toBe(forged);
      expect(await refusalOf({} as string)).toBe(forged);
    });

    it('a token that was signed with another key', async () => {
      const { token } = await deferCall(startProcess({ approvalKey: new Uint8Array(32).fill(7) }));
      expect(await refusalOf(token)).toBe(forged);
    });

    it('a token of another kind signed with the same key', async () => {
      const { createHmac } = await import('node:crypto');
      const body = `session.${Buffer.from('{}').toString('base64url')}`;
      const signature = createHmac('sha256', approvalKey).update(body).digest('base64url');
      expect(await refusalOf(`${body}.${signature}`)).toBe(forged);
    });

    it('a token that has expired', async () => {
      const { token, expiresAt } = await deferCall(
        startProcess({ approver: () => ({ kind: 'later', expiresInMs: 1 }) }),
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
      const when = new Date(expiresAt).toISOString();
      expect(await refusalOf(token)).toBe(
        `expired: This approval of 'transfer' cannot be used: it expired on ${when}.`,
      );
    });

    it.each<[unknown, unknown]>([
      ['u1', 'u2'],
      ['u1', undefined],
      [undefined, 'u1'],
      [{ id: 'u1' }, { id: 'u1', isAdmin: true }],
      [{ ids: [1, 2] }, { ids: [2, 1] }],
    ])('the approval of %j to %j', async (owner, other) => {
      const { token } = await deferCall(startProcess(), { auth: owner });
      expect(await refusalOf(token, { auth: other })).toBe(
        "subject: This approval of 'transfer' cannot be used: it belongs to another caller: " +
          'auth differs from that of the deferred call.',
      );
    });

    it('a second run of the same call', async () => {
      const { token } = await deferCall(startProcess());
      const { bank, toolkit } = startProcess();
      const results = await Promise.all([1, 2, 3].map(() => toolkit.resumeApproval(token, 'approve')));
      expect(results.filter(({ success }) => success)).toHaveLength(1);
      const again = await toolkit.resumeApproval(token, 'approve');
      expect(again.toText()).toBe("This approval of 'transfer' cannot be used: it has been used.");
      expect(bank.sent).toHaveLength(1);
    });
  });

  describe('with approvalSubject', () => {
    const approvalSubject = (auth: unknown): string => (auth as { readonly id: string }).id;

    it('compares only the result of approvalSubject', async () => {
      const { token } = await deferCall(startProcess({ approvalSubject }), { auth: { id: 'u1', session: 1 } });
      const { toolkit } = startProcess({ approvalSubject });
      const other = await toolkit.resumeApproval(token, 'approve', { auth: { id: 'u2', session: 1 } });
      expect(other.error?.details).toEqual({ reason: 'subject' });
      expect((await toolkit.resumeApproval(token, 'approve', { auth: { id: 'u1', session: 2 } })).success).toBe(true);
    });

    it('is required if auth is more than plain data', async () => {
      class User {
        readonly #id: string;

        constructor(id: string) {
          this.#id = id;
        }

        get id(): string {
          return this.#id;
        }
      }
      const auth = new User('u1');
      const { toolkit } = startProcess();
      expect((await toolkit.execute('transfer', input, { auth })).error?.message).toBe(
        'The caller of a deferred call cannot be identified: auth is not plain JSON data. Set the toolkit option ' +
          'approvalSubject: (auth) => the ID of the caller.',
      );
      const { token } = await deferCall(startProcess({ approvalSubject }), { auth });
      const other = startProcess({ approvalSubject });
      expect((await other.toolkit.resumeApproval(token, 'approve', { auth: new User('u1') })).success).toBe(true);
    });
  });

  describe('with claimApproval', () => {
    it('runs a call once across all processes', async () => {
      const claimed = new Map<string, number>();
      const claimApproval = async (id: string, expiresAt: number): Promise<boolean> => {
        if (claimed.has(id)) return false;
        claimed.set(id, expiresAt);
        return true;
      };
      const { token, expiresAt } = await deferCall(startProcess());
      const processes = [1, 2, 3].map(() => startProcess({ claimApproval }));
      const results = await Promise.all(processes.map(({ toolkit }) => toolkit.resumeApproval(token, 'approve')));
      expect(results.filter(({ success }) => success)).toHaveLength(1);
      expect(processes.flatMap(({ bank }) => bank.sent)).toHaveLength(1);
      expect([...claimed.values()]).toEqual([expiresAt]);
    });

    it('runs nothing while claims fail, and leaves the approval usable', async () => {
      let isDown = true;
      const claimApproval = (): boolean => {
        if (isDown) throw new TypeError('no connection');
        return true;
      };
      const { token } = await deferCall(startProcess());
      const { bank, toolkit } = startProcess({ claimApproval });
      const failed = await toolkit.resumeApproval(token, 'approve');
      expect(failed.toText()).toBe("This approval of 'transfer' cannot be used: claimApproval failed.");
      expect(bank.sent).toEqual([]);
      isDown = false;
      expect((await toolkit.resumeApproval(token, 'approve')).success).toBe(true);
    });
  });
});

describe('readApproval', () => {
  it('returns the pending approval of a genuine token', async () => {
    const pending = await deferCall(startProcess());
    const { toolkit } = startProcess();
    expect(toolkit.readApproval(pending.token)).toEqual(pending);
    expect(toolkit.session().readApproval(pending.token)).toEqual(pending);
    expect(() => toolkit.readApproval('nonsense')).toThrow('This approval cannot be used');
  });
});

describe('approvalKey', () => {
  const [older, newer] = ['o'.repeat(32), new Uint8Array(32).fill(9)];

  it('may be a list, of which the first key signs and all verify', async () => {
    const { token } = await deferCall(startProcess({ approvalKey: older }), { auth: { id: 'u1' } });
    const { bank, toolkit } = startProcess({ approvalKey: [newer, older] });
    expect((await toolkit.resumeApproval(token, 'approve', { auth: { id: 'u2' } })).error?.details).toEqual({
      reason: 'subject',
    });
    expect((await toolkit.resumeApproval(token, 'approve', { auth: { id: 'u1' } })).success).toBe(true);
    expect(bank.sent).toHaveLength(1);
    const rotated = await deferCall({ bank, toolkit });
    expect(() => startProcess({ approvalKey: older }).toolkit.readApproval(rotated.token)).toThrow('another key');
    expect(startProcess({ approvalKey: newer }).toolkit.readApproval(rotated.token)).toEqual(rotated);
  });

  it('no longer verifies with a key that was removed from the list', async () => {
    const keys = [newer, older];
    const { toolkit } = startProcess({ approvalKey: keys });
    const { token } = await deferCall(startProcess({ approvalKey: older }));
    expect(() => startProcess({ approvalKey: [newer] }).toolkit.readApproval(token)).toThrow('another key');
    keys.pop();
    expect(toolkit.readApproval(token).toolName).toBe('transfer');
  });

  it.each<[unknown, string]>([
    [[], 'approvalKey is an empty list. Pass at least one key.'],
    [['k'.repeat(32), 'short'], 'approvalKey[1] has 5 bytes. Use at least 32 random bytes'],
    [[42], 'approvalKey[0] must be a string or a Uint8Array, not 42.'],
    [42, 'approvalKey must be a string, a Uint8Array or an array of them.'],
  ])('is checked early: %j', (key, message) => {
    expect(() => new Toolkit({ approvalKey: key as string })).toThrow(message);
  });

  it.each(['short', new Uint8Array(31)])('must be long enough', (key) => {
    expect(() => new Toolkit({ approvalKey: key })).toThrow(
      `approvalKey has ${key.length} bytes. Use at least 32 random bytes, such as randomBytes(32) of node:crypto.`,
    );
  });
});
