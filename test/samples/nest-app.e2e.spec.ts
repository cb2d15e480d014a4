import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import sqlite from 'node-sqlite3-wasm';
import { until } from '../execution/waiting.js';
import { root } from '../support/repository.js';

const folder = join(root, 'samples/.build/nest-app');

type User = 'ANN' | 'BOB' | 'EVE';

/** The sample as a process of its own. */
interface Sample {
  readonly url: string;
  readonly output: () => string;
  readonly headersOf: (user: User) => Record<string, string>;
  readonly stop: (signal: NodeJS.Signals) => Promise<readonly unknown[]>;
}

async function startSample(platform: string, database: string): Promise<Sample> {
  const env = { ...process.env, PORT: '0', TASKS_DB: database, NO_COLOR: '1' };
  const child = spawn(process.execPath, [join(folder, 'main.js'), platform], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await until(() => output.includes('export/stream') || child.exitCode !== null);
  const [, url = output] = /Tools are at (\S+)\/tools/.exec(output) ?? [];
  return {
    url,
    output: () => output,
    headersOf: (user) => {
      const [, token] = new RegExp(`^export ${user}=(\\S+)$`, 'm').exec(output) ?? [];
      return { authorization: `Bearer ${token}` };
    },
    stop: async (signal) => {
      const ended = once(child, 'close');
      child.kill(signal);
      return ended;
    },
  };
}

const readers = ['find', 'export'];
const editors = [...readers, 'add', 'complete'];
const admins = [...editors, 'remove'];

let databases: string;

beforeAll(() => {
  databases = mkdtempSync(join(tmpdir(), 'toolwright-tasks-'));
});

afterAll(() => rmSync(databases, { recursive: true, force: true }));

describe.each(['express', 'fastify'])('the NestJS sample on %s', (platform) => {
  let sample: Sample;

  beforeAll(async () => {
    sample = await startSample(platform, ':memory:');
  });

  afterAll(async () => {
    await sample.stop('SIGKILL');
  });

  /** Posts a JSON body as a user. */
  async function post(user: User, path: string, body: unknown): Promise<Response> {
    return fetch(`${sample.url}${path}`, {
      method: 'POST',
      headers: { ...sample.headersOf(user), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }

  /** Calls a tool as a user. Returns the HTTP status, and the result or the error. */
  async function call(user: User, tool: string, input: unknown): Promise<readonly [number, unknown]> {
    const response = await post(user, `/tools/${tool}`, input);
    const { data, error } = (await response.json()) as { readonly data?: unknown; readonly error?: unknown };
    return [response.status, error ?? data];
  }

  async function add(user: User, ...titles: readonly string[]): Promise<readonly number[]> {
    const [status, ids] = await call(user, 'add', { tasks: titles.map((title) => ({ title })) });
    expect(status).toBe(200);
    return ids as readonly number[];
  }

  it('shows each role its own tools, and none to others', async () => {
    const listFor = async (user: User): Promise<readonly string[]> => {
      const response = await fetch(`${sample.url}/tools`, { headers: sample.headersOf(user) });
      const { tools } = (await response.json()) as { readonly tools: readonly { readonly name: string }[] };
      return Array.from(tools, ({ name }) => name);
    };
    expect([await listFor('BOB'), await listFor('EVE'), await listFor('ANN')]).toEqual([readers, editors, admins]);
    for (const path of ['/tools', '/mcp']) expect((await fetch(`${sample.url}${path}`)).status).toBe(401);
    expect(await call('BOB', 'add', { tasks: [{ title: 'Not allowed' }] })).toMatchObject([
      404,
      { code: 'tool_not_found', message: "There is no tool named 'add'. The tools are find, export." },
    ]);
  });

  it('validates nested lists, and names each mistake by its path', async () => {
    const steps = [{ title: 'Pack', minutes: 90 }, { title: 'Sleep' }];
    const [, ids] = await call('ANN', 'add', { tasks: [{ title: 'Move house', priority: 5, steps }] });
    const [, found] = await call('BOB', 'find', { text: 'move' });
    expect(found).toEqual([
      {
        id: (ids as readonly number[])[0],
        title: 'Move house',
        priority: 5,
        done: false,
        steps: [steps[0], { title: 'Sleep', minutes: 15 }],
      },
    ]);
    const wrong = { tasks: [{ title: 'Move', steps: [{ title: 'Pack', minutes: 0 }, { titel: 'Sleep' }] }] };
    const [status, error] = await call('ANN', 'add', wrong);
    expect(status).toBe(400);
    const { message } = error as { readonly message: string };
    expect(message).toContain('/tasks/0/steps/0/minutes must be >= 1, got 0');
    expect(message).toContain('/tasks/0/steps/1');
    expect(message).toContain("did you mean 'title'?");
  });

  it('isolates tenants, whose ID no model can send', async () => {
    const [id] = await add('ANN', 'A secret of acme');
    expect(await call('EVE', 'find', { text: 'secret' })).toEqual([200, []]);
    expect(await call('EVE', 'complete', { id })).toMatchObject([404, { code: 'not_found' }]);
    expect(await call('ANN', 'complete', { id })).toEqual([200, `Task ${id} is done.`]);
    for (const name of ['tenant', 'tenantId']) {
      expect(await call('EVE', 'find', { text: 'secret', [name]: 'acme' })).toMatchObject([
        400,
        { code: 'invalid_parameters', message: expect.stringContaining(`unknown argument '${name}'`) },
      ]);
    }
    const listed = await fetch(`${sample.url}/tools`, { headers: sample.headersOf('ANN') });
    expect(await listed.text()).not.toContain('tenant');
  });

  it('streams an export in chunks', async () => {
    for (let at = 0; at < 5; at++) await add('EVE', ...Array.from({ length: 50 }, (_, index) => `Task ${index}`));
    const response = await post('EVE', '/tools/export/stream', {});
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json));
    const lines = events.slice(0, -1).map(({ content }) => content[0].text.trim().split('\n').length);
    expect(lines).toEqual([1, 100, 100, 50]);
    expect(events.at(-1)).toMatchObject({ state: 'success', isLast: true });
  });

  it('deletes a task only if a person approves', async () => {
    const [kept, deleted] = await add('ANN', 'Keep me', 'Delete me');
    const defer = async (id: number | undefined): Promise<string> => {
      const response = await post('ANN', '/tools/remove', { id });
      expect(response.status).toBe(202);
      const { metadata } = (await response.json()) as { readonly metadata: { readonly approval: { token: string } } };
      return metadata.approval.token;
    };
    const denial = await post('ANN', '/tools/approvals', { token: await defer(kept), answer: 'deny' });
    expect([denial.status, await denial.json()]).toMatchObject([403, { error: { code: 'denied' } }]);
    const token = await defer(deleted);
    expect((await post('BOB', '/tools/approvals', { token, answer: 'approve' })).status).toBe(403);
    const approval = await post('ANN', '/tools/approvals', { token, answer: 'approve' });
    expect([approval.status, await approval.json()]).toMatchObject([200, { data: `Task ${deleted} is deleted.` }]);
    const [, found] = await call('ANN', 'find', { text: ' me' });
    expect(found).toMatchObject([{ id: kept }]);
  });

  describe.each(['2025-11-25', '2026-07-28'])('over MCP of %s', (era) => {
    let close: () => Promise<void>;

    afterEach(() => close());

    /** Connects as a user, who allows every call. */
    async function connect(user: User): Promise<Client | OldClient> {
      const url = new URL(`${sample.url}/mcp`);
      const options = { requestInit: { headers: sample.headersOf(user) } };
      const info = { name: 'test', version: '1.0.0' };
      const capabilities = { elicitation: {} };
      const accept = () => ({ action: 'accept' as const, content: { approve: true } });
      if (era === '2025-11-25') {
        const client = new OldClient(info, { capabilities });
        client.setRequestHandler(ElicitRequestSchema, accept);
        close = () => client.close();
        await client.connect(new OldTransport(url, options) as never);
        return client;
      }
      const client = new Client(info, { capabilities, versionNegotiation: { mode: { pin: era } } });
      client.setRequestHandler('elicitation/create', accept as never);
      close = () => client.close();
      await client.connect(new StreamableHTTPClientTransport(url, options));
      return client;
    }

    it.each([
      ['ANN', admins],
      ['BOB', readers],
    ] as const)('shows %s the tools of the role', async (user, expected) => {
      const client = await connect(user);
      expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual([...expected].sort());
    });

    it('calls tools, and asks the user about deletions', async () => {
      const client = await connect('ANN');
      const textOf = async (name: string, args: Record<string, unknown>): Promise<string> => {
        const { content } = await client.callTool({ name, arguments: args });
        return (content as readonly { readonly text: string }[])[0]?.text ?? '';
      };
      const [id] = JSON.parse(await textOf('add', { tasks: [{ title: `From ${era}` }] })) as readonly number[];
      expect(await textOf('find', { text: era })).toContain(`"id":${id}`);
      expect(await textOf('export', {})).toContain(`${id},"From ${era}",3,false,0\n`);
      expect(await textOf('remove', { id })).toBe(`Task ${id} is deleted.`);
    });
  });

  it('stores tasks in a file, cancels an export when its client disconnects, and closes the database', async () => {
    const file = join(databases, `${platform}.db`);
    const first = await startSample(platform, file);
    expect(first.output()).toContain('2 of 2 migrations run');
    expect(await first.stop('SIGINT')).toEqual([0, null]);
    expect(first.output()).toContain('Database closed');

    // More than the buffers of both sockets hold.
    const database = new sqlite.Database(file);
    database.run(`INSERT INTO tasks (tenant, title, priority)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT 'acme', hex(zeroblob(800)), 1 FROM n`);
    database.close();

    const second = await startSample(platform, file);
    expect(second.output()).toContain('0 of 2 migrations run');
    const exporting = request(`${second.url}/tools/export/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...second.headersOf('BOB') },
    });
    exporting.on('error', () => {});
    exporting.end();
    const [response] = (await once(exporting, 'response')) as [IncomingMessage];
    response.on('error', () => {});
    await once(response, 'readable');
    exporting.destroy();
    await until(() => second.output().includes('execute_tool export'));
    expect(second.output()).toContain('execute_tool export interrupted');
    expect(await second.stop('SIGTERM')).toEqual([0, null]);
    expect(second.output()).toContain('Database closed');
  });
});

describe('the NestJS sample over standard input and output', () => {
  let client: OldClient | undefined;

  afterEach(() => client?.close());

  it('shows the tools of the user who starts it', async () => {
    client = new OldClient({ name: 'test', version: '1.0.0' });
    const env = { ...(process.env as Record<string, string>), TASKS_USER: 'eve' };
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [join(folder, 'stdio.js')], env }),
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(editors);
    await client.callTool({ name: 'add', arguments: { tasks: [{ title: 'Water the plants' }] } });
    const { content } = await client.callTool({ name: 'find' });
    expect(content).toMatchObject([{ text: expect.stringContaining('"title":"Water the plants"') }]);
  });
});
