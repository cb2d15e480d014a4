import { setTimeout as delay } from 'node:timers/promises';
import { type Middleware, type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { linkMcp, type McpHandler, type McpHandlerOptions, mcpHandler } from 'toolwright/mcp';
import { type Answer, type RequestSettings, requestOf, send, tasks, until } from './requests.js';

type Run = (args: unknown, ctx: ToolContext) => unknown;
type Definition = Partial<Parameters<typeof ToolSpec.create>[0]>;

const open: McpHandler[] = [];

afterEach(async () => {
  for (const handler of open.splice(0)) await handler.close();
});

function handlerOf(run: Run, definition: Definition = {}, options: McpHandlerOptions = {}): McpHandler {
  const toolkit = new Toolkit();
  const execute: Run = (args, ctx) => run(args, ctx);
  toolkit.register(
    ToolSpec.create({ name: 'work', task: 'allowed', executor: { kind: 'test', execute }, ...definition }),
  );
  const handler = mcpHandler(toolkit, { closeTimeoutMs: 100, onError: () => undefined, ...options });
  open.push(handler);
  return handler;
}

function call(handler: McpHandler, settings: RequestSettings = {}, args: object = {}): Promise<Answer> {
  return send(handler, 'tools/call', { name: 'work', arguments: args }, { capabilities: tasks, ...settings });
}

function get(handler: McpHandler, taskId: string, settings: RequestSettings = {}): Promise<Answer> {
  return send(handler, 'tasks/get', { taskId }, { capabilities: tasks, ...settings });
}

/** Waits until a task has a status. */
async function whenStatus(handler: McpHandler, taskId: string, status: string): Promise<Answer['result']> {
  let result: Answer['result'];
  await until(async () => {
    ({ result } = await get(handler, taskId));
    return result.status === status;
  });
  return result;
}

const subject = (name: string): RequestSettings => ({ options: { auth: { sub: name } } });

describe('a call that becomes a task', () => {
  it('is answered at once, and its client fetches the result', async () => {
    const handler = handlerOf(async () => {
      await delay(20);
      return { sum: 3 };
    });
    const { result } = await call(handler);
    expect(result).toMatchObject({ resultType: 'task', status: 'working', ttlMs: 3_600_000, pollIntervalMs: 1_000 });
    expect(new Date(result.createdAt).toISOString()).toBe(result.createdAt);
    const done = await whenStatus(handler, result.taskId, 'completed');
    expect(done).toMatchObject({
      resultType: 'complete',
      taskId: result.taskId,
      // The client of @modelcontextprotocol/ext-tasks rejects a result without a type.
      result: { resultType: 'complete', structuredContent: { sum: 3 } },
    });
    expect(done).not.toHaveProperty('inputRequests');
  });

  it('is completed if its tool fails, and failed if the protocol did not let it end', async () => {
    const failing = handlerOf(() => {
      throw new Error('no milk');
    });
    const { result } = await call(failing);
    const completed = await whenStatus(failing, result.taskId, 'completed');
    expect(completed.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('no milk') }] });

    const refused = handlerOf((_, ctx) => ctx.roots());
    const second = await call(refused);
    const failed = await whenStatus(refused, second.result.taskId, 'failed');
    expect(failed.error).toMatchObject({ code: -32_021, data: { requiredCapabilities: { roots: {} } } });
    expect(failed).not.toHaveProperty('result');
  });

  it('has the message of the latest progress as its status message', async () => {
    const finish = new AbortController();
    const handler = handlerOf(async (_, ctx) => {
      ctx.progress(1, 2, 'half');
      await new Promise((resolve) => finish.signal.addEventListener('abort', resolve));
      return 'done';
    });
    const { result } = await call(handler);
    const message = async () => (await get(handler, result.taskId)).result.statusMessage;
    await until(async () => (await message()) === 'half');
    expect(await message()).toBe('half');
    finish.abort();
    expect(await whenStatus(handler, result.taskId, 'completed')).not.toHaveProperty('statusMessage');
  });

  it('asks its client, which answers one question after the other', async () => {
    const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
    const handler = handlerOf(async (_, ctx) => {
      const answers = await Promise.all(
        ['first', 'last'].map((key) => ctx.ask<{ name: string }>(form, { message: `Your ${key} name?`, key })),
      );
      return answers.map((answer) => (answer.kind === 'accept' ? answer.data.name : '')).join(' ');
    });
    const capabilities = { elicitation: { form: {} }, ...tasks };
    const { result } = await call(handler, { capabilities });
    const asking = await whenStatus(handler, result.taskId, 'input_required');
    expect(Object.keys(asking.inputRequests)).toEqual(['first', 'last']);
    expect(asking).not.toHaveProperty('requestState');
    const answer = (answers: object) =>
      send(handler, 'tasks/update', { taskId: result.taskId, inputResponses: answers }, { capabilities });
    const accept = (name: string) => ({ action: 'accept', content: { name } });
    expect((await answer({ first: accept('Ann'), other: accept('Eve') })).result).toEqual({
      resultType: 'complete',
      _meta: expect.anything(),
    });
    const left = await whenStatus(handler, result.taskId, 'input_required');
    expect(Object.keys(left.inputRequests)).toEqual(['last']);
    await answer({ last: accept('Lee') });
    const { content } = (await whenStatus(handler, result.taskId, 'completed')).result;
    expect(content).toEqual([{ type: 'text', text: 'Ann Lee' }]);
  });

  it('is asked in a round what middleware asks before the tool begins, and becomes a task afterwards', async () => {
    const form = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
    const withName: Middleware = async (given, next) => {
      const answer = await given.context.ask<{ name: string }>(form, { message: 'Name?', key: 'name' });
      return next({ ...given, input: { name: answer.kind === 'accept' ? answer.data.name : '' } });
    };
    const inputSchema = { type: 'object', properties: { name: { type: 'string' } } } as const;
    const handler = handlerOf(async (args) => args, { inputSchema, use: [withName] });
    const capabilities = { elicitation: {}, ...tasks };
    const { result } = await call(handler, { capabilities });
    expect(result.resultType).toBe('input_required');
    expect(result).not.toHaveProperty('taskId');
    const { requestState } = result;
    const inputResponses = { name: { action: 'accept', content: { name: 'Ann' } } };
    const second = await send(
      handler,
      'tools/call',
      { name: 'work', arguments: {}, inputResponses, requestState },
      { capabilities },
    );
    expect(second.result.resultType).toBe('task');
    expect(second.result).not.toHaveProperty('requestState');
    const { structuredContent } = (await whenStatus(handler, second.result.taskId, 'completed')).result;
    expect(structuredContent).toEqual({ name: 'Ann' });
  });

  it('is no task if its arguments are invalid', async () => {
    const inputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const;
    const { result } = await call(handlerOf(() => 'done', { inputSchema }));
    expect(result).toMatchObject({ resultType: 'complete', isError: true });
  });

  it('is cancelled by its client, which aborts the tool', async () => {
    let reason: unknown;
    const handler = handlerOf(async (_, ctx) => {
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
      reason = ctx.signal.reason;
    });
    const { result } = await call(handler);
    const cancel = () => send(handler, 'tasks/cancel', { taskId: result.taskId }, { capabilities: tasks });
    expect((await cancel()).result).toEqual({ resultType: 'complete', _meta: expect.anything() });
    expect((await get(handler, result.taskId)).result.status).toBe('cancelled');
    expect(reason).toBeDefined();
    expect((await cancel()).result.resultType).toBe('complete');
  });

  it('continues when its request is over and its connection closed', async () => {
    const finish = new AbortController();
    const handler = handlerOf(async (_, ctx) => {
      await new Promise((resolve) => finish.signal.addEventListener('abort', resolve));
      return String(ctx.signal.aborted);
    });
    const abort = new AbortController();
    const { result } = await call(handler, { signal: abort.signal });
    abort.abort();
    finish.abort();
    const { content } = (await whenStatus(handler, result.taskId, 'completed')).result;
    expect(content).toEqual([{ type: 'text', text: 'false' }]);
  });
});

