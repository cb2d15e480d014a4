/** Arguments for the built-in tools that try to block, to crash, or to reach an object of the runtime. */
import { anyValue, hostilePatterns } from './hostile-server.mjs';

const guarded = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '__defineGetter__'];

const expressionParts = [
  ...['1', '0', '2.5', '.1', '1e9999', '9'.repeat(300), '1e-9999', '17', '1000', '0.001'],
  ...['+', '-', '*', '/', '^', '%', '!', '(', ')', ',', '**', ' ', '−', '×'],
  ...['pi', 'e', 'tau', 'phi', 'x', 'constructor', '__proto__', 'toString', 'this', 'process'],
  ...[
    'sin(',
    'cos(',
    'tan(',
    'ln(',
    'log(',
    'exp(',
    'sqrt(',
    'root(',
    'atan(',
    'acos(',
    'sinh(',
    'gcd(',
    'lcm(',
    'mod(',
  ],
  ...['factorial(', 'round(', 'max(', 'median(', 'atan2(', 'pow(', 'cbrt(', 'degrees(', 'constructor(', 'eval('],
  ...['"', "'", '`', '$', '\\', ';', '=', '[', ']', '{', '}', '\0', '😀'],
];

const wholeExpressions = [
  '9^9^9^9',
  '('.repeat(999),
  '-'.repeat(1_000),
  `${'('.repeat(60)}1${')'.repeat(60)}`,
  '2^'.repeat(499),
  '1+'.repeat(499),
  '170!'.repeat(200),
  '170!*'.repeat(200).slice(0, -1),
  Array.from({ length: 140 }, () => 'ln(2)').join('+'),
  Array.from({ length: 59 }, () => 'acos(0.1)').join('*'),
  Array.from({ length: 59 }, () => 'sin(9e14)').join('*'),
  Array.from({ length: 59 }, (_, at) => `exp(-${19_000 + at})`).join('+'),
  Array.from({ length: 59 }, (_, at) => `1.0000${at + 1}^0.5`).join('*'),
  `${'tan('.repeat(50)}1${')'.repeat(50)}`,
  `sum(${'1/3,'.repeat(99)}1)`,
  `lcm(${'9'.repeat(200)},${'7'.repeat(200)})`,
];

const queryParts = [
  ...[
    '@',
    '*',
    '[*]',
    '[]',
    '.',
    '|',
    '||',
    '&&',
    '!',
    '&',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '?',
    '==',
    '<',
    '`1`',
  ],
  ...[
    'a',
    'b',
    'value',
    'length(',
    'sort_by(',
    'map(&',
    'keys(',
    'to_string(',
    'merge(',
    'items(',
    'from_items(',
    'group_by(',
  ],
  ...[
    'constructor',
    '__proto__',
    '"__proto__"',
    "'x'",
    '`{"__proto__": 1}`',
    '[?',
    '[0]',
    '[::-1]',
    '.*',
    '.[@,@,@]',
    ' | ',
  ],
  ...['let $a = @ in ', '$a', 'pad_left(', 'replace(', 'split(', 'join('],
];

const wholeQueries = [
  `[*]${' | [*].[@,@,@,@,@,@,@,@,@,@][]'.repeat(7)}`,
  `[*]${' | [*].[@,@,@,@,@,@,@,@,@,@]'.repeat(9)}`,
  `${'('.repeat(40)}a${')'.repeat(40)}`,
  `${'!'.repeat(999)}a`,
  `${'a.'.repeat(499)}a`,
  `${'@|'.repeat(499)}@`,
  `${'to_string('.repeat(30)}@${')'.repeat(30)}`,
  "pad_left('a', `1000000000`, ' ')",
  '{a: @} | constructor | constructor',
  '{a: @} | __proto__ | keys(@)',
  `map(&map(&map(&[@,@,@], [@,@,@]), [@,@,@]), [@,@,@])`,
  `{${Array.from({ length: 60 }, (_, at) => `k${at}: @`).join(', ')}} | {a: @, b: @} | {a: @, b: @} | {a: @, b: @}`,
];

const dates = [
  ...[
    '2026-03-29',
    '2026-03-29T02:30',
    '2026-03-29T14:30Z',
    '2026-03-29T14:30+23:59',
    '2026-10-25T02:30[Europe/Berlin]',
  ],
  ...['0001-01-01', '9999-12-31', '9999-12-31T23:59:59.999999999Z', '-271821-04-20', '+275760-09-13', '0000-01-01'],
  ...['2026-02-30', '2026-03-29[u-ca=hebrew]', '2026-W10', 'now', '', 'Tue, 24 Mar 2026 10:00:00 +0100', '1700000000'],
  ...[
    '99999999999999999',
    '-1700000000000',
    '2026-03-29T14:30[!Europe/Berlin][!u-ca=x]',
    '1582-10-10',
    'T',
    '[a]',
    '2016-12-31T23:59:60Z',
  ],
];

const zones = [
  'UTC',
  'Europe/Berlin',
  'Pacific/Apia',
  'Africa/Monrovia',
  '+23:59',
  'Etc/GMT+12',
  '__proto__',
  '',
  'A'.repeat(60),
];
const locales = [
  'en',
  'de',
  'ar-EG-u-nu-arab',
  'th-TH-u-ca-buddhist',
  'zh-u-ca-chinese',
  'x',
  '',
  'en-'.repeat(10),
  'constructor',
];
const datePatterns = [
  'yyyy-MM-dd',
  'dMdMdMdMdMdM',
  "'".repeat(59),
  'hhammss',
  'd'.repeat(60),
  '((((',
  'EEEEEEEE',
  "yyyy'\\d+'MMdd",
  '.*.*.*d',
];

