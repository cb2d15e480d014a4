import { lastValueFrom, map, of } from 'rxjs';
import {
  text as block,
  type Middleware,
  respond,
  Toolkit,
  type ToolkitSession,
  type ToolResult,
  ToolSpec,
} from 'toolwright';

const inputSchema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } as const;
const tool = (words: string, changes: Parameters<ToolSpec['with']>[0] = {}): ToolSpec =>
  ToolSpec.fromFunction(({ n }: { n: number }) => `${words} ${n}`, { name: 'count', inputSchema }).with(changes);

const refused = (result: ToolResult): unknown => result.error?.code;
const text = (result: ToolResult): unknown => result.toText();

/** A change to a toolkit whose tool has been called, and the expected result of the next call. */
const changes: readonly [string, (toolkit: Toolkit) => unknown, (result: ToolResult) => unknown, unknown][] = [
  ['a tool that is removed', (toolkit) => toolkit.unregister('count'), refused, 'tool_not_found'],
  ['all that is cleared', (toolkit) => toolkit.clear(), refused, 'tool_not_found'],
  ['a group that is removed', (toolkit) => toolkit.removeGroups(['counting']), refused, 'tool_not_found'],
  ['a group that is deactivated', (toolkit) => toolkit.updateGroups(['counting'], false), refused, 'tool_inactive'],
  [
    'a state that is loaded',
    (toolkit) => toolkit.restore({ activeGroups: ['basic'], state: {} }),
    refused,
    'tool_inactive',
  ],
  [
    'a replacement',
    (toolkit) => toolkit.register(tool('another'), { group: 'counting', onDuplicate: 'replace' }),
    text,
    'another 1',
  ],
  [
    'a replacement that needs approval',
    (toolkit) =>
      toolkit.register(tool('asking', { needsApproval: true }), { group: 'counting', onDuplicate: 'replace' }),
    refused,
    'denied',
  ],
  [
    'a replacement with restricted access',
    (toolkit) =>
      toolkit.register(tool('mine', { canAccess: () => false }), { group: 'counting', onDuplicate: 'replace' }),
    refused,
    'tool_not_found',
  ],
  [
    'middleware',
    (toolkit) => toolkit.use(() => of(respond({ content: [block('from middleware')] }))),
    text,
    'from middleware',
  ],
  [
    'fields that are added to it',
    (toolkit) => {
      const model = { type: 'object', properties: { why: { type: 'string' } }, required: ['why'] } as const;
      toolkit.setExtendedModel('count', model);
    },
    refused,
    'invalid_parameters',
  ],
];

const forward: Middleware = (_, next) => next();

function started({ hasMiddleware = false } = {}): Toolkit {
  const toolkit = new Toolkit();
  if (hasMiddleware) toolkit.use(forward);
  toolkit.createGroup('counting');
  toolkit.updateGroups(['counting'], true);
  toolkit.register(tool('counted'), { group: 'counting' });
  return toolkit;
}

type Call = (scope: Toolkit | ToolkitSession) => Promise<ToolResult>;
const execute: Call = (scope) => scope.execute('count', { n: 1 });
const ways: readonly [string, Call, { readonly hasMiddleware: boolean }][] = [
  ['execute', execute, { hasMiddleware: false }],
  ['execute of text', (scope) => scope.execute('count', '{ "n": 1 }'), { hasMiddleware: false }],
  ['execute through middleware', execute, { hasMiddleware: true }],
];

describe.each(ways)('a tool that has been called by %s', (_, call, options) => {
  it.each(changes)('is not called as it was after %s', async (_change, change, look, expected) => {
    const toolkit = started(options);
    for (let count = 0; count < 3; count++) expect((await call(toolkit)).toText()).toBe('counted 1');
    change(toolkit);
    expect(look(await call(toolkit))).toBe(expected);
    expect(look(await call(toolkit))).toBe(expected);
  });

  it.each(changes.filter(([name]) => !name.startsWith('a group that is deactivated') && !name.startsWith('a state')))(
    'is not called as it was in a session after %s',
    async (_change, change, look, expected) => {
      const toolkit = started(options);
      const session = toolkit.session();
      expect((await call(session)).toText()).toBe('counted 1');
      change(toolkit);
      expect(look(await call(session))).toBe(expected);
    },
  );

  it('is deactivated in one session only', async () => {
    const toolkit = started(options);
    const [one, other] = [toolkit.session(), toolkit.session()];
    for (const scope of [toolkit, one, other]) expect((await call(scope)).success).toBe(true);
    one.updateGroups(['counting'], false);
    expect(refused(await call(one))).toBe('tool_inactive');
    for (const scope of [toolkit, other]) expect((await call(scope)).success).toBe(true);
    one.updateGroups(['counting'], true);
    expect((await call(one)).success).toBe(true);
  });
});

