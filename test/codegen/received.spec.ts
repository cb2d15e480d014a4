import 'toolwright/dto';
import { ToolRegistry, type ToolSpec } from 'toolwright';
import { BigInts } from './golden/bigints/tools.js';
import { Bytes } from './golden/bytes/tools.js';
import { CandidateDtos, Page, Unruled } from './golden/candidate-dtos/tools.js';
import { ComputedDefaults } from './golden/computed-defaults/tools.js';
import { Dates } from './golden/dates/tools.js';
import { DerivedInstances } from './golden/derived-instances/tools.js';
import { DestructuredDefaults } from './golden/destructured-defaults/tools.js';
import { DestructuredParameters } from './golden/destructured-parameters/tools.js';
import { DtoArrays, Line, Order } from './golden/dto-arrays/tools.js';
import { DtoClasses, NewUser } from './golden/dto-classes/tools.js';
import { DtoInheritance, Pinned, Task } from './golden/dto-inheritance/tools.js';
import { Card, Cash, DtoUnions } from './golden/dto-unions/tools.js';
import { LabelledTitle, MappedDtos, Page as MixedPage, Renamed, UpdateItem } from './golden/mapped-dtos/tools.js';
import { Maps } from './golden/maps/tools.js';
import { NestedDtos, Price, Product } from './golden/nested-dtos/tools.js';
import { RestParameters } from './golden/rest-parameters/tools.js';
import { Sets } from './golden/sets/tools.js';

/** A registry of a golden folder that records the arguments of its methods. */
interface Recording {
  readonly received: readonly unknown[];
  toToolSpecs(): object;
}

const noon = '2024-01-02T12:00:00Z';

beforeAll(async () => {
  await import('./golden/toolwright.gen.js');
});

/** Calls a tool and returns the arguments that its method receives. */
async function receivedBy(Registry: new () => Recording, tool: string, args: unknown): Promise<readonly unknown[]> {
  const registry = new Registry();
  const spec = (registry.toToolSpecs() as Readonly<Record<string, ToolSpec>>)[tool];
  await spec?.call(args);
  return registry.received;
}

