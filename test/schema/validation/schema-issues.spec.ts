import { type JsonSchema, ToolSpec } from 'toolwright';
import { issuesIn, objectOf } from './json-tool.js';

const number: JsonSchema = { type: 'number' };
const boolean: JsonSchema = { type: 'boolean' };

describe('the issues of a union', () => {
  const unions: [string, JsonSchema, string][] = [
    ['the types of anyOf', { anyOf: [number, boolean] }, 'must be number or boolean, got "x"'],
    ['the types of oneOf', { oneOf: [number, boolean] }, 'must be number or boolean, got "x"'],
    [
      'the name of a definition',
      { anyOf: [{ $ref: '#/$defs/Circle' }, boolean] },
      'must be Circle or boolean, got "x"',
    ],
    ['a form without a type', { anyOf: [{ allOf: [number] }, boolean] }, 'must be another form or boolean, got "x"'],
    ['nothing of a form that admits nothing', { anyOf: [false, number] }, 'must be number, got "x"'],
  ];
  it.each(unions)('name %s', async (_what, x, message) => {
    const schema = objectOf({ x }, { $defs: { Circle: { type: 'object' } } });
    expect(await issuesIn(schema, { x: 'x' })).toEqual([`/x ${message}`]);
  });

  it('do not change those of other properties', async () => {
    const schema = objectOf({ a: number, xy: number, x: { anyOf: [number, boolean] }, z: number });
    expect(await issuesIn(schema, { a: 'a', xy: 'b', x: 'c', z: 'd' })).toEqual([
      '/a must be number, got "a"',
      '/xy must be number, got "b"',
      '/x must be number or boolean, got "c"',
      '/z must be number, got "d"',
    ]);
  });

  const shapes: Readonly<Record<string, JsonSchema>> = {
    Circle: objectOf({ kind: { const: 'circle' }, r: number }),
    Square: objectOf({ kind: { const: 'square' }, side: number, color: { type: 'string' } }),
    Line: objectOf({ kind: { enum: ['line', 'ray'] }, from: number }),
  };
  const spelled: [string, readonly JsonSchema[], JsonSchema][] = [
    ['written in place', Object.values(shapes), {}],
    ['defined apart', Object.keys(shapes).map((name) => ({ $ref: `#/$defs/${name}` })), { $defs: shapes }],
  ];
  it.each(spelled)('are those of the branch that its constants match, %s', async (_how, anyOf, rest) => {
    const schema = objectOf({ shape: { anyOf } }, rest);
    expect(await issuesIn(schema, { shape: { kind: 'square', side: 'long', color: 1 } })).toEqual([
      '/shape/side must be number, got "long"',
      '/shape/color must be string, got 1',
    ]);
    expect(await issuesIn(schema, { shape: { kind: 'ray', from: 'a', r: 'b', side: 'c' } })).toEqual([
      '/shape/from must be number, got "a"',
    ]);
  });

  it('are those of the branch with a similar name, if branches have as many issues', async () => {
    const anyOf = [
      objectOf({ grams: number }, { required: ['grams'], additionalProperties: false }),
      objectOf({ pieces: number }, { required: ['pieces'], additionalProperties: false }),
    ];
    expect(await issuesIn(objectOf({ x: { anyOf } }), { x: { piece: 3 } })).toEqual([
      '/x/pieces is missing',
      "/x/piece is unknown (did you mean 'pieces'?)",
    ]);
    expect(await issuesIn(objectOf({ x: { anyOf } }), { x: { gram: 3 } })).toEqual([
      '/x/grams is missing',
      "/x/gram is unknown (did you mean 'grams'?)",
    ]);
  });

  it('are those of the best matching branch if no constant decides', async () => {
    const anyOf = [
      { type: 'object', required: ['a', 'b'] },
      { type: 'object', required: ['c'] },
    ] as const;
    expect(await issuesIn(objectOf({ x: { anyOf } }), { x: {} })).toEqual(['/x/c is missing']);
  });
});

describe('the issues of arguments', () => {
  it('list up to twenty choices, and indicate more', async () => {
    const codes = Array.from({ length: 21 }, (_, index) => index);
    expect(await issuesIn(objectOf({ x: { enum: [1, 2, 3] } }), { x: 9 })).toEqual(['/x must be 1, 2 or 3, got 9']);
    expect(await issuesIn(objectOf({ x: { enum: codes.slice(1) } }), { x: 99 })).toEqual([
      `/x must be ${codes.slice(1, 20).join(', ')} or 20, got 99`,
    ]);
    expect(await issuesIn(objectOf({ x: { enum: codes } }), { x: 99 })).toEqual([
      `/x must be one of ${codes.slice(0, 20).join(', ')}, …, got 99`,
    ]);
  });

  it('are all listed up to twenty', async () => {
    const args = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`argument${index}`, 1]));
    const issues = await issuesIn(objectOf({}), args);
    expect(issues).toHaveLength(20);
    expect(issues.at(-1)).toBe("unknown argument 'argument19'");
  });

  it('name an argument as it was written', async () => {
    expect(await issuesIn(objectOf({}, { required: ['g/h'] }), { 'a/b': 1, 'c~d': 2, 'e~1f': 3 })).toEqual([
      "missing argument 'g/h'",
      "unknown argument 'a/b'",
      "unknown argument 'c~d'",
      "unknown argument 'e~1f'",
    ]);
  });

  it('suggest a known name even if other schemas declare more', async () => {
    const schema = objectOf({ query: {} }, { allOf: [objectOf({ size: {} })] });
    expect(await issuesIn(schema, { querry: 1 })).toEqual(["unknown argument 'querry' (did you mean 'query'?)"]);
  });

  it('state the requirement of a condition, not the condition itself', async () => {
    // biome-ignore lint/suspicious/noThenProperty: a JSON Schema keyword.
    const x: JsonSchema = { if: { type: 'string' }, then: { minLength: 3 }, else: { minimum: 2 } };
    expect(await issuesIn(objectOf({ x }), { x: 'ab' })).toEqual(['/x must have at least 3 characters, got "ab"']);
    expect(await issuesIn(objectOf({ x }), { x: 1 })).toEqual(['/x must be >= 2, got 1']);
  });

  it('have a rule for programs', async () => {
    const tool = ToolSpec.create({
      name: 't',
      inputSchema: objectOf({ x: number }, { required: ['x'] }),
      executor: { kind: 'test', execute: () => 1 },
    });
    expect(await tool.validate({ other: 1 })).toEqual({
      ok: false,
      issues: [
        { path: '/x', message: 'is missing', rule: 'required' },
        { path: '/other', message: 'is unknown', rule: 'unknown' },
      ],
    });
    expect(await tool.validate([1])).toEqual({
      ok: false,
      issues: [{ path: '', message: 'must be an object, got [1]', rule: 'type' }],
    });
  });
});

describe('the issues of data', () => {
  it('name the data, or the path in it', async () => {
    const outputSchema: JsonSchema = { type: 'object', properties: { id: number }, required: ['id'] };
    const message = async (data: unknown): Promise<string | undefined> => {
      const executor = { kind: 'test', execute: () => data };
      return (await ToolSpec.create({ name: 't', outputSchema, executor }).exec()).error?.message;
    };
    const start = "'t' returned data that does not fit its output schema:";
    expect(await message([])).toBe(`${start} the data must be object, got []`);
    expect(await message({ id: '1' })).toBe(`${start} /id must be number, got "1"`);
    expect(await message({})).toBe(`${start} /id is missing`);
  });
});