describe('a tool that has been called before', () => {
  it('is not streamed after it is deactivated', async () => {
    const toolkit = started();
    const last = (): Promise<string> =>
      lastValueFrom(toolkit.callTool({ name: 'count', input: { n: 1 } }).pipe(map(({ state }) => state)));
    expect(await last()).toBe('success');
    expect(await last()).toBe('success');
    toolkit.updateGroups(['counting'], false);
    expect(await last()).toBe('error');
  });

  it('waits for an exclusive call, although it never had to wait before', async () => {
    const toolkit = started();
    await toolkit.execute('count', { n: 1 });
    const order: string[] = [];
    let finish: (() => void) | undefined;
    const alone = ToolSpec.fromFunction(
      () => new Promise<void>((resolve) => (finish = resolve)).then(() => void order.push('alone')),
      { name: 'alone', concurrency: 'exclusive' },
    );
    toolkit.register(alone);
    const first = toolkit.execute('alone', {});
    const second = toolkit.execute('count', { n: 1 }).then(() => order.push('count'));
    await new Promise((resolve) => setTimeout(resolve, 10));
    finish?.();
    await Promise.all([first, second]);
    expect(order).toEqual(['alone', 'count']);
  });

  it('is checked each time if a predicate decides', async () => {
    const toolkit = new Toolkit();
    let isThere = true;
    toolkit.register(tool('here'), { enabled: () => isThere });
    expect((await toolkit.execute('count', { n: 1 })).success).toBe(true);
    isThere = false;
    expect(refused(await toolkit.execute('count', { n: 1 }))).toBe('tool_not_found');
    const own = new Toolkit();
    own.register(tool('mine', { canAccess: (auth) => auth === 'ann' }));
    expect((await own.execute('count', { n: 1 }, { auth: 'ann' })).success).toBe(true);
    expect(refused(await own.execute('count', { n: 1 }, { auth: 'bob' }))).toBe('tool_not_found');
  });

  it('calls canAccess of a spec without isRestricted, as from an earlier version of this package', async () => {
    const spec = tool('mine', { canAccess: (auth) => auth === 'ann' });
    const earlier = new Proxy(spec, {
      get: (target, property) => {
        const value: unknown = property === 'isRestricted' ? undefined : Reflect.get(target, property, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const toolkit = new Toolkit();
    toolkit.register(earlier);
    expect(refused(await toolkit.execute('count', { n: 1 }, { auth: 'bob' }))).toBe('tool_not_found');
    expect((await toolkit.execute('count', { n: 1 }, { auth: 'ann' })).toText()).toBe('mine 1');
    expect(refused(await toolkit.execute('count', { n: 1 }, { auth: 'bob' }))).toBe('tool_not_found');
  });

  it('is not cached if the lookup changes the toolkit', async () => {
    const toolkit = new Toolkit();
    const register = (version: string): void => toolkit.register(tool(version), { onDuplicate: 'replace' });
    toolkit.register(ToolSpec.fromFunction(() => 'other', { name: 'other' }));
    register('first');
    let reads = 0;
    const schema = { type: 'object', properties: { why: { type: 'string' } } };
    toolkit.setExtendedModel('count', {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: (value: unknown) => ({ value }),
        jsonSchema: {
          input: () => {
            reads++;
            if (reads === 2) {
              register('third');
              void toolkit.execute('other', {});
            }
            return schema;
          },
          output: () => schema,
        },
      },
    });
    register('second');
    const said: string[] = [];
    for (let call = 0; call < 3; call++) said.push((await toolkit.execute('count', { n: 1 })).toText());
    expect(reads).toBeGreaterThan(1);
    expect(said.slice(1)).toEqual(['third 1', 'third 1']);
  });

  it('runs through middleware that a listener adds when the call starts', async () => {
    const toolkit = started({ hasMiddleware: true });
    await execute(toolkit);
    const once = toolkit.events$.subscribe(() => {
      once.unsubscribe();
      toolkit.use(() => of(respond({ content: [block('from middleware')] })));
    });
    expect((await execute(toolkit)).toText()).toBe('from middleware');
  });

  it('is not found if a listener to the start of the call removes its group', async () => {
    const toolkit = started({ hasMiddleware: true });
    const once = toolkit.events$.subscribe(() => {
      once.unsubscribe();
      toolkit.removeGroups(['counting']);
    });
    expect(refused(await execute(toolkit))).toBe('tool_not_found');
  });

  it('runs if middleware returns the result of next() in a proxy', async () => {
    const toolkit = started();
    toolkit.use((_, next) => new Proxy(next(), {}));
    const call = { name: 'count', input: { n: 1 } };
    expect((await lastValueFrom(toolkit.callTool(call))).state).toBe('success');
    expect((await execute(toolkit)).toText()).toBe('counted 1');
  });
});
