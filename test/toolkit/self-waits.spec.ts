import { concatMap, lastValueFrom, tap, toArray } from 'rxjs';
import {
  type AgentRunOptions,
  agentTool,
  type Concurrency,
  type Middleware,
  type ToolContext,
  Toolkit,
  type ToolkitOptions,
  type ToolResponse,
  ToolResult,
  ToolSpec,
} from 'toolwright';
import { QuickJsEngine } from 'toolwright/sandbox';
import { deferred, turns, until } from '../execution/waiting.js';

const engine = new QuickJsEngine();
afterAll(() => engine.close());

type Work = (toolkit: Toolkit, context: ToolContext) => unknown;

/** A toolkit whose tools may call it. */
class Workshop {
  readonly toolkit: Toolkit;
  readonly log: string[] = [];

  constructor(options: ToolkitOptions = {}) {
    this.toolkit = new Toolkit(options);
  }

  add(name: string, concurrency: Concurrency | undefined, work: Work = () => `${name} done`): this {
    const execute = (_: unknown, context: ToolContext): unknown => {
      this.log.push(name);
      return work(this.toolkit, context);
    };
    this.toolkit.register(ToolSpec.create({ name, concurrency, inputSchema: {}, executor: { kind: 'test', execute } }));
    return this;
  }

  addAgent(name: string, concurrency: Concurrency | undefined, run: (options: AgentRunOptions) => unknown): this {
    this.toolkit.register(agentTool({ name, input: {}, concurrency, run: (_, options) => run(options) }));
    return this;
  }
}

function call(name: string): Work {
  return async (toolkit) => reply(await toolkit.execute(name, {}));
}

function reply({ data, error }: ToolResult): unknown {
  return error === undefined ? data : { refused: error.toJSON() };
}

function refusedIn({ error }: ToolResponse): unknown {
  return { refused: error };
}

function refusal(name: string, waitsFor: string, reason: string) {
  return {
    code: 'denied',
    message:
      `'${name}' was not called: ${reason}, so it would wait for the end of the call of '${waitsFor}', which waits for ` +
      'it. Call it after that call, or in the background.',
    retryable: false,
    details: { reason: 'waits_for_itself', waitsFor },
  };
}

