import { runInNewContext } from 'node:vm';
import { lastValueFrom, of, toArray } from 'rxjs';
import { audio, image, NotFoundError, respond, type ToolResponse, ToolResult, text } from 'toolwright';
import { consumers } from '../execution/consumers.js';
import { toolOf } from '../execution/tools.js';

const said = (value: string) => ({ type: 'text', text: value });

/** A result's data, content, structured content and metadata; those that are not there are not. */
async function meaningOf(value: unknown): Promise<Record<string, unknown>> {
  const spec = toolOf(() => value);
  const [result, promised] = [await spec.exec(), await toolOf(async () => value).exec()];
  expect(promised).toEqual({ ...result, callId: promised.callId, durationMs: promised.durationMs });
  const responses = await lastValueFrom(spec.stream().pipe(toArray()));
  expect(responses).toHaveLength(1);
  expect(responses[0]).toMatchObject({ state: 'success', isLast: true, stream: false, content: result.content });
  expect(responses[0]?.structuredContent).toEqual(result.structuredContent);
  const { data, content, structuredContent, metadata } = result;
  return { data, content, structuredContent, metadata };
}

describe('a returned value', () => {
  it.each<readonly [string, unknown, unknown, readonly unknown[]]>([
    ['an object', { ort: 'Köln' }, { ort: 'Köln' }, [said('{"ort":"Köln"}')]],
    ['an array', [1, 'a'], [1, 'a'], [said('[1,"a"]')]],
    ['an empty array', [], [], [said('[]')]],
    ['an array of strings', ['a', 'b'], ['a', 'b'], [said('["a","b"]')]],
    ['a number', 5, 5, [said('5')]],
    ['zero', 0, 0, [said('0')]],
    ['false', false, false, [said('false')]],
    ['null', null, null, [said('null')]],
    ['a bigint', 5n, '5', [said('"5"')]],
    ['a Date', new Date(0), '1970-01-01T00:00:00.000Z', [said('"1970-01-01T00:00:00.000Z"')]],
    ['a Map', new Map([['a', 1]]), { a: 1 }, [said('{"a":1}')]],
    ['a Set', new Set(['a']), ['a'], [said('["a"]')]],
    ['bytes', new Uint8Array([104, 105]), 'aGk=', [said('"aGk="')]],
    [
      'a look-alike block',
      { type: 'text', text: 'a' },
      { type: 'text', text: 'a' },
      [said('{"type":"text","text":"a"}')],
    ],
    ['blocks among data', [text('a'), 1], [{ type: 'text', text: 'a' }, 1], [said('[{"type":"text","text":"a"},1]')]],
  ])('that is %s is data, shown as JSON text', async (_, value, structuredContent, content) => {
    const meaning = await meaningOf(value);
    expect(meaning).toEqual({ data: value, structuredContent, content });
    expect(meaning.data).toBe(value);
  });

  it('that is a string is only text', async () => {
    expect(await meaningOf('é')).toEqual({ data: 'é', content: [said('é')] });
  });

  it('that is undefined is an empty success', async () => {
    expect(await meaningOf(undefined)).toEqual({ content: [] });
    const result = await toolOf(() => undefined).exec();
    expect('data' in result || 'structuredContent' in result).toBe(false);
  });

  it('that is a block, or an array of blocks, is content', async () => {
    const picture = image('aGk=', 'image/png');
    expect(await meaningOf(picture)).toEqual({ data: picture, content: [picture] });
    const blocks = [text('a'), audio('aGk=', 'audio/wav')];
    expect(await meaningOf(blocks)).toEqual({ data: blocks, content: blocks });
  });

  describe('that is a response', () => {
    it('has its content, its data and its metadata; the pipeline sets the rest', async () => {
      const response = respond({ content: [text('a')], structuredContent: { at: new Date(0) }, metadata: { page: 1 } });
      expect(await meaningOf(response)).toEqual({
        data: { at: new Date(0) },
        content: [said('a')],
        structuredContent: { at: '1970-01-01T00:00:00.000Z' },
        metadata: { page: 1 },
      });
      const last = await lastValueFrom(toolOf(() => response).stream({}, { callId: 'c1' }));
      expect(last).toMatchObject({ id: 'c1', callId: 'c1', toolName: 'probe' });
    });

    it('has its text as data if it has no other data, and its blocks if some are not text', async () => {
      expect((await meaningOf(respond({ content: [text('a'), text('b')] }))).data).toBe('a\nb');
      const blocks = [text('a'), image('', 'image/png')];
      expect((await meaningOf(respond({ content: blocks }))).data).toEqual(blocks);
      expect((await meaningOf(respond({ structuredContent: null }))).data).toBeNull();
    });

    it('of another call is that call’s outcome', async () => {
      const inner = toolOf(() => ({ a: 1 }));
      const outer = toolOf(() => lastValueFrom(inner.stream()), { name: 'outer' });
      expect(await outer.exec()).toMatchObject({ success: true, data: { a: 1 }, toolName: 'outer' });
      const failing = toolOf(() => Promise.reject(new NotFoundError('no tea')));
      const { success, error, content } = await toolOf(() => lastValueFrom(failing.stream())).exec();
      expect({ success, code: error?.code, content }).toEqual({
        success: false,
        code: 'not_found',
        content: [said('no tea')],
      });
    });
  });

  it('that is a result has its outcome', async () => {
    const data = { a: 1n };
    expect((await meaningOf(ToolResult.ok(data))).data).toBe(data);
    const failure = new NotFoundError('no tea');
    const { success, error, content } = await toolOf(() => ToolResult.fail(failure)).exec();
    expect({ success, content }).toEqual({ success: false, content: [said('no tea')] });
    expect(error).toBe(failure);
    const inner = toolOf(() => data);
    expect(await toolOf(() => inner.exec()).exec({}, { callId: 'c1' })).toMatchObject({ data, callId: 'c1' });
  });

  it('of another realm is recognised', async () => {
    const foreign: unknown = runInNewContext("({ map: new Map([['a', 1]]), list: new Set([1]) })");
    expect((await meaningOf(foreign)).structuredContent).toEqual({ map: { a: 1 }, list: [1] });
    const generator: unknown = runInNewContext("(function* () { yield 'a'; yield 'b'; })()");
    expect(await toolOf(() => generator).call()).toBe('ab');
    const later: unknown = runInNewContext("(async () => 'a')()");
    expect(await toolOf(() => later).call()).toBe('a');
  });

  it('is recognised by its value, not by the declared type: only generators, AsyncIterables and Observables stream', async () => {
    const streams: readonly unknown[] = [
      (function* () {
        yield 'a';
      })(),
      (async function* () {
        yield 'a';
      })(),
      {
        async *[Symbol.asyncIterator]() {
          yield 'a';
        },
      },
      new ReadableStream({
        start(controller) {
          controller.enqueue('a');
          controller.close();
        },
      }),
      of('a'),
    ];
    for (const stream of streams) {
      const responses = await lastValueFrom(
        toolOf(async () => stream)
          .stream()
          .pipe(toArray()),
      );
      expect(responses.map(({ stream: isStream, isLast }: ToolResponse) => [isStream, isLast])).toEqual([
        [true, false],
        [true, true],
      ]);
    }
  });
});

describe.each(consumers)('data that has no JSON form, by $name', ({ consume }) => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  let deep: unknown = 1;
  for (let level = 0; level < 501; level++) deep = [deep];

  it.each<readonly [string, unknown, RegExp]>([
    ['contains itself', cycle, /contains itself/],
    ['is nested too deep', deep, /deeper than 500 levels/],
    ['cannot be read', Object.defineProperty({}, 'a', { enumerable: true, get: throwNow }), /no entry/],
    ['throws in toJSON', { toJSON: throwNow }, /no entry/],
  ])('because it %s is an invalid output', async (_, value, message) => {
    const { ending } = await consume(toolOf(() => value));
    expect(ending).toMatchObject({ success: false, code: 'invalid_output', message: expect.stringMatching(message) });
  });
});

function throwNow(): never {
  throw new RangeError('no entry');
}
