import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { secret, Toolkit, type ToolResult } from 'toolwright';
import type { HeadersOption, McpSource, McpSourceOptions } from 'toolwright/mcp';
import { root } from '../../support/repository.js';
import { until } from '../stateless/requests.js';
import { type Exchange, type Incoming, RawHttpServer } from './raw-http-server.js';
import { readLog, useSources } from './servers.js';

type Fields = Readonly<Record<string, unknown>>;

/** A server of protocol version 2026-07-28 whose calls become tasks, and that can violate the protocol. */
class TaskServer extends RawHttpServer {
  /** The fields of the answer to a call. */
  created: Fields = {};
  /** Returns the fields of the answer to the n-th `tasks/get`. */
  status: (count: number, message: Incoming, exchange: Exchange) => Fields | undefined = () => ({});
  tool: Fields = {};
  /** Answers the subscription to a task; by default, there are none. */
  listen: (message: Incoming, exchange: Exchange) => unknown = (message, exchange) =>
    error(message, exchange, -32_601, 'Method not found');

  constructor() {
    super();
    this.answer = (message, exchange) => this.#answer(message, exchange);
  }

  count(method: string): number {
    return this.all(method).length;
  }

  all(method: string): readonly Incoming[] {
    return this.received.filter((one) => one.method === method);
  }

  #answer(message: Incoming, exchange: Exchange): true {
    const { method } = message;
    const task = { taskId: 'task-1', status: 'working', pollIntervalMs: 10, ...this.created };
    const complete = (fields: Fields): void => exchange.json({ resultType: 'complete', ...fields });
    if (method === 'server/discover') {
      complete({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' });
    } else if (method === 'tools/list') {
      const tool = { name: 'work', inputSchema: { type: 'object' }, ...this.tool };
      complete({ tools: [tool], ttlMs: 0, cacheScope: 'private' });
    } else if (method === 'tools/call') exchange.json({ resultType: 'task', ...task });
    else if (method === 'tasks/get') {
      const fields = this.status(this.count(method), message, exchange);
      if (fields !== undefined) complete({ ...task, ...fields });
    } else if (method === 'subscriptions/listen') this.listen(message, exchange);
    else if (message.id === undefined) exchange.response.writeHead(202).end();
    else complete({});
    return true;
  }
}

function error({ id }: Incoming, { response }: Exchange, code: number, text: string): undefined {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: text } }));
}

const done = { status: 'completed', result: { content: [{ type: 'text', text: 'tea' }] } };

