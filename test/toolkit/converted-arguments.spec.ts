import 'toolwright/dto';
import { randomBytes, randomUUID } from 'node:crypto';
import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsDate, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import {
  type ApprovalRequest,
  type Approver,
  type PermissionRule,
  pendingApprovalOf,
  type SchemaSource,
  Tool,
  Toolkit,
  type ToolkitOptions,
  ToolRegistry,
  ToolSpec,
} from 'toolwright';
import { guard } from 'toolwright/middleware';
import { z } from 'zod';

type NeedsApproval = boolean | ((args: never) => boolean);

/** A tool that records what it runs with. */
function recording(inputSchema: SchemaSource, needsApproval: NeedsApproval = false) {
  const ran: unknown[] = [];
  const tool = ToolSpec.create({
    name: 'pay',
    inputSchema,
    needsApproval: needsApproval as never,
    executor: {
      kind: 'native',
      execute: (args) => {
        ran.push((args as { '#root'?: unknown })['#root'] ?? args);
        return 'paid';
      },
    },
  });
  return { ran, tool };
}

class Party {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
  @IsString()
  name!: string;
}

class Payment {
  @Transform(({ value }) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
  @IsString()
  to!: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  amount?: number;

  @IsOptional()
  @Transform(({ value }) => value === 'true' || value === true)
  @IsBoolean()
  force?: boolean;

  @IsOptional()
  @ValidateNested()
  @Type(() => Party)
  party?: Party;

  @IsOptional()
  @Type(() => Date)
  @IsDate()
  on?: Date;
}

const lower = z.string().trim().toLowerCase();
const date = z.string().transform((text) => new Date(text));
const number = z.string().transform(Number);
const yes = z.string().transform((text) => text === 'yes');
const renamed = z.object({ to: lower }).transform(({ to }) => ({ recipient: to }));
const bigint = z.string().transform((text) => BigInt(text));
const plain = {
  type: 'object',
  properties: { to: { type: 'string' }, amount: { type: 'number' }, force: { type: 'boolean' } },
} as const;

const deny = (when: PermissionRule['when']): PermissionRule => ({ tool: 'pay', when, action: 'deny' });
const allow = (when: PermissionRule['when']): PermissionRule => ({ tool: 'pay', when, action: 'allow' });
// The schema does not list the fields of what a conversion makes.
const nested: PermissionRule = { tool: 'pa*', when: { 'to.name': 'eve' }, action: 'deny' };
const notEve = { to: { not: 'eve' } } as const;

describe('a call whose arguments are converted', () => {
  it.each<[string, SchemaSource, object, PermissionRule]>([
    ['coerced by the toolkit', plain, { force: 'true' }, deny({ force: true })],
    ['a number in text', plain, { amount: '1000' }, deny({ amount: 1000 })],
    ['z.coerce.number()', z.object({ amount: z.coerce.number() }), { amount: ' 1e3 ' }, deny({ amount: 1000 })],
    ['z.coerce.boolean()', z.object({ force: z.coerce.boolean() }), { force: 'yes' }, deny({ force: true })],
    ['a bigint', z.object({ amount: bigint }), { amount: '01000' }, deny({ amount: '1000' })],
    [
      'a bigint as a number',
      z.object({ amount: z.any().transform(BigInt) }),
      { amount: '01000' },
      deny({ amount: 1000 }),
    ],
    ['z.coerce.string()', z.object({ to: z.coerce.string() }), { to: 7 }, deny({ to: '7' })],
    ['trim and lower case', z.object({ to: lower }), { to: ' EVE' }, deny({ to: 'eve' })],
    [
      'a nested object',
      z.object({ party: z.object({ name: lower }) }),
      { party: { name: 'Eve ' } },
      deny({ 'party.name': 'eve' }),
    ],
    ['a list', z.object({ to: z.array(lower) }), { to: ['ann', 'EVE'] }, deny({ to: 'eve' })],
    [
      'a text that is split',
      z.object({ to: z.string().transform((t) => t.split(',')) }),
      { to: 'ann,eve' },
      deny({ to: 'eve' }),
    ],
    ['a Map', z.object({ to: z.string().transform((t) => new Map([['name', t.trim()]])) }), { to: 'eve ' }, nested],
    ['a Set', z.object({ to: z.array(lower).transform((t) => new Set(t)) }), { to: ['Eve'] }, deny({ to: 'eve' })],
    ['a Date', z.object({ on: date }), { on: '2026-12-01T10:00:00+02:00' }, deny({ on: '2026-12-01T08*' })],
    [
      'a class',
      z.object({ to: lower.transform((name) => Object.assign(new Party(), { name })) }),
      { to: 'EVE' },
      nested,
    ],
    [
      'another name',
      z.object({ to: lower }).transform(({ to }) => ({ recipient: to })),
      { to: 'EVE' },
      deny({ to: 'eve' }),
    ],
    [
      'a default of another name',
      z.object({ to: lower.default('eve') }).transform(({ to }) => ({ recipient: to })),
      {},
      deny({ to: 'eve' }),
    ],
    ['another name in an object', z.object({ party: renamed }), { party: { to: 'EVE' } }, deny({ 'party.to': 'eve' })],
    [
      'another name in a list',
      z.object({ party: z.array(renamed) }),
      { party: [{ to: 'ann' }, { to: 'EVE' }] },
      deny({ 'party.to': 'eve' }),
    ],
    [
      'another name in some elements of a list',
      z.object({ party: z.array(z.union([z.strictObject({ to: lower, id: z.number() }), renamed])) }),
      { party: [{ to: 'ann', id: 1 }, { to: 'EVE' }] },
      deny({ 'party.to': 'eve' }),
    ],
    [
      'a default of another name in an object',
      z.object({ party: z.object({ to: lower.default('eve') }).transform(({ to }) => ({ recipient: to })) }),
      { party: {} },
      deny({ 'party.to': 'eve' }),
    ],
    ['a number that was a text', z.object({ amount: number }), { amount: '1e3' }, deny({ amount: 1000 })],
    ['a number that was a text, as text', z.object({ amount: number }), { amount: '1e3' }, deny({ amount: '1000' })],
    ['a boolean that was a text', z.object({ force: yes }), { force: 'yes' }, deny({ force: true })],
    ['a boolean that was a text, as text', z.object({ force: yes }), { force: 'yes' }, deny({ force: 'true' })],
    [
      'a text that was a number',
      z.object({ amount: z.number().transform(String) }),
      { amount: 7.0 },
      deny({ amount: '7' }),
    ],
    ['one text', z.object({ to: lower }).transform(({ to }) => to), { to: 'EVE' }, deny({ to: 'eve' })],
    ['a prefix', z.object({ to: z.string().transform((to) => `user-${to}`) }), { to: 'eve' }, deny({ to: 'user-eve' })],
    ['a default', z.object({ to: z.string().default('eve') }), {}, deny({ to: 'eve' })],
    [
      'a default beside another that changes',
      z.object({ to: lower, id: z.string().default(() => randomUUID()) }),
      { to: 'EVE' },
      deny({ to: 'eve' }),
    ],
    [
      'an alias, as it was sent',
      z.object({ to: z.string().transform((to) => (to === 'eve' ? 'ann' : to)) }),
      { to: 'eve' },
      deny({ to: 'eve' }),
    ],
    [
      'a limit, as it was sent',
      z.object({ amount: z.number().transform((n) => Math.min(n, 100)) }),
      { amount: 5000 },
      deny({ amount: 5000 }),
    ],
    ['@Transform', Payment, { to: ' EVE' }, deny({ to: 'eve' })],
    ['@Transform to a boolean', Payment, { to: 'ann', force: 'true' }, deny({ force: true })],
    ['@Type(() => Number)', Payment, { to: 'ann', amount: '1000' }, deny({ amount: 1000 })],
    ['@Type(() => Date)', Payment, { to: 'ann', on: '2026-12-01T10:00:00+02:00' }, deny({ on: '2026-12-01T08*' })],
    ['a nested DTO', Payment, { to: 'ann', party: { name: ' Eve' } }, deny({ 'party.name': 'eve' })],
  ])('is denied by a rule on what runs: %s', async (_, schema, input, rule) => {
    const { ran, tool } = recording(schema);
    const toolkit = new Toolkit({ permissions: [rule] });
    toolkit.register(tool);
    expect((await toolkit.execute('pay', input)).error?.code).toBe('denied');
    expect(ran).toEqual([]);
  });

  it.each<[string, SchemaSource, object, ToolkitOptions, NeedsApproval]>([
    [
      'an allow list that excludes',
      plain,
      { amount: '1000' },
      { permissions: [allow({ amount: { not: 1000 } })] },
      true,
    ],
    ['of converted text', z.object({ to: lower }), { to: ' EVE' }, { permissions: [allow(notEve)] }, true],
    ['of @Transform', Payment, { to: ' EVE' }, { permissions: [allow(notEve)] }, true],
    [
      'of z.coerce',
      z.object({ amount: z.coerce.number() }),
      { amount: '1000' },
      { permissions: [allow({ amount: { not: 1000 } })] },
      true,
    ],
    [
      'of another name',
      z.object({ to: lower }).transform(({ to }) => ({ recipient: to })),
      { to: 'EVE' },
      { permissions: [allow(notEve)] },
      true,
    ],
    [
      'an allow list that lists only what is sent',
      z.object({ to: lower }),
      { to: 'EVE' },
      { permissions: [allow({ to: 'EVE' })] },
      true,
    ],
    [
      'a predicate on a number in text',
      plain,
      { amount: '1000' },
      {},
      ({ amount }: { amount: number }) => amount > 100,
    ],
    [
      'a predicate on z.coerce',
      z.object({ amount: z.coerce.number() }),
      { amount: '1000' },
      {},
      ({ amount }: { amount: number }) => amount === 1000,
    ],
    [
      'a predicate on what was sent',
      z.object({ amount: z.number().transform((n) => Math.min(n, 100)) }),
      { amount: 5000 },
      {},
      ({ amount }: { amount: number }) => amount > 100,
    ],
    ['a predicate on a DTO', Payment, { to: ' EVE' }, {}, ({ to }: { to: string }) => to === 'eve'],
    [
      'a condition on a DTO',
      Payment,
      { to: 'ann', amount: '1000' },
      { permissions: [{ tool: 'pay', when: { amount: 1000 }, action: 'ask' }] },
      false,
    ],
  ])('is asked for by %s', async (_, schema, input, options, needsApproval) => {
    const { ran, tool } = recording(schema, needsApproval);
    const toolkit = new Toolkit(options);
    toolkit.register(tool);
    expect((await toolkit.execute('pay', input)).error?.code).toBe('denied');
    expect(ran).toEqual([]);
  });

  it.each<[string, SchemaSource, object, ToolkitOptions, NeedsApproval]>([
    ['an allowed number in text', plain, { amount: '5' }, { permissions: [allow({ amount: 5 })] }, true],
    [
      'an allowed number of z.coerce',
      z.object({ amount: z.coerce.number() }),
      { amount: '5' },
      { permissions: [allow({ amount: 5 })] },
      true,
    ],
    [
      'a number in text that a rule with not names',
      plain,
      { amount: '1' },
      { permissions: [{ tool: 'pay', when: { amount: { not: [1, 2] } }, action: 'ask' }] },
      false,
    ],
    [
      'a default that changes',
      z.object({ id: z.string().default(() => randomUUID()) }),
      {},
      { permissions: [deny({ id: 'x' })] },
      false,
    ],
    [
      'a predicate that is false for both',
      z.object({ amount: z.coerce.number() }),
      { amount: '50' },
      {},
      ({ amount }: { amount: number }) => amount > 100,
    ],
    [
      'a predicate that reads a Date',
      Payment,
      { to: 'Ann ', on: '2026-12-01' },
      {},
      ({ on }: { on: Date }) => on.getFullYear() < 2000,
    ],
    ['an omitted argument', Payment, { to: 'ann ' }, { permissions: [deny({ amount: { not: 5 } })] }, false],
    ['null for an omitted argument', plain, { amount: null }, { permissions: [deny({ amount: { not: 5 } })] }, false],
  ])('is not asked for only because it is converted: %s', async (_, schema, input, options, needsApproval) => {
    const { ran, tool } = recording(schema, needsApproval);
    const toolkit = new Toolkit(options);
    toolkit.register(tool);
    expect((await toolkit.execute('pay', input)).error).toBeUndefined();
    expect(ran).toHaveLength(1);
  });

  it.each<[string, SchemaSource]>([
    ['zod', z.object({ to: lower })],
    ['@Transform', Payment],
  ])('is not covered by an approval that is remembered for everyone else: %s', async (_, schema) => {
    const { ran, tool } = recording(schema, true);
    const asked: unknown[] = [];
    const approver: Approver = ({ input }) => {
      asked.push(input.to);
      if (input.to === 'eve') return 'deny';
      return { kind: 'approve', remember: { for: 'session', rule: { tool: 'pay', when: notEve } } };
    };
    const toolkit = new Toolkit({ approver });
    toolkit.register(tool);
    const session = toolkit.session();
    for (const to of ['ann', ' Bob', ' EVE']) await session.execute('pay', { to });
    expect(asked).toEqual(['ann', 'eve']);
    expect(ran).toMatchObject([{ to: 'ann' }, { to: 'bob' }]);
  });

  it('is covered by an approval that is remembered for what runs', async () => {
    const { ran, tool } = recording(z.object({ to: lower }), true);
    let asked = 0;
    const toolkit = new Toolkit({
      approver: ({ input }) => {
        asked++;
        return { kind: 'approve', remember: { for: 'session', rule: { tool: 'pay', when: { to: String(input.to) } } } };
      },
    });
    toolkit.register(tool);
    const session = toolkit.session();
    for (const to of [' ANN', 'ann ', 'Ann']) await session.execute('pay', { to });
    expect(asked).toBe(1);
    expect(ran).toEqual([{ to: 'ann' }, { to: 'ann' }, { to: 'ann' }]);
  });
});

describe('the value that was approved', () => {
  const counting = () => {
    const runs = { count: 0 };
    const schema = z.object({
      to: z.string().transform((to) => {
        runs.count++;
        return `user-${to}`;
      }),
      id: z.string().default(() => randomUUID()),
      on: z
        .any()
        .optional()
        .transform((on) => new Date(on ?? Date.now())),
    });
    return { runs, schema };
  };

  it.each<[string, ToolkitOptions, NeedsApproval]>([
    ['asked', { approver: () => 'approve' }, true],
    ['by a rule for arguments', { permissions: [deny({ to: 'eve' })] }, false],
    ['by a predicate', {}, () => false],
  ])('is the one that runs, and the schema runs once: %s', async (_, options, needsApproval) => {
    const { runs, schema } = counting();
    const { ran, tool } = recording(schema, needsApproval);
    const shown: ApprovalRequest[] = [];
    const { approver } = options;
    const toolkit = new Toolkit({
      ...options,
      ...(approver === undefined
        ? {}
        : {
            approver: (request: ApprovalRequest) => {
              shown.push(request);
              return approver(request);
            },
          }),
    });
    toolkit.use((call, next) => next(call));
    toolkit.register(tool, { postprocess: () => undefined });
    expect((await toolkit.execute('pay', { to: 'ann' })).success).toBe(true);
    expect(runs.count).toBe(1);
    expect(ran).toMatchObject([{ to: 'user-ann', on: expect.any(Date) }]);
    for (const { input, sent, args } of shown) {
      expect(args).toEqual(ran[0]);
      expect(input).toEqual(JSON.parse(JSON.stringify(ran[0])));
      expect(sent).toEqual({ to: 'ann' });
    }
  });

  it('is the one that a guard has seen', async () => {
    const { runs, schema } = counting();
    const { ran, tool } = recording(schema, true);
    const seen: unknown[] = [];
    const toolkit = new Toolkit({ approver: ({ args }) => (seen.push(args) > 0 ? 'approve' : 'deny') });
    toolkit.use(guard({ input: (args) => seen.push(args) > 0 }));
    toolkit.register(tool);
    await toolkit.execute('pay', { to: 'ann' });
    expect(runs.count).toBe(1);
    expect(seen).toEqual([ran[0], ran[0]]);
  });

  it('runs in each attempt, and again after middleware has retried the call', async () => {
    const { runs, schema } = counting();
    const ran: unknown[] = [];
    const tool = ToolSpec.create({
      name: 'pay',
      inputSchema: schema,
      needsApproval: true,
      retry: { maxRetries: 1, delayMs: 1 },
      executor: {
        kind: 'native',
        execute: (args) => {
          ran.push({ ...(args as object) });
          Object.assign(args as object, { to: 'changed' });
          if (ran.length < 3) throw Object.assign(new Error('again'), { code: 'ECONNRESET' });
          return 'paid';
        },
      },
    });
    let asked = 0;
    const toolkit = new Toolkit({ approver: () => (asked++ < 5 ? 'approve' : 'deny') });
    toolkit.use(async (_, next) => {
      const first = await next();
      return first.success ? first : next();
    });
    toolkit.register(tool);
    expect((await toolkit.execute('pay', { to: 'ann' })).data).toBe('paid');
    expect([asked, runs.count, ran.length]).toEqual([1, 1, 3]);
    expect(ran).toEqual([ran[0], ran[0], ran[0]]);
  });

  it('cannot be changed by what decides about it', async () => {
    const seen: unknown[] = [];
    class Bank extends ToolRegistry {
      @Tool({
        needsApproval: (args) => {
          (args as unknown as Payment).to = 'eve';
          return false;
        },
      })
      pay(payment: Payment): string {
        seen.push(payment.to, payment instanceof Payment);
        return 'paid';
      }
    }
    const toolkit = new Toolkit();
    toolkit.register(new Bank());
    expect((await toolkit.execute('pay', { to: 'ANN' })).data).toBe('paid');
    expect(seen).toEqual(['ann', true]);
  });

  it('is validated as new input after an edit, and what is not edited stays as it was', async () => {
    const schema = z.object({ to: z.string().transform((to) => `user-${to}`), amount: z.coerce.number() });
    const { ran, tool } = recording(schema, true);
    const inputs = [
      (input: object) => ({ ...input, amount: ' 5 ' }),
      (input: object) => ({ ...input, to: 'bob' }),
      (input: object) => ({ ...input }),
      () => ({ amount: 5 }),
    ];
    const toolkit = new Toolkit({ approver: ({ input }) => ({ kind: 'approve', input: inputs.shift()?.(input) }) });
    toolkit.register(tool);
    const results = [];
    for (let at = 0; at < 4; at++) results.push(await toolkit.execute('pay', { to: 'ann', amount: '9' }));
    expect(ran).toEqual([
      { to: 'user-ann', amount: 5 },
      { to: 'user-bob', amount: 9 },
      { to: 'user-ann', amount: 9 },
    ]);
    expect(results.map(({ metadata, error }) => error?.code ?? metadata?.approval)).toEqual([
      { kind: 'approve', input: { to: 'user-ann', amount: 5 } },
      { kind: 'approve', input: { to: 'user-bob', amount: 9 } },
      { kind: 'approve', input: { to: 'user-ann', amount: 9 } },
      'invalid_parameters',
    ]);
  });

  it('is what rules see again after an edit', async () => {
    const { ran, tool } = recording(z.object({ to: lower }), true);
    const toolkit = new Toolkit({
      permissions: [deny({ to: 'eve' })],
      approver: () => ({ kind: 'approve', input: { to: ' EVE' } }),
    });
    toolkit.register(tool);
    expect((await toolkit.execute('pay', { to: 'ann' })).error?.code).toBe('denied');
    expect(ran).toEqual([]);
  });

  it('is denied if it has no JSON form', async () => {
    const schema = z.object({ to: z.string() }).transform((value) => Object.assign(value, { self: value }));
    const { ran, tool } = recording(schema, true);
    const toolkit = new Toolkit({ approver: () => 'approve' });
    toolkit.register(tool);
    const { error } = await toolkit.execute('pay', { to: 'ann' });
    expect(error?.toJSON()).toMatchObject({
      code: 'denied',
      message: expect.stringContaining("The call of 'pay' was denied: its converted arguments have no JSON form"),
    });
    expect(ran).toEqual([]);
  });

  it('is for tools with an extended model the value of the tool itself', async () => {
    const { runs, schema } = counting();
    const { ran, tool } = recording(schema, ({ to }: { to: string }) => to === 'user-bob');
    const toolkit = new Toolkit({ permissions: [deny({ to: 'user-eve' })] });
    toolkit.register(tool);
    toolkit.setExtendedModel('pay', z.object({ why: z.string() }));
    const result = await toolkit.execute('pay', { to: 'ann', why: 'rent' });
    expect([result.error, result.metadata?.structuredOutput]).toEqual([undefined, { why: 'rent' }]);
    expect([runs.count, ran]).toMatchObject([1, [{ to: 'user-ann' }]]);
    expect((await toolkit.execute('pay', { to: 'eve', why: 'x' })).error?.code).toBe('denied');
    expect((await toolkit.execute('pay', { to: 'bob', why: 'x' })).error?.code).toBe('denied');
    expect(ran).toHaveLength(1);
  });
});

describe('a deferred call whose arguments are converted', () => {
  const approvalKey = randomBytes(32);

  /** Defers a call, and resumes it in a toolkit of another process. */
  async function resume(create: () => SchemaSource, input: object, permissions: readonly PermissionRule[] = []) {
    const open = (rules: readonly PermissionRule[]) => {
      const { ran, tool } = recording(create(), true);
      const toolkit = new Toolkit({ approvalKey, approver: () => 'later', permissions: rules });
      toolkit.register(tool);
      return { ran, toolkit };
    };
    const waiting = await open([]).toolkit.execute('pay', input);
    const token = String(pendingApprovalOf(waiting)?.token);
    const { ran, toolkit } = open(permissions);
    const shown = toolkit.readApproval(token).input;
    return { ran, shown, result: await toolkit.resumeApproval(token, 'approve'), toolkit, token };
  }

  it.each<[string, () => SchemaSource, object]>([
    ['lower case', () => z.object({ to: lower }), { to: ' ANN' }],
    ['a DTO', () => Payment, { to: ' ANN', amount: '5', force: 'true', on: '2026-12-01', party: { name: 'Bob' } }],
    ['a default that changes', () => z.object({ id: z.string().default(() => randomUUID()) }), {}],
    [
      'a date that changes',
      () =>
        z.object({
          on: z
            .any()
            .optional()
            .transform((on) => new Date(on ?? Date.now())),
        }),
      {},
    ],
    ['a prefix', () => z.object({ to: z.string().transform((to) => `user-${to}`) }), { to: 'ann' }],
    [
      'a default that is not transformed',
      () =>
        z.object({
          to: z
            .string()
            .transform((to) => `user-${to}`)
            .default('x'),
        }),
      {},
    ],
    ['another type', () => z.object({ to: z.string().transform((to) => to.length) }), { to: 'ann' }],
    ['a bigint', () => z.object({ amount: bigint }), { amount: '9007199254740993' }],
    ['a Map', () => z.object({ to: z.string().transform((to) => new Map([[to, 1]])) }), { to: 'ann' }],
  ])('runs with the value that was approved: %s', async (_, create, input) => {
    const { ran, shown, result } = await resume(create, input);
    expect(result.error).toBeUndefined();
    expect(ran).toHaveLength(1);
    const form = JSON.stringify(ran[0], (_key, value: unknown) => {
      if (typeof value === 'bigint') return String(value);
      return value instanceof Map ? Object.fromEntries(value) : value;
    });
    expect(JSON.parse(form)).toEqual(shown);
  });

  it('is denied with the name of the property if it would run with another value', async () => {
    let count = 0;
    const create = () => z.object({ to: z.string().transform((to) => `${to}-${++count}`), note: z.string() });
    const { ran, result, toolkit, token } = await resume(create, { to: 'ann', note: 'x' });
    expect(result.error?.toJSON()).toMatchObject({
      code: 'denied',
      message:
        "The call of 'pay' was denied: validated again, the argument 'to' has another value than the one that was approved.",
      details: { reason: 'arguments', argument: 'to' },
    });
    expect(ran).toEqual([]);
    expect((await toolkit.resumeApproval(token, 'deny')).error?.code).toBe('denied');
  });

  it('is denied by a rule on what runs, and on what was sent', async () => {
    const create = () => z.object({ to: z.string().transform((to) => (to === 'eve' ? 'ann' : to.trim())) });
    expect((await resume(create, { to: ' eve' }, [deny({ to: 'eve' })])).result.error?.code).toBe('denied');
    expect((await resume(create, { to: 'eve' }, [deny({ to: 'eve' })])).result.error?.code).toBe('denied');
    expect((await resume(create, { to: 'eve' }, [deny({ to: 'bob' })])).result.error).toBeUndefined();
  });
});
