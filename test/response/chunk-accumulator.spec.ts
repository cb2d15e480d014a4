import { lastValueFrom, toArray } from 'rxjs';
import {
  audio,
  type CallOptions,
  image,
  NotFoundError,
  resource,
  respond,
  type ToolResponse,
  ToolResult,
  type ToolSpec,
  text,
} from 'toolwright';
import type { Accumulate } from '../../src/response/chunk-accumulator.js';
import { toolOf } from '../execution/tools.js';

/** A tool that yields these values, and returns the one of `returns`. */
function yielding(values: readonly unknown[], accumulate?: Accumulate, returns?: unknown): ToolSpec {
  return toolOf(
    function* () {
      yield* values;
      return returns;
    },
    accumulate === undefined ? {} : { accumulate },
  );
}

/** What a call of the tool amounts to, by its result and by its last response alike. */
async function wholeOf(spec: ToolSpec): Promise<Record<string, unknown>> {
  const { data, content, structuredContent, metadata, success } = await spec.exec();
  const last = await lastValueFrom(spec.stream());
  expect([last.content, last.structuredContent, last.metadata]).toEqual([content, structuredContent, metadata]);
  expect(success).toBe(true);
  return { data, content, structuredContent, metadata };
}

async function chunksOf(spec: ToolSpec, options?: CallOptions): Promise<readonly ToolResponse[]> {
  const responses = await lastValueFrom(spec.stream({}, options).pipe(toArray()));
  return responses.slice(0, -1);
}

const said = (value: string) => ({ type: 'text', text: value });
const wav = (...bytes: number[]) => audio(new Uint8Array(bytes), 'audio/wav');

