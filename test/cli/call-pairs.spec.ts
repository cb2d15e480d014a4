import { Workshop } from './command-line.js';

const layers = Array.from({ length: 30 }, (_, index) => `layer${index}`);

const parameters = {
  type: 'object',
  properties: {
    query: { type: 'string' },
    limit: { type: 'integer' },
    price: { type: 'number' },
    isNew: { type: 'boolean' },
    owner: { type: ['string', 'null'] },
    end: { type: ['integer', 'null'] },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { type: 'integer' } },
    one: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    level: { enum: ['low', 'high', 3] },
    part: { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'object' }] },
    layered: { $ref: '#/$defs/layer0' },
    filter: { $ref: '#/$defs/filter' },
    'a.b': { type: 'integer' },
    any: {},
    point: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: { type: 'boolean' } },
    rows: { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
    id: { type: ['string', 'integer'] },
    photo: { type: 'string', contentEncoding: 'base64' },
    pages: { type: 'array', items: { type: 'string', contentEncoding: 'base64' } },
    picture: { anyOf: [{ type: 'string', contentEncoding: 'base64' }, { type: 'null' }] },
  },
  $defs: {
    filter: {
      type: 'object',
      properties: { state: { type: 'string' }, max: { type: 'number' }, inner: { $ref: '#/$defs/filter' } },
      additionalProperties: false,
    },
    // Each of these types is one of all types below, so that there are millions of paths.
    ...Object.fromEntries(
      layers.map((name, index) => {
        const others = layers.slice(index + 1).map((other) => ({ $ref: `#/$defs/${other}` }));
        return [name, { anyOf: [{ type: 'integer' }, ...others] }];
      }),
    ),
  },
  additionalProperties: false,
};