describe('the argument that a method receives', () => {
  it('is a Date for a date-time at any position', async () => {
    const args = { at: noon, period: { from: noon, to: noon }, others: [noon], until: noon };
    const date = new Date(noon);
    expect(await receivedBy(Dates, 'book', args)).toEqual([date, { from: date, to: date }, [date], date]);
    expect(await receivedBy(Dates, 'book', { ...args, others: [], until: null })).toEqual([
      date,
      { from: date, to: date },
      [],
      null,
    ]);
  });

  it('is a Date in an object that contains all arguments', async () => {
    expect(await receivedBy(Dates, 'find', { from: noon })).toEqual([{ from: new Date(noon) }]);
  });

  it('is a Date in a type that a utility type derives', async () => {
    const event = { at: noon, attachments: [] };
    const date = new Date(noon);
    expect(await receivedBy(DerivedInstances, 'change', { changes: { at: noon }, at: noon, event })).toEqual([
      { at: date },
      date,
      { at: date, attachments: [] },
    ]);
    expect(await receivedBy(DerivedInstances, 'patch', { event: { at: noon }, list: [{ at: noon }] })).toEqual([
      { at: date },
      [{ at: date }],
    ]);
  });

  it('is a byte array of the declared class for base64', async () => {
    const received = await receivedBy(Bytes, 'upload', { name: 'a', data: 'aGk=', thumbnail: 'aGk=', parts: ['aGk='] });
    const [data, thumbnail, parts] = received;
    expect(data).toEqual(new Uint8Array([104, 105]));
    expect(Buffer.isBuffer(data)).toBe(false);
    expect(Buffer.isBuffer(thumbnail) && thumbnail.toString()).toBe('hi');
    expect(parts).toEqual([new Uint8Array([104, 105])]);
  });

  it('is a bigint for digits, and a number for a number in the same union', async () => {
    const digits = '123456789012345678901234567890';
    const args = { amount: digits, fees: ['1', '-2'], version: '2', limit: '5' };
    expect(await receivedBy(BigInts, 'pay', args)).toEqual([BigInt(digits), [1n, -2n], 2n, 5n]);
    expect(await receivedBy(BigInts, 'pay', { ...args, limit: 5 })).toEqual([BigInt(digits), [1n, -2n], 2n, 5]);
  });

  it('is a Map with converted values for an object', async () => {
    const args = { points: { a: 1, b: 2 }, births: { a: noon }, teams: { red: ['a'] } };
    expect(await receivedBy(Maps, 'score', args)).toEqual([
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
      new Map([['a', new Date(noon)]]),
      new Map([['red', ['a']]]),
    ]);
  });

  it('is a Set with converted items for an array', async () => {
    expect(await receivedBy(Sets, 'tag', { tags: ['a', 'b'], days: [noon], levels: [1] })).toEqual([
      new Set(['a', 'b']),
      new Set([new Date(noon)]),
      new Set([1]),
    ]);
  });

  it('is an instance of a DTO class with its initializers and methods', async () => {
    const [user] = await receivedBy(DtoClasses, 'create', { name: 'Ann', email: 'a@example.org' });
    expect(user).toBeInstanceOf(NewUser);
    expect(user).toMatchObject({ name: 'Ann', age: 18 });
    expect((user as NewUser).greet()).toBe('Hello Ann');
  });

  it('is an instance of a DTO class among other parameters, or null if null is sent', async () => {
    const args = { id: 'a', user: { name: 'Ann', email: 'a@example.org' } };
    const [user, before] = await receivedBy(DtoClasses, 'replace', { ...args, before: null });
    expect(user).toBeInstanceOf(NewUser);
    expect(before).toBeNull();
    expect((await receivedBy(DtoClasses, 'replace', { ...args, before: args.user }))[1]).toBeInstanceOf(NewUser);
  });

  it('is an instance of a class whose parent is mapped from a DTO class, or a mixin with rules', async () => {
    expect((await receivedBy(MappedDtos, 'update', { title: 'tea' }))[0]).toBeInstanceOf(UpdateItem);
    expect((await receivedBy(MappedDtos, 'rename', { id: 1, renamed: {} }))[1]).toBeInstanceOf(Renamed);
    const labelled = { items: [{ title: 'tea', label: 'a' }] };
    expect((await receivedBy(MappedDtos, 'label', labelled))[0]).toBeInstanceOf(LabelledTitle);
    expect((await receivedBy(MappedDtos, 'list', { page: 1 }))[0]).toBeInstanceOf(MixedPage);
  });

  it('is an instance of a class with an unknown parent only if the class has rules', async () => {
    expect((await receivedBy(CandidateDtos, 'ruled', { page: 1 }))[0]).toBeInstanceOf(Page);
    const [page, other] = await receivedBy(CandidateDtos, 'either', { page: { page: 1 }, others: [{ page: 0.5 }] });
    expect(page).toBeInstanceOf(Page);
    expect(other).not.toBeInstanceOf(Unruled);
    expect(other).toEqual({ page: 0.5 });
  });

  it('is an instance of a DTO class within DTOs, interfaces, arrays and records', async () => {
    const price = { amount: 1, currency: 'EUR' };
    const [product] = await receivedBy(NestedDtos, 'sell', { title: 'a', price });
    expect((product as Product).price).toBeInstanceOf(Price);
    const [offer] = await receivedBy(NestedDtos, 'offer', { offer: { product: { title: 'a', price }, until: noon } });
    expect(offer).toMatchObject({ until: new Date(noon) });
    expect((offer as { product: Product }).product).toBeInstanceOf(Product);
    const line = { sku: 'a', count: 1 };
    const [lines, byName] = await receivedBy(DtoArrays, 'add', { lines: [line], byName: { b: line } });
    expect((lines as readonly unknown[])[0]).toBeInstanceOf(Line);
    expect((byName as Readonly<Record<string, unknown>>).b).toBeInstanceOf(Line);
    const [order] = await receivedBy(DtoArrays, 'order', { lines: [line], tags: [] });
    expect(order).toBeInstanceOf(Order);
    expect((order as Order).lines[0]).toBeInstanceOf(Line);
  });

  it('is an instance of the matching class of a union', async () => {
    expect((await receivedBy(DtoUnions, 'pay', { by: { kind: 'card', number: '1' } }))[0]).toBeInstanceOf(Card);
    expect((await receivedBy(DtoUnions, 'pay', { by: { kind: 'cash', given: 1 } }))[0]).toBeInstanceOf(Cash);
    expect(await receivedBy(DtoUnions, 'pay', { by: 'credit' })).toEqual(['credit']);
  });

  it('is an instance of a class that inherits its rules', async () => {
    const [task] = await receivedBy(DtoInheritance, 'save', { id: 'a', text: 'b' });
    expect(task).toBeInstanceOf(Task);
    expect(task).toMatchObject({ id: 'a', isDone: false });
    expect((await receivedBy(DtoInheritance, 'pin', { id: 'a', text: 'b' }))[0]).toBeInstanceOf(Pinned);
  });

  it("is the method's own default if no value is sent", async () => {
    expect(await receivedBy(ComputedDefaults, 'stamp', {})).toEqual([new Date(0), 'a', 2, ['a']]);
    expect(await receivedBy(ComputedDefaults, 'stamp', { at: noon })).toEqual([new Date(noon), 'a', 2, ['a']]);
  });

  it('is spread over rest parameters', async () => {
    expect(await receivedBy(RestParameters, 'concat', { first: 'a', others: ['b', 'c'] })).toEqual(['a', ['b', 'c']]);
    expect(await receivedBy(RestParameters, 'sum', {})).toEqual([[]]);
    expect(await receivedBy(RestParameters, 'point', { name: 'a', position: [1, 2] })).toEqual(['a', [1, 2]]);
  });

  it('is destructured by patterns with their defaults', async () => {
    expect(await receivedBy(DestructuredParameters, 'search', { text: 'a' })).toEqual(['a', undefined]);
    expect(await receivedBy(DestructuredParameters, 'inline', { from: 1, to: 2 })).toEqual([1, 2]);
    expect(await receivedBy(DestructuredDefaults, 'search', { query: 'a', order: 'desc' })).toEqual([
      'a',
      10,
      'desc',
      [],
      new Date(0),
    ]);
    expect(await receivedBy(DestructuredDefaults, 'list', {})).toEqual([5]);
    expect(await receivedBy(DestructuredDefaults, 'list', { limit: 1 })).toEqual([1]);
  });
});

describe('the value that a method returns', () => {
  const folders = [
    'instances',
    'iterables',
    'nothing',
    'observables',
    'promises',
    'results',
    'streams',
    'tool-results',
    'types',
  ];

  it.each(folders)('matches the schema of its type: returned-%s', async (name) => {
    const module = (await import(`./golden/returned-${name}/tools.js`)) as Readonly<Record<string, unknown>>;
    const Registry = Object.values(module).find(isRegistryClass);
    if (Registry === undefined) throw new RangeError(name);
    for (const spec of Object.values<ToolSpec>({ ...new Registry().toToolSpecs() })) {
      if (['fail', 'callback'].includes(spec.name) || spec.inputSchema.required !== undefined) continue;
      expect(await outcomeOf(spec)).toBe(`${spec.name}: ok`);
    }
  });
});

async function outcomeOf(spec: ToolSpec): Promise<string> {
  const { error } = await spec.exec({}, { timeoutMs: 1000 });
  return `${spec.name}: ${error?.message ?? 'ok'}`;
}

function isRegistryClass(value: unknown): value is new () => ToolRegistry {
  return typeof value === 'function' && ToolRegistry.is(value.prototype);
}
