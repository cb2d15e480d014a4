import 'toolwright/dto';
import { Type } from 'class-transformer';
import { IsBoolean, IsEmail, IsInt, IsOptional, IsString, Min, ValidateNested } from 'class-validator';
import { Tool, ToolRegistry } from 'toolwright';
import { defineToolSchemas } from 'toolwright/generated';
import { readGeneratedSource } from '../../../src/schema/typed/generated-source.js';
import { published, receive, refuse, soleTool, valueTool } from './generated-tool.js';

class Item {
  @IsString() title!: string;
  @IsInt() @Min(1) amount!: number;
}
class Person {
  @IsEmail() email!: string;
}
class Tree {
  @IsString() name!: string;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Tree) children?: Tree[];
}

const $defs = {
  Item: {
    type: 'object',
    instanceOf: Item,
    properties: { title: { type: 'string', description: 'The headline.' }, amount: { type: 'number' } },
    required: ['title', 'amount'],
  },
  Person: { type: 'object', instanceOf: Person, properties: { email: { type: 'string' } }, required: ['email'] },
  Tree: {
    type: 'object',
    instanceOf: Tree,
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
    required: ['name'],
  },
};
const item = { $ref: '#/$defs/Item' };
const person = { $ref: '#/$defs/Person' };
const publishedItem = {
  type: 'object',
  properties: { title: { type: 'string', description: 'The headline.' }, amount: { type: 'integer', minimum: 1 } },
  required: ['title', 'amount'],
  additionalProperties: false,
};

describe('a DTO inside a generated type', () => {
  const order = {
    type: 'object',
    properties: {
      item,
      at: { type: 'string', format: 'date-time', instanceOf: Date },
      gifts: { type: 'array', items: item },
    },
    required: ['item'],
  };

  it('is published with the combination of its rules and its type', () => {
    expect(published(order, $defs)).toEqual({
      type: 'object',
      properties: { item, at: { type: 'string', format: 'date-time' }, gifts: { type: 'array', items: item } },
      required: ['item'],
      $defs: { Item: publishedItem },
    });
  });

  it('is received as an instance', async () => {
    const json = { item: { title: 'a', amount: 1 }, gifts: [{ title: 'b', amount: 2 }], at: '2024-01-01T00:00:00Z' };
    const received = (await receive(order, json, $defs)) as { item: unknown; gifts: readonly unknown[]; at: unknown };
    expect(received).toEqual({ ...json, at: new Date('2024-01-01T00:00:00Z') });
    expect([received.item, received.gifts[0]].every((one) => one instanceof Item)).toBe(true);
    expect(received.at).toBeInstanceOf(Date);
  });

  it('is validated only by class-validator, which reports every issue with its path', async () => {
    const json = {
      item: { title: 5, amount: 0 },
      gifts: [
        { title: 'a', amount: 1 },
        { title: 'b', amount: 1, extra: 1 },
      ],
    };
    expect((await refuse(order, json, $defs)).split('; ').sort()).toEqual([
      '/value/gifts/1/extra is unknown',
      '/value/item/amount must be >= 1, got 0',
      '/value/item/title must be string, got 5',
    ]);
    expect(await refuse(order, { item: 5 }, $defs)).toBe('/value/item must be object, got 5');
  });

  it('replaces the inlined object', () => {
    expect(published({ type: 'array', items: { ...$defs.Item, description: 'What to order.' } })).toEqual({
      type: 'array',
      items: { ...publishedItem, description: 'What to order.' },
    });
  });

  it('adds its own definitions under unused names', () => {
    const schema = { type: 'object', properties: { tree: { $ref: '#/$defs/Tree' } } };
    expect(published(schema, $defs)).toEqual({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/Tree' } },
      $defs: { Tree: treeOf('Tree_2'), Tree_2: treeOf('Tree_2') },
    });
  });

  function treeOf(name: string): unknown {
    return {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: ['array', 'null'], items: { $ref: `#/$defs/${name}` } },
      },
      required: ['name'],
      additionalProperties: false,
    };
  }

  it('is received at any depth of a type that refers to itself', async () => {
    const types = {
      ...$defs,
      Node: { type: 'object', properties: { item, next: { $ref: '#/$defs/Node' } } },
    };
    const json = { next: { next: { item: { title: 'a', amount: 1 } } } };
    const received = (await receive({ $ref: '#/$defs/Node' }, json, types)) as typeof json;
    expect(received.next.next.item).toBeInstanceOf(Item);
    expect(await refuse({ $ref: '#/$defs/Node' }, { next: { item: { title: 'a' } } }, types)).toBe(
      '/value/next/item/amount is missing',
    );
  });

  it('is received in sets and maps', async () => {
    const set = await receive({ type: 'array', items: item, instanceOf: Set }, [{ title: 'a', amount: 1 }], $defs);
    expect([...(set as Set<unknown>)][0]).toBeInstanceOf(Item);
    const map = await receive(
      { type: 'object', additionalProperties: item, instanceOf: Map },
      { a: { title: 'a', amount: 1 } },
      $defs,
    );
    expect((map as Map<string, unknown>).get('a')).toBeInstanceOf(Item);
  });

  it('is awaited if class-validator has to be loaded', async () => {
    const { parse: decode } = readGeneratedSource({ type: 'array', items: person }, $defs, 'Kb.search');
    const loading = decode?.([{ email: 'a@b.org' }]);
    expect(loading).toBeInstanceOf(Promise);
    await loading;
    expect(decode?.([])).toEqual({ ok: true, value: [] });
  });
});

