import { setTimeout as delay } from 'node:timers/promises';
import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { linkMcp, type McpLinkOptions, type McpSource } from 'toolwright/mcp';
import { until } from '../stateless/requests.js';

type Run = (args: unknown, ctx: ToolContext) => unknown;

const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
const open: McpSource[] = [];

afterEach(async () => {
  for (const source of open.splice(0)) await source.close();
});

async function link(
  run: Run,
  { client = {}, server = {}, ...options }: McpLinkOptions = {},
  task: 'never' | 'allowed' | 'required' = 'required',
): Promise<{ readonly remote: Toolkit; readonly source: McpSource }> {
  const execute: Run = (args, ctx) => run(args, ctx);
  const spec = ToolSpec.create({ name: 'work', task, executor: { kind: 'test', execute } });
  const source = linkMcp(spec, {
    era: '2026-07-28',
    client: { onWarning: () => undefined, ...client },
    server: { closeTimeoutMs: 100, onError: () => undefined, ...server },
    ...options,
  });
  open.push(source);
  const remote = new Toolkit();
  await remote.registerSource(source);
  return { remote, source };
}

/** A tool that runs until it is aborted. */
function endless(): { readonly run: Run; readonly isAborted: () => boolean; readonly isRunning: () => boolean } {
  let [isAborted, isRunning] = [false, false];
  const run: Run = async (_, ctx) => {
    isRunning = true;
    await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
    isAborted = true;
  };
  return { run, isAborted: () => isAborted, isRunning: () => isRunning };
}

describe('a tool of a server that runs as a task', () => {
  it.each(['allowed', 'required'] as const)('is called and awaited: task is %s', async (task) => {
    const { remote, source } = await link(() => ({ sum: 3 }), {}, task);
    expect(source.quarantined).toEqual([]);
    const started = performance.now();
    expect(await remote.execute('work')).toMatchObject({ data: { sum: 3 } });
    // The server reports the end: its pollIntervalMs is a second.
    expect(performance.now() - started).toBeLessThan(900);
  });

  it('is refused by the server if the source does not await tasks', async () => {
    const { remote } = await link(() => 1, { client: { tasks: false } });
    expect((await remote.execute('work')).error?.message).toContain('runs only as a task');
    const allowed = await link(() => 1, { client: { tasks: false } }, 'allowed');
    expect(await allowed.remote.execute('work')).toMatchObject({ data: 1 });
  });

  it('reports its progress as the progress of the call', async () => {
    const { remote } = await link(
      async (_, ctx) => {
        for (const message of ['grinding', 'brewing']) {
          ctx.progress(message.length, undefined, message);
          await delay(150);
        }
        return 'coffee';
      },
      { server: { tasks: { pollIntervalMs: 50 } } },
    );
    const messages: unknown[] = [];
    const result = await remote.execute('work', {}, { onProgress: ({ message }) => messages.push(message) });
    expect(result).toMatchObject({ data: 'coffee' });
    expect(messages).toEqual(['grinding', 'brewing']);
  });

  it('asks with the handlers of the source, each question once', async () => {
    const asked: unknown[] = [];
    const { remote } = await link(
      async (_, ctx) => {
        const answers = await Promise.all(
          ['first', 'last'].map((key) => ctx.ask<{ name: string }>(form, { message: `Your ${key} name?`, key })),
        );
        return answers.map((answer) => (answer.kind === 'accept' ? answer.data.name : '')).join(' ');
      },
      {
        client: {
          elicit: async ({ message }, { calls }) => {
            asked.push([message, calls.map(({ remoteName }) => remoteName)]);
            await delay(message.includes('first') ? 10 : 150);
            return { action: 'accept', content: { name: message.includes('first') ? 'Ann' : 'Lee' } };
          },
        },
        server: { tasks: { pollIntervalMs: 50 } },
      },
    );
    expect(await remote.execute('work')).toMatchObject({ data: 'Ann Lee' });
    expect(asked).toEqual([
      ['Your first name?', ['work']],
      ['Your last name?', ['work']],
    ]);
  });

  it('asks for the folders and for a model, too', async () => {
    const { remote } = await link(
      async (_, ctx) => {
        const roots = await ctx.roots();
        const { content } = await ctx.sample({ messages: [{ role: 'user', content: 'Hello?' }], maxTokens: 10 });
        return { roots: roots.map(({ uri }) => uri), content };
      },
      {
        client: {
          roots: [{ uri: 'file:///tea' }],
          sample: () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'Hi.' } }),
        },
      },
    );
    expect((await remote.execute('work')).data).toEqual({
      roots: ['file:///tea'],
      content: [expect.objectContaining({ text: 'Hi.' })],
    });
  });

  it('is cancelled if a handler fails, whose error is that of the call', async () => {
    let isAborted = false;
    const { remote } = await link(
      async (_, ctx) => {
        ctx.signal.addEventListener('abort', () => {
          isAborted = true;
        });
        await ctx.ask(form, { message: 'Name?' });
      },
      {
        client: {
          elicit: () => {
            throw new Error('no terminal');
          },
        },
      },
    );
    expect(await remote.execute('work')).toMatchObject({ error: { message: expect.stringContaining('no terminal') } });
    await until(async () => isAborted);
    expect(isAborted).toBe(true);
  });

  it('fails as other calls do', async () => {
    const { remote } = await link(() => {
      throw new Error('no milk');
    });
    expect((await remote.execute('work')).error?.message).toContain('no milk');
    const refused = await link((_, ctx) => ctx.roots());
    expect((await refused.remote.execute('work')).error).toMatchObject({ details: { rpcCode: -32_021 } });
  });

  it('is cancelled when the caller aborts', async () => {
    const task = endless();
    const { remote } = await link(task.run);
    const abort = new AbortController();
    const running = remote.execute('work', {}, { signal: abort.signal });
    await until(async () => task.isRunning());
    abort.abort();
    expect((await running).error?.code).toBe('interrupted');
    await until(async () => task.isAborted());
    expect(task.isAborted()).toBe(true);
  });

  it.each([
    ['timeoutMs', { timeoutMs: 200 }],
    ['deadlineMs', { deadlineMs: 200 }],
    ['tasks.maxWaitMs', { tasks: { maxWaitMs: 200 } }],
  ])('is cancelled when the call is out of time: %s', async (name, client) => {
    const task = endless();
    const { remote } = await link(task.run, { client });
    const { error } = await remote.execute('work');
    expect(error?.code).toBe('timeout');
    if (name === 'tasks.maxWaitMs') expect(error?.message).toContain('(tasks.maxWaitMs)');
    await until(async () => task.isAborted());
    expect(task.isAborted()).toBe(true);
  });

  it('is cancelled when the source is closed', async () => {
    const task = endless();
    const { remote, source } = await link(task.run);
    const running = remote.execute('work');
    await until(async () => task.isRunning());
    await source.close();
    expect((await running).error).toMatchObject({
      code: 'interrupted',
      message: expect.stringContaining('was closed'),
    });
    expect(task.isAborted()).toBe(true);
  });

  it('has the limits of results and the schema of its output', async () => {
    const { remote } = await link(() => ({ list: Array.from({ length: 100 }, (_, at) => at) }), {
      client: { resultLimits: { items: 10 } },
    });
    expect((await remote.execute('work')).error?.code).toBe('invalid_output');
  });
});
