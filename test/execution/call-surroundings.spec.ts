import { jest } from '@jest/globals';
import { lastValueFrom, toArray } from 'rxjs';
import { DefinitionError, secret, type ToolContext, Toolkit, ToolSpec, ToolState } from 'toolwright';
import { toolOf } from './tools.js';

const noInput = { inputSchema: { type: 'object', properties: {} } } as const;

describe('a secret', () => {
  it('is redacted if the tool has renewed it and fails with the old one', async () => {
    const state = new ToolState({ token: secret('old-token-11') });
    const tool = ToolSpec.fromFunction(
      (token: string, ctx: ToolContext) => {
        ctx.state.set('token', secret('new-token-22'));
        throw new Error(`refused ${token}, try new-token-22`);
      },
      { name: 'f', params: { token: { type: String } }, bind: { token: 'token' }, ctx: 'ctx', state },
    );
    expect((await tool.exec({})).toText()).toBe('refused [redacted], try [redacted]');
  });

  it('that is the default of a binding is passed as its value, and is redacted', async () => {
    const tool = ToolSpec.fromFunction(
      (token: string) => {
        throw new Error(`refused ${token}`);
      },
      { name: 'f', params: { token: { type: String } }, bind: { token: { default: secret('default-token') } } },
    );
    expect((await tool.exec({})).toText()).toBe('refused [redacted]');
    const shown = ToolSpec.fromFunction((token: string) => token.length, {
      name: 'g',
      bind: { token: { default: secret('default-token') } },
    });
    expect(await shown.call({})).toBe('default-token'.length);
  });
});

describe('a stream that a tool forwards', () => {
  const inner = ToolSpec.fromFunction(
    function* () {
      yield 'working ';
      return { answer: 42 };
    },
    { name: 'inner', ...noInput },
  );
  const passing = (name: string, run: () => AsyncGenerator<unknown>): ToolSpec =>
    ToolSpec.fromFunction(run, { name, ...noInput });

  it("contributes its final response, in addition to the tool's own chunks", async () => {
    const outer = passing('outer', async function* () {
      yield 'pre ';
      yield* inner.iterate({});
      yield 'post';
    });
    const result = await outer.exec({});
    expect(result.toText()).toBe('pre {"answer":42}post');
    expect(result.structuredContent).toEqual([{ answer: 42 }]);
    const responses = await lastValueFrom(outer.stream({}).pipe(toArray()));
    expect(responses.map(({ content }) => content.map((block) => block.type === 'text' && block.text))).toEqual([
      ['pre '],
      ['working '],
      ['post'],
      ['pre {"answer":42}post'],
    ]);
  });

  it('is accumulated once for each of several streams', async () => {
    const outer = passing('outer', async function* () {
      yield* inner.iterate({});
      yield* inner.iterate({});
    });
    expect((await outer.exec({})).structuredContent).toEqual([{ answer: 42 }, { answer: 42 }]);
  });

  it('keeps its chunks if it is cut off', async () => {
    const outer = passing('outer', async function* () {
      for await (const response of inner.iterate({})) {
        yield response;
        break;
      }
    });
    expect((await outer.exec({})).toText()).toBe('working ');
  });

  it('follows the rule of its own tool', async () => {
    const lastOnly = toolOf(
      function* () {
        yield 'a';
        yield 'b';
      },
      { accumulate: 'last' },
    );
    const outer = passing('outer', async function* () {
      yield '1';
      yield* lastOnly.iterate({});
    });
    expect((await outer.exec({})).toText()).toBe('1b');
  });
});

describe('the options of a call', () => {
  const tool = ToolSpec.fromFunction(() => 'ran', { name: 'f', ...noInput });

  it.each([
    [{ timeoutMs: 0 }, 'f: timeoutMs must be a number above 0, not 0.'],
    [{ timeoutMs: Number.NaN }, 'f: timeoutMs must be a number above 0, not NaN.'],
    [{ timeoutMs: '5' as unknown as number }, 'f: timeoutMs must be a number above 0, not "5".'],
    [{ chunkTimeoutMs: -1 }, 'f: chunkTimeoutMs must be a number above 0, not -1.'],
    [{ retry: { maxRetries: -1 } }, 'f: retry.maxRetries must be a non-negative integer, not -1.'],
  ])('%j are rejected before anything runs', async (options, message) => {
    const { error, attempts } = await tool.exec({}, options);
    expect(error).toBeInstanceOf(DefinitionError);
    expect(error?.message).toBe(message);
    expect(attempts).toBe(0);
  });

  it.each([5, null, 'now', {}])('reject %j as a signal, of a tool and of a toolkit', async (wrong) => {
    const signal = wrong as unknown as AbortSignal;
    const toolkit = new Toolkit();
    toolkit.register(tool);
    const events: string[] = [];
    toolkit.events$.subscribe(({ type }) => events.push(type));
    for (const run of [() => tool.exec({}, { signal }), () => toolkit.execute('f', {}, { signal })]) {
      const { error, attempts } = await run();
      expect(error).toBeInstanceOf(DefinitionError);
      expect(error?.message).toMatch(/^The signal of a call must be an AbortSignal, not .*\.$/);
      expect(attempts).toBe(0);
    }
    expect(events).toEqual(['started', 'failed']);
  });

  it('pass on the reason of an abort', async () => {
    const stop = new AbortController();
    const reason = new Error('the user pressed stop');
    const waiting = toolOf(() => new Promise(() => undefined));
    const result = waiting.exec({}, { signal: stop.signal });
    stop.abort(reason);
    expect((await result).error?.cause).toBe(reason);
  });

  it('may contain a listener that throws: a warning is emitted, and the call continues', async () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const talking = ToolSpec.fromFunction(
      (ctx: ToolContext) => {
        ctx.progress(1);
        ctx.log('info', 'hello');
        return 'done';
      },
      { name: 'f', ctx: 'ctx' },
    );
    const fail = (): never => {
      throw new Error('broken listener');
    };
    try {
      expect(await talking.call({}, { onProgress: fail, onLog: fail })).toBe('done');
      const message = "A listener for 'f' failed: Error: broken listener";
      expect(warn.mock.calls.map(([warning]) => warning)).toEqual([message, message]);
    } finally {
      warn.mockRestore();
    }
  });
});

describe('a call of a toolkit', () => {
  it('reads the groups when it is subscribed to', async () => {
    const toolkit = new Toolkit();
    toolkit.createGroup('g', { active: true });
    toolkit.register(
      ToolSpec.fromFunction(() => 'ran', { name: 'f', ...noInput }),
      { group: 'g' },
    );
    const call = toolkit.callTool({ name: 'f', input: {} });
    toolkit.updateGroups(['g'], false);
    expect((await lastValueFrom(call)).error?.code).toBe('tool_inactive');
    toolkit.updateGroups(['g'], true);
    expect((await lastValueFrom(call)).state).toBe('success');
  });
});
