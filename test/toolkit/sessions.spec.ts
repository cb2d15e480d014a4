import { DefinitionError, secret, Toolkit, ToolkitSession, ToolSpec, ToolState } from 'toolwright';
import { fc } from '../support/fast-check.js';

function withTools(): Toolkit {
  const toolkit = new Toolkit({ state: { region: 'eu', user: 'nobody' }, history: true });
  toolkit.createGroup('admin');
  toolkit.createGroup('mail', { active: true });
  toolkit.register(
    ToolSpec.fromFunction((user: string, region: string) => `${user} ${region}`, {
      name: 'who',
      params: { user: { type: String }, region: { type: String } },
      bind: { user: 'user', region: 'region' },
    }),
  );
  toolkit.register(
    ToolSpec.fromFunction(() => 'erased', { name: 'erase' }),
    { group: 'admin' },
  );
  return toolkit;
}

describe('ToolkitSession', () => {
  it('has its own groups, which are initially those of the toolkit', async () => {
    const toolkit = withTools();
    const [one, other] = [toolkit.session(), toolkit.session({ groups: ['admin'] })];
    expect(one).toBeInstanceOf(ToolkitSession);
    expect([one, other].map((session) => session.activeGroups())).toEqual([
      ['basic', 'mail'],
      ['basic', 'admin'],
    ]);
    toolkit.updateGroups(['mail'], false);
    one.updateGroups(['admin'], true);
    expect(one.activeGroups()).toEqual(['basic', 'admin', 'mail']);
    expect(toolkit.activeGroups()).toEqual(['basic']);
    expect((await toolkit.execute('erase')).error?.code).toBe('tool_inactive');
    expect((await one.execute('erase')).data).toBe('erased');
  });

  it('has its own state, layered over that of the toolkit', async () => {
    const toolkit = withTools();
    const [ann, bob] = ['ann', 'bob'].map((user) => toolkit.session({ state: { user } }));
    expect((await ann?.execute('who'))?.data).toBe('ann eu');
    bob?.state.set('region', 'us');
    toolkit.state.set('region', 'asia');
    expect((await bob?.execute('who'))?.data).toBe('bob us');
    expect((await ann?.execute('who', {}, { state: { user: 'carl' } }))?.data).toBe('carl asia');
    expect((await toolkit.execute('who'))?.data).toBe('nobody asia');
  });

  it('has its own history; that of the toolkit contains all calls', async () => {
    const toolkit = withTools();
    const [one, other] = [toolkit.session(), toolkit.session()];
    await one.execute('who');
    await other.execute('missing');
    await toolkit.execute('who');
    expect([toolkit, one, other].map(({ history }) => history?.query().map(({ toolName }) => toolName))).toEqual([
      ['who', 'missing', 'who'],
      ['who'],
      ['missing'],
    ]);
  });

  it('shares its active groups with another session, but not its state', async () => {
    const toolkit = withTools();
    const one = toolkit.session({ state: { user: 'ann' } });
    const other = toolkit.session({ groups: one, state: { user: 'bob' } });
    const changed = new Promise<void>((resolve) => one.changes$.subscribe(() => resolve()));
    other.updateGroups(['admin'], true);
    await changed;
    expect([one.activeGroups(), toolkit.activeGroups()]).toEqual([
      ['basic', 'admin', 'mail'],
      ['basic', 'mail'],
    ]);
    expect([(await one.execute('who')).data, (await other.execute('who')).data]).toEqual(['ann eu', 'bob eu']);
  });

  it('has no tool that changes its groups with fixedGroups', async () => {
    const toolkit = withTools();
    toolkit.enableMetaTool({ search: true });
    const session = toolkit.session({ fixedGroups: true });
    expect(session.list().map(({ name }) => name)).toEqual(['who', 'erase', 'search_tools']);
    expect(session.get('activate_tool_groups')).toBeUndefined();
    expect((await session.execute('activate_tool_groups', { admin: true })).error?.code).toBe('tool_not_found');
    expect((await session.execute('search_tools', { activate: ['erase'] })).error?.code).toBe('invalid_parameters');
    expect((await session.execute('search_tools', { query: ' ' })).toText()).toBe("search_tools needs a 'query'.");
    expect((await session.execute('search_tools', { query: 'erase' })).toText()).toBe(
      "- erase() (group 'admin', not active; matches: erase)",
    );
    expect((await session.execute('erase')).toText()).toContain('It cannot be activated in this session.');
    session.updateGroups(['admin'], true);
    expect((await session.execute('erase')).data).toBe('erased');
    expect(toolkit.session().get('activate_tool_groups')).toBeDefined();
  });

  it('sees tools that are added and removed', () => {
    const toolkit = withTools();
    const session = toolkit.session();
    toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'late' }));
    expect(session.get('late')).toBe(toolkit.get('late'));
    toolkit.unregister('late');
    expect(session.get('late')).toBeUndefined();
  });

  it('has the ID that is passed, or a random one', () => {
    const toolkit = withTools();
    expect(toolkit.session({ id: 'chat-1' }).id).toBe('chat-1');
    const ids = [toolkit.session().id, toolkit.session().id];
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });

  it.each(['', 7, null, {}])('rejects the ID %j', (id) => {
    expect(() => new Toolkit().session({ id: id as string })).toThrow('session: id must be a text that is not empty');
  });

  it('still works after the toolkit is cleared', async () => {
    const toolkit = withTools();
    const session = toolkit.session({ groups: ['admin'] });
    await toolkit.clear();
    expect([session.list(), session.activeGroups(), session.groups().length]).toEqual([[], ['basic'], 1]);
    expect((await session.execute('who')).error?.code).toBe('tool_not_found');
  });
});