describe('a call that would wait for itself', () => {
  it.each<[string, Work]>([
    ['execute', call('plain')],
    ['callTool', async (toolkit) => refusedIn(await lastValueFrom(toolkit.callTool({ name: 'plain', input: {} })))],
    ['a session', async (toolkit) => reply(await toolkit.session().execute('plain', {}))],
    [
      'iterate',
      async (toolkit) => {
        for await (const response of toolkit.iterate({ name: 'plain', input: {} })) return refusedIn(response);
        return undefined;
      },
    ],
    ['callTools', async (toolkit) => refusedIn(await lastValueFrom(toolkit.callTools([{ name: 'plain', input: {} }])))],
  ])('fails within an exclusive call, by %s', async (_, work) => {
    const shop = new Workshop().add('plain', undefined).add('alone', 'exclusive', work);
    const refused = refusal('plain', 'alone', "'alone' is exclusive");
    expect((await shop.toolkit.execute('alone', {})).data).toEqual({ refused });
    expect(shop.log).toEqual(['alone']);
    expect((await shop.toolkit.execute('plain', {})).data).toBe('plain done');
  });

  it('fails if it is exclusive, and its caller is not', async () => {
    const shop = new Workshop().add('alone', 'exclusive').add('plain', undefined, call('alone'));
    expect((await shop.toolkit.execute('plain', {})).data).toEqual({
      refused: refusal('alone', 'plain', "'alone' is exclusive"),
    });
    expect((await shop.toolkit.execute('alone', {})).data).toBe('alone done');
  });

  it('fails if the calls within which it is made occupy all slots of its tool', async () => {
    const shop = new Workshop().add('limited', 2, call('plain')).add('plain', undefined, call('limited'));
    const refused = refusal('limited', 'limited', "the calls of 'limited' are limited to 2");
    expect((await shop.toolkit.execute('limited', {})).data).toEqual({ refused });
    expect(shop.log).toEqual(['limited', 'plain', 'limited', 'plain']);
  });

  it('fails after a tool has awaited something else', async () => {
    const shop = new Workshop().add('plain', undefined).add('alone', 'exclusive', async (toolkit) => {
      await new Promise((resolve) => setImmediate(resolve));
      return call('plain')(toolkit, undefined as never);
    });
    expect((await shop.toolkit.execute('alone', {})).data).toHaveProperty('refused');
  });

  it.each<[string, Concurrency | undefined, Concurrency | undefined, string]>([
    ['an exclusive tool within an agent', undefined, 'exclusive', "'look' is exclusive"],
    ['a tool within an exclusive agent', 'exclusive', undefined, "'research' is exclusive"],
  ])('fails for %s', async (_, ofAgent, ofTool, reason) => {
    const shop = new Workshop()
      .add('look', ofTool)
      .addAgent('research', ofAgent, async ({ toolkit }) => reply(await toolkit.execute('look', {})));
    const { data } = await shop.toolkit.execute('research', {});
    expect(data).toEqual({ refused: refusal('look', 'research', reason) });
    expect((await shop.toolkit.execute('look', {})).data).toBe('look done');
  });

  it('fails for an agent that calls itself with a limit', async () => {
    const shop = new Workshop().addAgent('research', 1, async ({ toolkit }) =>
      reply(await toolkit.execute('research', {})),
    );
    const refused = refusal('research', 'research', "the calls of 'research' are limited to 1");
    expect((await shop.toolkit.execute('research', {})).data).toEqual({ refused });
  });

  it('fails for a call through an agent that has another toolkit', async () => {
    const shop = new Workshop().add('alone', 'exclusive');
    const other = new Toolkit();
    other.register(ToolSpec.fromFunction(() => call('alone')(shop.toolkit, undefined as never), { name: 'ask' }));
    shop.toolkit.register(
      agentTool({
        name: 'research',
        input: {},
        toolkit: other,
        run: async (_, { toolkit }) => (await toolkit.execute('ask', {})).data,
      }),
    );
    expect((await shop.toolkit.execute('research', {})).data).toEqual({
      refused: refusal('alone', 'research', "'alone' is exclusive"),
    });
  });

  it('fails for a call of a program that an exclusive tool runs', async () => {
    const shop = new Workshop().add('plain', undefined).add('alone', 'exclusive', async (toolkit) => {
      const { error } = await toolkit.execute('run_code', { code: 'await tools.plain({})' });
      return error?.message;
    });
    shop.toolkit.enableCodeMode({ engine });
    expect((await shop.toolkit.execute('alone', {})).data).toContain(
      "'plain' was not called: 'alone' is exclusive, so it would wait for the end of the call of 'alone'",
    );
  });

  it('fails for a call within a call of a program', async () => {
    const shop = new Workshop().add('plain', undefined).add('alone', 'exclusive', call('plain'));
    shop.toolkit.enableCodeMode({ engine });
    expect((await shop.toolkit.execute('run_code', { code: 'await tools.alone({})' })).error).toBeUndefined();
    expect(shop.log).toEqual(['alone']);
  });

  it('fails for a call of postprocess', async () => {
    const shop = new Workshop().add('plain', undefined);
    const spec = ToolSpec.fromFunction(() => 'x', { name: 'alone', concurrency: 'exclusive' });
    const postprocess = () => lastValueFrom(shop.toolkit.callTool({ name: 'plain', input: {} }));
    shop.toolkit.register(spec, { postprocess });
    expect((await shop.toolkit.execute('alone', {})).error?.message).toContain("'plain' was not called");
  });

  it('fails if two calls wait for each other', async () => {
    const [first, second] = [deferred(), deferred()];
    const shop = new Workshop()
      .add('a', 1)
      .add('b', 1)
      .add('ab', 1, async (toolkit) => {
        await first.promise;
        return call('ba')(toolkit, undefined as never);
      })
      .add('ba', 1, async (toolkit) => {
        await second.promise;
        return call('ab')(toolkit, undefined as never);
      });
    const calls = ['ab', 'ba'].map((name) => shop.toolkit.execute(name, {}));
    first.resolve();
    await turns(5);
    second.resolve();
    const [ab, ba] = await Promise.all(calls);
    expect(ba?.data).toEqual({ refused: refusal('ab', 'ba', "the calls of 'ab' are limited to 1") });
    expect(ab?.data).toMatchObject({ refused: { message: expect.stringContaining("'ab' was not called") } });
  });
});

