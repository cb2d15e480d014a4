import 'toolwright/dto';
import { IsInt } from 'class-validator';
import { readGeneratedSource } from '../../../src/schema/typed/generated-source.js';
import { receive, refuse, soleTool, unfrozenIn } from './generated-tool.js';

const text = '2024-01-01T00:00:00.000Z';
const date = { type: 'string', format: 'date-time', instanceOf: Date };
const made = new Date(text);

const dateForm = 'a valid date-time such as 2026-12-01T09:00:00Z or a valid date such as 2026-12-01';

describe('a value that contains instances', () => {
  it.each([
    ['a property', { type: 'object', properties: { at: date } }, { at: text, n: 1 }, { at: made, n: 1 }],
    [
      'additional properties',
      { type: 'object', properties: { at: { type: 'string' } }, additionalProperties: date },
      { at: text, more: text },
      { at: text, more: made },
    ],
    [
      'properties by pattern',
      { type: 'object', patternProperties: { '^d': date }, additionalProperties: { type: 'string' } },
      { d1: text, e1: text },
      { d1: made, e1: text },
    ],
    [
      'properties that match no pattern',
      { type: 'object', patternProperties: { '^s': { type: 'string' } }, additionalProperties: date },
      { s: text, d: text },
      { s: text, d: made },
    ],
    [
      'a property that also matches a pattern',
      { type: 'object', properties: { d: {} }, patternProperties: { '^d': date } },
      { d: text },
      { d: made },
    ],
    ['items', { type: 'array', items: date }, [text, text], [made, made]],
    [
      'a position of a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, date], items: date },
      [text, text, text],
      [text, made, made],
    ],
    [
      'a tuple without further items',
      { type: 'array', prefixItems: [date], items: { type: 'string' } },
      [text, text],
      [made, text],
    ],
    [
      'parts of allOf',
      { allOf: [{ properties: { a: date } }, { properties: { b: date } }] },
      { a: text, b: text },
      { a: made, b: made },
    ],
    ['items of items', { type: 'array', items: { type: 'array', items: date } }, [[], [text]], [[], [made]]],
  ])('has instances at %s', async (_, schema, json, value) => {
    expect(await receive(schema, json)).toStrictEqual(value);
  });

  it('has instances at the target of a reference and at its siblings', async () => {
    const $defs = {
      At: date,
      Pair: { type: 'object', properties: { a: { $ref: '#/$defs/At', description: 'first' } } },
    };
    const schema = { $ref: '#/$defs/Pair', properties: { b: { $ref: '#/$defs/At' } } };
    expect(await receive(schema, { a: text, b: text }, $defs)).toEqual({ a: made, b: made });
  });

  it('has instances at any depth of a type that refers to itself', async () => {
    const $defs = {
      Node: {
        type: 'object',
        properties: {
          at: date,
          next: { $ref: '#/$defs/Node' },
          others: { type: 'array', items: { $ref: '#/$defs/Node' } },
        },
      },
    };
    const json = { at: text, next: { next: { at: text } }, others: [{ at: text, others: [] }] };
    const value = { at: made, next: { next: { at: made } }, others: [{ at: made, others: [] }] };
    expect(await receive({ $ref: '#/$defs/Node' }, json, $defs)).toEqual(value);
    const sole = soleTool({ $ref: '#/$defs/Node' }, $defs);
    expect(await sole.call(json)).toEqual(value);
    expect((await sole.exec({ others: [{ next: { at: 'x' } }] })).toText()).toBe(
      `Invalid arguments for 'run': /others/0/next/at must be a valid date-time such as 2026-12-01T09:00:00Z, got "x"`,
    );
  });

  it('reports every issue with its path', async () => {
    const loose = { type: 'string', instanceOf: Date };
    const schema = { type: 'object', properties: { 'a/b': loose, list: { type: 'array', items: loose } } };
    expect(await refuse(schema, { 'a/b': 'x', list: [text, 'y'] })).toBe(
      `/value/a~1b must be ${dateForm}, got "x"; /value/list/1 must be ${dateForm}, got "y"`,
    );
  });

  it('preserves a property that is named instanceOf', async () => {
    const schema = { type: 'object', properties: { instanceOf: { type: 'string' }, at: date } };
    expect(await receive(schema, { instanceOf: 'Date', at: text })).toEqual({ instanceOf: 'Date', at: made });
    expect(await refuse(schema, { instanceOf: 5 })).toBe('/value/instanceOf must be string, got 5');
  });
});