describe('a task', () => {
  it('belongs to the subject that made it', async () => {
    const handler = handlerOf(() => 'secret');
    const { result } = await call(handler, subject('ann'));
    for (const settings of [subject('bob'), {}]) {
      for (const [method, more] of [
        ['tasks/get', {}],
        ['tasks/cancel', {}],
        ['tasks/update', { inputResponses: {} }],
      ] as const) {
        const params = { taskId: result.taskId, ...more };
        const { error } = await send(handler, method, params, { capabilities: tasks, ...settings });
        expect(error).toMatchObject({ code: -32_602, message: expect.stringContaining('There is no task') });
      }
    }
    expect((await get(handler, result.taskId, subject('ann'))).result.status).toBe('completed');
  });

  it('is refused beyond the limit of a client, whose other calls go on', async () => {
    const handler = handlerOf(() => delay(10_000, undefined, { ref: false }), {}, { tasks: { maxPerClient: 1 } });
    const { result } = await call(handler, subject('ann'));
    const refused = await call(handler, subject('ann'));
    expect(refused.error).toMatchObject({ code: -32_000, message: expect.stringContaining('tasks.maxPerClient: 1') });
    expect((await call(handler, subject('bob'))).result.resultType).toBe('task');
    await send(handler, 'tasks/cancel', { taskId: result.taskId }, { capabilities: tasks, ...subject('ann') });
    // An ended task is stored until its time is over.
    expect((await call(handler, subject('ann'))).error.code).toBe(-32_000);
  });

  it('is refused beyond the limit, also if calls begin at the same time', async () => {
    const handler = handlerOf(() => 'done', {}, { tasks: { maxTasks: 3 } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(handler)));
    expect(answers.filter(({ result }) => result?.resultType === 'task')).toHaveLength(3);
  });

  it('fails if its result is larger than all tasks may be', async () => {
    const handler = handlerOf(() => 'x'.repeat(5_000), {}, { tasks: { maxBytes: 2_000 } });
    const { result } = await call(handler);
    const { error } = await whenStatus(handler, result.taskId, 'failed');
    expect(error).toMatchObject({ code: -32_000, message: expect.stringContaining('tasks.maxBytes: 2000') });
    expect((await call(handler)).result.resultType).toBe('task');
  });

  it('is stored for its time, and is then cancelled and removed', async () => {
    let isAborted = false;
    const handler = handlerOf(
      async (_, ctx) => {
        await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
        isAborted = true;
      },
      {},
      { tasks: { ttlMs: 60 } },
    );
    const { result } = await call(handler);
    expect((await get(handler, result.taskId)).result).toMatchObject({ status: 'working', ttlMs: 60 });
    await until(async () => (await get(handler, result.taskId)).error?.code === -32_602);
    expect(isAborted).toBe(true);
  });

  it('is stored for longer than a timer of Node.js can wait', async () => {
    const handler = handlerOf(() => 'done', {}, { tasks: { ttlMs: 2 ** 40 } });
    const { result } = await call(handler);
    await delay(20);
    expect((await get(handler, result.taskId)).result).toMatchObject({ status: 'completed', ttlMs: 2 ** 40 });
  });

  it('reports its latest status to a subscriber that reads slowly, and not every one', async () => {
    const start = new AbortController();
    const handler = handlerOf(async (_, ctx) => {
      await new Promise((resolve) => start.signal.addEventListener('abort', resolve));
      for (let step = 1; step <= 20_000; step++) {
        ctx.progress(step, 20_000, `step ${step}`);
        if (step % 100 === 0) await delay(0);
      }
      return 'done';
    });
    const { result } = await call(handler);
    const params = { notifications: { taskIds: [result.taskId] } };
    const response = await handler.fetch(requestOf('subscriptions/listen', params, { capabilities: tasks }));
    start.abort();
    await whenStatus(handler, result.taskId, 'completed');
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('"completed"')) break;
    }
    expect(text.match(/notifications\/tasks/g)?.length).toBeLessThan(2_000);
  });

  it('is waited for when the server closes, and cancelled after the time limit', async () => {
    let isAborted = false;
    const handler = handlerOf(async (_, ctx) => {
      await new Promise((resolve) => ctx.signal.addEventListener('abort', resolve));
      isAborted = true;
    });
    await call(handler);
    await handler.close();
    expect(isAborted).toBe(true);
  });

  it('reports its status to a subscriber that it belongs to', async () => {
    const finish = new AbortController();
    const handler = handlerOf(async () => {
      await new Promise((resolve) => finish.signal.addEventListener('abort', resolve));
      return 'done';
    });
    const { result } = await call(handler, subject('ann'));
    const listen = (settings: RequestSettings): Promise<Response> => {
      const params = { notifications: { taskIds: [result.taskId, 'unknown'] } };
      const request = requestOf('subscriptions/listen', params, { id: 'sub', capabilities: tasks, ...settings });
      return handler.fetch(request, settings.options);
    };
    expect(await (await listen(subject('bob'))).text()).toContain('"notifications":{}');
    const response = await listen(subject('ann'));
    finish.abort();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('"completed"')) break;
    }
    const messages = text.match(/^data: .*$/gm)?.map((line) => JSON.parse(line.slice(6)));
    expect(messages).toEqual([
      expect.objectContaining({
        method: 'notifications/subscriptions/acknowledged',
        params: expect.objectContaining({ notifications: { taskIds: [result.taskId] } }),
      }),
      expect.objectContaining({
        method: 'notifications/tasks',
        params: expect.objectContaining({
          taskId: result.taskId,
          status: 'completed',
          result: expect.objectContaining({ resultType: 'complete' }),
          _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub' },
        }),
      }),
    ]);
  });
});