describe('a server whose calls become tasks', () => {
  const open = useSources('v2');
  let server: TaskServer;

  beforeEach(async () => {
    server = new TaskServer();
    await server.start();
    open.closeAfterTest(() => server.kill());
  });

  async function connect(
    options: Partial<McpSourceOptions> & { readonly headers?: HeadersOption } = {},
  ): Promise<{ readonly toolkit: Toolkit; readonly source: McpSource }> {
    const { headers, ...more } = options;
    const transport = { url: server.url, ...(headers === undefined ? {} : { headers }) };
    const source = open.source({ prefix: false, transport, ...more });
    const toolkit = new Toolkit();
    await toolkit.registerSource(source);
    return { toolkit, source };
  }

  async function call(options?: Partial<McpSourceOptions>): Promise<ToolResult> {
    return (await connect(options)).toolkit.execute('work');
  }

  it('is asked until the task is over, with the ID as the header of each request', async () => {
    const names: unknown[] = [];
    server.status = (count, _, { request }) => {
      names.push(request.headers['mcp-name']);
      return count < 3 ? {} : done;
    };
    expect((await call()).data).toBe('tea');
    expect(names).toEqual(['task-1', 'task-1', 'task-1']);
    const [sent] = server.all('tools/call');
    expect(sent?.params._meta['io.modelcontextprotocol/clientCapabilities']).toEqual({
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    });
    expect(server.count('tasks/cancel')).toBe(0);
  });

  it('receives the capability only from a source that awaits tasks', async () => {
    const { error: failure } = await call({ tasks: false });
    expect(failure).toBeDefined();
    for (const { params } of server.received) expect(JSON.stringify(params)).not.toContain('mcp/tasks');
    expect(server.count('tasks/get')).toBe(0);
  });

  it('has tools that run only as tasks, which only a source imports that awaits tasks', async () => {
    server.tool = { execution: { taskSupport: 'required' } };
    expect((await connect()).source.quarantined).toEqual([]);
    const { source } = await connect({ tasks: false });
    expect(source.quarantined).toEqual([{ name: 'work', reason: expect.stringContaining('only be run as a task') }]);
  });

  it.each([
    ['0', 0],
    ['-1', -1],
    ['a text', 'soon'],
    ['null', null],
  ])('is not asked without a pause, although its pollIntervalMs is %s', async (_, pollIntervalMs) => {
    server.created = { pollIntervalMs };
    await call({ timeoutMs: 600 });
    expect(server.count('tasks/get')).toBeGreaterThan(0);
    expect(server.count('tasks/get')).toBeLessThan(15);
  });

  it('is asked at least every ten seconds', async () => {
    server.created = { pollIntervalMs: 1e15 };
    server.status = () => done;
    const started = performance.now();
    expect((await call()).data).toBe('tea');
    expect(performance.now() - started).toBeLessThan(12_000);
  });

  it('is asked at once when it reports a change, and no longer has the subscription when the call is over', async () => {
    server.created = { pollIntervalMs: 10_000 };
    let isClosed = false;
    let isDone = false;
    server.listen = ({ id, params }, { response, event }) => {
      response.on('close', () => {
        isClosed = true;
      });
      const _meta = { 'io.modelcontextprotocol/subscriptionId': id };
      event({ method: 'notifications/subscriptions/acknowledged', params: { ...params, _meta } });
      setTimeout(() => {
        isDone = true;
        event({ method: 'notifications/tasks', params: { taskId: 'task-1', status: 'completed', _meta } });
      }, 300);
    };
    server.status = () => (isDone ? done : {});
    const started = performance.now();
    expect((await call()).data).toBe('tea');
    expect(performance.now() - started).toBeLessThan(5_000);
    await until(async () => isClosed);
    expect(isClosed).toBe(true);
    expect(open.warnings).toEqual([]);
  });

  it('cannot make its client ask without a pause by reporting changes', async () => {
    server.listen = (_, { response, event }) => {
      const flood = setInterval(() => {
        for (let count = 0; count < 100; count++) {
          event({ method: 'notifications/tasks', params: { taskId: 'task-1', status: 'working' } });
          event({ method: 'notifications/tasks', params: { taskId: { toString: 1 } } });
        }
      }, 1);
      response.on('close', () => clearInterval(flood));
    };
    await call({ timeoutMs: 600 });
    expect(server.count('tasks/get')).toBeGreaterThan(0);
    expect(server.count('tasks/get')).toBeLessThan(15);
  });

  it('fails a call with the error of its task, as with an error of the protocol', async () => {
    server.status = () => ({ status: 'failed', error: { code: -32_603, message: 'no water' } });
    expect((await call()).error).toMatchObject({ code: 'server', message: 'no water', details: { rpcCode: -32_603 } });
    server.status = () => ({ status: 'failed', error: 'no water' });
    expect((await call()).error?.code).toBe('invalid_output');
    expect(server.count('tasks/cancel')).toBe(0);
  });

  it('interrupts a call by cancelling its task', async () => {
    server.status = () => ({ status: 'cancelled', statusMessage: 'closing time' });
    const { error: failure } = await call();
    expect(failure).toMatchObject({ code: 'interrupted', message: "'raw' cancelled the task: closing time" });
  });

  it.each([
    ['no object', 'tea', undefined],
    ['no content', {}, undefined],
    ['an error of the tool', { isError: true, content: [{ type: 'text', text: 'no milk' }] }, 'no milk'],
  ])('has the results of tasks checked as other results: %s', async (_, result, message) => {
    server.status = () => ({ status: 'completed', result });
    const { error: failure } = await call();
    expect(failure?.code).toBe(message === undefined ? 'invalid_output' : 'execution');
    if (message !== undefined) expect(failure?.message).toBe(message);
  });

  it.each([
    ['an ID of a megabyte', { taskId: 'x'.repeat(1_000_000) }, {}, 'more than 1024 characters'],
    ['no ID', { taskId: '' }, {}, 'it has no taskId'],
    ['an ID that is no text', { taskId: { toString: 1 } }, {}, 'it has no taskId'],
    ['an ID that changes', {}, { taskId: 'task-2' }, 'its taskId has changed'],
    ['an unknown status', {}, { status: 'constructor' }, 'its status is unknown'],
    ['no status', { status: null }, {}, 'its status is unknown'],
  ])('fails a call whose task has %s', async (_, created, status, problem) => {
    server.created = created;
    server.status = () => status;
    const { error: failure } = await call();
    expect(failure).toMatchObject({ code: 'invalid_output', message: expect.stringContaining(problem) });
  });

  it('cannot send a status message of any length, nor the secrets of a request', async () => {
    server.status = (count) => (count > 1 ? done : { statusMessage: `token-of-ann ${'x'.repeat(1_000_000)}` });
    const { toolkit } = await connect({ headers: () => ({ authorization: secret('Bearer token-of-ann') }) });
    const messages: string[] = [];
    await toolkit.execute('work', {}, { onProgress: ({ message = '' }) => messages.push(message) });
    expect(messages).toHaveLength(1);
    expect(messages[0]?.length).toBeLessThanOrEqual(4_096);
    expect(messages[0]).not.toContain('token-of-ann');
  });

  it('fails a call by name if it forgets the task', async () => {
    server.status = (count, message, exchange) => (count > 1 ? error(message, exchange, -32_602, 'Who?') : {});
    const { error: failure } = await call();
    expect(failure).toMatchObject({ code: 'not_found', message: "'raw' no longer has the task." });
    expect(server.count('tasks/cancel')).toBe(0);
  });

  it('fails a call by name if it is killed', async () => {
    server.status = () => {
      void server.kill();
      return undefined;
    };
    const { error: failure } = await call();
    expect(failure?.code).toBe('network');
  });

  it('is asked again if it comes back', async () => {
    let isDown = false;
    server.status = (count, _, { response }) => {
      if (count > 2) return done;
      isDown = true;
      response.destroy();
      return undefined;
    };
    expect((await call()).data).toBe('tea');
    expect(isDown).toBe(true);
    expect(server.count('tools/call')).toBe(1);
  });

  it('is asked with the identity of the call', async () => {
    const seen: unknown[] = [];
    server.status = (count, { params }, { request }) => {
      seen.push([request.headers.authorization, params.taskId]);
      return count < 4 ? {} : done;
    };
    const { toolkit } = await connect({
      headers: (outgoing) => ({ authorization: `Bearer ${outgoing === undefined ? 'none' : String(outgoing.auth)}` }),
    });
    await toolkit.execute('work', {}, { auth: 'ann' });
    await toolkit.execute('work', {}, { auth: 'bob' });
    expect(new Set(seen.map(String))).toEqual(new Set(['Bearer ann,task-1', 'Bearer bob,task-1']));
  });

  it('receives the cancellation with the identity of the call', async () => {
    const cancelled: unknown[] = [];
    server.first = ({ request }) => {
      if (request.headers['mcp-method'] === 'tasks/cancel') {
        cancelled.push([request.headers.authorization, request.headers['mcp-name']]);
      }
      return false;
    };
    const { toolkit } = await connect({
      headers: (outgoing) => ({ authorization: `Bearer ${String(outgoing?.auth)}` }),
    });
    const { error: failure } = await toolkit.execute('work', {}, { auth: 'ann', timeoutMs: 300 });
    expect(failure?.code).toBe('timeout');
    await until(async () => cancelled.length > 0);
    expect(cancelled).toEqual([['Bearer ann', 'task-1']]);
    const asked = server.count('tasks/get');
    await pause(200);
    expect(server.count('tasks/get')).toBe(asked);
  });

  describe('that asks', () => {
    const question = {
      method: 'elicitation/create',
      params: { message: 'Sugar?', requestedSchema: { type: 'object', properties: {} } },
    };
    const accept = { action: 'accept', content: {} } as const;
    const asking = (inputRequests: Fields) => ({ status: 'input_required', inputRequests });

    it('is answered once for each key, also for those of a prototype', async () => {
      let answered = 0;
      const inputRequests = JSON.parse(
        `{"__proto__":${JSON.stringify(question)},"constructor":${JSON.stringify(question)}}`,
      );
      server.status = (count) => (count < 6 ? asking(inputRequests) : done);
      const elicit = () => {
        answered++;
        return accept;
      };
      expect((await call({ elicit })).data).toBe('tea');
      expect(answered).toBe(2);
      const updates = server.all('tasks/update').map(({ params }) => Object.entries(params.inputResponses));
      expect(updates.flat()).toEqual([
        ['__proto__', accept],
        ['constructor', accept],
      ]);
    });

    it('cannot ask without end', async () => {
      server.status = (count) =>
        asking(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${count}-${at}`, question])));
      let answered = 0;
      const elicit = () => {
        answered++;
        return accept;
      };
      expect((await call({ elicit })).error?.message).toContain('asked more than 100 questions');
      expect(answered).toBeLessThanOrEqual(100);
      await until(async () => server.count('tasks/cancel') > 0);
      expect(server.count('tasks/cancel')).toBe(1);
    });

    it.each([
      ['something unknown', { method: 'constructor' }],
      ['nothing', null],
      ['a malformed question', { method: 'elicitation/create', params: { message: 1 } }],
      [
        'for a page',
        {
          method: 'elicitation/create',
          params: { mode: 'url', message: 'a', url: 'https://a.example', elicitationId: 'e' },
        },
      ],
      ['a model that it does not have', { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } }],
    ])('fails the call if it asks %s', async (_, asked) => {
      server.status = () => asking({ one: asked });
      const { error: failure } = await call({ elicit: () => accept });
      expect(failure?.code).toBe('execution');
      expect(server.count('tasks/update')).toBe(0);
      expect(server.count('tasks/cancel')).toBe(1);
    });

    it('no longer has its questions answered when the task is over', async () => {
      let isAborted = false;
      server.status = (count) => (count < 3 ? asking({ one: question }) : done);
      const elicit: McpSourceOptions['elicit'] = (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            isAborted = true;
            reject(signal.reason);
          });
        });
      expect((await call({ elicit })).data).toBe('tea');
      expect(isAborted).toBe(true);
    });
  });
});

describe.each(['stdio', 'http'] as const)(
  'a toolkit that is served over %s, with tools that run only as tasks',
  (over) => {
    const open = useSources('v2');
    const script = join(root, 'test/mcp/client/task-server.mjs');

    async function connect(
      options: Partial<McpSourceOptions> = {},
    ): Promise<{ readonly toolkit: Toolkit; readonly source: McpSource; readonly stopped: () => number }> {
      const logFile = join(open.folder(), 'log');
      const transport =
        over === 'stdio' ? { command: process.execPath, args: [script, over, logFile] } : await serve(logFile);
      const source = open.source({ prefix: false, transport, ...options });
      const toolkit = new Toolkit();
      await toolkit.registerSource(source);
      return { toolkit, source, stopped: () => readLog(logFile).length };
    }

    async function serve(logFile: string): Promise<{ readonly url: string }> {
      const child = spawn(process.execPath, [script, over, logFile], { stdio: ['ignore', 'pipe', 'inherit'] });
      open.closeAfterTest(() => child.kill('SIGKILL'));
      const [url] = await once(createInterface(child.stdout), 'line');
      return { url };
    }

    it('has its tasks awaited, with progress', async () => {
      const { toolkit, source } = await connect();
      expect(source.quarantined).toEqual([]);
      const messages: unknown[] = [];
      const { data } = await toolkit.execute('brew', {}, { onProgress: ({ message }) => messages.push(message) });
      expect(data).toBe('tea');
      expect(messages).toEqual(['brewing']);
      expect(open.warnings).toEqual([]);
    });

    it('asks the user of the client', async () => {
      const { toolkit } = await connect({ elicit: () => ({ action: 'accept', content: { lumps: 2 } }) });
      expect((await toolkit.execute('ask')).data).toEqual({ lumps: 2 });
    });

    it('stops the tool of a call that is out of time', async () => {
      const { toolkit, stopped } = await connect();
      expect((await toolkit.execute('linger', {}, { timeoutMs: 400 })).error?.code).toBe('timeout');
      await until(async () => stopped() > 0);
      expect(stopped()).toBe(1);
    });

    it('fails the call if it ends with the task', async () => {
      const { toolkit } = await connect();
      const { error: failure } = await toolkit.execute('die');
      // Over stdio, the server is started again, and does not know the task.
      expect(['network', 'not_found']).toContain(failure?.code);
    });
  },
);