describe('a union that contains instances', () => {
  const circle = { type: 'object', properties: { kind: { const: 'circle' }, at: date }, required: ['kind', 'at'] };
  const square = {
    type: 'object',
    properties: { kind: { const: 'square' }, at: { type: 'string' } },
    required: ['kind', 'at'],
  };

  it.each(['anyOf', 'oneOf'])('selects the branch of %s that accepts the value', async (keyword) => {
    const schema = { [keyword]: [square, circle, { type: 'string' }, { type: 'array', items: date }] };
    expect(await receive(schema, { kind: 'circle', at: text })).toEqual({ kind: 'circle', at: made });
    expect(await receive(schema, { kind: 'square', at: text })).toEqual({ kind: 'square', at: text });
    expect(await receive(schema, text)).toBe(text);
    expect(await receive(schema, [text])).toEqual([made]);
  });

  it('validates branches with the definitions to which they refer', async () => {
    const $defs = { Circle: circle, Square: square };
    const schema = { anyOf: [{ $ref: '#/$defs/Square' }, { $ref: '#/$defs/Circle' }] };
    expect(await receive(schema, { kind: 'circle', at: text }, $defs)).toEqual({ kind: 'circle', at: made });
  });

  it('selects the first of several branches that accept the value', async () => {
    expect(await receive({ anyOf: [date, { type: 'string' }] }, text)).toEqual(made);
    expect(await receive({ anyOf: [{ type: 'string' }, date] }, text)).toBe(text);
    expect(await receive({ anyOf: [date, { type: 'string' }] }, 'soon')).toBe('soon');
  });

  it('is rejected by the schema', async () => {
    expect(await refuse({ anyOf: [circle, square] }, { kind: 'line' })).toContain('/value/kind must be');
  });

  it('validates values before they are converted', async () => {
    const schema = { properties: { at: date }, anyOf: [{ properties: { n: date }, required: ['n'] }, square] };
    expect(await receive(schema, { kind: 'square', at: text })).toEqual({ kind: 'square', at: made });
    expect(await receive(schema, { n: text, at: text })).toEqual({ n: made, at: made });
  });
});

