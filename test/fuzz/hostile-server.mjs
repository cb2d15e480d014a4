/**
 * What a hostile MCP server sends: tools with names, schemas and results that try to block, exhaust or confuse a client.
 * All functions depend on their random source only.
 */
import { Random } from './random.mjs';

const names = [
  'a',
  'b',
  'value',
  'constructor',
  '__proto__',
  'toString',
  'prototype',
  '',
  'a/b',
  'a~b',
  '名',
  'x'.repeat(300),
];

/** Patterns that are expensive to match or to compile, or invalid. */
export const hostilePatterns = [
  '(a+)+$',
  '^(a|a)*$',
  '^(\\w+\\s?)*$',
  '.*.*.*=.*',
  `${'(a|[ab])'.repeat(34)}c`,
  'a{30000}b',
  'a{0,999}b',
  '\\p{L}{1,999}\\d',
  '(?:[ab]|a){0,240}[cd]$',
  'a{450}b{450}',
  '((a{30}){30}){30}',
  '(?=a+)b',
  '(a)\\1',
  '[',
  '^[a-z]+$',
  '^\\S+@\\S+$',
  'x'.repeat(3_000),
  `^${'a?'.repeat(300)}${'a'.repeat(300)}$`,
  `(${'ab|'.repeat(300)}c)*$`,
  '[\\u{0}-\\u{10FFFF}]{400}',
  '(?:\\p{L}|\\p{N}|[^\\p{L}]){150}$',
];

const formats = [
  'email',
  'uri',
  'date-time',
  'hostname',
  'ipv6',
  'regex',
  'uri-template',
  'duration',
  'json-pointer',
  'byte',
];

const longTexts = [
  (n) => 'a'.repeat(n),
  (n) => 'ab'.repeat(n / 2),
  (n) => 'é'.repeat(n),
  (n) => ' '.repeat(n),
  (n) => 'a.'.repeat(n / 2),
  (n) => '1:'.repeat(n / 2),
  (n) => `${'a@'.repeat(n / 2)}!`,
  (n) => '%41'.repeat(n / 3),
  (n) => '{a}'.repeat(n / 3),
  (n) => '(a+)+'.repeat(n / 5),
  (n) => '😀'.repeat(n / 2),
];

function longText(random) {
  return random.pick(longTexts)(random.pick([10, 100, 1_000, 10_000, 100_000, 400_000]));
}

/** Any JSON value, some of them large. */
export function anyValue(random, depth = 0) {
  const kind = random.between(0, depth > 3 ? 6 : 9);
  if (kind < 2) return random.pick(['', 'a', 'x', '5', 'true', '[1]', '{}', 'a@b.c']);
  if (kind < 4) return random.pick([0, 1, -1, 0.5, 1e308, 5, 2 ** 53]);
  if (kind === 4) return random.pick([true, false]);
  if (kind === 5) return null;
  if (kind === 6) return random.chance(0.1) ? longText(random) : 'aaaa';
  if (kind === 7) return random.list(random.between(0, 4), () => anyValue(random, depth + 1));
  return objectOf(random.list(random.between(0, 4), () => [random.pick(names), anyValue(random, depth + 1)]));
}

