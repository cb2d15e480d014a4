import {
  Bind,
  image,
  pendingApprovalOf,
  secret,
  Tool,
  ToolContext,
  Toolkit,
  ToolRegistry,
  ToolSpec,
  ToolState,
  video,
} from 'toolwright';
import { type DevHandler, devHandler } from 'toolwright/dev';
import { until } from '../execution/waiting.js';
import { DevClient } from './dev-client.js';

const hits = { type: 'object', properties: { tea: { type: 'integer', minimum: 1 } }, required: ['tea'] } as const;

class Shop extends ToolRegistry {
  @Tool({ description: 'Finds products', examples: [{ input: { query: 'tea' } }] })
  find(query: string, limit: number = 3): unknown {
    return { query, limit };
  }

  @Tool()
  async *count(to: number, ctx: ToolContext) {
    for (let index = 0; index < to && !ctx.signal.aborted; index++) {
      ctx.progress(index, to, 'counting');
      yield String(index);
    }
  }

  @Tool()
  whoAmI(@Bind('user.id') id: string, @Bind('token') token: string): string {
    return `${id} has ${token}`;
  }

  @Tool()
  async wait(ctx: ToolContext): Promise<string> {
    await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    return 'never';
  }

  @Tool({ needsApproval: true })
  remove(path: string): string {
    return `removed ${path}`;
  }

  @Tool({ needsApproval: (_args, { auth }) => auth === undefined })
  archive(path: string, force: boolean = false): string {
    return `archived ${path} ${force}`;
  }
}

const order = ToolSpec.create({
  name: 'order',
  description: 'Orders tea',
  inputSchema: hits,
  executor: { kind: 'native', execute: ({ tea }) => `ordered ${String(tea)}` },
});

const anything = { type: 'object', additionalProperties: true } as const;

const approvalKey = 'a key of at least thirty-two characters';

