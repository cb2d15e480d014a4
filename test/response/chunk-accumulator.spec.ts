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
import type { Accumulate } from '../../src/call/response/chunk-accumulator.js';
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
async function finalOutputOf(spec: ToolSpec): Promise<Record<string, unknown>> {
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

describe('the complete output of a stream', () => {
  describe("under 'concat', the default", () => {
    it('of strings is their text, without structured content', async () => {
      expect(await finalOutputOf(yielding(['a', 'é', '', ' b']))).toEqual({ data: 'aé b', content: [said('aé b')] });
    });

    it('of only empty strings is the empty string', async () => {
      expect(await finalOutputOf(yielding(['', '']))).toEqual({ data: '', content: [] });
    });

    it('of no chunks is empty', async () => {
      expect(await finalOutputOf(yielding([]))).toEqual({ content: [] });
      expect(await finalOutputOf(yielding([undefined, undefined]))).toEqual({ content: [] });
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
    ])('of %s is the array of them', async (_, values, json) => {
      expect(await finalOutputOf(yielding(values))).toEqual({
        data: values,
        structuredContent: json,
        content: [said(JSON.stringify(json))],
      });
    });

    it('of strings among values is the text, then the array of the values as JSON text', async () => {
      expect(await finalOutputOf(yielding(['a', { a: 1 }, 'b', { a: 2 }]))).toEqual({
        data: [{ a: 1 }, { a: 2 }],
        structuredContent: [{ a: 1 }, { a: 2 }],
        content: [said('ab'), said('[{"a":1},{"a":2}]')],
      });
    });

    it('has each value in its state at the yield', async () => {
      const counter = { at: 0 };
      const spec = toolOf(function* () {
        for (counter.at = 0; counter.at < 2; ) {
          counter.at++;
          yield counter;
        }
      });
      expect(await finalOutputOf(spec)).toMatchObject({
        structuredContent: [{ at: 1 }, { at: 2 }],
        content: [said('[{"at":1},{"at":2}]')],
      });
    });

    it('skips a yield without a value, which still is a chunk', async () => {
      const spec = yielding(['a', undefined, { a: 1 }, undefined]);
      expect(await finalOutputOf(spec)).toMatchObject({ data: [{ a: 1 }] });
      expect((await chunksOf(spec)).map(({ content }) => content)).toEqual([[said('a')], [], [said('{"a":1}')], []]);
    });

    it('joins adjacent text of strings and blocks', async () => {
      const values = ['a', text('b'), [text('c'), image('', 'image/png'), text('d')], 'e'];
      const content = [said('abc'), image('', 'image/png'), said('de')];
      expect(await finalOutputOf(yielding(values))).toEqual({ data: content, content });
      expect(await finalOutputOf(yielding([text('a'), text('b')]))).toEqual({ data: 'ab', content: [said('ab')] });
    });

    it('joins adjacent audio of one type by bytes', async () => {
      const other = audio(new Uint8Array([9]), 'audio/mp3');
      const values = [wav(1), wav(2, 3), other, wav(4), 'a', wav(5), wav(6)];
      const content = [wav(1, 2, 3), other, wav(4), said('a'), wav(5, 6)];
      expect(await finalOutputOf(yielding(values))).toEqual({ data: content, content });
    });

    it('does not join blocks with annotations or metadata', async () => {
      const blocks = [
        text('a', { annotations: { priority: 1 } }),
        text('b', { _meta: { a: 1 } }),
        audio('AQ==', 'audio/wav', { _meta: {} }),
        audio('Ag==', 'audio/wav', { _meta: {} }),
        image('', 'image/png'),
        resource({ uri: 'file:///a', text: 'a' }),
      ];
      expect((await finalOutputOf(yielding(blocks))).content).toEqual(blocks);
    });

    it('of responses joins their content, collects their data and merges their metadata', async () => {
      const values = [
        respond({ content: [text('a')], structuredContent: { a: 1 }, metadata: { page: 1, from: 'cache' } }),
        respond({ content: [text('b')], metadata: { page: 2 } }),
        respond({ structuredContent: { a: 2 } }),
      ];
      expect(await finalOutputOf(yielding(values))).toEqual({
        data: [{ a: 1 }, { a: 2 }],
        structuredContent: [{ a: 1 }, { a: 2 }],
        content: [said('ab')],
        metadata: { page: 2, from: 'cache' },
      });
    });

    it('of results merges their data and content', async () => {
      expect(await finalOutputOf(yielding([ToolResult.ok('a'), ToolResult.ok('b')]))).toEqual({
        data: 'ab',
        content: [said('ab')],
      });
      const at = new Date(0);
      expect(await finalOutputOf(yielding([ToolResult.ok({ at })]))).toEqual({
        data: [{ at }],
        structuredContent: [{ at: '1970-01-01T00:00:00.000Z' }],
        content: [said('{"at":"1970-01-01T00:00:00.000Z"}')],
      });
    });

    it('treats objects shaped like blocks and responses as data', async () => {
      const values = [{ type: 'text', text: 'a' }, { ...respond({ content: [text('b')] }) }];
      expect(await finalOutputOf(yielding(values))).toMatchObject({ data: values, structuredContent: values });
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
      expect(await finalOutputOf(yielding([first, last], 'last'))).toEqual(whole);
    });

    it('of no chunks is empty', async () => {
      expect(await finalOutputOf(yielding([], 'last'))).toEqual({ content: [] });
    });
  });

  it("under 'none' is empty, but the chunks are emitted", async () => {
    const spec = yielding(['a', { a: 1 }, text('b')], 'none');
    expect(await finalOutputOf(spec)).toEqual({ content: [] });
    expect(await chunksOf(spec)).toHaveLength(3);
  });

  it.each<Accumulate>(['concat', 'last', 'none'])(
    "under '%s' is what the generator returns, if it does",
    async (rule) => {
      expect(await finalOutputOf(yielding(['a', 'b'], rule, { sum: 2 }))).toEqual({
        data: { sum: 2 },
        structuredContent: { sum: 2 },
        content: [said('{"sum":2}')],
      });
      expect(await finalOutputOf(yielding([{ a: 1 }], rule, null))).toMatchObject({
        data: null,
        structuredContent: null,
      });
      expect(await finalOutputOf(yielding(['a'], rule, ''))).toMatchObject({ data: '' });
      const response = respond({ content: [text('b')], metadata: { page: 1 } });
      expect(await finalOutputOf(yielding(['a'], rule, response))).toEqual({
        data: 'b',
        content: [said('b')],
        metadata: { page: 1 },
      });
    },
  );

  describe('of another call that is forwarded', () => {
    const inner = yielding([{ a: 1 }, { a: 2 }]).rename('inner');
    const whole = {
      data: [{ a: 1 }, { a: 2 }],
      structuredContent: [{ a: 1 }, { a: 2 }],
      content: [said('[{"a":1},{"a":2}]')],
    };

    it('is its final output, and each chunk is emitted once', async () => {
      const passing = [toolOf(() => inner.stream()), toolOf(() => inner.iterate())];
      for (const spec of passing) {
        expect(await finalOutputOf(spec)).toEqual(whole);
        const chunks = await chunksOf(spec, { callId: 'c1' });
        expect(chunks.map(({ id, toolName, structuredContent }) => [id, toolName, structuredContent])).toEqual([
          ['c1:0', 'probe', { a: 1 }],
          ['c1:1', 'probe', { a: 2 }],
        ]);
      }
    });

    it('is its final response, under every rule', async () => {
      const summing = yielding(['a', 'b'], 'none', { sum: 2 });
      for (const accumulate of ['concat', 'last'] as const) {
        const spec = toolOf(() => summing.stream(), { accumulate });
        expect(await finalOutputOf(spec)).toMatchObject({ data: { sum: 2 }, content: [said('{"sum":2}')] });
      }
      expect(await finalOutputOf(toolOf(() => summing.stream(), { accumulate: 'none' }))).toEqual({ content: [] });
    });

    it('is combined with the output before, after and in between', async () => {
      const say = yielding(['b', 'c']);
      const spec = toolOf(async function* () {
        yield 'a';
        yield* say.iterate();
        yield* say.iterate();
        yield 'd';
      });
      expect(await finalOutputOf(spec)).toEqual({ data: 'abcbcd', content: [said('abcbcd')] });
      expect(await chunksOf(spec)).toHaveLength(6);
    });

    it('is text if the other tool declares that it returns text', async () => {
      const declared = { outputSchema: { type: 'string' } } as const;
      const say = toolOf(() => yielding(['b', 'c']).stream(), declared);
      const spec = toolOf(async function* () {
        yield 'a';
        yield* say.iterate();
      });
      expect(await finalOutputOf(spec)).toEqual({ data: 'abc', content: [said('abc')] });
    });

    it('is the final response if only that is forwarded', async () => {
      const spec = toolOf(async function* () {
        yield await lastValueFrom(inner.stream());
      });
      expect(await chunksOf(spec)).toHaveLength(1);
      expect((await finalOutputOf(spec)).structuredContent).toEqual([whole.data]);
    });

    it('fails with its error', async () => {
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
    it('has the output before the failure, including structured content and metadata', async () => {
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

    it('has the output before the failure, even if it can no longer be read', async () => {
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