describe('toolwright call with pairs', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
    workshop.compile(
      'shop.mjs',
      `export const find = ToolSpec.create({
        name: 'find',
        inputSchema: ${JSON.stringify(parameters)},
        executor: { kind: 'echo', execute: (args) => JSON.stringify(args) },
      });
      export class Shop extends ToolRegistry { @Tool() open(name: string, times: number = 1) { return [name, times]; } }`,
    );
    workshop.write('notes.txt', 'first\nsecond\n');
    workshop.write('filter.json', '{ "state": "open" }');
    workshop.write('photo.bin', Buffer.from([0x89, 0x50, 0xff, 0x00]));
    workshop.write('abcd.txt', 'abcd');
    workshop.write('photo.json', '"YWJjZA=="');
  });

  afterAll(() => workshop.remove());

  const call = (...pairs: readonly string[]) => workshop.run('call', 'shop.mjs', 'find', ...pairs);

  it.each([
    [['query=tea', 'limit=5'], { query: 'tea', limit: 5 }],
    [['query=01234'], { query: '01234' }],
    [['query=a=b', 'price=-1.5e2'], { query: 'a=b', price: -150 }],
    [['query='], { query: '' }],
    [['isNew=true', 'owner=null', 'end=null'], { isNew: true, owner: 'null', end: null }],
    [['owner:=null', 'query:="x"'], { owner: null, query: 'x' }],
    [['tags=a'], { tags: ['a'] }],
    [['part={"a":1}'], { part: { a: 1 } }],
    [['part=["a"]'], { part: ['a'] }],
    [['layered=5'], { layered: 5 }],
    [['tags=a', 'query=x', 'tags=b c'], { tags: ['a', 'b c'], query: 'x' }],
    [['tags=["a","b"]', 'sizes=1', 'sizes=2'], { tags: ['a', 'b'], sizes: [1, 2] }],
    [['tags:=["a"]', 'tags=b'], { tags: ['a', 'b'] }],
    [['tags=[draft] x'], { tags: ['[draft] x'] }],
    [['one=x'], { one: 'x' }],
    [['one=x', 'one=y'], { one: ['x', 'y'] }],
    [['level=3'], { level: 3 }],
    [['level=low'], { level: 'low' }],
    [
      ['filter.state=open', 'filter.max=2', 'filter.inner.max=1'],
      { filter: { state: 'open', max: 2, inner: { max: 1 } } },
    ],
    [['filter={"max":3}'], { filter: { max: 3 } }],
    [['a.b=1'], { 'a.b': 1 }],
    [['any=1'], { any: 1 }],
    [['any=text'], { any: 'text' }],
    [['any=9007199254740993'], { any: '9007199254740993' }],
    [['any=null'], { any: null }],
    [['point=1', 'point=2', 'point=true'], { point: ['1', 2, true] }],
    [['point=["a",2]'], { point: ['a', 2] }],
    [['rows=[1,2]'], { rows: [[1, 2]] }],
    [['rows=[1,2]', 'rows=[3]', 'rows=4'], { rows: [[1, 2], [3], [4]] }],
    [['rows=[[1,2],[3]]', 'rows:=[4]'], { rows: [[1, 2], [3], [4]] }],
    [['rows:=[[1],[]]'], { rows: [[1], []] }],
    [['tags=["9007199254740993"]'], { tags: ['9007199254740993'] }],
    [['id=9007199254740993'], { id: '9007199254740993' }],
    [['limit=9007199254740992', 'price=1e22'], { limit: 2 ** 53, price: 1e22 }],
    [['query=@notes.txt'], { query: 'first\nsecond\n' }],
    [['filter:=@filter.json'], { filter: { state: 'open' } }],
    [['query=@@ann'], { query: '@ann' }],
    // Parameters of bytes: also a text that is base64 by chance, such as 'abcd'.
    [['photo=@photo.bin', 'picture=@abcd.txt'], { photo: 'iVD/AA==', picture: 'YWJjZA==' }],
    [['pages=@photo.bin'], { pages: ['iVD/AA=='] }],
    [['pages=@photo.bin', 'pages=@abcd.txt', 'pages=AAAA'], { pages: ['iVD/AA==', 'YWJjZA==', 'AAAA'] }],
    [['photo=YWJjZA=='], { photo: 'YWJjZA==' }],
    [['photo:=@photo.json'], { photo: 'YWJjZA==' }],
  ])('passes %j as %j', async (pairs, args) => {
    const { code, stdout, stderr } = await call(...pairs);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual(args);
  });

  it('reads the types of a tool of a class', async () => {
    const { stdout } = await workshop.run('call', 'shop.mjs', 'open', 'name=007', 'times=2');
    expect(JSON.parse(stdout)).toEqual(['007', 2]);
  });

  it.each([
    [['qurey=tea'], /unknown argument 'qurey' \(did you mean 'query'\?\)/],
    [['filtr.state=open'], /unknown argument 'filtr' \(did you mean 'filter'\?\)/],
    [['limit=many'], /limit/],
    [['tags=[1,2]'], /tags\/0 must be string, got 1/],
    [['__proto__.x=1'], /__proto__/],
  ])('passes %j to the tool, which refuses it', async (pairs, message) => {
    const { code, stdout, stderr } = await call(...pairs);
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it.each([
    [['query=a', 'query=b'], 1, "'query' is passed 2 times, but it is not a list."],
    [['filter.max=1', 'filter.max=2'], 1, "'filter.max' is passed 2 times, but it is not a list."],
    [['filter={}', 'filter.max=2'], 1, "'filter.max' is passed in addition to 'filter'. Pass one of them."],
    [['filter.max=2', 'filter={}'], 1, "'filter' is passed in addition to its properties. Pass one of them."],
    [['filter:={"max":}'], 5, "The value of 'filter' is invalid JSON at line 1, column 8"],
    [['filter:='], 5, "The value of 'filter' is invalid JSON"],
    [['limit=9007199254740993'], 1, "'limit' contains the number 9007199254740993, which JavaScript cannot represent."],
    [['price=1e999'], 1, "'price' contains the number 1e999, which JavaScript cannot represent."],
    [['price:=-1e999'], 1, "'price' contains the number -1e999, which JavaScript cannot represent."],
    [['tags=[9007199254740993]'], 1, "'tags' contains the number 9007199254740993"],
    [['sizes=1', 'sizes=9007199254740993'], 1, "'sizes' contains the number 9007199254740993"],
    [['filter={"max":9007199254740993}'], 1, "'filter' contains the number 9007199254740993"],
    [['query=@none.txt'], 1, "To pass a text that begins with '@', write query=@@none.txt."],
    [['query=a', '{}'], 1, "'call' accepts one JSON text, or pairs such as limit=5. '{}' is not a pair."],
  ])('refuses %j', async (pairs, code, message) => {
    const run = await call(...pairs);
    expect({ code: run.code, stdout: run.stdout }).toEqual({ code, stdout: '' });
    expect(run.stderr).toContain(message);
  });

  it('still reads a JSON text that contains an equals sign', async () => {
    expect((await call(' {"query":"a=b"}')).stdout).toBe('{"query":"a=b"}\n');
  });
});