describe('devHandler', () => {
  let toolkit: Toolkit;
  let handler: DevHandler;
  let client: DevClient;

  beforeEach(async () => {
    toolkit = new Toolkit({ approvalKey, state: { user: { id: 'ada' }, token: secret('s3cr3t-token'), cart: [1] } });
    toolkit.createGroup('shop', { description: 'The shop', active: true });
    toolkit.createGroup('orders');
    toolkit.register(new Shop(), { group: 'shop' });
    toolkit.register(order, { group: 'orders' });
    handler = devHandler(toolkit, { title: 'shop', version: '1.2.3' });
    client = await DevClient.of(handler).listen();
  });

  afterEach(async () => {
    client.close();
    await handler.close();
  });

  it('describes the tools, the groups and the state', async () => {
    const described = await client.request('describe', { scope: 'toolkit' });
    expect(described).toMatchObject({ scope: 'toolkit', title: 'shop', version: '1.2.3', sessions: [], warnings: [] });
    expect(described.tools.map(({ name, group, active, approval }) => [name, group, active, approval])).toEqual([
      ['find', 'shop', true, 'never'],
      ['count', 'shop', true, 'never'],
      ['whoAmI', 'shop', true, 'never'],
      ['wait', 'shop', true, 'never'],
      ['remove', 'shop', true, 'always'],
      ['archive', 'shop', true, 'sometimes'],
      ['order', 'orders', false, 'never'],
    ]);
    const { tokens, groups } = toolkit.cost();
    expect(described.tokens).toBe(tokens);
    expect(described.groups).toEqual([
      expect.objectContaining({ name: 'basic', active: true, fixed: true, tools: 0, tokens: 0 }),
      {
        ...{ name: 'shop', description: 'The shop', active: true, fixed: false, tools: 6 },
        tokens: groups.find(({ name }) => name === 'shop')?.tokens,
      },
      expect.objectContaining({ name: 'orders', active: false, fixed: false, tools: 1 }),
    ]);
    expect(described.state).toEqual([
      { key: 'user', kind: 'json', value: { id: 'ada' } },
      { key: 'token', kind: 'secret' },
      { key: 'cart', kind: 'json', value: [1] },
    ]);
  });

  it('describes a tool with its schema, its examples and its hidden parameters', async () => {
    const tool = await client.request('tool', { scope: 'toolkit', name: 'whoAmI' });
    expect(tool.inputSchema).toMatchObject({ type: 'object', properties: {} });
    expect(tool.hidden).toEqual([
      { name: 'id', key: 'user.id', optional: false, value: { key: 'user.id', kind: 'json', value: 'ada' } },
      { name: 'token', key: 'token', optional: false, value: { key: 'token', kind: 'secret' } },
    ]);
    expect(await client.request('tool', { scope: 'toolkit', name: 'find' })).toMatchObject({
      description: 'Finds products',
      examples: [{ query: 'tea' }],
      hidden: [],
    });
  });

  it('shows a fixed value, and that a value is missing', async () => {
    toolkit.register(order.preset({ tea: 3 }).rename('orderThree'));
    toolkit.state.delete('user');
    const three = await client.request('tool', { scope: 'toolkit', name: 'orderThree' });
    expect(three.hidden).toMatchObject([{ name: 'tea', fixed: true, value: { kind: 'json', value: 3 } }]);
    const who = await client.request('tool', { scope: 'toolkit', name: 'whoAmI' });
    expect(who.hidden[0]?.value).toEqual({ key: 'user.id', kind: 'missing' });
  });

  it('shows a tool as each provider receives it, with what is lost', async () => {
    const views = await client.request('views', { name: 'order' });
    expect(views.map(({ format }) => format)).toEqual([
      'openai',
      'openai-strict',
      'anthropic',
      'gemini',
      'mcp',
      'prompt',
    ]);
    const byFormat = new Map(views.map((view) => [view.format, view]));
    expect(byFormat.get('openai')?.value).toEqual(order.toOpenAI({ strict: false }));
    expect(byFormat.get('openai-strict')?.value).toMatchObject({ strict: true });
    expect(byFormat.get('prompt')?.value).toBe(order.toPrompt());
    expect(views.every(({ tokens }) => tokens > 0)).toBe(true);
  });

  it('validates arguments in the words of the validator, without running the tool', async () => {
    const validate = (input: unknown) => client.request('validate', { scope: 'toolkit', name: 'order', input });
    expect(await validate({ tea: 2 })).toEqual([]);
    const refused = await order.validate({ tea: 0 });
    expect(refused.ok).toBe(false);
    expect(await validate({ tea: 0 })).toEqual(
      refused.ok ? [] : refused.issues.map(({ path, message }) => ({ path, message })),
    );
    expect((await validate({}))[0]).toMatchObject({ path: '/tea' });
    expect(client.events.map(({ type }) => type)).toEqual(['ready']);
  });

  it('makes a call, and shows its chunks, its progress and its result', async () => {
    const events = await client.call('count', { to: 2 });
    expect(events).toMatchObject([
      { type: 'started', scope: 'toolkit', toolName: 'count', input: { to: 2 } },
      { type: 'progress', value: 0, total: 2, message: 'counting' },
      { type: 'chunk', chunk: { content: [{ type: 'text', text: '0' }], text: '0' } },
      { type: 'progress', value: 1 },
      { type: 'chunk', chunk: { text: '1' } },
      { type: 'completed', attempts: 1, output: { text: '01' } },
    ]);
    expect(await client.call('find', { query: 'tea' })).toMatchObject([
      { type: 'started' },
      { type: 'completed', output: { structuredContent: { query: 'tea', limit: 3 } } },
    ]);
  });

  it('shows the error of a call', async () => {
    expect(await client.call('order', { tea: 0 })).toMatchObject([
      { type: 'started' },
      { type: 'failed', error: { code: 'tool_inactive' } },
    ]);
    expect(await client.call('nothing', {})).toMatchObject([
      { type: 'started' },
      { type: 'failed', error: { code: 'tool_not_found' } },
    ]);
  });

  it('shows the calls of other clients and of their sessions', async () => {
    await toolkit.execute('find', { query: 'tea' });
    await toolkit.session().execute('find', { query: 'milk' });
    await client.find('completed', ({ output }) => output.text.includes('milk'));
    const started = client.events.filter(({ type }) => type === 'started');
    expect(started).toMatchObject([
      { scope: 'toolkit', input: { query: 'tea' } },
      { scope: 'toolkit', input: { query: 'milk' } },
    ]);
  });

  it('cancels a call, and ends one at its time limit', async () => {
    const call = client.request('call', { scope: 'toolkit', name: 'wait', input: {}, callId: 'one' });
    await client.find('started');
    await client.request('cancel', { callId: 'one' });
    expect(await call).toEqual({ callId: 'one' });
    expect(await client.find('interrupted')).toMatchObject({ callId: 'one', error: { code: 'interrupted' } });
    await client.request('call', { scope: 'toolkit', name: 'wait', input: {}, callId: 'two', timeoutMs: 10 });
    expect(await client.find('failed')).toMatchObject({ callId: 'two', error: { code: 'timeout' } });
  });

  it('refuses a second call with the ID of a running one', async () => {
    void client.request('call', { scope: 'toolkit', name: 'wait', input: {}, callId: 'one' });
    await client.find('started');
    const answer = await client.answer('call', { scope: 'toolkit', name: 'find', input: {}, callId: 'one' });
    expect(answer).toMatchObject({
      error: { code: 'definition', message: expect.stringContaining("'one' is running") },
    });
  });

  describe('a call that needs approval', () => {
    const start = (name: string, input: unknown, scope = 'toolkit') => {
      const callId = crypto.randomUUID();
      return { callId, ended: client.request('call', { scope, name, input, callId }) };
    };

    it('waits, and runs with the arguments that were approved', async () => {
      const { callId, ended } = start('remove', { path: 'a.txt' });
      const waiting = await client.find('approval');
      expect(waiting).toMatchObject({
        callId,
        scope: 'toolkit',
        toolName: 'remove',
        input: { path: 'a.txt' },
        hidden: [],
      });
      await client.request('decide', { id: waiting.id, decision: 'approve', input: { path: 'b.txt' } });
      await ended;
      expect(await client.find('decided')).toEqual({
        ...{ type: 'decided', id: waiting.id, callId, decision: 'approve', input: { path: 'b.txt' } },
      });
      expect(await client.find('completed')).toMatchObject({ callId, output: { text: 'removed b.txt' } });
    });

    it('still waits after arguments that are invalid', async () => {
      const { ended } = start('remove', { path: 'a.txt' });
      const { id } = await client.find('approval');
      const decide = client.request('decide', { id, decision: 'approve', input: { path: [] } });
      await expect(decide).rejects.toThrow('The arguments are invalid: /path');
      await client.request('decide', { id, decision: 'approve' });
      await ended;
      expect(await client.find('completed')).toMatchObject({ output: { text: 'removed a.txt' } });
    });

    describe('with secrets in its arguments', () => {
      const received: unknown[] = [];
      const input = {
        ...{ note: 'pay it', header: 'Bearer s3cr3t-token', 'a/b': 's3cr3t-token', empty: [] },
        cards: [
          { owner: 'ada', key: 's3cr3t-token' },
          { owner: 'grace', key: 'other-s3cr3t' },
          { owner: 'eve', key: 'none' },
        ],
        keys: ['s3cr3t-token', 'other-s3cr3t', 'x'],
      };
      const covered = JSON.parse(
        JSON.stringify(input).replaceAll(/s3cr3t-token|other-s3cr3t/g, '[redacted]'),
      ) as typeof input;
      const [ada, grace, eve] = covered.cards;
      const [adaCard, graceCard, eveCard] = input.cards;
      const word = '[redacted]';

      beforeEach(() => {
        received.length = 0;
        toolkit.state.set('second', secret('other-s3cr3t'));
        const executor = { kind: 'native', execute: (args: unknown) => void received.push(args) };
        toolkit.register(ToolSpec.create({ name: 'send', inputSchema: anything, needsApproval: true, executor }));
      });

      it.each([
        ['that was not edited', covered, input],
        ['beside a text that was edited', { ...covered, note: 'new' }, { ...input, note: 'new' }],
        [
          'beside what was removed',
          { header: covered.header, keys: [word, word, 'x'] },
          { header: input.header, keys: input.keys },
        ],
        [
          'in the only item of a list that was edited',
          { ...covered, cards: [{ ...ada, owner: 'bob' }, grace, eve] },
          { ...input, cards: [{ ...adaCard, owner: 'bob' }, graceCard, eveCard] },
        ],
        [
          'before items that were added',
          { cards: [ada, grace, eve, { owner: 'new' }] },
          { cards: [...input.cards, { owner: 'new' }] },
        ],
        ['before an item that was removed', { cards: [ada, grace] }, { cards: [adaCard, graceCard] }],
        [
          'in place of a new value',
          { header: 'Bearer mine', 'a/b': word },
          { header: 'Bearer mine', 'a/b': 's3cr3t-token' },
        ],
      ])('keeps what is covered %s', async (_, edited, expected) => {
        const { ended } = start('send', input);
        const { id, input: shown } = await client.find('approval');
        expect(shown).toEqual(covered);
        await client.request('decide', { id, decision: 'approve', input: edited });
        await ended;
        expect(received).toEqual([expected]);
        expect(await client.find('decided')).toMatchObject({ input: edited });
        expect(JSON.stringify(client.events)).not.toContain('s3cr3t');
      });

      it.each([
        ['another text', { header: `Token ${word}` }, '/header'],
        ['another property', { note: word }, '/note'],
        ['a new property', { more: { deep: word } }, '/more'],
        ['the name of a property', { [word]: 1 }, `/${word}`],
        ['a property with a slash', { 'a/b': `${word}!` }, '/a~1b'],
        ['a list that was reordered', { cards: [grace, ada, eve] }, '/cards/0'],
        [
          'a list that was reordered and edited',
          { cards: [{ ...grace, owner: 'bob' }, { ...ada, owner: 'al' }, eve] },
          '/cards/0',
        ],
        ['a list from whose beginning an item was removed', { cards: [grace, eve] }, '/cards/0'],
        ['a copy of another item', { cards: [grace, grace, eve] }, '/cards/0'],
        ['a list of texts that look the same, one of which was removed', { keys: [word, 'x'] }, '/keys/0'],
        ['an added item', { keys: [word, word, 'x', word] }, '/keys/0'],
        ['a list that was empty', { empty: [word] }, '/empty/0'],
      ])('is refused with covered text in %s, and still waits', async (_, edited, pointer) => {
        const { ended } = start('send', input);
        const { id } = await client.find('approval');
        const answer = await client.answer('decide', { id, decision: 'approve', input: edited });
        expect(answer).toEqual({
          error: {
            code: 'invalid_parameters',
            message:
              `The arguments have [redacted] at ${pointer}, where it is not the secret of the call. ` +
              'Enter the value itself, or leave the covered text and the list around it as they were.',
          },
        });
        expect(received).toEqual([]);
        await client.request('decide', { id, decision: 'deny' });
        await ended;
      });

      it('keeps them although the secret has changed since', async () => {
        const { ended } = start('send', { key: 's3cr3t-token', note: 'a' });
        const { id } = await client.find('approval');
        toolkit.state.set('token', secret('a-new-token'));
        await client.request('decide', { id, decision: 'approve', input: { key: word, note: 'b' } });
        await ended;
        expect(received).toEqual([{ key: 's3cr3t-token', note: 'b' }]);
      });

      it('may contain the covering text itself if nothing is covered', async () => {
        const { ended } = start('send', { note: 'a' });
        const { id } = await client.find('approval');
        await client.request('decide', { id, decision: 'approve', input: { note: word } });
        await ended;
        expect(received).toEqual([{ note: word }]);
      });
    });

    it('is denied with a reason, once', async () => {
      const { ended } = start('remove', { path: 'a.txt' });
      const { id } = await client.find('approval');
      await client.request('decide', { id, decision: 'deny', reason: 'Not today.' });
      await ended;
      expect(await client.find('denied')).toMatchObject({ error: { code: 'denied', message: /Not today/ } });
      await expect(client.request('decide', { id, decision: 'approve' })).rejects.toThrow('does not wait');
    });

    it('no longer waits after it was cancelled', async () => {
      const { callId, ended } = start('remove', { path: 'a.txt' });
      await client.find('approval');
      await client.request('cancel', { callId });
      await ended;
      expect(await client.find('decided')).toMatchObject({ decision: 'cancelled' });
    });

    it('is remembered by a session for exactly its arguments', async () => {
      await client.request('createSession', { id: 'chat' });
      const { ended } = start('remove', { path: 'a.txt' }, 'chat');
      const { id } = await client.find('approval');
      await client.request('decide', { id, decision: 'approve', remember: true });
      await ended;
      expect(await client.call('remove', { path: 'a.txt' }, 'chat')).toMatchObject([
        { type: 'started', scope: 'chat' },
        { type: 'step', name: 'needsApproval' },
        { type: 'step', name: 'remembered approval' },
        { type: 'completed' },
      ]);
      const other = start('remove', { path: 'b.txt' }, 'chat');
      await client.find('approval', ({ callId }) => callId === other.callId);
      await client.request('cancel', { callId: other.callId });
      await other.ended;
    });

    it('is not remembered by a toolkit, nor if the rule would be wider than the call', async () => {
      await client.request('createSession', { id: 'chat' });
      const inToolkit = start('remove', { path: 'a.txt' });
      const first = await client.find('approval');
      const remember = (id: string) => client.request('decide', { id, decision: 'approve', remember: true });
      await expect(remember(first.id)).rejects.toThrow('Only a session');
      const withStar = start('remove', { path: '*' }, 'chat');
      const second = await client.find('approval', ({ callId }) => callId === withStar.callId);
      await expect(remember(second.id)).rejects.toThrow("'path'");
      const properties = { path: { type: 'string' }, force: { type: 'boolean' } } as const;
      const executor = { kind: 'native', execute: () => 'moved' };
      toolkit.register(
        ToolSpec.create({ name: 'move', needsApproval: true, inputSchema: { type: 'object', properties }, executor }),
      );
      const withoutForce = start('move', { path: 'a.txt' }, 'chat');
      const third = await client.find('approval', ({ callId }) => callId === withoutForce.callId);
      await expect(remember(third.id)).rejects.toThrow("'force'");
      for (const { callId } of [inToolkit, withStar, withoutForce]) await client.request('cancel', { callId });
    });

    it('waits in the page if another client has deferred it', async () => {
      const later = () => 'later' as const;
      const result = await toolkit.execute('remove', { path: 'a.txt' }, { approver: later });
      expect(result.error?.code).toBe('denied');
      const { id } = await client.find('approval');
      await client.request('decide', { id, decision: 'approve' });
      expect(await client.find('completed')).toMatchObject({
        callId: result.callId,
        output: { text: 'removed a.txt' },
      });
      const ofSession = await toolkit.session({ id: 'other' }).execute('remove', { path: 'b' }, { approver: later });
      const second = await client.find('approval', ({ callId }) => callId === ofSession.callId);
      await client.request('decide', { id: second.id, decision: 'deny', reason: 'No.' });
      await client.find('denied', ({ error }) => error?.message.includes('No.') === true);
    });

    it('cannot be decided again after the client has decided', async () => {
      const result = await toolkit.execute('remove', { path: 'a.txt' }, { approver: () => 'later' });
      const { id } = await client.find('approval');
      await toolkit.resumeApproval(pendingApprovalOf(result)?.token ?? '', 'approve');
      await expect(client.request('decide', { id, decision: 'approve' })).rejects.toThrow('cannot be used');
      expect(await client.find('decided')).toMatchObject({ decision: 'failed' });
    });
  });

  it('switches groups, and says that the tools have changed', async () => {
    await client.request('groups', { scope: 'toolkit', names: ['orders'], active: true });
    await client.find('changed');
    expect(toolkit.activeGroups()).toEqual(['basic', 'shop', 'orders']);
    expect(await client.answer('groups', { scope: 'toolkit', names: ['x'], active: true })).toMatchObject({
      error: { code: 'definition' },
    });
  });

  it('keeps sessions apart, and snapshots and restores them', async () => {
    const { id } = await client.request('createSession', {});
    await client.request('groups', { scope: id, names: ['orders'], active: true });
    await client.request('setState', { scope: id, key: 'user.id', value: 'grace' });
    expect(toolkit.state.get('user.id')).toBe('ada');
    expect(await client.call('order', { tea: 1 }, id)).toMatchObject([{ scope: id }, { type: 'completed' }]);
    const snapshot = await client.request('snapshot', { scope: id });
    const other = await client.request('createSession', { id: 'other' });
    await client.request('restore', { scope: other.id, snapshot });
    const described = await client.request('describe', { scope: 'other' });
    expect(described.groups.find(({ name }) => name === 'orders')?.active).toBe(true);
    expect(described.sessions).toEqual([id, 'other']);
    await client.request('closeSession', { id });
    await expect(client.request('describe', { scope: id })).rejects.toThrow(`There is no session '${id}'.`);
    await expect(client.request('createSession', { id: 'other' })).rejects.toThrow('already');
  });

  it('edits the state, in which a secret remains one', async () => {
    const set = (key: string, value?: unknown) => client.request('setState', { scope: 'toolkit', key, value });
    await set('user', { id: 'grace' });
    await set('token', 'another-token');
    await set('cart');
    const { state } = await client.request('describe', { scope: 'toolkit' });
    expect(state).toEqual([
      { key: 'user', kind: 'json', value: { id: 'grace' } },
      { key: 'token', kind: 'secret' },
    ]);
    expect(toolkit.state.get('token')).toBe('another-token');
  });

  it('keeps a secret within a value that is edited', async () => {
    toolkit.state.set('account', { name: 'a', key: secret('account-key') });
    const { state } = await client.request('describe', { scope: 'toolkit' });
    expect(state.at(-1)).toEqual({ key: 'account', kind: 'json', value: { name: 'a' } });
    await client.request('setState', { scope: 'toolkit', key: 'account', value: { name: 'b' } });
    expect(toolkit.state.get('account.key')).toBe('account-key');
    expect(toolkit.state.get('account.name')).toBe('b');
  });

  it('shows neither a secret that a tool returns, nor one in its arguments and errors', async () => {
    toolkit.register(
      ToolSpec.fromFunction(() => Promise.reject(new Error('s3cr3t-token is wrong')), { name: 'fails' }),
    );
    expect((await client.call('whoAmI', {})).at(-1)).toMatchObject({ output: { text: 'ada has [redacted]' } });
    await client.call('find', { query: 's3cr3t-token' });
    await client.call('fails', {});
    await client.request('describe', { scope: 'toolkit' });
    const sent = JSON.stringify([client.events, await client.request('snapshot', { scope: 'toolkit' })]);
    expect(sent).not.toContain('s3cr3t-token');
  });

  it('hides a secret that a tool sets while it runs, in its own state too', async () => {
    const own = new ToolState();
    const login = async function* () {
      own.set('key', secret('own-secret-key'));
      toolkit.state.set('session', { key: secret('session-key') });
      yield 'own-secret-key ';
      yield 'session-key';
    };
    toolkit.register(ToolSpec.fromFunction(login, { state: own }));
    const events = await client.call('login', {});
    expect(events.at(-1)).toMatchObject({ output: { text: '[redacted] [redacted]' } });
    expect(JSON.stringify(client.events)).not.toMatch(/own-secret-key|session-key/);
  });

  it('finds tools as a model does', async () => {
    const found = await client.request('search', { scope: 'toolkit', query: 'order some tea' });
    expect(found[0]).toEqual({ name: 'order', group: 'orders', active: false, matched: ['order', 'tea'] });
    expect(await client.request('search', { scope: 'toolkit', query: 'zzz' })).toEqual([]);
  });

  it('finds tools by the models of the toolkit', async () => {
    const embed = async (texts: readonly string[]) =>
      texts.map((text) => (/remove|trash/.test(text) ? [1, 0] : [0, 1]));
    const searched = new Toolkit({ search: { embed, limit: 1 } });
    searched.register(new Shop());
    const own = devHandler(searched);
    const other = await DevClient.of(own).listen();
    const { id } = await other.request('createSession', {});
    for (const scope of ['toolkit', id]) {
      const found = await other.request('search', { scope, query: 'trash' });
      expect(found).toEqual([{ name: 'remove', group: 'basic', active: true, matched: [] }]);
    }
    other.close();
    await own.close();
  });

  it.each([
    ['the answer of an API', '{"content":[{"type":"tool_use","id":"1","name":"find","input":{"query":"tea"}}]}'],
    ['a message', '{"tool_calls":[{"id":"1","function":{"name":"find","arguments":"{\\"query\\":\\"tea\\"}"}}]}'],
    ['one call', '{"type":"function_call","call_id":"1","name":"find","arguments":"{\\"query\\":\\"tea\\"}"}'],
    ['a text', 'I call:\n```json\n{"name":"find","parameters":{"query":"tea"}}\n```'],
  ])('reads the calls in %s', async (_, text) => {
    expect(await client.request('parse', { text })).toEqual([{ name: 'find', input: { query: 'tea' }, known: true }]);
  });

  it('shows media in the form of MCP', async () => {
    const media = [image('aGVsbG8=', 'image/png'), video('aGVsbG8=', 'video/mp4')];
    toolkit.register(ToolSpec.fromFunction(() => media, { name: 'pictures' }));
    const [, ended] = await client.call('pictures', {});
    expect(ended).toMatchObject({
      output: {
        content: [
          { type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' },
          { type: 'resource', resource: { uri: 'toolwright:video/1', blob: 'aGVsbG8=', mimeType: 'video/mp4' } },
        ],
      },
    });
  });

  it('leaves out what makes an event too large', async () => {
    toolkit.register(ToolSpec.fromFunction(() => ({ text: 'x'.repeat(2_000_000) }), { name: 'huge' }));
    toolkit.register(ToolSpec.fromFunction(() => image('A'.repeat(12_000_000), 'image/png'), { name: 'hugeImage' }));
    const [, huge] = await client.call('huge', {});
    expect(huge).toMatchObject({ type: 'completed', output: { truncated: true } });
    expect(JSON.stringify(huge).length).toBeLessThan(1_000_000);
    const [, picture] = await client.call('hugeImage', {});
    expect(picture).toMatchObject({ output: { truncated: true, content: [{ type: 'text' }] } });
    const [started] = await client.call('find', { query: 'y'.repeat(500_000) });
    expect(started).toMatchObject({ truncated: true });
  });

  it('shows arguments of other clients that have no JSON form', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const hostile = {
      get query() {
        throw new Error('hostile');
      },
    };
    await toolkit.execute('find', cycle as never);
    await toolkit.execute('find', hostile as never);
    await until(() => client.events.filter(({ type }) => type === 'failed').length === 2);
    expect(client.events.filter(({ type }) => type === 'started')).toMatchObject([
      { input: '[no JSON form]' },
      { input: '[no JSON form]' },
    ]);
  });

  it('lists and calls tools on behalf of a request', async () => {
    let requests = 0;
    const caller = { auth: 'ann', hostRequest: () => ({ number: ++requests }) };
    toolkit.register(
      ToolSpec.fromFunction(() => 'mine', {
        name: 'mine',
        canAccess: (auth, _tool, request) => auth === 'ann' && request !== undefined,
      }),
    );
    expect((await client.call('mine', {})).at(-1)).toMatchObject({ error: { code: 'tool_not_found' } });
    const own = devHandler(toolkit, caller);
    const other = await DevClient.of(own).listen();
    const names = async (scope: string): Promise<readonly string[]> =>
      (await other.request('describe', { scope })).tools.map(({ name }) => name);
    const { id } = await other.request('createSession', {});
    for (const scope of ['toolkit', id]) {
      expect(await names(scope)).toContain('mine');
      expect((await other.call('mine', {}, scope)).at(-1)).toMatchObject({ type: 'completed' });
    }
    expect(requests).toBeGreaterThan(4);
    other.close();
    await own.close();
  });

  it('replays the events after the last one that the page has', async () => {
    await client.call('find', { query: 'tea' });
    const later = await DevClient.of(handler).listen(1);
    await later.find('completed');
    expect(later.records.map(({ seq }) => seq)).toEqual([2, 3]);
    later.close();
  });

  it('is refused in production', () => {
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    try {
      expect(() => devHandler(toolkit)).toThrow('NODE_ENV=production');
    } finally {
      process.env.NODE_ENV = before;
    }
  });

  it('ends the streams of the page when it is closed', async () => {
    const started = client.request('call', { scope: 'toolkit', name: 'wait', input: {}, callId: 'one' });
    await client.find('started');
    await handler.close();
    expect(await started).toEqual({ callId: 'one' });
    await client.ended;
  });
});
