import 'toolwright/dto';
import { Exclude, instanceToPlain } from 'class-transformer';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { clientTool, type ExecutorToolOptions, respond, Toolkit, ToolResult, text, tool } from 'toolwright';
import { z } from 'zod';
import { cancellableConsumers, consumers } from './consumers.js';
import { toolOf } from './tools.js';

const row = { id: 1, email: 'a@b.ch', passwordHash: 'SECRET' };
const shown = { id: 1, email: 'a@b.ch' };
const User = z.object({ id: z.int(), email: z.string() });

describe.each(consumers)('the output of a Standard Schema by $name', ({ consume }) => {
  it.each<readonly [string, () => unknown, Partial<ExecutorToolOptions>, unknown, string]>([
    ['returned data', () => row, {}, shown, JSON.stringify(shown)],
    ['promised data', async () => row, {}, shown, JSON.stringify(shown)],
    ['a result', () => ToolResult.ok(row), {}, shown, JSON.stringify(shown)],
    ['a result under strictReturn', () => ToolResult.ok(row), { strictReturn: true }, shown, JSON.stringify(shown)],
    ['a response', () => respond({ structuredContent: row }), {}, shown, ''],
    [
      'a response with a text',
      () => respond({ content: [text('the user')], structuredContent: row }),
      {},
      shown,
      'the user',
    ],
    [
      'a response with the data as text',
      () => respond({ content: [text(JSON.stringify(row, null, 2))], structuredContent: row }),
      {},
      shown,
      JSON.stringify(shown),
    ],
    ['a list', () => [row, row], { outputSchema: z.array(User) }, [shown, shown], JSON.stringify([shown, shown])],
    [
      'the chunks of a stream',
      function* () {
        yield 'Users: ';
        yield row;
        yield ToolResult.ok(row);
      },
      { outputSchema: z.array(User) },
      [shown, shown],
      `Users: ${JSON.stringify(shown)}\n${JSON.stringify([shown, shown])}`,
    ],
    [
      'the last chunk of a stream',
      function* () {
        yield row;
        yield row;
      },
      { accumulate: 'last' },
      shown,
      JSON.stringify(shown),
    ],
    [
      'what a stream returns',
      function* () {
        yield 'looking';
        return row;
      },
      {},
      shown,
      JSON.stringify(shown),
    ],
    ['data with a default', () => ({}), { outputSchema: z.object({ a: z.number().default(3) }) }, { a: 3 }, '{"a":3}'],
    ['a text', () => ' tea ', { outputSchema: z.string().trim() }, 'tea', 'tea'],
    [
      'converted data',
      () => ({ a: '5' }),
      { outputSchema: z.object({ a: z.string().transform(Number).pipe(z.number()) }) },
      { a: 5 },
      '{"a":5}',
    ],
    [
      'data of an asynchronous schema',
      () => row,
      { outputSchema: User.refine(async ({ id }) => Promise.resolve(id > 0)) },
      shown,
      JSON.stringify(shown),
    ],
    ['an open object', () => row, { outputSchema: z.looseObject({ id: z.int() }) }, row, JSON.stringify(row)],
  ])('is what clients read: %s', async (_, body, options, structuredContent, shownText) => {
    const { ending } = await consume(toolOf(body, { outputSchema: User, ...options }));
    expect(ending).toMatchObject({ success: true, structuredContent, text: shownText });
    expect(ending.structuredContent).toEqual(structuredContent);
  });

  it('is what a failed stream shows', async () => {
    const spec = toolOf(
      function* () {
        yield row;
        yield ToolResult.ok(row);
        throw new RangeError('broken');
      },
      { outputSchema: z.array(User) },
    );
    const { ending, responses } = await consume(spec);
    expect(ending.success).toBe(false);
    expect(JSON.stringify([ending, responses])).not.toContain('SECRET');
    expect(ending.text).toContain(JSON.stringify([shown, shown]));
  });

  it('is refused if it has no JSON form', async () => {
    const outputSchema = z.object({
      a: z
        .any()
        .transform(() => Symbol('a'))
        .pipe(z.any()),
    });
    const { ending } = await consume(toolOf(() => ({ a: 1 }), { outputSchema }));
    expect(ending.code).toBe('invalid_output');
  });
});

