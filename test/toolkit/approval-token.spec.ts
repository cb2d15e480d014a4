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

async function deferCall({ toolkit }: Process, options: CallOptions = {}): Promise<PendingApproval> {
  const pending = pendingApprovalOf(await toolkit.execute('transfer', input, options));
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

  it('runs the call in a session too, with its state', async () => {
    const pending = await deferCall(startProcess());
    const { bank, toolkit } = startProcess();
    const session = toolkit.session({ state: { memo: 'session' } });
    expect((await session.resumeApproval(pending.token, 'approve')).success).toBe(true);
    expect(bank.sent).toEqual(['20 to ann (session)']);
    expect((await toolkit.resumeApproval(pending.token, 'approve')).error?.details).toEqual({ reason: 'used' });
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

  it.each<[string, ToolkitOptions, (toolkit: Toolkit) => void, string]>([
    ['is denied by a rule by now', { permissions: [{ tool: 'transfer', action: 'deny' }] }, () => undefined, 'denied'],
    ['is not there any more', {}, (toolkit) => toolkit.unregister('transfer'), 'tool_not_found'],
  ])('rejects a tool that %s', async (_, options, change, code) => {
    const pending = await deferCall(startProcess());
    const { bank, toolkit } = startProcess(options);
    change(toolkit);
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
  it.each(['short', new Uint8Array(31)])('must be long enough', (key) => {
    expect(() => new Toolkit({ approvalKey: key })).toThrow(
      `approvalKey has ${key.length} bytes. Use at least 32 random bytes, such as randomBytes(32) of node:crypto.`,
    );
  });
});
