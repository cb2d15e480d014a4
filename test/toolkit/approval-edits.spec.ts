import 'toolwright/dto';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsInt, IsString, ValidateNested } from 'class-validator';
import {
  type FinalDecision,
  pendingApprovalOf,
  type SchemaSource,
  Toolkit,
  type ToolResult,
  ToolSpec,
} from 'toolwright';
import { z } from 'zod';

type Input = Readonly<Record<string, unknown>>;
type Edit = (input: Input) => object;

/** Runs a call whose approver edits the arguments: at once, or when the call is resumed. */
async function run(schema: SchemaSource, sent: object, edit: Edit, isLater = false) {
  const ran: unknown[] = [];
  let shown: unknown;
  const decide = (input: object): FinalDecision => {
    shown = input;
    return { kind: 'approve', input: edit(JSON.parse(JSON.stringify(input)) as Input) as Record<string, unknown> };
  };
  const toolkit = new Toolkit({
    approvalKey: 'k'.repeat(32),
    approver: ({ input }) => (isLater ? 'later' : decide(input)),
  });
  toolkit.register(
    ToolSpec.create({
      name: 'pay',
      inputSchema: schema,
      needsApproval: true,
      executor: {
        kind: 'native',
        execute: (args) => {
          ran.push(JSON.parse(JSON.stringify((args as { '#root'?: unknown })['#root'] ?? args)));
          return 'paid';
        },
      },
    }),
  );
  let result: ToolResult = await toolkit.execute('pay', sent);
  if (isLater) {
    const token = String(pendingApprovalOf(result)?.token);
    result = await toolkit.resumeApproval(token, decide(toolkit.readApproval(token).input));
  }
  return { ran, shown, result };
}

const cents = z.number().transform((n) => n * 100);
const items = z.object({ items: z.array(z.object({ cents, note: z.string() })) });
const list = z.object({ amounts: z.array(cents) });
const two = {
  items: [
    { cents: 5, note: 'a' },
    { cents: 7, note: 'b' },
  ],
};

class Item {
  @Transform(({ value }) => Number(value) * 100, { toClassOnly: true })
  @IsInt()
  cents!: number;

  @IsString()
  note!: string;
}

class Order {
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => Item)
  items!: Item[];
}

type Items = { items: { cents: number; note: string }[] };
const editItems =
  (edit: (all: Items['items']) => unknown) =>
  (input: Input): object => ({ items: edit((input as unknown as Items).items) });

const editAmounts =
  (edit: (all: number[]) => unknown) =>
  (input: Input): object => ({ amounts: edit((input as unknown as { amounts: number[] }).amounts) });

const a = { cents: 500, note: 'a' };
const b = { cents: 700, note: 'b' };

