import { DefinitionError, DeniedError, Toolkit } from 'toolwright';
import { type CallLimitOptions, callLimit } from 'toolwright/middleware';

function search(): string {
  return 'found';
}

function fetch(): string {
  return 'fetched';
}

function limitedKit(options: CallLimitOptions): Toolkit {
  const toolkit = new Toolkit().use(callLimit(options));
  toolkit.register([search, fetch] as never);
  return toolkit;
}

async function codesOf(calls: readonly (() => Promise<{ error?: { code: string } }>)[]): Promise<unknown[]> {
  const codes = [];
  for (const call of calls) codes.push((await call()).error?.code);
  return codes;
}

describe('callLimit', () => {
  it('refuses a call beyond the limit with a result that says what is left', async () => {
    const toolkit = limitedKit({ max: 1, per: 'tool' });
    expect((await toolkit.execute('search', {})).success).toBe(true);
    const { error, attempts } = await toolkit.execute('search', {});
    expect(error).toBeInstanceOf(DeniedError);
    expect(attempts).toBe(0);
    expect(error?.details).toEqual({ max: 1, left: 0, per: 'tool' });
    expect(error?.message).toBe(
      "'search' was not called: the limit of 1 call of 'search' is reached, and 0 are left. " +
        'Use another tool, or continue with the results that you have.',
    );
    expect((await toolkit.execute('fetch', {})).success).toBe(true);
  });

  it('counts the calls of each session, and those of the toolkit itself', async () => {
    const toolkit = limitedKit({ max: 2, per: 'session' });
    const [first, second] = [toolkit.session(), toolkit.session()];
    const codes = await codesOf([
      () => first.execute('search', {}),
      () => first.execute('fetch', {}),
      () => first.execute('search', {}),
      () => second.execute('search', {}),
      () => toolkit.execute('search', {}),
    ]);
    expect(codes).toEqual([undefined, undefined, 'denied', undefined, undefined]);
  });

  it('counts the calls of a session that another process restores', async () => {
    const toolkit = limitedKit({ max: 1, per: 'session' });
    await toolkit.session({ id: 'chat-7' }).execute('search', {});
    expect((await toolkit.session({ id: 'chat-7' }).execute('search', {})).error?.code).toBe('denied');
  });

  it('counts all calls of a toolkit and its sessions together', async () => {
    const toolkit = limitedKit({ max: 2, per: 'toolkit' });
    const codes = await codesOf([
      () => toolkit.execute('search', {}),
      () => toolkit.session().execute('fetch', {}),
      () => toolkit.session().execute('fetch', {}),
    ]);
    expect(codes).toEqual([undefined, undefined, 'denied']);
  });

  it('applies to the tools that it names only', async () => {
    const toolkit = limitedKit({ max: 1, per: 'session', tools: ['sea*'] });
    const codes = await codesOf([
      () => toolkit.execute('fetch', {}),
      () => toolkit.execute('fetch', {}),
      () => toolkit.execute('search', {}),
      () => toolkit.execute('search', {}),
    ]);
    expect(codes).toEqual([undefined, undefined, undefined, 'denied']);
    expect((await toolkit.execute('search', {})).error?.message).toContain('Use another tool');
  });

  it('counts calls of different keys separately', async () => {
    const toolkit = limitedKit({ max: 1, per: 'toolkit', key: ({ context }) => String(context.auth) });
    const codes = await codesOf([
      () => toolkit.execute('search', {}, { auth: 'ann' }),
      () => toolkit.execute('search', {}, { auth: 'bob' }),
      () => toolkit.execute('search', {}, { auth: 'ann' }),
    ]);
    expect(codes).toEqual([undefined, undefined, 'denied']);
  });

  it('admits exactly the limit of concurrent calls', async () => {
    const toolkit = limitedKit({ max: 3, per: 'toolkit' });
    const results = await Promise.all(Array.from({ length: 10 }, () => toolkit.execute('search', {})));
    expect(results.filter(({ success }) => success)).toHaveLength(3);
  });

  it('does not count calls of tools that do not exist', async () => {
    const toolkit = limitedKit({ max: 1, per: 'toolkit' });
    await toolkit.execute('nothing', {});
    expect((await toolkit.execute('search', {})).success).toBe(true);
  });

  it.each([
    [{ max: 0, per: 'session' }, 'callLimit: max must be a whole number from 1, not 0.'],
    [{ per: 'session' }, 'callLimit: max must be a whole number from 1, not undefined.'],
    [{ max: 1, per: 'user' }, "callLimit: per must be 'session', 'toolkit' or 'tool', not \"user\"."],
    [{ max: 1, per: 'tool', tools: 'search' }, 'callLimit: tools must be an array of tool names, not "search".'],
    [{ max: 1, per: 'tool', tool: [] }, "callLimit: there is no option 'tool'. Did you mean 'tools'?"],
  ])('refuses %j', (options, message) => {
    expect(() => callLimit(options as never)).toThrow(new DefinitionError(message));
  });
});