describe('a union that contains DTOs', () => {
  const either = { anyOf: [item, person, { type: 'string' }] };

  it('creates an instance of the class whose published schema accepts the value', async () => {
    expect(await receive(either, { email: 'a@b.org' }, $defs)).toBeInstanceOf(Person);
    expect(await receive(either, { title: 'a', amount: 1 }, $defs)).toBeInstanceOf(Item);
    expect(await receive(either, 'text', $defs)).toBe('text');
  });

  it('reports the issues of the first class if none accepts', async () => {
    expect(await refuse(either, { title: 'a', amount: 0 }, $defs)).toBe('/value/amount must be >= 1, got 0');
    expect(await refuse({ anyOf: [person, item] }, { email: 1 }, $defs)).toContain('/value/email must be an email');
    expect(await refuse(either, 5, $defs)).toBe('/value must be Item, Person or string, got 5');
    expect(await refuse(either, [], $defs)).toBe('/value must be Item, Person or string, got []');
  });

  it('prefers a type without rules that accepts the value to a class that does not', async () => {
    const plain = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    const union = { anyOf: [item, plain] };
    expect(await receive(union, { title: 'a', amount: 1 }, $defs)).toBeInstanceOf(Item);
    const received = await receive(union, { title: 'a' }, $defs);
    expect(received).not.toBeInstanceOf(Item);
    expect(received).toEqual({ title: 'a' });
  });

  it('selects the branch whose rules may still reject the content', async () => {
    const many = { anyOf: [{ type: 'array', items: person }, person] };
    expect(await receive(many, [{ email: 'a@b.org' }], $defs)).toEqual([expect.any(Person)]);
    expect(await refuse(many, [{ email: 'a@b.org' }, { email: 'x' }], $defs)).toContain(
      '/value/1/email must be an email',
    );
    const wrapped = { type: 'object', properties: { kind: { const: 'w' }, item }, required: ['kind'] };
    expect(await refuse({ anyOf: [person, wrapped] }, { kind: 'w', item: { title: 'a', amount: 0 } }, $defs)).toBe(
      '/value/item/amount must be >= 1, got 0',
    );
  });

  it('accepts null in addition to a class', async () => {
    const maybe = { anyOf: [item, { type: 'null' }] };
    expect(await receive(maybe, null, $defs)).toBe(null);
    expect(await receive(maybe, { title: 'a', amount: 1 }, $defs)).toBeInstanceOf(Item);
    expect(await refuse(maybe, { title: 'a' }, $defs)).toBe('/value/amount is missing');
  });

  it('of oneOf lets the classes decide which one a value belongs to', async () => {
    expect(await receive({ oneOf: [item, person] }, { email: 'a@b.org' }, $defs)).toBeInstanceOf(Person);
    const both = { oneOf: [item, person], anyOf: [{ required: ['email'] }, { type: 'null' }] };
    expect(await receive(both, { email: 'a@b.org' }, $defs)).toBeInstanceOf(Person);
    expect(await refuse(both, { title: 'a', amount: 1 }, $defs)).toContain('/value/email is missing');
    expect(published({ oneOf: [item, person] }, $defs)).toMatchObject({ oneOf: [item, person] });
  });

  it('of oneOf without classes is not changed', async () => {
    const schema = { type: 'object', properties: { item, n: { oneOf: [{ type: 'number' }, { type: 'integer' }] } } };
    expect(await refuse(schema, { n: 5 }, $defs)).toContain('/value/n must match exactly one of its forms');
  });
});

