import { lastValueFrom, toArray } from 'rxjs';
import { PermissionError, Tool, Toolkit, ToolRegistry, ToolSpec } from 'toolwright';
import { warningsOf } from '../support/process-warnings.js';

interface User {
  readonly isAdmin?: boolean;
}

class Accounts extends ToolRegistry {
  @Tool()
  read(): string {
    return 'read';
  }

  @Tool({ canAccess: (auth) => (auth as User | undefined)?.isAdmin === true })
  remove(): string {
    return 'removed';
  }
}

const admin: User = { isAdmin: true };
const guest: User = {};

function withAccounts(): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(new Accounts());
  return toolkit;
}

/** A toolkit with a tool that has the passed predicate, and one that every caller may use. */
function withPredicate(canAccess: () => unknown): Toolkit {
  const toolkit = new Toolkit();
  const executor = { kind: 'test', execute: () => 'ran' };
  toolkit.register([
    ToolSpec.create({ name: 'odd', executor, canAccess: canAccess as () => boolean }),
    ToolSpec.create({ name: 'plain', executor }),
  ]);
  return toolkit;
}

describe('canAccess', () => {
  it.each<[string, User | undefined, readonly string[]]>([
    ['an admin', admin, ['read', 'remove']],
    ['a guest', guest, ['read']],
    ['nobody', undefined, ['read']],
  ])('decides what %s sees in lists and exports', (_, auth, names) => {
    const toolkit = withAccounts();
    for (const scope of [toolkit, toolkit.session()]) {
      expect(scope.list({ auth }).map(({ name }) => name)).toEqual(names);
      expect(scope.getJsonSchemas({ auth }).map(({ name }) => name)).toEqual(names);
      expect(scope.toOpenAI({ auth }).map((tool) => tool.name)).toEqual(names);
      expect(scope.toAnthropic({ auth }).map((tool) => tool.name)).toEqual(names);
      expect(scope.toGemini({ auth })).toMatchObject([{ functionDeclarations: names.map((name) => ({ name })) }]);
      expect(scope.toPrompt({ auth }).includes('remove')).toBe(names.includes('remove'));
    }
  });

  it('decides who may call, in the toolkit and in its sessions', async () => {
    const toolkit = withAccounts();
    for (const scope of [toolkit, toolkit.session()]) {
      expect((await scope.execute('remove', {}, { auth: admin })).data).toBe('removed');
      const refused = await scope.execute('remove', {}, { auth: guest });
      expect(refused.error?.code).toBe('tool_not_found');
      const last = await lastValueFrom(scope.callTool({ name: 'remove', input: {} }, { auth: guest }));
      expect(last).toMatchObject({ state: 'error', error: { code: 'tool_not_found' } });
    }
  });

  it('reveals nothing about the tool to a caller without access', async () => {
    const { error } = await withAccounts().execute('remove', {}, { auth: guest });
    expect(error?.message).toBe("There is no tool named 'remove'. The tools are read.");
  });

  it('is called for each call of several', async () => {
    const calls = [
      { id: '1', name: 'remove', input: {} },
      { id: '2', name: 'read', input: {} },
    ];
    const responses = await lastValueFrom(withAccounts().callTools(calls, { auth: guest }).pipe(toArray()));
    expect(new Map(responses.map(({ callId, state }) => [callId, state]))).toEqual(
      new Map([
        ['1', 'error'],
        ['2', 'success'],
      ]),
    );
  });

  it('is called for the tool to which middleware redirects a call', async () => {
    const toolkit = withAccounts();
    toolkit.use((call, next) => next({ ...call, name: 'remove' }));
    expect((await toolkit.execute('read', {}, { auth: guest })).error?.code).toBe('tool_not_found');
    expect((await toolkit.execute('read', {}, { auth: admin })).data).toBe('removed');
  });

  it('receives the tool as it is registered', async () => {
    const seen: string[] = [];
    const toolkit = new Toolkit();
    const spec = ToolSpec.create({
      name: 'x',
      executor: { kind: 'test', execute: () => 'ran' },
      canAccess: (_, tool) => {
        seen.push(`${tool.kind} ${tool.name}`);
        return true;
      },
    });
    toolkit.register(spec, { prefix: 'a' });
    await toolkit.execute('a__x');
    expect(seen).toEqual(['test a__x']);
  });

  it('does not apply to direct calls by the author', async () => {
    expect(await new Accounts().toolSpec('remove').call({}, { auth: guest })).toBe('removed');
  });

  describe('that fails', () => {
    const fails: readonly [string, () => unknown, string][] = [
      [
        'throws',
        () => {
          throw new TypeError('auth is undefined');
        },
        "canAccess for 'odd' failed.",
      ],
      ['answers with a promise', async () => true, "canAccess for 'odd' must return a boolean, not a promise."],
      [
        'answers with a promise that rejects',
        () => Promise.reject(new TypeError('late')),
        "canAccess for 'odd' must return a boolean, not a promise.",
      ],
    ];

    it.each(fails)('and %s ends a call with an error that names the tool', async (_, canAccess, message) => {
      const { error } = await withPredicate(canAccess).execute('odd');
      expect(PermissionError.is(error)).toBe(true);
      expect(error?.code).toBe('permission');
      expect(error?.message).toBe(message);
    });

    it.each(fails)('and %s leaves out its own tool alone, with a warning', async (_, canAccess, message) => {
      const toolkit = withPredicate(canAccess);
      const warnings = await warningsOf(() => {
        expect(toolkit.list().map(({ name }) => name)).toEqual(['plain']);
      });
      expect(warnings).toEqual([`The tool 'odd' is not listed: PermissionError: ${message}`]);
    });

    it('does not affect other tools', async () => {
      const toolkit = withPredicate(() => {
        throw new TypeError('broken');
      });
      expect((await toolkit.execute('plain')).data).toBe('ran');
      await warningsOf(async () => {
        expect((await toolkit.execute('plan')).toText()).toBe(
          "There is no tool named 'plan'. Did you mean 'plain'? The tools are plain.",
        );
      });
    });
  });

  it('denies access by returning nothing', async () => {
    const toolkit = withPredicate(() => undefined);
    expect(toolkit.list().map(({ name }) => name)).toEqual(['plain']);
    expect((await toolkit.execute('odd')).error?.code).toBe('tool_not_found');
  });

  it('must be a function', () => {
    const executor = { kind: 'test', execute: () => 'ran' };
    const options = { name: 'odd', executor, canAccess: true as unknown as () => boolean };
    expect(() => ToolSpec.create(options)).toThrow('odd: canAccess must be a function, not true.');
  });
});