describe('a background call within a call', () => {
  const start = { background: true };

  it('runs after the call, for which it waits', async () => {
    const shop = new Workshop().add('plain', undefined).add('alone', 'exclusive', async (toolkit) => {
      await toolkit.execute('plain', {}, start);
      return 'started';
    });
    expect((await shop.toolkit.execute('alone', {})).data).toBe('started');
    await until(() => shop.toolkit.tasks.get('task_1')?.result !== undefined);
    expect(shop.toolkit.tasks.get('task_1')?.result?.data).toBe('plain done');
  });

  it.each<[string, Work]>([
    [
      'wait_task',
      async (toolkit) => {
        const { error } = await toolkit.execute('wait_task', { taskId: 'task_1', timeoutMs: 600_000 });
        return error?.toJSON();
      },
    ],
    [
      'tasks.wait',
      (toolkit, { signal }) =>
        toolkit.tasks.wait('task_1', 600_000, signal).catch((error: { toJSON(): unknown }) => error.toJSON()),
    ],
  ])('is not awaited by %s', async (_, wait) => {
    const shop = new Workshop().add('plain', undefined).add('alone', 'exclusive', async (toolkit, context) => {
      await toolkit.execute('plain', {}, start);
      return wait(toolkit, context);
    });
    expect((await shop.toolkit.execute('alone', {})).data).toEqual({
      code: 'denied',
      message:
        "The call of 'alone' cannot wait for the task of 'plain', because the task cannot end before that call. Wait for " +
        'the task after the call.',
      retryable: false,
      details: { reason: 'waits_for_itself', waitsFor: 'plain' },
    });
    await until(() => shop.toolkit.tasks.get('task_1')?.result?.data === 'plain done');
  });

  it('is not awaited by itself', async () => {
    const shop = new Workshop().add('limited', 1, async (toolkit, { signal }) => {
      await until(() => toolkit.tasks.get('task_1') !== undefined);
      return toolkit.tasks.wait('task_1', 600_000, signal);
    });
    await shop.toolkit.execute('limited', {}, start);
    await until(() => shop.toolkit.tasks.get('task_1')?.result !== undefined);
    expect(shop.toolkit.tasks.get('task_1')?.result?.error?.message).toContain("cannot wait for the task of 'limited'");
  });

  it('fails when it waits for a call that waits for its task', async () => {
    const shop = new Workshop()
      .add('limited', 1, async (toolkit, { signal }) => {
        await toolkit.execute('plain', {}, start);
        await toolkit.tasks.wait('task_1', 600_000, signal);
        return toolkit.tasks.get('task_1')?.result?.data;
      })
      .add('plain', undefined, async (toolkit, context) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return call('limited')(toolkit, context);
      });
    expect((await shop.toolkit.execute('limited', {})).data).toEqual({
      refused: refusal('limited', 'limited', "the calls of 'limited' are limited to 1"),
    });
  });

  it('is awaited if it waits for nothing', async () => {
    const shop = new Workshop().add('limited', 1).add('plain', undefined, async (toolkit, { signal }) => {
      await toolkit.execute('limited', {}, start);
      await toolkit.tasks.wait('task_1', 600_000, signal);
      return toolkit.tasks.get('task_1')?.result?.data;
    });
    expect((await shop.toolkit.execute('plain', {})).data).toBe('limited done');
  });

  it('fails if it cannot become a task', async () => {
    const shop = new Workshop().add('plain', undefined).add('never', undefined, () => new Promise(() => {}));
    shop.toolkit.enableBackground({ maxTasks: 1 });
    await shop.toolkit.execute('never', {}, start);
    shop.add('alone', 2, async (toolkit) => reply(await toolkit.execute('alone', {}, start)));
    shop.add('solo', 1, async (toolkit) => reply(await toolkit.execute('solo', {}, start)));
    expect((await shop.toolkit.execute('solo', {})).data).toEqual({
      refused: refusal('solo', 'solo', "the calls of 'solo' are limited to 1"),
    });
    await shop.toolkit.tasks.cancelAll();
  });
});

