import { jest } from '@jest/globals';
import { firstValueFrom, toArray } from 'rxjs';
import {
  image,
  type OffloadedResult,
  type OffloadOptions,
  offload,
  respond,
  Tool,
  Toolkit,
  ToolRegistry,
  ToolResult,
  text,
} from 'toolwright';
import { cache } from 'toolwright/middleware';
import { QuickJsEngine } from 'toolwright/sandbox';
import type { ResultStore, StoredResult } from 'toolwright/stores';

const lines = Array.from({ length: 1_000 }, (_, at) => `line ${at + 1} of the report`);
const report = lines.join('\n');

class Reports extends ToolRegistry {
  runs = 0;

  @Tool({ idempotent: true, annotations: { readOnlyHint: true } })
  report(): string {
    this.runs++;
    return report;
  }

  @Tool()
  short(): string {
    return 'short';
  }

  @Tool()
  line(): string {
    return '😀'.repeat(3_000);
  }

  @Tool()
  fail(): ToolResult {
    return ToolResult.fail(new Error(report));
  }

  @Tool()
  *stream(): Generator<string> {
    for (const line of lines) yield `${line}\n`;
  }

  @Tool()
  media() {
    return respond({ content: [text(report), image('aGk=', 'image/png')], structuredContent: { lines: 1_000 } });
  }
}

function setUp(options: Partial<OffloadOptions> = {}): Toolkit {
  const toolkit = new Toolkit().use(offload({ overChars: 3_000, head: 100, tail: 50, ...options }));
  toolkit.register(new Reports());
  return toolkit;
}

const offloadedOf = ({ metadata }: Pick<ToolResult, 'metadata'>) => metadata?.offloaded as OffloadedResult;

