import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  Bind,
  image,
  type Middleware,
  NotFoundError,
  RateLimitError,
  respond,
  secret,
  Tool,
  Toolkit,
  type ToolkitOptions,
  type ToolProvider,
  ToolRegistry,
  type ToolResponse,
} from 'toolwright';
import { redact } from 'toolwright/middleware';
import { record, replay } from 'toolwright/testing';

class Shop extends ToolRegistry {
  runs = 0;

  @Tool({ params: { query: { type: String } } })
  find(query: string): object {
    this.runs++;
    return { query, hits: ['tea pot'], at: new Date(0) };
  }

  @Tool({ params: { lines: { type: Number } } })
  async *recite(lines: number): AsyncGenerator<string, void> {
    this.runs++;
    for (let line = 1; line <= lines; line++) yield `line ${line}; `;
  }

  @Tool({ params: { id: { type: Number } } })
  load(id: number): string {
    this.runs++;
    if (id === 429) throw new RateLimitError('Too many orders.', { retryAfterMs: 1_500 });
    throw new NotFoundError(`There is no order ${id}.`, { details: { id } });
  }

  @Tool()
  async *fail(): AsyncGenerator<string, void> {
    yield 'half';
    throw new NotFoundError('The rest is missing.');
  }

  @Tool()
  now(): number {
    return ++this.runs;
  }

  @Tool({ params: { text: { type: String } } })
  send(text: string, @Bind('mail.key') key: string): string {
    this.runs++;
    return `sent '${text}' with ${key}`;
  }

  @Tool()
  draw(): ToolResponse {
    this.runs++;
    return respond({ content: [image('aGVsbG8=', 'image/png')], structuredContent: { size: 5 } });
  }

  @Tool({ needsApproval: true, params: { amount: { type: Number } } })
  pay(amount: number): string {
    this.runs++;
    return `paid ${amount}`;
  }
}

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recordings-'));
  file = join(folder, 'shop.calls.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(mode: 'record' | 'replay', options: ToolkitOptions = {}): { shop: Shop; toolkit: Toolkit } {
  const shop = new Shop();
  return { shop, toolkit: createToolkit(shop, mode === 'record' ? record(file) : replay(file), options) };
}

function createToolkit(provider: ToolProvider, middleware: Middleware, options: ToolkitOptions = {}): Toolkit {
  const toolkit = new Toolkit(options).use(middleware);
  toolkit.register(provider);
  return toolkit;
}