describe('a call that another one ends', () => {
  it('waits within a call, too', async () => {
    const end = deferred<string>();
    const shop = new Workshop().add('limited', 1, () => end.promise).add('plain', undefined, call('limited'));
    const unrelated = shop.toolkit.execute('limited', {});
    await turns(5);
    const nested = shop.toolkit.execute('plain', {});
    await turns(5);
    expect(shop.log).toEqual(['limited', 'plain']);
    end.resolve('done');
    expect([(await unrelated).data, (await nested).data]).toEqual(['done', 'done']);
  });

  it('waits for calls that wait for one another', async () => {
    const shop = new Workshop().add('a', 1).add('b', 1, call('a')).add('c', 1, call('b'));
    const names = ['a', 'b', 'c', 'c', 'b', 'a', 'c'];
    const results = await Promise.all(names.map((name) => shop.toolkit.execute(name, {})));
    expect(results.map(({ data }) => data)).toEqual(names.map(() => 'a done'));
  });

  it('is not held back by an exclusive call that waits for its caller', async () => {
    const proceed = deferred();
    const shop = new Workshop()
      .add('alone', 'exclusive')
      .add('look', undefined)
      .addAgent('research', undefined, async ({ toolkit }) => {
        await proceed.promise;
        return [(await toolkit.execute('look', {})).data, (await toolkit.execute('look', {})).data];
      });
    const agent = shop.toolkit.execute('research', {});
    await turns(5);
    const alone = shop.toolkit.execute('alone', {});
    const behind = shop.toolkit.execute('look', {});
    await turns(5);
    proceed.resolve();
    expect((await agent).data).toEqual(['look done', 'look done']);
    expect([(await alone).data, (await behind).data]).toEqual(['alone done', 'look done']);
    expect(shop.log).toEqual(['look', 'look', 'alone', 'look']);
  });

  it('is not within the call whose chunk its consumer has received', async () => {
    const shop = new Workshop().add('plain', undefined).add('alone', 'exclusive', async function* () {
      yield 'first ';
      yield 'second';
    });
    const calls: Promise<ToolResult>[] = [];
    const responses = shop.toolkit.callTool({ name: 'alone', input: {} }).pipe(
      tap(({ isLast }) => {
        if (!isLast) calls.push(shop.toolkit.execute('plain', {}));
      }),
      toArray(),
    );
    expect(await lastValueFrom(responses)).toHaveLength(3);
    expect((await Promise.all(calls)).map(({ data }) => data)).toEqual(['plain done', 'plain done']);
    const names = ['alone', 'plain'];
    const each = lastValueFrom(
      shop.toolkit.callTools(names.map((name) => ({ name, input: {} }))).pipe(
        concatMap(async (one) => one),
        toArray(),
      ),
    );
    expect((await each).every(({ error }) => error === undefined)).toBe(true);
  });

  it('is not within the call around which middleware makes it', async () => {
    const shop = new Workshop().add('plain', undefined);
    const spec = ToolSpec.fromFunction(() => 'done', { name: 'alone', concurrency: 'exclusive' });
    const around: Middleware = async (_, next) => {
      const before = await shop.toolkit.execute('plain', {});
      const { data } = await next();
      const after = await shop.toolkit.execute('plain', {});
      return ToolResult.ok([before.data, data, after.data]);
    };
    shop.toolkit.register(spec, { use: [around] });
    expect((await shop.toolkit.execute('alone', {})).data).toEqual(['plain done', 'done', 'plain done']);
  });

  it('is not within a call that has ended', async () => {
    let later: Promise<ToolResult> | undefined;
    const shop = new Workshop().add('plain', undefined).add('alone', 'exclusive', (toolkit) => {
      setTimeout(() => {
        later = toolkit.execute('plain', {});
      }, 5);
      return 'ended';
    });
    await shop.toolkit.execute('alone', {});
    await until(() => later !== undefined);
    expect((await later)?.data).toBe('plain done');
  });
});