describe('readGeneratedSource', () => {
  const where = 'Kb.search';

  it('returns synchronously if no class has rules', () => {
    const { parse: decode } = readGeneratedSource({ type: 'array', items: date }, {}, where);
    expect(decode?.([text])).toEqual({ ok: true, value: [made] });
  });

  it('passes on parts without conversions unchanged', () => {
    const schema = {
      type: 'object',
      properties: { at: date, list: { type: 'array', items: {} }, more: { type: 'array', items: date } },
    };
    const { parse: decode } = readGeneratedSource(schema, {}, where);
    const value = { list: [1], more: [] };
    const received = decode?.(value);
    expect(received).toEqual({ ok: true, value });
    expect((received as { value: unknown }).value).toBe(value);
    const withDate = { ...value, at: text };
    const changed = decode?.(withDate) as { value: typeof withDate };
    expect(changed.value).not.toBe(withDate);
    expect(changed.value.list).toBe(value.list);
    expect(changed.value.more).toBe(value.more);
    expect(withDate.at).toBe(text);
  });

  it('adds bound values to the parsed object unchanged', () => {
    const { parse: decode } = readGeneratedSource({ type: 'object', properties: { at: date, by: date } }, {}, where);
    const by = {};
    const received = decode?.({ at: text }, { by }) as { value: { at: Date; by: unknown } };
    expect(received).toEqual({ ok: true, value: { at: made, by } });
    expect(received.value.by).toBe(by);
    expect(decode?.({ at: 'x' }, { by })).toMatchObject({ ok: true, value: { at: 'x' } });
    const loose = readGeneratedSource(
      { type: 'object', properties: { at: { type: 'string', instanceOf: Date } } },
      {},
      where,
    );
    expect(loose.parse?.({ at: 'x' }, { by })).toMatchObject({ ok: false, issues: [{ path: '/at' }] });
  });

  it('has no parser and one schema if nothing is converted', () => {
    const source = readGeneratedSource(
      { type: 'array', items: { $ref: '#/$defs/A' } },
      { A: { type: 'string' } },
      where,
    );
    expect(source).toEqual({
      published: { type: 'array', items: { $ref: '#/$defs/A' }, $defs: { A: { type: 'string' } } },
      enforced: source.published,
    });
    expect(source.enforced).toBe(source.published);
    expect('receive' in source).toBe(false);
  });

  it('publishes frozen copies of only the used definitions, without instanceOf', () => {
    const $defs = {
      Used: {
        type: 'object',
        properties: { at: date, next: { $ref: '#/$defs/Next' } },
        required: ['at'],
        examples: [{ at: text }],
      },
      Next: { enum: ['a'] },
      Other: { type: 'string' },
    };
    const before = structuredClone({ ...$defs, Used: undefined });
    const { published } = readGeneratedSource({ type: 'array', items: { $ref: '#/$defs/Used' } }, $defs, where);
    expect(published).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/Used' },
      $defs: {
        Used: {
          type: 'object',
          properties: { at: { type: 'string', format: 'date-time' }, next: { $ref: '#/$defs/Next' } },
          required: ['at'],
          examples: [{ at: text }],
        },
        Next: { enum: ['a'] },
      },
    });
    expect(unfrozenIn(published)).toEqual([]);
    expect(Object.isFrozen($defs.Used.required)).toBe(false);
    expect({ ...$defs, Used: undefined }).toEqual(before);
    expect($defs.Used.properties.at).toBe(date);
  });

  it.each([
    [
      'a class without rules',
      class Plain {},
      "Kb.search: class 'Plain' has no class-validator rules. Decorate its properties, or use an interface.",
    ],
    [
      'a built-in class that JSON cannot represent',
      RegExp,
      "Kb.search: class 'RegExp' has no class-validator rules. Decorate its properties, or use an interface.",
    ],
    [
      'a class that is not defined yet',
      undefined,
      "Kb.search: its generated schema refers to a class that is undefined. Import the generated module after the classes, and run 'toolwright generate'.",
    ],
  ])('rejects %s at any position', (_, instanceOf, message) => {
    const $defs = { Deep: { type: 'object', properties: { x: { type: 'object', instanceOf } } } };
    expect(() => readGeneratedSource({ type: 'array', items: { $ref: '#/$defs/Deep' } }, $defs, where)).toThrow(
      message,
    );
    expect(() => readGeneratedSource({ type: 'string' }, $defs, where)).not.toThrow();
  });

  it('applies the rules of a candidate if it has any, and the type otherwise', () => {
    class Ruled {
      @IsInt() price!: number;
    }
    class Plain {}
    const typed = { type: 'object', properties: { price: { type: 'number' } } };
    const read = (dtoCandidate: unknown): unknown =>
      readGeneratedSource({ ...typed, dtoCandidate }, {}, where).published;
    expect(read(Ruled)).toMatchObject({ properties: { price: { type: 'integer' } }, required: ['price'] });
    expect(read(Plain)).toEqual(typed);
    expect(() => read(undefined)).toThrow('its generated schema refers to a class that is undefined');
  });

  it("leaves classes inside a DTO to the DTO's rules", () => {
    class Item {
      @IsInt() price!: number;
    }
    class Money {}
    const schema = { type: 'object', instanceOf: Item, properties: { price: { type: 'object', instanceOf: Money } } };
    expect(() => readGeneratedSource({ type: 'array', items: schema }, {}, where)).not.toThrow();
  });
});