describe('a recorded call', () => {
  it('is answered from the file, whatever the order of its arguments, and the tool does not run', async () => {
    const first = await open('record').toolkit.execute('find', { query: 'tea' });
    const { shop, toolkit } = open('replay');
    const result = await toolkit.execute('find', '{"query": "tea"}');
    expect(result).toMatchObject({ success: true, structuredContent: first.structuredContent, attempts: 0 });
    expect(result.data).toEqual({ query: 'tea', hits: ['tea pot'], at: '1970-01-01T00:00:00.000Z' });
    expect(shop.runs).toBe(0);
  });

  it('has its chunks again', async () => {
    await open('record').toolkit.execute('recite', { lines: 2 });
    const responses: ToolResponse[] = [];
    const { shop, toolkit } = open('replay');
    for await (const one of toolkit.iterate({ name: 'recite', input: { lines: 2 } })) responses.push(one);
    expect(responses.map(({ state }) => state)).toEqual(['running', 'running', 'success']);
    expect(responses.map((one) => one.toText())).toEqual(['line 1; ', 'line 2; ', 'line 1; line 2; ']);
    expect(responses.at(-1)?.stream).toBe(true);
    expect(shop.runs).toBe(0);
  });

  it('has its error again, with code, message and details', async () => {
    const { toolkit } = open('record');
    await toolkit.execute('load', { id: 7 });
    await toolkit.execute('load', { id: 429 });
    await toolkit.execute('load', { id: 'x' });
    const again = open('replay').toolkit;
    expect((await again.execute('load', { id: 7 })).error).toMatchObject({
      code: 'not_found',
      message: 'There is no order 7.',
      details: { id: 7 },
      toolName: 'load',
    });
    expect((await again.execute('load', { id: 429 })).error).toMatchObject({ code: 'rate_limit', retryAfterMs: 1_500 });
    expect((await again.execute('load', { id: 'x' })).error).toMatchObject({
      code: 'invalid_parameters',
      issues: [{ path: '/id' }],
    });
  });

  it('has the chunks that came before its error', async () => {
    await open('record').toolkit.execute('fail', {});
    const result = await open('replay').toolkit.execute('fail', {});
    expect(result).toMatchObject({ success: false, error: { code: 'not_found' } });
    expect(result.toText()).toContain('half');
  });

  it('has its media and its structured content', async () => {
    const first = await open('record').toolkit.execute('draw', {});
    const result = await open('replay').toolkit.execute('draw', {});
    expect(result.content).toEqual(first.content);
    expect(result.structuredContent).toEqual({ size: 5 });
  });

  it('has the results of several runs in their order, and then the last one', async () => {
    const { toolkit } = open('record');
    await toolkit.execute('now', {});
    await toolkit.execute('now', {});
    const again = open('replay').toolkit;
    const results = [await again.execute('now', {}), await again.execute('now', {}), await again.execute('now', {})];
    expect(results.map(({ data }) => data)).toEqual([1, 2, 2]);
  });

  it('replaces the results of an earlier recording', async () => {
    const { toolkit } = open('record');
    await toolkit.execute('now', {});
    await toolkit.execute('now', {});
    await open('record').toolkit.execute('now', {});
    const again = open('replay').toolkit;
    expect([(await again.execute('now', {})).data, (await again.execute('now', {})).data]).toEqual([1, 1]);
  });

  it('keeps the pace of its recording if asked to', async () => {
    const slow = new Toolkit();
    slow.register(async function* tick(): AsyncGenerator<string> {
      yield 'a';
      await new Promise((resolve) => setTimeout(resolve, 80));
      yield 'b';
    });
    slow.use(record(file));
    await slow.execute('tick', {});
    const durationOf = async (toolkit: Toolkit): Promise<number> => (await toolkit.execute('tick', {})).durationMs;
    const instant = createToolkit(slow.list(), replay(file));
    const paced = createToolkit(slow.list(), replay(file, { pace: 'recorded' }));
    expect(await durationOf(paced)).toBeGreaterThan(60);
    expect(await durationOf(instant)).toBeLessThan(60);
  });

  it('stops waiting when it is cancelled', async () => {
    await open('record').toolkit.execute('recite', { lines: 2 });
    const json = JSON.parse(readFileSync(file, 'utf8'));
    json.calls[0].chunks[1].atMs = 600_000;
    writeFileSync(file, JSON.stringify(json));
    const toolkit = createToolkit(new Shop(), replay(file, { pace: 'recorded' }));
    const stop = new AbortController();
    const running = toolkit.execute('recite', { lines: 2 }, { signal: stop.signal });
    stop.abort();
    expect((await running).isInterrupted).toBe(true);
  });

  it('asks for no approval, because nothing happens', async () => {
    await open('record', { approver: () => 'approve' }).toolkit.execute('pay', { amount: 5 });
    const { shop, toolkit } = open('replay');
    expect((await toolkit.execute('pay', { amount: 5 })).data).toBe('paid 5');
    expect(shop.runs).toBe(0);
  });

  it('may be that of a single tool, and of a session', async () => {
    const shop = new Shop();
    const toolkit = new Toolkit();
    toolkit.register(shop, { use: [record(file)] });
    await toolkit.session().execute('find', { query: 'tea' });
    expect((await open('replay').toolkit.session().execute('find', { query: 'tea' })).success).toBe(true);
  });
});

describe('a call that is not recorded', () => {
  it('fails by name, says what to do, and does not run', async () => {
    await open('record').toolkit.execute('find', { query: 'tea' });
    const { shop, toolkit } = open('replay');
    const { error } = await toolkit.execute('find', { query: 'ink' });
    expect(error?.message).toBe(
      `The call find({"query":"ink"}) is not in the recording 'shop.calls.json', which has 1 other call of 'find'. Run the tests with TOOLWRIGHT_UPDATE=1 (or jest -u, vitest --update) to record it.`,
    );
    expect(shop.runs).toBe(0);
  });

  it('is one of a tool whose definition has changed since', async () => {
    await open('record').toolkit.execute('find', { query: 'tea' });
    const toolkit = createToolkit(new Shop().toolSpec('find').describe('Find products'), replay(file));
    expect((await toolkit.execute('find', { query: 'tea' })).error?.message).toBe(
      `The definition of 'find' has changed since the call was recorded in 'shop.calls.json'. Run the tests with TOOLWRIGHT_UPDATE=1 (or jest -u, vitest --update) to record it again.`,
    );
  });

  it('is one that was cancelled, or that waits for a decision', async () => {
    const { toolkit } = open('record', { approvalKey: 'k'.repeat(32), approver: () => 'later' });
    await toolkit.execute('pay', { amount: 5 });
    for await (const _ of toolkit.iterate({ name: 'recite', input: { lines: 9 } })) break;
    expect(existsSync(file)).toBe(false);
  });

  it('is answered by the toolkit if the tool is unknown, or acts on the toolkit itself', async () => {
    await open('record').toolkit.execute('find', { query: 'tea' });
    const { toolkit } = open('replay');
    toolkit.createGroup('admin');
    toolkit.enableMetaTool();
    expect((await toolkit.execute('fnd', {})).error?.message).toContain("'find'");
    expect((await toolkit.execute('activate_tool_groups', { names: ['admin'] })).error?.code).not.toBe('definition');
  });
});

