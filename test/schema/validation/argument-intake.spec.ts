import type { JsonSchema } from '../../../src/json-schema.js';
import { compileIntake } from '../../../src/schema/validation/argument-intake.js';
import { argumentLimits } from '../../../src/schema/validation/limits.js';

/** What the intake of a schema makes of arguments; undefined where it leaves them to a closer look. */
function taken(schema: JsonSchema, given: object): unknown {
  return compileIntake(schema, true)(given);
}

/** A schema for an object that has these properties and no other. */
function closed(properties: Readonly<Record<string, JsonSchema>>, rest: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, additionalProperties: false, ...rest };
}

class Point {
  readonly x = 1;
}

const text: JsonSchema = { type: 'string' };

/** So many characters, less those of the keys that stand beside them. */
function textBeside(keyCharacters: number, excess = 0): string {
  return 'x'.repeat(argumentLimits.characters - keyCharacters + excess);
}

describe('compileIntake', () => {
  describe('copies', () => {
    it('what the schema names, and leaves the arguments alone', () => {
      const schema = closed({
        query: text,
        range: closed({ from: { type: 'integer' }, to: { type: ['integer', 'null'] } }),
        tags: { type: 'array', items: text },
        filters: { type: 'array', items: closed({ field: text }) },
        more: {},
      });
      const given = {
        query: 'a',
        range: { from: 1, to: null },
        tags: ['b', 'c'],
        filters: [{ field: 'd' }, { field: 'e' }],
        more: { deep: [{ value: true }] },
      };
      const before = structuredClone(given);
      const args = taken(schema, given) as typeof given;
      expect(args).toStrictEqual(before);
      expect(given).toStrictEqual(before);
      expect(args).not.toBe(given);
      expect(args.range).not.toBe(given.range);
      expect(args.tags).not.toBe(given.tags);
      expect(args.filters).not.toBe(given.filters);
      expect(args.filters[1]).not.toBe(given.filters[1]);
      expect(args.more).not.toBe(given.more);
      expect(args.more.deep[0]).not.toBe(given.more.deep[0]);
    });

    it('values that may be null as what they are', () => {
      const schema = closed({
        range: closed({ from: { type: 'integer' } }, { type: ['object', 'null'] }),
        tags: { type: ['null', 'array'], items: text },
      });
      expect(taken(schema, { range: null, tags: null })).toStrictEqual({ range: null, tags: null });
      const given = { range: { from: 1 }, tags: ['a'] };
      const args = taken(schema, given) as typeof given;
      expect(args).toStrictEqual(given);
      expect(args.range).not.toBe(given.range);
      expect(args.tags).not.toBe(given.tags);
    });

    it('no property that is undefined, and adds none', () => {
      const schema = closed({ query: text, range: closed({ from: { type: 'integer' } }) });
      expect(taken(schema, { query: undefined, range: { from: undefined } })).toStrictEqual({ range: {} });
      expect(taken(schema, {})).toStrictEqual({});
    });

    it('holes as holes', () => {
      const schema = closed({ filters: { type: 'array', items: closed({ field: text }) } });
      const filters = [{ field: 'a' }, undefined, { field: 'b' }];
      delete filters[1];
      expect(taken(schema, { filters })).toStrictEqual({ filters });
    });

    it('an open object value by value where it has more than is declared', () => {
      const given = { query: 'a', other: { deep: [1] } };
      for (const schema of [{ type: 'object', properties: { query: text } } as const, closed({ query: text })]) {
        // What is not held to its schema is open, too.
        const args = compileIntake(schema, false)(given) as typeof given;
        expect(args).toStrictEqual(given);
        expect(args.other).not.toBe(given.other);
        expect(args.other.deep).not.toBe(given.other.deep);
        expect(compileIntake(schema, false)({ query: 'a' })).toStrictEqual({ query: 'a' });
        expect(compileIntake(schema, false)({ query: 'a', other: new Point() })).toBeUndefined();
      }
    });

    it('nothing of what a closed object has besides: it is refused unseen', () => {
      const other = new Point();
      const args = taken(closed({ query: text }), { query: 'a', other }) as { other: unknown };
      expect(args).toStrictEqual({ query: 'a', other });
      expect(args.other).toBe(other);
    });

    it('the items of an open object in a list value by value', () => {
      const schema = closed({ filters: { type: 'array', items: { type: 'object', properties: { field: text } } } });
      const given = { filters: [{ field: 'a' }, { field: 'b', other: [1] }] };
      const args = taken(schema, given) as typeof given;
      expect(args).toStrictEqual(given);
      expect(args.filters[1]?.other).not.toBe(given.filters[1]?.other);
    });
  });

  describe('leaves to a closer look', () => {
    it.each<[string, JsonSchema, object]>([
      ['arguments of a class', closed({ x: { type: 'number' } }), new Point()],
      ['arguments without a prototype', closed({}), Object.create(null) as object],
      ['an object where a scalar is declared', closed({ query: text }), { query: {} }],
      ['an array where a scalar is declared', closed({ query: { type: ['string', 'null'] } }), { query: [] }],
      ['an object where scalars are listed', closed({ mode: { enum: ['a', 1, null] } }), { mode: {} }],
      ['a text where an object is declared', closed({ range: closed({}) }), { range: 'a' }],
      ['null where an object is declared', closed({ range: closed({}) }), { range: null }],
      ['an array where an object is declared', closed({ range: closed({}) }), { range: [] }],
      ['an object of a class where one is declared', closed({ point: closed({}) }), { point: new Point() }],
      ['an object of a class where anything goes', closed({ point: {} }), { point: new Point() }],
      ['a text where an array is declared', closed({ tags: { type: 'array', items: text } }), { tags: 'ab' }],
      ['null where an array is declared', closed({ tags: { type: 'array', items: text } }), { tags: null }],
      ['an object in a list of scalars', closed({ tags: { type: 'array', items: text } }), { tags: ['a', {}] }],
      ['an object in a list like an array', closed({ tags: { type: 'array', items: text } }), { tags: { length: 0 } }],
      [
        'a text in a list of objects',
        closed({ filters: { type: 'array', items: closed({}) } }),
        { filters: [{}, 'a'] },
      ],
      ['null in a list of objects', closed({ filters: { type: 'array', items: closed({}) } }), { filters: [null] }],
      [
        'a class in a list of objects',
        closed({ filters: { type: 'array', items: closed({}) } }),
        { filters: [new Point()] },
      ],
      [
        'a text where a list of objects is declared',
        closed({ filters: { type: 'array', items: closed({}) } }),
        { filters: 'a' },
      ],
      ['a member that could reach a prototype', { type: 'object' }, JSON.parse('{"__proto__":{"a":1}}') as object],
    ])('%s', (_, schema, given) => {
      expect(taken(schema, given)).toBeUndefined();
    });

    it('text that is as long as it may be, and one character more', () => {
      const schema = closed({ query: text, note: {} });
      const keys = 'query'.length + 'note'.length;
      for (const name of ['query', 'note']) {
        expect(taken(schema, { [name]: textBeside(keys) })).toBeDefined();
        expect(taken(schema, { [name]: textBeside(keys, 1) })).toBeUndefined();
      }
    });

    it('text in lists, in nested objects and beside the keys of each', () => {
      const keys = 'a'.length + 'list'.length + 'rows'.length;
      const schema = closed({
        a: closed({ inner: text }),
        list: { type: 'array', items: text },
        rows: { type: 'array', items: closed({ cell: text }) },
      });
      const each: readonly ((length: number) => object)[] = [
        (excess) => ({ a: { inner: textBeside(keys + 'inner'.length, excess) } }),
        (excess) => ({ list: ['b', textBeside(keys + 'inner'.length + 1, excess)] }),
        (excess) => ({ rows: [{ cell: 'b' }, { cell: textBeside(keys + 'inner'.length + 9, excess) }] }),
      ];
      for (const given of each) {
        expect(taken(schema, given(0))).toBeDefined();
        expect(taken(schema, given(1))).toBeUndefined();
      }
    });

    it('more values than there may be', () => {
      const schema = closed({ list: { type: 'array', items: { type: 'number' } }, last: { type: 'number' } });
      // The arguments themselves, two properties, and the items.
      const list = new Array<number>(argumentLimits.values - 3).fill(0);
      expect(taken(schema, { list })).toBeDefined();
      expect(taken(schema, { list: [...list, 0] })).toBeUndefined();
    });

    it('more objects in a list than there may be values', () => {
      const schema = closed({ rows: { type: 'array', items: closed({ cell: { type: 'number' } }) } });
      // The arguments themselves and one property; an item is two.
      const rows = new Array<object>((argumentLimits.values - 2) / 2).fill({});
      expect(taken(schema, { rows })).toBeDefined();
      expect(taken(schema, { rows: [...rows, {}] })).toBeUndefined();
    });

    it('more in what is copied value by value than the limits allow, with all that stands beside it', () => {
      const schema = closed({ list: { type: 'array', items: { type: 'number' } }, any: {}, last: {} });
      const rest = argumentLimits.values - 4;
      const list = new Array<number>(rest - 2).fill(0);
      // Counted on its own, a value and what it holds.
      expect(taken(schema, { list, any: [0] })).toBeDefined();
      expect(taken(schema, { list, any: [0, 0] })).toBeUndefined();
      const keys = 'list'.length + 'any'.length + 'last'.length;
      expect(taken(schema, { any: { a: textBeside(keys + 1) } })).toBeDefined();
      expect(taken(schema, { any: { a: textBeside(keys + 1, 1) } })).toBeUndefined();
      expect(taken(schema, { any: ['a'], last: [textBeside(keys + 1)] })).toBeDefined();
      expect(taken(schema, { any: ['a'], last: [textBeside(keys + 1, 1)] })).toBeUndefined();
    });

    it('what is nested deeper than it may be', () => {
      const nested = (levels: number): object => (levels === 1 ? [] : [nested(levels - 1)]);
      const schema = closed({ any: {} });
      expect(taken(schema, { any: nested(argumentLimits.depth - 1) })).toBeDefined();
      expect(taken(schema, { any: nested(argumentLimits.depth) })).toBeUndefined();
      const items = closed({ rows: { type: 'array', items: closed({ any: {} }) } });
      expect(taken(items, { rows: [{ any: nested(argumentLimits.depth - 3) }] })).toBeDefined();
      expect(taken(items, { rows: [{ any: nested(argumentLimits.depth - 2) }] })).toBeUndefined();
    });
  });

  // By name, an object in place of a scalar is left; value by value, it is copied.
  describe('goes value by value, not by name, where the schema', () => {
    const odd = { query: { is: 'no text' } };

    it.each<[string, JsonSchema]>([
      ['is no object schema', {}],
      ['admits other types', { type: ['object', 'array'], properties: { query: text } }],
      ['has another schema look into the properties', { type: 'object', properties: { query: text }, allOf: [{}] }],
      ['has patterns', { type: 'object', properties: { query: text }, patternProperties: { q: {} } }],
      ['names a property that sets a prototype', closed(JSON.parse('{"__proto__":{}}') as Record<string, JsonSchema>)],
    ])('%s', (_, schema) => {
      expect(taken(schema, odd)).toStrictEqual(odd);
      expect(taken(schema, odd)).not.toBe(odd);
      // Nothing is passed by unseen.
      expect(taken(schema, { other: new Point() })).toBeUndefined();
    });

    it.each<[string, JsonSchema, object]>([
      ['says nothing of a property', {}, {}],
      ['admits anything of a property', true as unknown as JsonSchema, []],
      ['admits several kinds of a property', { type: ['object', 'array'] }, {}],
      ['admits objects and scalars', { type: ['object', 'string'], properties: { a: text } }, { a: [] }],
      ['lists objects', { enum: [{}, 'a'] }, {}],
      ['lists objects beside a type', { type: 'array', enum: [[{}]] }, [{}]],
      ['has a tuple', { type: 'array', prefixItems: [{}], items: text }, [{}]],
      [
        'has another schema look into the items',
        { type: 'array', items: closed({ a: text }), contains: {} },
        [{ a: {} }],
      ],
      ['has lists of lists', { type: 'array', items: { type: 'array', items: text } }, [[{}]]],
      ['has lists of anything', { type: 'array' }, [{}]],
      ['has another schema look into an object', { type: 'object', properties: { a: text }, not: {} }, { a: {} }],
      ['has combinations', { anyOf: [text] }, {}],
    ])('%s', (_, property, value) => {
      const args = taken(closed({ odd: property }), { odd: value }) as { odd: object };
      expect(args).toStrictEqual({ odd: value });
      expect(args.odd).not.toBe(value);
    });

    it('is nested beyond the fourth level', () => {
      const nest = (levels: number, of: JsonSchema): JsonSchema =>
        levels === 0 ? of : closed({ a: nest(levels - 1, of) });
      const inner = (levels: number, of: unknown): object =>
        levels === 0 ? (of as object) : { a: inner(levels - 1, of) };
      expect(taken(nest(4, text), inner(4, {}))).toBeUndefined();
      expect(taken(nest(5, text), inner(5, {}))).toStrictEqual(inner(5, {}));
      const listed: JsonSchema = { type: 'array', items: text };
      expect(taken(nest(3, listed), inner(3, [{}]))).toBeUndefined();
      expect(taken(nest(4, listed), inner(4, [{}]))).toStrictEqual(inner(4, [{}]));
    });
  });

  it.each([
    ...[
      '$schema',
      '$comment',
      '$defs',
      'title',
      'description',
      'default',
      'examples',
      'deprecated',
      'readOnly',
      'writeOnly',
    ],
    ...['required', 'minProperties', 'maxProperties'],
  ])('goes by name also where an object schema has %s', (keyword) => {
    expect(
      taken(closed({ query: text }, { [keyword]: keyword === 'required' ? [] : 1 }), { query: {} }),
    ).toBeUndefined();
  });

  it.each([...['title', 'description', 'default', 'examples'], ...['minItems', 'maxItems']])(
    'goes by name also where a list of objects has %s',
    (keyword) => {
      const rows: JsonSchema = { type: 'array', items: closed({ a: text }), [keyword]: 1 };
      expect(taken(closed({ rows }), { rows: [{ a: {} }] })).toBeUndefined();
    },
  );

  it('takes names that have to be quoted', () => {
    const name = `it's "a" \\ name\n`;
    expect(taken(closed({ [name]: text }), { [name]: 'a' })).toStrictEqual({ [name]: 'a' });
    expect(taken({ type: 'object', properties: { [name]: text } }, { [name]: 'a' })).toStrictEqual({ [name]: 'a' });
    expect(taken({ type: 'object', properties: { [name]: text } }, { [name]: {} })).toBeUndefined();
  });
});
