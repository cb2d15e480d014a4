import { claimWith, pendingApprovalOf, type SharedSession, secret, shareSession, Toolkit, ToolSpec } from 'toolwright';
import type { EffectLog, SessionStore } from 'toolwright/stores';
import { until } from '../execution/waiting.js';

/** The stores that sessions are shared in. */
export interface SharedStoresUnderTest {
  readonly name: string;
  /** Opens the store of one process. All processes of a test have the same sessions. */
  readonly sessions: () => Promise<SessionStore>;
  readonly effects: () => Promise<EffectLog>;
}

/** The contract of sessions that several processes share, whatever their store. */
export function testSharedSessions({ name, sessions, effects }: SharedStoresUnderTest): void {
  let id = 0;
  const opened: SharedSession[] = [];

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((shared) => shared.close()));
  });

  async function share(state: Readonly<Record<string, unknown>> = {}): Promise<SharedSession> {
    const toolkit = new Toolkit();
    for (const group of ['a', 'b', 'c']) toolkit.createGroup(group);
    const session = toolkit.session({ id: `session ${id}`, state });
    const shared = await shareSession(session, await sessions());
    opened.push(shared);
    return shared;
  }

  const same = async (...shared: readonly SharedSession[]): Promise<readonly unknown[]> => {
    const contents = (): readonly string[] =>
      shared.map(({ session }) => JSON.stringify([session.activeGroups(), sortKeys(session.state.toPlain())]));
    await Promise.all(shared.map((one) => one.flush()));
    await until(() => new Set(contents()).size === 1);
    return JSON.parse(contents()[0] ?? '[]');
  };

  describe(`a session that is shared over ${name}`, () => {
    beforeEach(() => {
      id++;
    });

    it('has the state and the active groups of the other processes', async () => {
      const one = await share({ user: 'ada' });
      one.session.state.set('cart.items', ['tea']);
      one.session.updateGroups(['a'], true);
      await one.flush();
      const other = await share();
      expect([other.session.state.get('cart.items'), other.session.activeGroups()]).toEqual([['tea'], ['basic', 'a']]);
      const changes: unknown[] = [];
      let listed = 0;
      one.session.state.changes$.subscribe(({ path, kind }) => changes.push([kind, path]));
      one.session.changes$.subscribe(() => listed++);
      other.session.state.set('cart.items', ['tea', 'milk']);
      other.session.state.delete('user');
      other.session.updateGroups(['b'], true);
      other.session.updateGroups(['a'], false);
      await until(() => listed > 0 && changes.length === 2 && one.session.activeGroups().join() === 'basic,b');
      expect(await same(one, other)).toEqual([['basic', 'b'], { cart: { items: ['tea', 'milk'] } }]);
      expect(changes).toEqual([
        ['set', 'cart'],
        ['delete', 'user'],
      ]);
    });

    it('keeps the changes of different values that two processes make at the same time', async () => {
      const [one, other] = [await share({ plan: { from: 'a', to: 'b' } }), await share()];
      await same(one, other);
      for (let index = 0; index < 10; index++) {
        one.session.state.set(`plan.one${index}`, index);
        other.session.state.set(`plan.other${index}`, index);
      }
      one.session.state.delete('plan.from');
      one.session.updateGroups(['a'], true);
      other.session.updateGroups(['b'], true);
      const numbers = Array.from({ length: 10 }, (_, index) => index);
      expect(await same(one, other)).toEqual([
        ['basic', 'a', 'b'],
        {
          plan: Object.fromEntries([
            ...numbers.map((index) => [`one${index}`, index]),
            ...numbers.map((index) => [`other${index}`, index]),
            ['to', 'b'],
          ]),
        },
      ]);
    });

    it('counts correctly in all processes when it is changed in one step', async () => {
      const all = [await share({ count: 0 }), await share(), await share()];
      await same(...all);
      const increments = all.flatMap((shared) =>
        Array.from({ length: 10 }, () =>
          shared.update((state) => {
            const count = Number(state.get('count')) + 1;
            state.set('count', count);
            return count;
          }),
        ),
      );
      const counted = await Promise.all(increments);
      expect([...counted].sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
      expect(await same(...all)).toEqual([['basic'], { count: 30 }]);
    });

    it('stores no secrets, and keeps those of each process', async () => {
      const one = await share({ login: { user: 'ada', token: secret('of one') } });
      const other = await share({ login: { token: secret('of the other') } });
      other.session.state.set('login.user', 'grace');
      await until(() => one.session.state.get('login.user') === 'grace');
      expect([one, other].map(({ session }) => session.state.get('login.token'))).toEqual(['of one', 'of the other']);
      const stored = await (await sessions()).load(`session ${id}`);
      expect(stored?.snapshot).toMatchObject({ state: { login: { user: 'grace' } } });
      expect(JSON.stringify(stored)).not.toMatch(/of one|of the other|token/);
    });

    it('is stored again after its stored form was removed', async () => {
      const one = await share({ user: 'ada' });
      await (await sessions()).delete(`session ${id}`);
      one.session.state.set('item', 'tea');
      await one.flush();
      const other = await share();
      expect(other.session.state.toPlain()).toEqual({ user: 'ada', item: 'tea' });
    });

    it('resumes a signed approval once in all processes', async () => {
      const runs: unknown[] = [];
      const log = await effects();
      const createToolkit = (): Toolkit => {
        const toolkit = new Toolkit({
          approvalKey: 'k'.repeat(32),
          claimApproval: claimWith(log),
          approver: () => 'later',
        });
        const pay = ToolSpec.create({
          name: 'pay',
          inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
          needsApproval: true,
          executor: {
            kind: 'test',
            execute: async (args) => {
              runs.push(args);
              return 'paid';
            },
          },
        });
        toolkit.register(pay);
        return toolkit;
      };
      const pending = pendingApprovalOf(await createToolkit().execute('pay', { amount: 7 }));
      const results = await Promise.all(
        Array.from({ length: 5 }, () => createToolkit().resumeApproval(pending?.token ?? '', 'approve')),
      );
      expect(results.map(({ data, error }) => data ?? error?.details).sort()).toEqual([
        ...Array.from({ length: 4 }, () => ({ reason: 'used' })),
        'paid',
      ]);
      expect(runs).toEqual([{ amount: 7 }]);
    });
  });
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]));
}