const texts = [
  ...[
    '',
    'a',
    'A b',
    '\0',
    '\ud800',
    '😀',
    'İ',
    'ß',
    '%E4%',
    '&#x110000;',
    '====',
    '{{',
    '{{a}}',
    '{{__proto__}}',
    '$1$&$$',
  ],
  ...guarded,
];

const longTexts = [
  (n) => 'a'.repeat(n),
  (n) => ' '.repeat(n),
  (n) => 'a '.repeat(n / 2),
  (n) => '😀'.repeat(n / 2),
  (n) => '👨‍👩‍👧'.repeat(n / 8),
  (n) => 'e\u0301'.repeat(n / 2),
  (n) => 'aB'.repeat(n / 2),
  (n) => '\n'.repeat(n),
  (n) => '{{a}}'.repeat(n / 5),
  (n) => '&lt;'.repeat(n / 4),
  (n) => '%41'.repeat(n / 3),
  (n) => 'QUFB'.repeat(n / 4),
  (n) => '"'.repeat(n),
  (n) => '\u0600'.repeat(n),
  (n) => 'ก'.repeat(n),
  (n) => '漢'.repeat(n),
];

function longText(random) {
  return random.pick(longTexts)(random.pick([10, 1_000, 20_000]));
}

function joined(random, parts, most) {
  return random
    .list(random.between(1, most), () => random.pick(parts))
    .join('')
    .slice(0, 1_010);
}

function path(random) {
  return joined(
    random,
    ['a', 'b', '.', '[0]', '[9999]', '["a.b"]', '["', ']', '..', ...guarded.map((name) => `.${name}`)],
    6,
  );
}

const byName = {
  expression: (random, registry) => {
    const [whole, parts] =
      registry === 'ObjectTools' ? [wholeQueries, queryParts] : [wholeExpressions, expressionParts];
    return random.chance(0.1) ? random.pick(whole) : joined(random, parts, random.pick([5, 15, 200]));
  },
  search: (random) => (random.chance(0.5) ? random.pick(hostilePatterns).slice(0, 1_010) : random.pick(texts)),
  pattern: (random, registry) => (registry === 'StringTools' ? random.chance(0.7) : random.pick(datePatterns)),
  date: (random) => random.pick(dates),
  from: (random, registry) =>
    registry === 'StringTools' ? random.pick(['base64', 'hex', 'url', 'html']) : random.pick(dates),
  zone: (random) => random.pick(zones),
  toZone: (random) => random.pick(zones),
  locale: (random) => random.pick(locales),
  path,
  by: (random, registry, schema) => (schema.type === 'string' ? path(random) : undefined),
  groupBy: path,
  holidays: (random) => random.list(random.pick([0, 3, 500]), () => random.pick(dates)),
  template: (random) => (random.chance(0.5) ? longText(random) : joined(random, ['{{', '}}', ...texts], 9)),
};

/** Returns a value for a schema, usually valid and often at the limits of what is. */
function valueFor(random, schema, name, registry) {
  if (random.chance(0.03)) return anyValue(random);
  const special = Object.hasOwn(byName, name) ? byName[name](random, registry, schema) : undefined;
  if (special !== undefined) return special;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum);
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'string':
      if (registry === 'DateTimeTools' && random.chance(0.8)) return random.pick(dates);
      return random.chance(0.3) ? longText(random).slice(0, schema.maxLength ?? 20_000) : random.pick(texts);
    case 'integer':
      return random.pick([schema.minimum ?? -1, schema.maximum ?? 1, 0, 1, 2, 7, 100, -1, 1e15]);
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return listFor(random, schema, registry);
    case 'object':
      return schema.properties === undefined ? objectOf(random) : argumentsFor(random, schema, registry);
    default:
      return anyValue(random);
  }
}

function listFor(random, { items = {}, maxItems = 5_000 }, registry) {
  if (random.chance(0.02)) return JSON.parse('['.repeat(61) + ']'.repeat(61));
  const count = Math.min(maxItems, random.pick([0, 1, 3, 20, 1_000, 5_000]));
  if (Object.keys(items).length > 0)
    return random.list(Math.min(count, 50), () => valueFor(random, items, '', registry));
  const one = random.pick([
    (at) => at,
    (at) => -at / 3,
    () => 'x'.repeat(100),
    (at) => `${'x'.repeat(100)}${at}`,
    (at) => ({ a: at }),
    () => 1e308,
    () => anyValue(random, 3),
  ]);
  return random.list(count, one);
}

function objectOf(random) {
  if (random.chance(0.1)) return nested(random.pick([10, 60, 70]));
  const count = random.pick([0, 1, 3, 20, 4_900]);
  const entries = random.list(count, (at) => [
    random.chance(0.01) ? random.pick(guarded) : `k${at}`,
    at % 2 === 0 ? at : { a: [at] },
  ]);
  return fromEntries([['a', anyValue(random)], ['b', 1], ...entries]);
}

function nested(levels) {
  let value = 'a';
  for (let level = 0; level < levels; level++) value = level % 3 === 0 ? [value] : { a: value };
  return value;
}

/** Creates an object as JSON.parse does, so that `__proto__` is an own property. */
function fromEntries(entries) {
  const object = {};
  for (const [name, value] of entries) {
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

/** Returns the arguments of a call, as they are after a transport has parsed them. */
export function argumentsFor(random, schema, registry) {
  const entries = Object.entries(schema.properties).flatMap(([name, property]) => {
    const isOmitted = schema.required?.includes(name) === true ? random.chance(0.01) : random.chance(0.5);
    return isOmitted ? [] : [[name, valueFor(random, property, name, registry)]];
  });
  if (random.chance(0.01)) entries.push([random.pick(guarded), anyValue(random)]);
  return fromEntries(entries);
}