describe('a client that does not support tasks', () => {
  it('runs a tool at once whose calls may become tasks', async () => {
    const { result } = await call(
      handlerOf(() => 'done'),
      { capabilities: {} },
    );
    expect(result).toMatchObject({ resultType: 'complete', content: [{ type: 'text', text: 'done' }] });
  });

  it('is refused by a tool that requires a task, before anything runs', async () => {
    let runs = 0;
    const handler = handlerOf(() => runs++, { task: 'required' });
    const { status, error } = await call(handler, { capabilities: {} });
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    });
    expect(runs).toBe(0);
  });

  it('is refused by such a tool in the older version of the protocol, too', async () => {
    const remote = new Toolkit();
    const source = linkMcp(
      ToolSpec.create({ name: 'work', task: 'required', executor: { kind: 'test', execute: () => 1 } }),
    );
    await remote.registerSource(source);
    const { error } = await remote.execute('work');
    expect(error?.message).toContain('runs only as a task');
    await source.close();
  });

  it('cannot ask for tasks', async () => {
    const handler = handlerOf(() => 'done');
    const { status, error } = await get(handler, 'any', { capabilities: {} });
    expect([status, error.code]).toEqual([400, -32_021]);
  });
});

describe('a server', () => {
  it('declares tasks only if a tool may have them', async () => {
    const described = async (task: 'allowed' | 'never') => {
      const { result } = await send(
        handlerOf(() => 'done', { task }),
        'server/discover',
      );
      return result.capabilities.extensions;
    };
    expect(await described('allowed')).toEqual({ 'io.modelcontextprotocol/tasks': {} });
    expect(await described('never')).toBeUndefined();
    const { status, error } = await get(
      handlerOf(() => 'done', { task: 'never' }),
      'any',
    );
    expect([status, error.code]).toEqual([404, -32_601]);
  });

  it.each(['tasks/result', 'tasks/list'])('refuses %s, which the extension has removed', async (method) => {
    const { status, error } = await send(
      handlerOf(() => 'done'),
      method,
      {},
      { capabilities: tasks },
    );
    expect([status, error.code]).toEqual([404, -32_601]);
  });
});

describe('a subscription', () => {
  it('of a client that has gone already ends without an error', async () => {
    const errors: unknown[] = [];
    const handler = handlerOf(() => 'done', {}, { onError: (error) => errors.push(error) });
    const params = { notifications: { toolsListChanged: true } };
    const response = await handler.fetch(requestOf('subscriptions/listen', params, { signal: AbortSignal.abort() }));
    expect(await response.text()).toContain('notifications/subscriptions/acknowledged');
    expect(errors).toEqual([]);
  });
});
