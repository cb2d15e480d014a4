import { mock } from 'node:test';
import { lastValueFrom, toArray } from 'rxjs';
import { DefinitionError, DeniedError, Tool, type ToolEvent, Toolkit, ToolRegistry } from 'toolwright';
import { type GuardOptions, guard } from 'toolwright/middleware';

class Mails extends ToolRegistry {
  readonly sent: unknown[] = [];

  @Tool()
  send(to: string, copies: number = 1): string {
    this.sent.push([to, copies]);
    return `sent to ${to}`;
  }

  @Tool()
  *read() {
    yield 'password: ';
    yield 'hunter2';
  }

  @Tool()
  *fail() {
    yield 'password: hunter2';
    throw new Error('connection lost');
  }
}

function guardedKit(options: GuardOptions): { toolkit: Toolkit; mails: Mails } {
  const mails = new Mails();
  const toolkit = new Toolkit().use(guard(options));
  toolkit.register(mails);
  return { toolkit, mails };
}

describe('guard', () => {
  it('decides on the validated arguments before the tool runs', async () => {
    const seen: unknown[] = [];
    const { toolkit, mails } = guardedKit({
      input: (args) => {
        seen.push(args);
        return (args as { to: string }).to.endsWith('@example.com') || 'Only colleagues.';
      },
    });
    expect((await toolkit.execute('send', '{"to":"ann@example.com","copies":"2"}')).success).toBe(true);
    const { error } = await toolkit.execute('send', { to: 'eve@elsewhere.org' });
    expect(seen).toMatchObject([{ to: 'ann@example.com', copies: 2 }, { to: 'eve@elsewhere.org' }]);
    expect(error).toBeInstanceOf(DeniedError);
    expect(error?.message).toBe("The call of 'send' was denied by guard: Only colleagues.");
    expect(mails.sent).toEqual([['ann@example.com', 2]]);
  });

  it('is not called for invalid arguments, which are refused as without it', async () => {
    const input = mock.fn(() => true);
    const { toolkit } = guardedKit({ input });
    const plain = new Toolkit();
    plain.register(new Mails());
    const { error } = await toolkit.execute('send', { to: 5 });
    expect(error?.message).toBe((await plain.execute('send', { to: 5 })).error?.message);
    expect(input.mock.callCount()).toBe(0);
  });

  it('decides on what runs if the call decides whether arguments are coerced', async () => {
    const mails = new Mails();
    const input = mock.fn(() => false);
    const toolkit = new Toolkit({ coerce: false }).use(guard({ input }));
    toolkit.register(mails);
    const { error } = await toolkit.execute('send', { to: 'ann', copies: '2' }, { coerce: true });
    expect(error?.code).toBe('denied');
    expect(input.mock.callCount()).toBe(1);
    expect(mails.sent).toEqual([]);
  });

  it('runs the call with the arguments that it has checked', async () => {
    const sent = { to: 'ann@example.com' };
    const { toolkit, mails } = guardedKit({
      input: async () => {
        sent.to = 'eve@elsewhere.org';
        return true;
      },
    });
    await toolkit.execute('send', sent);
    expect(mails.sent).toEqual([['ann@example.com', 1]]);
  });

  it('emits its verdict in the last event of the call', async () => {
    const events: ToolEvent[] = [];
    const { toolkit } = guardedKit({ name: 'tone', input: () => true, output: () => 'Too rude.' });
    toolkit.events$.subscribe((event) => events.push(event));
    await toolkit.execute('send', { to: 'ann' });
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'denied', error: { details: { guard: 'tone', stage: 'output' } } });
    expect(last !== undefined && 'result' in last && last.result.metadata).toEqual({
      guards: [
        { guard: 'tone', stage: 'input', isAllowed: true },
        { guard: 'tone', stage: 'output', isAllowed: false, reason: 'Too rude.' },
      ],
    });
  });

  it('lists the verdicts of several guards in the order of their decisions', async () => {
    const toolkit = new Toolkit().use(
      guard({ name: 'outer', input: () => true, output: () => true }),
      guard({ name: 'inner', input: () => true, output: () => true }),
    );
    toolkit.register(new Mails());
    const { metadata } = await toolkit.execute('send', { to: 'ann' });
    const verdicts = metadata?.guards as { guard: string; stage: string }[];
    expect(verdicts.map(({ guard: name, stage }) => `${name} ${stage}`)).toEqual([
      'outer input',
      'inner input',
      'inner output',
      'outer output',
    ]);
  });

  it.each(['read', 'fail'])('passes on nothing of a result that it denies: %s', async (name) => {
    const { toolkit } = guardedKit({ output: (result) => !result.toText().includes('hunter2') });
    const responses = await lastValueFrom(toolkit.callTool({ name, input: {} }).pipe(toArray()));
    expect(JSON.stringify(responses)).not.toContain('hunter2');
    expect(responses).toMatchObject([
      { isLast: true, state: 'denied', error: { message: `The result of '${name}' was denied by guard.` } },
    ]);
  });

  it('passes a result that it allows on as its final response', async () => {
    const { toolkit } = guardedKit({ output: () => true });
    const responses = await lastValueFrom(toolkit.callTool({ name: 'read', input: {} }).pipe(toArray()));
    expect(responses).toMatchObject([{ isLast: true, state: 'success', content: [{ text: 'password: hunter2' }] }]);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('the secret list is empty'))],
    ['returns nothing', () => undefined],
    ['returns 1', () => 1],
  ])('denies if it %s', async (_, input) => {
    const { toolkit, mails } = guardedKit({ input: input as never });
    const { error } = await toolkit.execute('send', { to: 'ann' });
    expect(error?.message).toBe("The call of 'send' was denied by guard.");
    expect(mails.sent).toEqual([]);
  });

  it('is cancelled with its call', async () => {
    const { toolkit } = guardedKit({ input: () => new Promise<boolean>(() => {}) });
    const { error } = await toolkit.execute('send', { to: 'ann' }, { signal: AbortSignal.timeout(10) });
    expect(error?.code).toBe('timeout');
  });

  it.each([
    [{}, 'guard: pass input, output, or both.'],
    [{ input: true }, 'guard: input must be a function, not true.'],
    [{ inputs: () => true }, "guard: there is no option 'inputs'. Did you mean 'input'?"],
  ])('refuses %j', (options, message) => {
    expect(() => guard(options as never)).toThrow(new DefinitionError(message));
  });
});
