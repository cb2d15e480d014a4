import 'reflect-metadata';
import { DefinitionError, Tool, ToolContext, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';

interface User {
  readonly role: string;
}

class Notes extends ToolRegistry {
  @Tool()
  whoAmI(ctx: ToolContext): string {
    return `${(ctx.auth as User | undefined)?.role ?? 'nobody'} of ${String(ctx.state.get('tenant') ?? 'nothing')}`;
  }

  @Tool({ canAccess: (auth) => (auth as User | undefined)?.role === 'admin' })
  purge(): string {
    return 'purged';
  }
}

describe('the option callOptions of a toolkit', () => {
  const toolkit = new Toolkit({
    callOptions: (options) => ({
      ...options,
      auth: options.auth ?? { role: 'guest' },
      state: options.state ?? { tenant: options.hostRequest },
    }),
  });
  toolkit.register(new Notes());

  it('completes the options of every way to call a tool', async () => {
    const options = { hostRequest: 'acme' };
    expect((await toolkit.execute('whoAmI', {}, options)).data).toBe('guest of acme');
    expect((await toolkit.session().execute('whoAmI', {}, options)).data).toBe('guest of acme');
    const streamed: unknown[] = [];
    for await (const response of toolkit.iterate({ name: 'whoAmI', input: {} }, options))
      streamed.push(response.content);
    expect(streamed).toMatchObject([[{ type: 'text', text: 'guest of acme' }]]);
  });

  it('decides about access', async () => {
    expect((await toolkit.execute('purge')).error?.code).toBe('tool_not_found');
    expect((await toolkit.execute('purge', {}, { auth: { role: 'admin' } })).data).toBe('purged');
  });

  it('fails the call if it throws', async () => {
    const failing = new Toolkit({
      callOptions: () => {
        throw new DefinitionError('There is no tenant.');
      },
    });
    failing.register(new Notes());
    expect((await failing.execute('whoAmI')).error?.message).toBe('There is no tenant.');
  });

  it('must be a function', () => {
    expect(() => new Toolkit({ callOptions: {} as never })).toThrow(
      'new Toolkit(): callOptions must be a function, not {}.',
    );
  });

  it('completes the options of a resumed approval', async () => {
    const approved = new Toolkit({
      approver: () => 'later',
      approvalKey: 'a key of at least thirty-two characters',
      callOptions: (options) => ({ ...options, state: { tenant: 'acme' } }),
    });
    const remove = (ctx: ToolContext): unknown => ctx.state.get('tenant');
    approved.register(ToolSpec.fromFunction(remove, { name: 'remove', ctx: 'ctx', needsApproval: true }));
    const deferred = await approved.execute('remove', {});
    const token = String((deferred.metadata as { approval?: { token?: unknown } }).approval?.token);
    expect((await approved.resumeApproval(token, 'approve')).data).toBe('acme');
  });
});

describe('the options auth and hostRequest of a session', () => {
  const toolkit = new Toolkit({
    callOptions: (options) => ({ ...options, state: { tenant: options.hostRequest } }),
  });
  toolkit.register(new Notes());
  const session = toolkit.session({ auth: { role: 'admin' }, hostRequest: 'acme' });

  it('apply to each listing and call that does not pass its own', async () => {
    expect(session.list().map(({ name }) => name)).toEqual(['whoAmI', 'purge']);
    expect(session.list({ auth: { role: 'guest' } }).map(({ name }) => name)).toEqual(['whoAmI']);
    expect((await session.execute('whoAmI')).data).toBe('admin of acme');
    expect((await session.execute('whoAmI', {}, { auth: { role: 'guest' }, hostRequest: 'other' })).data).toBe(
      'guest of other',
    );
  });
});