describe('offload', () => {
  it('passes the beginning, the end, the size and an ID to the model', async () => {
    const session = setUp().session();
    const result = await session.execute('report', {});
    const { id, ...size } = offloadedOf(result);
    expect(size).toEqual({ toolName: 'report', chars: report.length, lines: 1_000, bytes: report.length });
    expect(result.toText()).toBe(
      [
        report.slice(0, 100),
        `[${report.length - 150} of ${report.length} characters omitted]`,
        report.slice(-50),
        `[The result has ${report.length} characters in 1000 lines. Read on with read_result: ` +
          `{"id":"${id}","from":5}, or search it with "grep".]`,
      ].join('\n'),
    );
    expect(result.data).toBe(report);
    expect(await session.readResult(id)).toBe(report);
  });

  it('changes no short result, no error, no media and no structured content', async () => {
    const toolkit = setUp();
    expect((await toolkit.execute('short', {})).toText()).toBe('short');
    expect((await toolkit.execute('fail', {})).metadata?.offloaded).toBeUndefined();
    const { content, structuredContent } = await toolkit.execute('media', {});
    expect(content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(structuredContent).toEqual({ lines: 1_000 });
  });

  it('changes no chunk of a stream', async () => {
    const responses = await firstValueFrom(setUp().callTool({ name: 'stream', input: {} }).pipe(toArray()));
    const streamed = responses.filter(({ isLast }) => !isLast).map(({ content }) => content);
    expect(streamed.flat().map((block) => (block.type === 'text' ? block.text : ''))).toEqual(
      lines.map((line) => `${line}\n`),
    );
    expect(offloadedOf(responses.at(-1) as never).chars).toBeGreaterThan(report.length);
  });

  it('adds read_result to the tools, once', () => {
    const toolkit = setUp().use(offload({ overChars: 100_000 }));
    expect(
      toolkit
        .list()
        .map(({ name }) => name)
        .filter((name) => name === 'read_result'),
    ).toHaveLength(1);
    const grouped = new Toolkit();
    grouped.createGroup('reports', { use: [offload({ overChars: 10 })] });
    expect(grouped.get('read_result')).toBeDefined();
    const registered = new Toolkit();
    registered.register(new Reports(), { use: [offload({ overChars: 10 })] });
    expect(registered.get('read_result')).toBeDefined();
    expect(new Toolkit().get('read_result')).toBeUndefined();
  });

  it('refuses to add read_result if another tool has this name', () => {
    const toolkit = new Toolkit();
    toolkit.register(function read_result() {
      return '';
    });
    expect(() => toolkit.use(offload({ overChars: 10 }))).toThrow("'read_result'");
  });

  it('keeps read_result when the tools are cleared', async () => {
    const toolkit = setUp();
    await toolkit.clear();
    expect(toolkit.list().map(({ name }) => name)).toEqual(['read_result']);
  });

  it.each<[object, string]>([
    [{}, 'overChars is missing'],
    [{ overChars: 0 }, 'offload: overChars must be a whole number from 1, not 0'],
    [{ overChars: 10, head: 8, tail: 3 }, 'head and tail have 11 characters, more than overChars: 10'],
    [{ overChars: 10, head: -1 }, 'head must be a whole number of at least 0, not -1'],
    [{ overChars: 10, max: 1 }, "there is no option 'max'"],
    [{ overChars: 10, store: {} }, 'store must be an object with put() and get()'],
  ])('refuses the options %j', (options, words) => {
    expect(() => offload(options as OffloadOptions)).toThrow(words);
  });

  it('stores the result of each call that a cache answers', async () => {
    const toolkit = new Toolkit().use(offload({ overChars: 3_000 }), cache({ ttlMs: 60_000 }));
    const reports = new Reports();
    toolkit.register(reports);
    for (const session of [toolkit.session(), toolkit.session()]) {
      const { id } = offloadedOf(await session.execute('report', {}));
      expect(await session.readResult(id)).toBe(report);
    }
    expect(reports.runs).toBe(1);
  });
});

describe('a large result of a call in a program', () => {
  it('is not replaced for a program of code mode', async () => {
    const toolkit = setUp();
    toolkit.enableCodeMode({ engine: new QuickJsEngine() });
    const code = 'const text = await tools.report(); text.length';
    expect((await toolkit.execute('run_code', { code })).toText()).toContain(`"value":${report.length}`);
  });
});

describe('read_result', () => {
  async function open(options: Partial<OffloadOptions> = {}, tool = 'report') {
    const session = setUp(options).session();
    const { id } = offloadedOf(await session.execute(tool, {}));
    const read = async (input: object): Promise<string> => {
      const result = await session.execute('read_result', { id, ...input });
      return result.error === undefined ? result.toText() : result.error.code;
    };
    return { session, id, read };
  }

  it('reads lines, and says how to continue', async () => {
    const { read } = await open();
    expect(await read({ from: 5, lines: 2 })).toBe(
      `5\t${lines[4]}\n6\t${lines[5]}\n[of 1000 lines; continue with from: 7]`,
    );
    expect(await read({ from: 1_000 })).toBe(`1000\t${lines[999]}\n[end of 1000 lines]`);
    expect(await read({ from: 1_001 })).toBe('invalid_parameters');
  });

  it('finds lines that contain a text', async () => {
    const { read } = await open();
    expect(await read({ grep: 'LINE 99', from: 500, lines: 2 })).toBe(
      `990\t${lines[989]}\n991\t${lines[990]}\n[of 1000 lines; continue with from: 992]`,
    );
    expect(await read({ grep: '(a+)+$' })).toBe('not_found');
  });

  it('returns no more characters than a result may have, and is not offloaded itself', async () => {
    const { read, session } = await open();
    const shown = await read({ lines: 2_000 });
    expect(shown.length).toBeLessThan(3_200);
    expect(shown).toContain('continue with from: ');
    const { id } = offloadedOf(await session.execute('report', {}));
    expect((await session.execute('read_result', { id, lines: 2_000 })).metadata?.offloaded).toBeUndefined();
  });

  it('splits long lines, and never within a character', async () => {
    const { read } = await open({}, 'line');
    const shown = await read({ lines: 1 });
    expect(shown).toBe(`1\t${'😀'.repeat(500)}\n[of 6 lines; continue with from: 2]`);
  });

  it('reads the results of its own session only', async () => {
    const { session, id } = await open();
    const other = setUp().session();
    for (const scope of [other, setUp()]) {
      const { error } = await scope.execute('read_result', { id });
      expect(error?.code).toBe('not_found');
    }
    expect((await session.execute('read_result', { id })).error).toBeUndefined();
  });

  it('names the reason if a result has been removed', async () => {
    const { read, session } = await open({ maxResults: 2 });
    await session.execute('report', {});
    await session.execute('report', {});
    expect(await read({})).toBe('not_found');
    const { read: readLarge } = await open({ maxStoredChars: report.length * 2 });
    expect(await readLarge({ lines: 1 })).toContain('line 1');
  });

  it('is not offered for a result that is too large for the memory of a session', async () => {
    const result = await setUp({ maxStoredChars: 10 }).execute('report', {});
    expect(result.metadata?.offloaded).toBeUndefined();
    expect(result.toText()).toContain(`[The result has ${report.length} characters, and the rest cannot be read.]`);
  });
});

describe('a store of results', () => {
  it('has the text and the session of each result, also for another process', async () => {
    const stored = new Map<string, StoredResult>();
    const store: ResultStore = {
      put: (result) => void stored.set(result.id, result),
      get: async ({ id, sessionId }) => (stored.get(id)?.sessionId === sessionId ? stored.get(id)?.text : undefined),
    };
    const session = setUp({ store }).session({ id: 'conversation' });
    const { id } = offloadedOf(await session.execute('report', {}));
    expect(stored.get(id)).toEqual({ id, sessionId: 'conversation', toolName: 'report', text: report });
    const restarted = setUp({ store });
    expect(await restarted.session({ id: 'conversation' }).readResult(id)).toBe(report);
    await expect(restarted.session().readResult(id)).rejects.toThrow(`There is no result '${id}'`);
  });

  it('that fails costs the rest of the result, and not the result', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const store: ResultStore = { put: () => Promise.reject(new Error('disk full')), get: () => undefined };
    const result = await setUp({ store }).execute('report', {});
    expect(result.toText()).toContain('the rest cannot be read');
    expect(warn.mock.calls.map(([message]) => message)).toEqual([
      "The result of 'report' could not be stored: Error: disk full",
    ]);
    warn.mockRestore();
  });
});
