import 'toolwright/dto';
import { IsInt, IsString, Min } from 'class-validator';
import { type ExecutorToolOptions, NotFoundError, respond, type SchemaSource, ToolResult, text } from 'toolwright';
import { z } from 'zod';
import { consumers } from './consumers.js';
import { toolOf } from './tools.js';

class Hit {
  @IsString() title!: string;
  @IsInt() @Min(0) count!: number;
}

const jsonHit = {
  type: 'object',
  properties: { title: { type: 'string' }, count: { type: 'integer', minimum: 0 } },
  required: ['title', 'count'],
} as const;

const hitSchemas: readonly (readonly [string, SchemaSource])[] = [
  ['a JSON Schema', jsonHit],
  ['a DTO class', Hit],
  ['a Standard Schema', z.object({ title: z.string(), count: z.number().int().min(0) })],
];

describe.each(consumers)('outputs by $name', ({ consume }) => {
  describe.each(hitSchemas)('validated against %s', (_, outputSchema) => {
    const good = { title: 'tea', count: 2 };
    const bad = { title: 'tea', count: -1 };

    it.each<readonly [string, () => unknown]>([
      ['returned', () => good],
      ['promised', async () => good],
      ['in a result', () => ToolResult.ok(good)],
      ['in a response', () => respond({ content: [text('2 x tea')], structuredContent: good })],
      [
        'returned by a generator',
        function* () {
          yield 'looking';
          return good;
        },
      ],
    ])('are accepted if they match: %s', async (_, body) => {
      const { ending } = await consume(toolOf(body, { outputSchema }));
      expect(ending).toMatchObject({ success: true, structuredContent: good });
    });

    it.each<readonly [string, () => unknown]>([
      ['returned', () => bad],
      ['promised', async () => bad],
      ['in a result', () => ToolResult.ok(bad)],
      ['in a response', () => respond({ structuredContent: bad })],
      [
        'returned by a generator',
        function* () {
          yield 'looking';
          return bad;
        },
      ],
    ])('are invalid if they do not match: %s', async (title, body) => {
      const { ending, responses } = await consume(toolOf(body, { outputSchema }));
      expect(ending).toMatchObject({
        success: false,
        code: 'invalid_output',
        message: expect.stringMatching(/^'probe' returned data that does not fit its output schema: .*count/),
      });
      if (title === 'returned by a generator') expect(ending.text.startsWith('looking\n')).toBe(true);
      for (const { structuredContent } of responses) expect(structuredContent).toBeUndefined();
    });

    it('are invalid if they are missing', async () => {
      expect((await consume(toolOf(() => undefined, { outputSchema }))).ending.code).toBe('invalid_output');
    });
  });

  it('have issues in the error', async () => {
    const spec = toolOf(() => ({ title: 5 }), { outputSchema: jsonHit });
    const { error } = await spec.exec();
    expect(error?.details).toMatchObject({
      issues: expect.arrayContaining([{ path: '/title', message: expect.any(String), rule: 'type' }]),
    });
    expect((await consume(spec)).ending.message).toMatch(/title.*count|count.*title/);
  });

  it('that are text are validated as a JSON string', async () => {
    const spec = (value: string) => toolOf(() => value, { outputSchema: { type: 'string', maxLength: 3 } });
    expect((await consume(spec('tea'))).ending).toMatchObject({ success: true, text: 'tea', structuredContent: 'tea' });
    expect((await consume(spec('coffee'))).ending).toMatchObject({ success: false, code: 'invalid_output' });
  });

  it('are validated in their JSON form', async () => {
    const spec = toolOf(() => ({ at: new Date(0), ids: new Set([1n]) }), {
      outputSchema: {
        type: 'object',
        properties: { at: { type: 'string', format: 'date-time' }, ids: { type: 'array', items: { type: 'string' } } },
      },
    });
    expect((await consume(spec)).ending).toMatchObject({
      success: true,
      structuredContent: { at: '1970-01-01T00:00:00.000Z', ids: ['1'] },
    });
  });

  describe('of streams', () => {
    const items: ExecutorToolOptions['outputSchema'] = { type: 'array', items: jsonHit };
    const yielding = (values: readonly unknown[], options: Partial<ExecutorToolOptions>) =>
      toolOf(function* () {
        yield* values;
      }, options);

    it('are validated after accumulation', async () => {
      const hits = [
        { title: 'a', count: 1 },
        { title: 'b', count: 2 },
      ];
      const good = await consume(yielding(hits, { outputSchema: items }));
      expect(good.ending).toMatchObject({ success: true, structuredContent: hits });
      const bad = await consume(yielding([{ title: 'a' }], { outputSchema: items }));
      expect(bad.ending).toMatchObject({ success: false, code: 'invalid_output' });
      const last = await consume(yielding(hits, { outputSchema: jsonHit, accumulate: 'last' }));
      expect(last.ending).toMatchObject({ success: true, structuredContent: hits[1] });
    });

    it('without chunks are an empty list or an empty text, as the schema requires', async () => {
      const none = await consume(yielding([], { outputSchema: items }));
      expect(none.ending).toMatchObject({ success: true, structuredContent: [], text: '[]' });
      const silent = await consume(yielding([], { outputSchema: { type: 'string' } }));
      expect(silent.ending).toMatchObject({ success: true, structuredContent: '' });
    });

    it('without chunks are invalid if the schema requires a value', async () => {
      const outputSchemas: readonly ExecutorToolOptions['outputSchema'][] = [jsonHit, { type: 'array', minItems: 1 }];
      for (const outputSchema of outputSchemas) {
        expect((await consume(yielding([], { outputSchema }))).ending.code).toBe('invalid_output');
      }
      const last = yielding([], { outputSchema: items, accumulate: 'last' });
      expect((await consume(last)).ending.code).toBe('invalid_output');
    });

    it('are not validated if nothing is accumulated', async () => {
      const spec = yielding([{ title: 5 }], { outputSchema: items, accumulate: 'none' });
      expect((await consume(spec)).ending).toMatchObject({ success: true, text: '' });
    });
  });

  describe('under strictReturn', () => {
    const strict = (body: () => unknown) => toolOf(body, { strictReturn: true });
    const complaint =
      "'probe' must return a ToolResult or a response. Use ToolResult.ok(data), ToolResult.fail(error) or respond().";

    it.each<readonly [string, () => unknown]>([
      ['a result', () => ToolResult.ok('tea')],
      ['a promised response', async () => respond({ content: [text('tea')] })],
      [
        'yielded responses',
        function* () {
          yield respond({ content: [text('t')] });
          yield respond({ content: [text('ea')] });
        },
      ],
      [
        'a result that a generator returns',
        async function* () {
          yield respond({ content: [text('hidden')] });
          return ToolResult.ok('tea');
        },
      ],
    ])('may be %s', async (_, body) => {
      expect((await consume(strict(body))).ending).toMatchObject({ success: true, text: 'tea' });
    });

    it.each<readonly [string, () => unknown]>([
      ['a string', () => 'tea'],
      ['nothing', () => undefined],
      ['a block', () => text('tea')],
      ['a look-alike of a response', () => ({ ...respond({ content: [text('tea')] }) })],
      [
        'a yielded string',
        function* () {
          yield 'tea';
        },
      ],
      [
        'a string that a generator returns',
        // biome-ignore lint/correctness/useYield: it is a generator that only returns.
        function* () {
          return 'tea';
        },
      ],
    ])('may not be %s', async (_, body) => {
      expect((await consume(strict(body))).ending).toMatchObject({ code: 'invalid_output', message: complaint });
    });

    it('may be a failed result, which is preserved', async () => {
      const failing = strict(() => ToolResult.fail(new NotFoundError('no tea')));
      expect((await consume(failing)).ending).toMatchObject({ code: 'not_found', text: 'no tea' });
    });
  });

  describe('longer than maxOutputChars', () => {
    const short = (value: unknown, maxOutputChars: number) => toolOf(() => value, { maxOutputChars });
    const textOf = async (value: unknown, maxOutputChars: number): Promise<string> =>
      (await consume(short(value, maxOutputChars))).ending.text;

    it('are truncated with a note', async () => {
      expect(await textOf('abcdef', 4)).toBe('abcd\n[truncated: 4 of 6 characters shown]');
      expect(await textOf('abcdef', 6)).toBe('abcdef');
      expect(await textOf('', 1)).toBe('');
    });

    it('are never truncated within a character', async () => {
      expect(await textOf('ab😀cd', 3)).toBe('ab\n[truncated: 3 of 6 characters shown]');
      expect(await textOf('ab😀cd', 4)).toBe('ab😀\n[truncated: 4 of 6 characters shown]');
      expect(await textOf('😀', 1)).toBe('[truncated: 1 of 2 characters shown]');
    });

    it('do not truncate their data', async () => {
      const value = { list: ['a', 'b', 'c'] };
      const { data, structuredContent } = await short(value, 5).exec();
      expect(data).toBe(value);
      expect(structuredContent).toEqual(value);
      expect(await textOf(value, 5)).toBe('{"lis\n[truncated: 5 of 22 characters shown]');
    });

    it('are truncated across all of their blocks, which keep their other fields', async () => {
      const annotations = { audience: ['user'] } as const;
      const blocks = [text('abc'), text('defg', { annotations }), text('hij')];
      const { content } = await short(blocks, 5).exec();
      expect(content).toEqual([
        { type: 'text', text: 'abc' },
        { type: 'text', text: 'de', annotations },
        { type: 'text', text: '[truncated: 5 of 10 characters shown]' },
      ]);
      expect(blocks.map((block) => block.text)).toEqual(['abc', 'defg', 'hij']);
    });

    it('are truncated only in the final response', async () => {
      const spec = toolOf(
        function* () {
          yield 'abc';
          yield 'def';
        },
        { maxOutputChars: 4 },
      );
      const { responses, ending } = await consume(spec);
      expect(ending.text).toBe('abcd\n[truncated: 4 of 6 characters shown]');
      const chunks = responses.slice(0, -1).map(({ content }) => content);
      if (responses.length > 0) {
        expect(chunks).toEqual([[{ type: 'text', text: 'abc' }], [{ type: 'text', text: 'def' }]]);
      }
    });

    it('never hide a failure, regardless of its length and of the output before it', async () => {
      const spec = toolOf(
        function* () {
          yield 'abcdef';
          throw new RangeError('broken to pieces');
        },
        { maxOutputChars: 6 },
      );
      expect((await consume(spec)).ending.text).toBe('abcdef\nbroken\n[truncated: 6 of 16 characters shown]');
    });
  });
});

describe('a final response', () => {
  it('is frozen, and has no key for an absent value', async () => {
    const responses: unknown[] = [];
    for await (const response of toolOf(() => 'tea').iterate()) responses.push(response);
    expect(responses).toHaveLength(1);
    const [last] = responses as [object];
    expect(Object.isFrozen(last)).toBe(true);
    expect(Object.keys(last)).toEqual([
      'id',
      'callId',
      'toolName',
      'content',
      'state',
      'stream',
      'isLast',
      'isInterrupted',
    ]);
  });

  it('has the error of a failure as plain data', async () => {
    const spec = toolOf(() => Promise.reject(new NotFoundError('no tea', { details: { id: 5 } })));
    for await (const response of spec.iterate()) {
      expect(response.error).toEqual({ code: 'not_found', message: 'no tea', retryable: false, details: { id: 5 } });
    }
  });
});