describe('an object as the only parameter', () => {
  const order = { type: 'object', properties: { item, note: { type: 'string' } }, required: ['item'] };

  it('of an interface spreads, preserves its rules, and receives its DTOs', async () => {
    const tool = soleTool({ $ref: '#/$defs/Order' }, { ...$defs, Order: order });
    expect(tool.inputSchema).toEqual({
      type: 'object',
      properties: { item, note: { type: 'string' } },
      required: ['item'],
      additionalProperties: false,
      $defs: { Item: publishedItem },
    });
    expect(await tool.call({ item: { title: 'a', amount: 1 }, note: 'b' })).toEqual({
      item: expect.any(Item),
      note: 'b',
    });
    expect((await tool.exec({ item: {}, note: 5, nota: 1 })).toText().split('; ').sort()).toEqual([
      '/note must be string, got 5',
      "Invalid arguments for 'run': unknown argument 'nota' (did you mean 'note'?)",
    ]);
    expect((await tool.exec({ note: 'b' })).toText()).toBe("Invalid arguments for 'run': missing argument 'item'");
  });

  it('of a DTO spreads', async () => {
    const tool = soleTool(item, $defs);
    expect(tool.inputSchema).toEqual(publishedItem);
    expect(await tool.call({ title: 'a', amount: 1 })).toBeInstanceOf(Item);
    expect((await tool.exec({ title: 'a', amount: 0 })).toText()).toBe(
      "Invalid arguments for 'run': /amount must be >= 1, got 0",
    );
  });

  it('receives bound values unchanged', async () => {
    class Tools extends ToolRegistry {
      @Tool() interface(order: { at: Date; by?: Date }): unknown {
        return order;
      }

      @Tool() dto(item: Item): unknown {
        return item;
      }
    }
    const date = { type: 'string', format: 'date-time', instanceOf: Date };
    const at = {
      type: 'object',
      properties: { at: date, by: date, plain: { type: 'string', default: 'p' } },
      required: ['at', 'by'],
    };
    defineToolSchemas(Tools, {
      interface: { params: [{ name: 'order', schema: at }] },
      dto: { params: [{ name: 'item', schema: $defs.Item }] },
    });
    const tools = new Tools();
    const by = { not: 'a date' };
    const spec = tools.toolSpec('interface').bind('by').bind('plain');
    spec.state.set('by', by);
    expect(Object.keys(spec.params)).toEqual(['at']);
    const received = (await spec.call({ at: '2024-01-01T00:00:00Z' })) as unknown as { at: unknown; by: unknown };
    expect(received).toEqual({ at: new Date('2024-01-01T00:00:00Z'), by, plain: 'p' });
    expect(received.by).toBe(by);
    expect((await spec.exec({ at: '2024-01-01T00:00:00Z', by: 1 })).toText()).toBe(
      "Invalid arguments for 'interface': unknown argument 'by'",
    );
    const dto = tools.toolSpec('dto').bind('amount');
    dto.state.set('amount', -5);
    expect(await dto.call({ title: 'a' })).toEqual(Object.assign(new Item(), { title: 'a', amount: -5 }));
  });

  it.each([
    ['a record', { type: 'object', additionalProperties: {} }],
    ['a map', { type: 'object', additionalProperties: {}, instanceOf: Map }],
    ['a union', { anyOf: [item, person] }],
    ['a list', { type: 'array', items: item }],
    ['a nullable object', { type: ['object', 'null'], properties: { a: {} } }],
  ])('of %s does not spread', (_, schema) => {
    expect(Object.keys(soleTool(schema, $defs).params)).toEqual(['value']);
  });

  it('with hostile content is rejected', async () => {
    const tool = valueTool(order, $defs);
    const hostile = JSON.parse('{"value":{"item":{"title":"a","amount":1},"__proto__":{"x":1}}}') as unknown;
    expect((await tool.exec(hostile)).toText()).toContain("the name '__proto__' is never an argument");
    expect((await tool.exec({ value: { item: { title: 'a', amount: 1, constructor: 1 } } })).toText()).toContain(
      "declares no 'constructor'",
    );
  });
});

describe('a record of anything', () => {
  it('accepts any key, while unknown arguments are rejected', async () => {
    const tool = valueTool({ type: 'object', additionalProperties: {} });
    expect(await tool.call({ value: { a: 1, b: { c: [] } } })).toEqual({ a: 1, b: { c: [] } });
    expect((await tool.exec({ value: {}, more: 1 })).toText()).toBe(
      "Invalid arguments for 'run': unknown argument 'more'",
    );
  });
});

describe('class-validator', () => {
  it('rejects nothing that it accepts without toolwright', async () => {
    class Loose {
      @IsBoolean() ok!: boolean;
      @IsOptional() @IsString() note?: string | null;
    }
    const type = {
      type: 'object',
      instanceOf: Loose,
      properties: { ok: { const: true }, note: { type: 'string', enum: ['a'] } },
      required: ['ok', 'note'],
      additionalProperties: false,
    };
    expect(await soleTool(type).call({ ok: false, note: 'other' })).toEqual({ ok: false, note: 'other' });
    expect(await receive({ type: 'array', items: type }, [{ ok: false, note: null }, { ok: false }])).toEqual([
      { ok: false, note: null },
      { ok: false },
    ]);
  });
});