function objectOf(entries) {
  // As JSON.parse does, so that `__proto__` is an own property.
  const object = {};
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** Arguments or structured content that try to be expensive to validate. */
function heavyValue(random) {
  const count = random.pick([10, 1_000, 4_900, 9_900, 12_000]);
  switch (random.between(0, 7)) {
    case 0:
      return { value: random.list(count, (index) => ({ index })) };
    case 1:
      return { value: random.list(count, () => '1') };
    case 2:
      return { value: random.list(count, () => null), a: random.list(10, () => ({})) };
    case 3:
      return { value: longText(random), a: longText(random), b: longText(random) };
    case 4:
      return objectOf(random.list(count, (index) => [`${random.pick(['a', 'x'])}${index}`, index]));
    case 5:
      return { value: JSON.parse('['.repeat(60) + ']'.repeat(60)), a: nested(random.between(1, 70)) };
    case 6:
      return { value: random.list(Math.min(count, 60), () => random.list(60, () => ({ a: 'x', b: [1, 2] }))) };
    default:
      return { value: anyValue(random), a: anyValue(random), b: anyValue(random) };
  }
}

function nested(levels) {
  let value = 'a';
  for (let level = 0; level < levels; level++) value = { a: value };
  return value;
}

const oddValues = [undefined, null, 5, 'nope', [], {}, [[]], true, Number.MAX_VALUE];

/** A keyword of a schema, sometimes with a value of a wrong type. */
function keyword(random, depth) {
  const inner = () => anySchema(random, depth + 1);
  const several = (most) => random.list(random.between(1, most), inner);
  const choices = [
    () => [
      'type',
      random.pick(['string', 'object', 'array', 'number', 'integer', 'boolean', 'null', ['string', 'null']]),
    ],
    () => ['pattern', random.pick(hostilePatterns)],
    () => ['format', random.pick(formats)],
    () => [
      'enum',
      random.list(random.pick([1, 3, 50, 1_900, 2_100]), (index) => (random.chance(0.1) ? [index] : index)),
    ],
    () => ['const', anyValue(random)],
    () => ['properties', objectOf(random.list(random.pick([1, 3, 3, 20]), () => [random.pick(names), inner()]))],
    () => ['patternProperties', { [random.pick(hostilePatterns)]: inner() }],
    () => ['additionalProperties', random.chance(0.4) ? false : inner()],
    () => ['unevaluatedProperties', random.chance(0.4) ? false : inner()],
    () => ['unevaluatedItems', random.chance(0.4) ? false : inner()],
    () => ['required', random.list(random.between(0, 3), () => random.pick(names))],
    () => ['items', inner()],
    () => ['prefixItems', several(3)],
    () => ['contains', inner()],
    () => ['uniqueItems', true],
    () => ['anyOf', several(4)],
    () => ['oneOf', several(4)],
    () => ['allOf', several(4)],
    () => ['not', inner()],
    () => ['if', inner()],
    () => ['then', inner()],
    () => ['else', inner()],
    () => ['propertyNames', inner()],
    () => ['dependentSchemas', { a: inner() }],
    () => ['dependentRequired', { a: ['b', 'c'] }],
    () => ['minLength', random.between(0, 100_000)],
    () => ['maxLength', random.between(0, 100_000)],
    () => ['minimum', random.pick([0, -1, 1e308])],
    () => ['multipleOf', random.pick([0.01, 1e-300, 3])],
    () => ['minItems', random.between(0, 5)],
    () => ['maxProperties', random.between(0, 5)],
    () => ['default', anyValue(random)],
    () => ['description', random.chance(0.1) ? longText(random) : 'Text \u202e hidden'],
    () => [
      '$ref',
      random.pick(['#', '#/$defs/a', '#/$defs/b', '#/$defs/gone', '#/properties/value', 'https://evil.example/x']),
    ],
    () => ['x-mcp-header', random.pick(['City', 'a b', 5])],
    () => ['$id', 'https://evil.example/id'],
  ];
  const [name, value] = random.pick(choices)();
  return [name, random.chance(0.02) ? random.pick(oddValues) : value];
}

function anySchema(random, depth = 0) {
  if (random.chance(0.05)) return random.chance(0.5);
  if (depth > 4) return { type: random.pick(['string', 'integer', 'boolean']) };
  return objectOf(random.list(random.between(1, depth === 0 ? 6 : 3), () => keyword(random, depth)));
}

/** Definitions that refer to each other, so that expanding or validating them can take exponential time. */
function refGraph(random) {
  const count = random.pick([3, 8, 18, 36]);
  const $defs = {};
  const style = random.pick(['allOf', 'anyOf', 'oneOf', 'properties', 'not', 'mutual', 'prefixItems']);
  for (let index = 0; index < count; index++) {
    const next = { $ref: `#/$defs/d${index + 1}` };
    if (style === 'mutual') {
      const entries = random.list(Math.min(count, 12), (other) => [`p${other}`, { $ref: `#/$defs/d${other}` }]);
      $defs[`d${index}`] = { type: 'object', properties: Object.fromEntries(entries) };
    } else if (style === 'properties') $defs[`d${index}`] = { properties: { a: next, b: next } };
    else if (style === 'not') $defs[`d${index}`] = { not: { allOf: [next, { not: next }] } };
    else $defs[`d${index}`] = { [style]: [next, next] };
  }
  $defs[`d${count}`] = random.pick([{ type: 'string' }, false, true, { pattern: random.pick(hostilePatterns) }]);
  return { type: 'object', properties: { value: { $ref: '#/$defs/d0' }, a: {}, b: {} }, $defs };
}

/** Schemas around the limits of size. */
function largeSchema(random) {
  const size = random.pick([100, 1_900, 2_100, 9_000]);
  const properties = Object.fromEntries(random.list(size, (index) => [`p${index}`, { type: 'string' }]));
  switch (random.between(0, 5)) {
    case 0:
      return { type: 'object', properties };
    case 1:
      return { type: 'object', properties: { value: { anyOf: random.list(size, (index) => ({ const: index })) } } };
    case 2:
      return {
        type: 'object',
        properties: { value: { allOf: random.list(Math.min(size, 300), () => ({ properties })) } },
      };
    case 3:
      return {
        type: 'object',
        description: longText(random),
        properties: { value: { enum: random.list(size, String) } },
      };
    case 4: {
      let value = { type: 'string' };
      for (let level = 0; level < random.pick([10, 30, 70, 300]); level++)
        value = { [random.pick(['items', 'not'])]: value };
      return { type: 'object', properties: { value } };
    }
    default:
      return {
        type: 'object',
        properties: {
          value: {
            type: 'array',
            items: {
              oneOf: random.list(Math.min(size, 400), (index) => ({
                type: 'object',
                properties: { kind: { const: index }, a: { type: 'string' } },
                required: ['kind'],
              })),
            },
          },
        },
      };
  }
}

function inputSchema(random) {
  const kind = random.between(0, 9);
  if (kind < 2) return refGraph(random);
  if (kind < 3) return largeSchema(random);
  const schema = {
    type: 'object',
    properties: { value: anySchema(random), a: anySchema(random), b: anySchema(random) },
    $defs: { a: anySchema(random), b: anySchema(random) },
  };
  return random.chance(0.03) ? random.pick(oddValues) : schema;
}

const toolNames = [
  'read',
  'read.file',
  'read_file',
  'read/file',
  'read_file_dd32cdf5',
  '__proto__',
  'toString',
  '',
  ' ',
  'n'.repeat(130),
  'n'.repeat(100),
  'a\u202eb',
  '名',
];

/** One tool of a list. */
function tool(random, index) {
  const name = random.chance(0.5) ? random.pick(toolNames) : `tool${index}`;
  const listed = {
    name,
    description: random.chance(0.1) ? longText(random) : 'A tool.',
    inputSchema: inputSchema(random),
  };
  if (random.chance(0.4)) listed.outputSchema = inputSchema(random);
  if (random.chance(0.02)) return random.pick(oddValues);
  if (random.chance(0.1)) listed.annotations = anyValue(random);
  if (random.chance(0.1)) listed._meta = anyValue(random);
  return listed;
}

/** The result of a call. */
function result(random) {
  switch (random.between(0, 6)) {
    case 0:
      return random.pick(oddValues.slice(1));
    case 1:
      return { content: random.pick(oddValues), structuredContent: anyValue(random) };
    case 2:
      return { content: random.list(random.pick([1, 100, 5_000]), () => anyValue(random)) };
    case 3:
      return { content: [], structuredContent: heavyValue(random) };
    case 4:
      return {
        content: [{ type: 'text', text: longText(random) }],
        isError: random.chance(0.5),
        _meta: anyValue(random),
      };
    case 5:
      return { content: [{ type: random.pick(['image', 'audio', 'resource', 'hologram']), data: anyValue(random) }] };
    default:
      return { content: [{ type: 'text', text: 'ok' }], structuredContent: anyValue(random) };
  }
}

// The largest message of a case, in characters. Parsing a larger one takes longer than a case may, in any parser.
const longestMessage = 2_000_000;

/** Returns the JSON text of a value, or of null if it cannot be a message. */
function messageText(value) {
  const text = JSON.stringify(value);
  return text === undefined || text.length > longestMessage ? 'null' : text;
}

/** Returns the JSON text of a case: the tools of a server, its results, and the arguments of calls. */
export function hostileCase(seed) {
  const random = new Random(seed);
  const tools = random.list(random.between(1, 3), (index) => messageText(tool(random, index)));
  const results = random.list(4, () => messageText(result(random)));
  const args = [{ value: 'a' }, heavyValue(random), { value: anyValue(random), a: anyValue(random) }];
  return `{"tools":[${tools}],"results":[${results}],"args":${JSON.stringify(args)}}`;
}