describe('the whole of a stream', () => {
  describe("under 'concat', the default", () => {
    it('of strings is their text, without structured content', async () => {
      expect(await wholeOf(yielding(['a', 'é', '', ' b']))).toEqual({ data: 'aé b', content: [said('aé b')] });
    });

    it('of empty strings alone is the empty string', async () => {
      expect(await wholeOf(yielding(['', '']))).toEqual({ data: '', content: [] });
    });

    it('of nothing is nothing', async () => {
      expect(await wholeOf(yielding([]))).toEqual({ content: [] });
      expect(await wholeOf(yielding([undefined, undefined]))).toEqual({ content: [] });
    });

    it.each<readonly [string, readonly unknown[], unknown]>([
      ['one value', [{ a: 1 }], [{ a: 1 }]],
      ['several', [1, true, null], [1, true, null]],
      ['arrays', [[1], [2]], [[1], [2]]],
      [
        'values beyond JSON',
        [1n, new Set([1]), new Map([['a', 1]]), new Uint8Array([104, 105])],
        ['1', [1], { a: 1 }, 'aGk='],
      ],
      ['what has no JSON form', [Number.NaN, Symbol('a')], [null, null]],
    ])('of %s is the array of them', async (_, values, json) => {
      expect(await wholeOf(yielding(values))).toEqual({
        data: values,
        structuredContent: json,
        content: [said(JSON.stringify(json))],
      });
    });

    it('of strings among values is the text, then the array of the values as JSON text', async () => {
      expect(await wholeOf(yielding(['a', { a: 1 }, 'b', { a: 2 }]))).toEqual({
        data: [{ a: 1 }, { a: 2 }],
        structuredContent: [{ a: 1 }, { a: 2 }],
        content: [said('ab'), said('[{"a":1},{"a":2}]')],
      });
    });

    it('takes each value as it was when it was yielded', async () => {
      const counter = { at: 0 };
      const spec = toolOf(function* () {
        for (counter.at = 0; counter.at < 2; ) {
          counter.at++;
          yield counter;
        }
      });
      expect(await wholeOf(spec)).toMatchObject({
        structuredContent: [{ at: 1 }, { at: 2 }],
        content: [said('[{"at":1},{"at":2}]')],
      });
    });

    it('skips a bare yield, which still is a chunk', async () => {
      const spec = yielding(['a', undefined, { a: 1 }, undefined]);
      expect(await wholeOf(spec)).toMatchObject({ data: [{ a: 1 }] });
      expect((await chunksOf(spec)).map(({ content }) => content)).toEqual([[said('a')], [], [said('{"a":1}')], []]);
    });

    it('joins neighbouring text, of strings and of blocks', async () => {
      const values = ['a', text('b'), [text('c'), image('', 'image/png'), text('d')], 'e'];
      const content = [said('abc'), image('', 'image/png'), said('de')];
      expect(await wholeOf(yielding(values))).toEqual({ data: content, content });
      expect(await wholeOf(yielding([text('a'), text('b')]))).toEqual({ data: 'ab', content: [said('ab')] });
    });

    it('joins neighbouring audio of one type by bytes', async () => {
      const other = audio(new Uint8Array([9]), 'audio/mp3');
      const values = [wav(1), wav(2, 3), other, wav(4), 'a', wav(5), wav(6)];
      const content = [wav(1, 2, 3), other, wav(4), said('a'), wav(5, 6)];
      expect(await wholeOf(yielding(values))).toEqual({ data: content, content });
    });

    it('keeps whole what says more than its bytes or its text', async () => {
      const blocks = [
        text('a', { annotations: { priority: 1 } }),
        text('b', { _meta: { a: 1 } }),
        audio('AQ==', 'audio/wav', { _meta: {} }),
        audio('Ag==', 'audio/wav', { _meta: {} }),
        image('', 'image/png'),
        resource({ uri: 'file:///a', text: 'a' }),
      ];
      expect((await wholeOf(yielding(blocks))).content).toEqual(blocks);
    });

    it('of responses joins their content, collects their data and merges their metadata', async () => {
      const values = [
        respond({ content: [text('a')], structuredContent: { a: 1 }, metadata: { page: 1, from: 'cache' } }),
        respond({ content: [text('b')], metadata: { page: 2 } }),
        respond({ structuredContent: { a: 2 } }),
      ];
      expect(await wholeOf(yielding(values))).toEqual({
        data: [{ a: 1 }, { a: 2 }],
        structuredContent: [{ a: 1 }, { a: 2 }],
        content: [said('ab')],
        metadata: { page: 2, from: 'cache' },
      });
    });

    it('of results takes what they hold', async () => {
      expect(await wholeOf(yielding([ToolResult.ok('a'), ToolResult.ok('b')]))).toEqual({
        data: 'ab',
        content: [said('ab')],
      });
      const at = new Date(0);
      expect(await wholeOf(yielding([ToolResult.ok({ at })]))).toEqual({
        data: [{ at }],
        structuredContent: [{ at: '1970-01-01T00:00:00.000Z' }],
        content: [said('{"at":"1970-01-01T00:00:00.000Z"}')],
      });
    });

    it('takes look-alikes of blocks and responses for data', async () => {
      const values = [{ type: 'text', text: 'a' }, { ...respond({ content: [text('b')] }) }];
      expect(await wholeOf(yielding(values))).toMatchObject({ data: values, structuredContent: values });
    });
  });

  describe("under 'last'", () => {
    it.each<readonly [string, unknown, unknown]>([
      ['a string', 'b', { data: 'b', content: [said('b')] }],
      ['a value', { a: 2 }, { data: { a: 2 }, structuredContent: { a: 2 }, content: [said('{"a":2}')] }],
      ['an array', [1], { data: [1], structuredContent: [1], content: [said('[1]')] }],
      ['a block', wav(2), { data: wav(2), content: [wav(2)] }],
      [
        'a response',
        respond({ content: [text('b')], metadata: { page: 2 } }),
        { data: 'b', content: [said('b')], metadata: { page: 2 } },
      ],
      [
        'a result',
        ToolResult.ok({ a: 2 }),
        { data: { a: 2 }, structuredContent: { a: 2 }, content: [said('{"a":2}')] },
      ],
    ])('is the last chunk: %s', async (_, last, whole) => {
      const first = respond({ content: [text('a')], structuredContent: 1, metadata: { page: 1 } });
      expect(await wholeOf(yielding([first, last], 'last'))).toEqual(whole);
    });

    it('of nothing is nothing', async () => {
      expect(await wholeOf(yielding([], 'last'))).toEqual({ content: [] });
    });
  });

  it("under 'none' is empty, and the chunks come all the same", async () => {
    const spec = yielding(['a', { a: 1 }, text('b')], 'none');
    expect(await wholeOf(spec)).toEqual({ content: [] });
    expect(await chunksOf(spec)).toHaveLength(3);
  });

  it.each<Accumulate>(['concat', 'last', 'none'])(
    "under '%s' is what the generator returns, if it does",
    async (rule) => {
      expect(await wholeOf(yielding(['a', 'b'], rule, { sum: 2 }))).toEqual({
        data: { sum: 2 },
        structuredContent: { sum: 2 },
        content: [said('{"sum":2}')],
      });
      expect(await wholeOf(yielding([{ a: 1 }], rule, null))).toMatchObject({ data: null, structuredContent: null });
      expect(await wholeOf(yielding(['a'], rule, ''))).toMatchObject({ data: '' });
      const response = respond({ content: [text('b')], metadata: { page: 1 } });
      expect(await wholeOf(yielding(['a'], rule, response))).toEqual({
        data: 'b',
        content: [said('b')],
        metadata: { page: 1 },
      });
    },
  );

  describe('of another call that is passed on', () => {
    const inner = yielding([{ a: 1 }, { a: 2 }]).rename('inner');
    const whole = {
      data: [{ a: 1 }, { a: 2 }],
      structuredContent: [{ a: 1 }, { a: 2 }],
      content: [said('[{"a":1},{"a":2}]')],
    };

    it('is its whole, and each chunk comes once', async () => {
      const passing = [toolOf(() => inner.stream()), toolOf(() => inner.iterate())];
      for (const spec of passing) {
        expect(await wholeOf(spec)).toEqual(whole);
        const chunks = await chunksOf(spec, { callId: 'c1' });
        expect(chunks.map(({ id, toolName, structuredContent }) => [id, toolName, structuredContent])).toEqual([
          ['c1:0', 'probe', { a: 1 }],
          ['c1:1', 'probe', { a: 2 }],
        ]);
      }
    });

    it('is its whole as it says it, under every rule', async () => {
      const summing = yielding(['a', 'b'], 'none', { sum: 2 });
      for (const accumulate of ['concat', 'last'] as const) {
        const spec = toolOf(() => summing.stream(), { accumulate });
        expect(await wholeOf(spec)).toMatchObject({ data: { sum: 2 }, content: [said('{"sum":2}')] });
      }
      expect(await wholeOf(toolOf(() => summing.stream(), { accumulate: 'none' }))).toEqual({ content: [] });
    });

    it('adds up with what comes before, after and beside', async () => {
      const say = yielding(['b', 'c']);
      const spec = toolOf(async function* () {
        yield 'a';
        yield* say.iterate();
        yield* say.iterate();
        yield 'd';
      });
      expect(await wholeOf(spec)).toEqual({ data: 'abcbcd', content: [said('abcbcd')] });
      expect(await chunksOf(spec)).toHaveLength(6);
    });

    it('is the last response where that is all that is passed on', async () => {
      const spec = toolOf(async function* () {
        yield await lastValueFrom(inner.stream());
      });
      expect(await chunksOf(spec)).toHaveLength(1);
      expect((await wholeOf(spec)).structuredContent).toEqual([whole.data]);
    });

    it('fails as it does', async () => {
      const failing = toolOf(function* () {
        yield 'a';
        throw new NotFoundError('no more');
      });
      const { error, content } = await toolOf(() => failing.stream()).exec();
      expect(error?.code).toBe('not_found');
      expect(content).toEqual([said('a'), said('no more')]);
    });
  });

  describe('of a call that fails', () => {
    it('has what came before, structured content and metadata included', async () => {
      const spec = toolOf(function* () {
        yield respond({ content: [text('a')], structuredContent: 1, metadata: { page: 1 } });
        throw new NotFoundError('no more');
      });
      expect(await spec.exec()).toMatchObject({
        success: false,
        content: [said('a'), said('no more')],
        structuredContent: [1],
        metadata: { page: 1 },
      });
    });

    it('has what came before, though it can no longer be read', async () => {
      const value: Record<string, unknown> = { a: 1 };
      const spec = toolOf(function* () {
        yield value;
        value.self = value;
        throw new NotFoundError('no more');
      });
      expect(await spec.exec()).toMatchObject({ structuredContent: [{ a: 1 }], error: { code: 'not_found' } });
    });

    it('has the chunks before one that has no JSON form', async () => {
      const cycle: unknown[] = [];
      cycle.push(cycle);
      const { error, content } = await yielding(['a', cycle, 'b']).exec();
      expect(error?.code).toBe('invalid_output');
      expect(content).toEqual([said('a'), said('The tool returned data that contains itself.')]);
    });
  });

  it('of values nested as deep as allowed is one level deeper', async () => {
    let deep: unknown = 1;
    for (let level = 0; level < 500; level++) deep = [deep];
    expect((await yielding([deep]).exec()).success).toBe(true);
  });
});