describe.each(cancellableConsumers)('a chunk by $name', ({ consume }) => {
  it.each<readonly [string, unknown, Partial<ExecutorToolOptions>, unknown]>([
    ['that is an item', row, { outputSchema: z.array(User) }, shown],
    ['that is a result', ToolResult.ok(row), { outputSchema: z.array(User) }, shown],
    ['that replaces the one before', row, { accumulate: 'last' }, shown],
    ['that is not accepted alone', row, { outputSchema: z.array(User).min(2) }, undefined],
    ['of a stream that returns its data', { percent: 10 }, {}, { percent: 10 }],
  ])('shows the output of a Standard Schema: a chunk %s', async (_, chunk, options, structuredContent) => {
    const spec = toolOf(
      function* () {
        yield chunk;
        yield chunk;
      },
      { outputSchema: User, ...options },
    );
    const { responses } = await consume(spec);
    expect(responses).toHaveLength(3);
    for (const response of responses.slice(0, -1)) {
      expect(response.structuredContent).toEqual(structuredContent);
      expect(response.content).toEqual(
        structuredContent === undefined ? [] : [{ type: 'text', text: JSON.stringify(structuredContent) }],
      );
    }
  });
});

describe('the output of a Standard Schema', () => {
  it('is the data of the call', async () => {
    const find = tool(() => row, { name: 'find', outputSchema: User });
    expect(await find.call()).toEqual(shown);
    expect((await find.exec()).data).toEqual(shown);
    const count = tool(() => ({}), { name: 'count', outputSchema: z.object({ a: z.number().default(3) }) });
    const { a }: { readonly a: number } = await count.call();
    expect(a).toBe(3);
  });

  it('does not change what the tool returned', async () => {
    const own = { ...row };
    await toolOf(() => own, { outputSchema: User }).exec();
    expect(own).toEqual(row);
  });

  it('is the data that a client supplies', async () => {
    const toolkit = new Toolkit();
    toolkit.register(clientTool({ name: 'pick', outputSchema: User }));
    await toolkit.execute('pick', {}, { callId: 'c1' });
    const result = await toolkit.supplyResult('c1', { data: row });
    expect([result.data, result.structuredContent, result.toText()]).toEqual([shown, shown, JSON.stringify(shown)]);
  });
});

describe('data of a DTO class', () => {
  class Account {
    @IsInt()
    id!: number;

    @IsString()
    @IsOptional()
    @Exclude()
    passwordHash?: string;
  }

  it('is refused with a property that the class excludes', async () => {
    const spec = toolOf(() => ({ id: 1, passwordHash: 'SECRET' }), { outputSchema: Account });
    const { error } = await spec.exec();
    expect(error?.message).toBe("'probe' returned data that does not fit its output schema: /passwordHash is unknown");
    expect(await toolOf(() => ({ id: 1 }), { outputSchema: Account }).call()).toEqual({ id: 1 });
  });

  it('is not transformed: a property that is hidden from plain objects only is shown', async () => {
    class Customer {
      @IsInt() id!: number;
      @IsString() @Exclude({ toPlainOnly: true }) passwordHash!: string;
    }
    const customer = Object.assign(new Customer(), { id: 1, passwordHash: 'SECRET' });
    expect(await toolOf(() => customer).call()).toEqual({ id: 1, passwordHash: 'SECRET' });
    expect(await toolOf(() => customer, { outputSchema: Customer }).call()).toEqual({ id: 1, passwordHash: 'SECRET' });
    expect(await toolOf(() => instanceToPlain(customer)).call()).toEqual({ id: 1 });
  });
});