describe('with --update', () => {
  it('replay() records', async () => {
    const shop = new Shop();
    const toolkit = createToolkit(shop, replay(file, { update: true }));
    await toolkit.execute('find', { query: 'tea' });
    expect(shop.runs).toBe(1);
    expect((await open('replay').toolkit.execute('find', { query: 'tea' })).success).toBe(true);
  });

  it('is also said by the environment', async () => {
    process.env.TOOLWRIGHT_UPDATE = '1';
    try {
      const toolkit = createToolkit(new Shop(), replay(file));
      await toolkit.execute('find', { query: 'tea' });
      expect(existsSync(file)).toBe(true);
    } finally {
      delete process.env.TOOLWRIGHT_UPDATE;
    }
  });
});

describe('the file', () => {
  it('contains no secret of the state, in arguments, chunks, results and errors', async () => {
    const { toolkit } = open('record', { state: { mail: { key: secret('k-1234567') } } });
    await toolkit.execute('send', { text: 'the key is k-1234567' });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain('k-1234567');
    expect(text).toContain("sent 'the key is [redacted]' with [redacted]");
    const again = open('replay', { state: { mail: { key: secret('k-1234567') } } }).toolkit;
    expect((await again.execute('send', { text: 'the key is k-1234567' })).success).toBe(true);
  });

  it('contains nothing of what is redacted', async () => {
    const options = { redact: [/sk-[\w-]{10,}/, 'hunter2'] };
    const toolkit = createToolkit(new Shop(), record(file, options));
    await toolkit.execute('find', { query: 'hunter2 sk-0123456789' });
    expect(readFileSync(file, 'utf8')).not.toMatch(/hunter2|sk-0/);
    const again = createToolkit(new Shop(), replay(file, options));
    expect((await again.execute('find', { query: 'hunter2 sk-0123456789' })).success).toBe(true);
  });

  it('contains what middleware inside of it has made of a result', async () => {
    const toolkit = createToolkit(new Shop(), record(file)).use(redact('tea pot'));
    await toolkit.execute('find', { query: 'tea' });
    expect(readFileSync(file, 'utf8')).not.toContain('tea pot');
  });

  it('is sorted, so that recording again changes nothing', async () => {
    const one = open('record').toolkit;
    await one.execute('find', { query: 'b' });
    await one.execute('find', { query: 'a' });
    await one.execute('draw', {});
    const withoutTimes = (): unknown =>
      JSON.parse(readFileSync(file, 'utf8'), (key, value) => (/Ms$/.test(key) ? undefined : value));
    const before = withoutTimes();
    const other = open('record').toolkit;
    await Promise.all([
      other.execute('draw', {}),
      other.execute('find', { query: 'a' }),
      other.execute('find', { query: 'b' }),
    ]);
    expect(withoutTimes()).toEqual(before);
    expect((before as { calls: { tool: string }[] }).calls.map(({ tool }) => tool)).toEqual(['draw', 'find', 'find']);
  });

  it('may be a URL, and its folder is created', async () => {
    const url = new URL('deep/er/shop.json', `${pathToFileURL(folder).href}/`);
    const toolkit = createToolkit(new Shop(), record(url));
    await toolkit.execute('draw', {});
    const again = createToolkit(new Shop(), replay(url));
    expect((await again.execute('draw', {})).success).toBe(true);
  });

  it.each([
    [
      'does not exist',
      undefined,
      /There is no recording 'shop.calls.json'. Run the tests with TOOLWRIGHT_UPDATE=1 \(or jest -u, vitest --update\) to create it/,
    ],
    ['is not JSON', '{', /The recording 'shop.calls.json' is not valid JSON/],
    ['is another file', '{"name": "shop"}', /'shop.calls.json' is not a recording/],
    ['is of a newer version', '{"version": 2, "calls": []}', /was written by a newer version of toolwright/],
    ['has a broken call', '{"version": 1, "calls": [{}]}', /The call 0 of the recording 'shop.calls.json' is invalid/],
  ])('is refused when it %s', (_, content, message) => {
    if (content !== undefined) writeFileSync(file, content);
    expect(() => replay(file)).toThrow(message);
  });

  it('is refused by record() before a call has run, and stays as it is', async () => {
    writeFileSync(file, '{"name": "shop"}');
    expect(() => record(file)).toThrow(/'shop.calls.json' is not a recording/);
    expect(readFileSync(file, 'utf8')).toBe('{"name": "shop"}');
  });

  it('is refused without a path, and with an unknown option', () => {
    expect(() => replay('')).toThrow('replay: the file must be a path or a file URL');
    expect(() => record(new URL('http://x.test/'))).toThrow('record: the file must be a path or a file URL');
    expect(() => replay(file, { pase: 1 } as object)).toThrow("Did you mean 'pace'?");
  });
});