describe.each([
  ['an approver', false],
  ['resumeApproval', true],
])('an edit in a list by %s', (_by, isLater) => {
  it.each<[string, SchemaSource, object, Edit, object]>([
    [
      'a member of each element is changed',
      items,
      two,
      editItems((all) => all.map((item) => ({ ...item, note: 'ok' }))),
      {
        items: [
          { ...a, note: 'ok' },
          { ...b, note: 'ok' },
        ],
      },
    ],
    ['an element is removed', items, two, editItems(([, second]) => [second]), { items: [b] }],
    [
      'an element is added',
      items,
      two,
      editItems((all) => [...all, { cents: 9, note: 'new' }]),
      { items: [a, b, { cents: 900, note: 'new' }] },
    ],
    ['elements are exchanged', items, two, editItems((all) => all.reverse()), { items: [b, a] }],
    [
      'a converted member is changed',
      items,
      two,
      editItems(([first, second]) => [{ ...first, cents: 1 }, second]),
      { items: [{ ...a, cents: 100 }, b] },
    ],
    ['numbers are removed', list, { amounts: [5, 7, 9] }, editAmounts((all) => all.slice(1)), { amounts: [700, 900] }],
    ['numbers are added', list, { amounts: [5] }, editAmounts((all) => [1, ...all]), { amounts: [100, 500] }],
    [
      'equal numbers are exchanged',
      list,
      { amounts: [5, 5, 7] },
      editAmounts((all) => all.reverse()),
      { amounts: [700, 500, 500] },
    ],
    [
      'a DTO is in the list',
      Order,
      two,
      editItems(([first, second]) => [{ ...first, note: 'ok' }, second]),
      { items: [{ ...a, note: 'ok' }, b] },
    ],
    [
      'a list is in the list',
      z.object({ rows: z.array(z.array(cents)), note: z.string() }),
      { rows: [[5, 7], [9]], note: '' },
      ({ rows }) => ({ rows: (rows as number[][]).map((row, at) => (at === 0 ? [...row, 1] : row)), note: 'ok' }),
      { rows: [[500, 700, 100], [900]], note: 'ok' },
    ],
    [
      'another name is in the list',
      z.object({
        parties: z.array(
          z
            .strictObject({ to: z.string(), note: z.string() })
            .transform(({ to, note }) => ({ recipient: `u-${to}`, note })),
        ),
      }),
      { parties: [{ to: 'ann', note: '' }] },
      ({ parties }) => ({ parties: [{ ...(parties as object[])[0], note: 'ok' }] }),
      { parties: [{ recipient: 'u-ann', note: 'ok' }] },
    ],
  ])('does not convert the rest again: %s', async (_, schema, sent, edit, expected) => {
    const { ran, result } = await run(schema, sent, edit, isLater);
    expect(result.error).toBeUndefined();
    expect(ran).toEqual([expected]);
  });

  it.each<[string, SchemaSource, object, Edit, string]>([
    [
      'an element is removed and another one changed',
      items,
      two,
      editItems(([, second]) => [{ ...second, note: 'ok' }]),
      'items.0.cents',
    ],
    [
      'elements are exchanged and changed',
      items,
      two,
      editItems(([first, second]) => [
        { ...second, note: 'x' },
        { ...first, note: 'y' },
      ]),
      'items.0.cents',
    ],
    [
      'an element is copied and changed',
      items,
      two,
      editItems((all) => [...all, { ...all[0], note: 'x' }]),
      'items.2.cents',
    ],
    [
      'the conversion has changed the number of elements',
      z.object({ amounts: z.array(cents).transform((all) => [...new Set(all)]) }),
      { amounts: [5, 5, 7] },
      editAmounts((all) => all.slice(1)),
      'amounts',
    ],
  ])('is refused if it is not certain what is unchanged: %s', async (_, schema, sent, edit, argument) => {
    const { ran, result } = await run(schema, sent, edit, isLater);
    expect(result.error?.toJSON()).toMatchObject({
      code: 'denied',
      message:
        `The call of 'pay' was denied: its approver edited '${argument}', which may be a new value or one that the schema ` +
        'has converted before. Edit elements of a list where they are, or add, remove and move unchanged ones.',
      details: { reason: 'arguments', argument },
    });
    expect(ran).toEqual([]);
  });

  it.each<[string, SchemaSource, object, Edit, string]>([
    [
      'another value each time',
      z.object({ id: z.string().transform((text) => text + Math.random()), n: z.number() }),
      { id: 'x', n: 1 },
      (input) => ({ ...input, n: 2 }),
      'id',
    ],
    [
      'another value each time in a list',
      z.object({
        list: z.array(z.object({ id: z.string().transform((text) => text + Math.random()), n: z.number() })),
      }),
      { list: [{ id: 'x', n: 1 }] },
      ({ list: all }) => ({ list: [{ ...(all as object[])[0], n: 2 }] }),
      'list.0.id',
    ],
    [
      'a value that depends on the edited one',
      z.object({ pair: z.object({ n: z.number() }).transform(({ n }) => ({ n, double: n * 2 })) }),
      { pair: { n: 1 } },
      ({ pair }) => ({ pair: { ...(pair as object), n: 2 } }),
      'pair.double',
    ],
    [
      'another order',
      z.object({ amounts: z.array(cents).transform((all) => all.sort((x, y) => x - y)) }),
      { amounts: [7, 5] },
      editAmounts(([first]) => [first, 9]),
      'amounts.0',
    ],
    [
      'a text that becomes a list',
      z.object({
        amounts: z.preprocess((all) => (typeof all === 'string' ? all.split(',').map(Number) : all), z.array(cents)),
      }),
      { amounts: '5,7' },
      editAmounts(([first]) => [first, 9]),
      'amounts.0',
    ],
  ])('is denied if an unchanged argument would run with %s', async (_, schema, sent, edit, argument) => {
    const { ran, result } = await run(schema, sent, edit, isLater);
    expect(result.error?.toJSON()).toMatchObject({
      code: 'denied',
      message: `The call of 'pay' was denied: validated again, the argument '${argument}' has another value than the one that was approved.`,
      details: { reason: 'arguments', argument },
    });
    expect(ran).toEqual([]);
  });

  it('keeps defaults that are other ones each time', async () => {
    const schema = z.object({ id: z.string().default(() => String(Math.random())), n: z.number() });
    const { ran, shown } = await run(schema, { n: 1 }, (input) => ({ ...input, n: 2 }), isLater);
    expect(ran).toEqual([{ ...(shown as object), n: 2 }]);
  });
});