describe('snapshot and restore', () => {
  it('transfer groups and state to another process', async () => {
    const session = withTools().session({ groups: ['admin'], state: { user: 'ann' } });
    session.state.set('cart.items', [{ id: 1 }]);
    const saved: unknown = JSON.parse(JSON.stringify(session.snapshot()));
    expect(saved).toMatchObject({
      activeGroups: ['basic', 'admin'],
      state: { user: 'ann', cart: { items: [{ id: 1 }] } },
    });
    const restored = withTools().session();
    restored.restore(saved);
    expect(restored.snapshot()).toEqual(saved);
    expect((await restored.execute('who')).data).toBe('ann eu');
    expect((await restored.execute('erase')).data).toBe('erased');
  });

  it('restore any JSON', () => {
    const keys = fc.string({ minLength: 1 }).filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key));
    fc.assert(
      fc.property(fc.dictionary(keys, fc.jsonValue()), (state) => {
        const saved: unknown = JSON.parse(JSON.stringify({ activeGroups: ['basic'], state }));
        const session = new Toolkit().session({ state: { other: 1 } });
        session.restore(saved);
        expect(JSON.parse(JSON.stringify(session.snapshot()))).toMatchObject(saved as object);
      }),
    );
  });

  it('are independent between a session and its toolkit', () => {
    const toolkit = withTools();
    const session = toolkit.session();
    expect(session.snapshot().state).toEqual({});
    session.restore({ activeGroups: ['admin'], state: { region: 'us' } });
    expect([toolkit.state.get('region'), toolkit.activeGroups()]).toEqual(['eu', ['basic', 'mail']]);
    expect(toolkit.snapshot()).toMatchObject({
      activeGroups: ['basic', 'mail'],
      state: { region: 'eu', user: 'nobody' },
    });
  });

  it('share no objects with the saved value', () => {
    const session = new Toolkit().session({ state: { list: [1] } });
    const saved = session.snapshot();
    (saved.state.list as number[]).push(2);
    expect(session.state.get('list')).toEqual([1]);
    const mine = { activeGroups: [], state: { list: [{ at: 1 }] } };
    session.restore(mine);
    (mine.state.list as unknown[]).push(2);
    expect(session.state.get('list')).toEqual([{ at: 1 }]);
  });

  it('contain no secret at any depth, and preserve the current ones', () => {
    const secrets = {
      token: secret('s3cret'),
      mail: { user: 'ann', password: secret('s3cret') },
      keys: [secret('s3cret')],
    };
    const saved = new Toolkit().session({ state: secrets }).snapshot();
    expect(saved.state).toEqual({ mail: { user: 'ann' }, keys: [null] });
    const session = new Toolkit().session({ state: { ...secrets, draft: 'gone' } });
    session.restore(saved);
    expect(['token', 'mail.password', 'mail.user', 'keys[0]', 'draft'].map((path) => session.state.get(path))).toEqual([
      's3cret',
      's3cret',
      'ann',
      's3cret',
      undefined,
    ]);
    expect(JSON.stringify(session.snapshot())).not.toContain('s3cret');
  });

  it('preserve live objects in the state', () => {
    const socket = new Map([['open', true]]);
    const session = new Toolkit().session({ state: { socket, draft: 1 } });
    session.restore({ activeGroups: [], state: {} });
    expect([session.state.get('socket'), session.state.has('draft')]).toEqual([socket, false]);
  });

  it('preserve live objects even if their JSON was saved', () => {
    const [socket, at] = [new Map([['open', true]]), new Date(0)];
    const session = new Toolkit().session({ state: { socket, nested: { socket, step: 1 }, at } });
    const saved = JSON.parse(JSON.stringify(session.snapshot()));
    session.state.set('nested.step', 2);
    session.restore(saved);
    const values = ['socket', 'nested.socket', 'nested.step', 'at'].map((path) => session.state.get(path));
    expect(values).toEqual([socket, socket, 1, at.toISOString()]);
  });

  it('transfer the ID of a session, unless the restored one was created with an ID', () => {
    const toolkit = withTools();
    const saved: unknown = JSON.parse(JSON.stringify(toolkit.session({ id: 'chat-1' }).snapshot()));
    expect(saved).toMatchObject({ id: 'chat-1' });
    const [restored, copied] = [toolkit.session(), toolkit.session({ id: 'chat-2' })];
    restored.restore(saved);
    copied.restore(saved);
    expect([restored.id, copied.id, copied.snapshot().id]).toEqual(['chat-1', 'chat-2', 'chat-2']);
    toolkit.restore(saved);
    expect(toolkit.snapshot().id).toBeUndefined();
  });

  it('preserve the ID if the snapshot has none', () => {
    const session = withTools().session();
    const { id } = session;
    session.restore({ activeGroups: ['admin'], state: { user: 'ann' } });
    expect([session.id, session.activeGroups()]).toEqual([id, ['basic', 'admin']]);
  });

  it.each(['set', 'delete'] as const)('change nothing if the state fails to %s a value', (failing) => {
    class PersistentState extends ToolState {
      isBroken = false;

      override set(path: string, value: unknown): void {
        if (this.isBroken && failing === 'set' && path === 'second') throw new TypeError('The disk is full.');
        super.set(path, value);
      }

      override delete(path: string): boolean {
        if (this.isBroken && failing === 'delete' && path === 'stale') throw new TypeError('The disk is full.');
        return super.delete(path);
      }
    }
    const state = new PersistentState({ gone: 1, first: 'old', token: secret('s3cret'), stale: true });
    const session = withTools().session({ state });
    const before = { id: session.id, groups: session.activeGroups(), state: session.snapshot().state };
    state.isBroken = true;
    const saved = { id: 'chat-1', activeGroups: ['admin'], state: { first: 'new', token: 'new', second: 2, third: 3 } };
    expect(() => session.restore(saved)).toThrow('The disk is full.');
    expect({ id: session.id, groups: session.activeGroups(), state: session.snapshot().state }).toEqual(before);
    expect(session.state.get('token')).toBe('s3cret');
    state.isBroken = false;
    session.restore(saved);
    expect([session.id, session.activeGroups(), session.state.get('third')]).toEqual(['chat-1', ['basic', 'admin'], 3]);
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /not undefined/],
    ['an ID that is not a text', { id: 1, activeGroups: [], state: {} }, /id must be a text/],
    ['a list', [], /restore\(\) expects the result of snapshot\(\)/],
    ['something without groups', { state: {} }, /activeGroups must be a list of names/],
    ['groups that are not names', { activeGroups: [1], state: {} }, /activeGroups must be a list of names/],
    ['something without state', { activeGroups: [] }, /state must be an object/],
    ['state that is a list', { activeGroups: [], state: [] }, /state must be an object/],
    ['an unknown key', { activeGroups: [], state: {}, history: [] }, /unknown key 'history'/],
    ['an unknown group', { activeGroups: ['admin', 'gone'], state: { user: 'eve' } }, /There is no group 'gone'/],
    [
      'a key that no path can have',
      { activeGroups: ['admin'], state: JSON.parse('{"user":"eve","__proto__":1}') },
      /__proto__/,
    ],
    [
      'a value that is not JSON',
      { activeGroups: ['admin'], state: { user: 'eve', run: () => 1 } },
      /state\.run must be JSON/,
    ],
  ])('reject %s before anything changes', (_, saved, message) => {
    const session = withTools().session({ state: { user: 'ann' } });
    const before = session.snapshot();
    expect(() => session.restore(saved)).toThrow(DefinitionError);
    expect(() => session.restore(saved)).toThrow(message);
    expect(session.snapshot()).toEqual(before);
  });

  it('report which value of the state cannot be saved', () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    const session = new Toolkit().session({ state: { loop } });
    expect(() => session.snapshot()).toThrow(
      "The state's 'loop' has no JSON form. Store only values that JSON can represent in the state.",
    );
  });

  it('notify changes$ that the list of tools may have changed', async () => {
    const session = withTools().session();
    const changed = new Promise<void>((resolve) => session.changes$.subscribe(() => resolve()));
    session.restore({ activeGroups: ['admin'], state: {} });
    await changed;
    expect(session.list({ active: true }).map(({ name }) => name)).toEqual(['who', 'erase']);
  });

  it.each([5, 'admin', {}, null, new Map()])('refuses groups that are neither names nor a session: %p', (groups) => {
    const toolkit = new Toolkit();
    expect(() => toolkit.session({ groups: groups as unknown as string[] })).toThrow(
      'session: groups must be an array of names or a session, not ',
    );
  });
});
