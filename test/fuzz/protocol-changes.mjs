// Changes of well-formed requests of protocol version 2026-07-28.
import { allCapabilities, encoded, jsonTypes, keys, levels, odd, oddAccepts } from './protocol-values.mjs';

/** Changes a request, so that it may be refused. */
export function spoil(sent, random) {
  for (const change of random.list(random.between(1, 2), () => random.pick(changes))) change(sent, random);
}

const oddVersions = ['2025-11-25', '2025-06-18', '2026-07-29', '2027-01-01', 'DRAFT-2026-v1', '', 'x', ...odd];
const oddHeaderVersions = [
  '2025-11-25',
  '2026-07-29',
  '2027-01-01',
  '',
  'x',
  '  2026-07-28 ',
  '2026-07-28, 2026-07-28',
];
const oddCapabilities = [
  ...odd,
  { elicitation: {} },
  { elicitation: { form: {}, url: {} } },
  { elicitation: { form: { applyDefaults: true } } },
  { elicitation: { form: { applyDefaults: 'a' } } },
  { elicitation: { form: true } },
  { elicitation: { url: {} } },
  { elicitation: { url: 5 } },
  { elicitation: null },
  { elicitation: true },
  { elicitation: [] },
  { sampling: { context: {}, tools: {} } },
  { sampling: { context: 5 } },
  { sampling: 'yes' },
  { sampling: { other: 5 } },
  { roots: { listChanged: true } },
  { roots: { listChanged: 'yes' } },
  { roots: 5 },
  { roots: { other: 5 } },
  { experimental: { a: {} } },
  { experimental: { a: 5 } },
  { experimental: { a: [] } },
  { experimental: [] },
  { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  { extensions: { a: 5 } },
  { extensions: 5 },
  { tasks: {} },
  { tasks: 5 },
  { tasks: { requests: { sampling: { createMessage: {} } } } },
  { unknown: 5 },
  { ...allCapabilities, unknown: {} },
];
const oddClientInfos = [
  ...odd,
  { name: 'a' },
  { version: '1' },
  { name: 5, version: '1' },
  { name: '', version: '' },
  { name: 'a', version: '1', title: 5 },
  { name: 'a', version: '1', title: 'A', description: 'b', websiteUrl: 'https://a.example' },
  { name: 'a', version: '1', websiteUrl: 'no url' },
  { name: 'a', version: '1', websiteUrl: 5 },
  { name: 'a', version: '1', description: 5 },
  { name: 'a', version: '1', icons: [] },
  { name: 'a', version: '1', icons: {} },
  { name: 'a', version: '1', icons: [{ src: 'https://a.example/i.png' }] },
  { name: 'a', version: '1', icons: [{ src: 'no url' }] },
  { name: 'a', version: '1', icons: [{ src: 'a', mimeType: 5 }] },
  { name: 'a', version: '1', icons: [{ src: 'a', sizes: '48x48' }] },
  { name: 'a', version: '1', icons: [{ src: 'a', sizes: ['48x48'], theme: 'dark' }] },
  { name: 'a', version: '1', icons: [{ src: 'a', theme: 'blue' }] },
  { name: 'a', version: '1', icons: [{}] },
  { name: 'a', version: '1', unknown: 5 },
];
const oddTypes = [
  'text/plain',
  '',
  'application/jsonp',
  'application/x-www-form-urlencoded',
  'application/json+x',
  'json',
];
const oddBodies = [
  '',
  ' ',
  '{',
  'null',
  'true',
  '5',
  '"a"',
  '[]',
  '{}',
  '\ufeff{}',
  "{'a':1}",
  '[[]]',
  '{"a":1}}',
  'NaN',
];
const oddIds = [null, true, 1.5, 1e300, 2 ** 53, [], {}, '@none', '\u0000', 'x'.repeat(2_000)];

const inMeta = (key, values) => (sent, random) => {
  const { params } = sent.message;
  if (typeof params?._meta !== 'object' || params._meta === null) return;
  const value = random.pick(values);
  if (value === '@none') delete params._meta[key];
  // A value that is shared must not be changed.
  else params._meta[key] = structuredClone(value);
};
const inHeaders = (name, values) => (sent, random) => {
  sent.headers = sent.headers.filter(([one]) => one !== name);
  const value = random.pick(values);
  if (value !== '@none') sent.headers.push([name, value]);
};
const inMessage = (key, values) => (sent, random) => {
  const value = random.pick(values);
  if (value === '@none') delete sent.message[key];
  else sent.message[key] = value;
};

const paddings = [new Array(19_000).fill(0), new Array(21_000).fill(0), 'x'.repeat(100_000)];

const changes = [
  ...new Array(2).fill(inMeta(keys.version, ['@none', ...oddVersions])),
  ...new Array(3).fill(inMeta(keys.capabilities, ['@none', ...oddCapabilities])),
  ...new Array(2).fill(inMeta(keys.clientInfo, ['@none', ...oddClientInfos])),
  inMeta(keys.logLevel, [...levels, 'loud', ...odd]),
  inMeta('progressToken', [2 ** 53, ...odd]),
  inMeta('traceparent', ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', ...odd]),
  inMeta('io.modelcontextprotocol/related-task', [{ taskId: 'a' }, ...odd]),
  inMeta('io.modelcontextprotocol/subscriptionId', odd),
  (sent, random) => {
    const { params } = sent.message;
    if (typeof params === 'object' && params !== null)
      params._meta = structuredClone(random.pick([undefined, {}, ...odd]));
  },
  inHeaders('content-type', ['@none', ...oddTypes, ...jsonTypes]),
  inHeaders('accept', ['@none', ...oddAccepts]),
  ...new Array(2).fill(inHeaders('mcp-protocol-version', ['@none', ...oddHeaderVersions])),
  ...new Array(2).fill(inHeaders('mcp-method', ['@none', '', 'tools/call', 'TOOLS/CALL', 'x', encoded('tools/call')])),
  ...new Array(2).fill(
    inHeaders('mcp-name', [
      '@none',
      '',
      'echo',
      'Echo',
      encoded('echo'),
      '=?base64?YQ=?=',
      '=?base64??=',
      '=?base64?gA==?=',
    ]),
  ),
  inHeaders('mcp-param-region', ['@none', '', 'eu', 'us', encoded('eu'), '=?base64?***?=']),
  inHeaders('mcp-param-zone', ['@none', '1', '1.0', '01', '1e0', '+1', encoded('1'), '-3']),
  inHeaders('mcp-param-is-open', ['@none', 'true', 'True', '1']),
  inHeaders('mcp-session-id', ['a', '']),
  (sent, random) => sent.headers.push([random.pick(['mcp-name', 'mcp-method', 'content-type', 'x-other']), 'echo']),
  inHeaders('last-event-id', ['1']),
  inMessage('jsonrpc', ['@none', '1.0', ...odd]),
  ...new Array(2).fill(inMessage('id', oddIds)),
  inMessage('method', ['@none', 'ping', ...odd]),
  inMessage('params', ['@none', ...odd]),
  inMessage('result', [{}, null, 5]),
  inMessage('error', [{}, { code: 1, message: 'a' }, null]),
  inMessage('extra', odd),
  inMessage('@proto', odd),
  (sent, random) => {
    sent.http = random.pick(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD']);
  },
  (sent, random) => {
    sent.body = random.pick(oddBodies);
  },
  (sent, random) => {
    const { message } = sent;
    const answers = [
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'a' } },
    ];
    sent.message = random.pick([[message], [message, message], answers, ...answers, [{ ...message, params: {} }]]);
  },
  (sent, random) => {
    const [key, value] = random.pick([
      ['jsonrpc', '1.0'],
      ['id', 99],
      ['method', 'ping'],
      ['__proto__', {}],
    ]);
    const member = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    const text = JSON.stringify(sent.message);
    sent.body = random.chance(0.5) ? text.replace('{', `{${member},`) : text.replace(/\}$/, `,${member}}`);
  },
  (sent, random) => {
    const { params } = sent.message;
    if (typeof params === 'object' && params !== null) params.padding = random.pick(paddings);
  },
  (sent, random) => {
    const depth = random.pick([10, 100, 1_000]);
    const [open, close] = random.pick([
      ['[', ']'],
      ['{"a":', '}'],
    ]);
    const member = `"deep":${open.repeat(depth)}1${close.repeat(depth)}`;
    const text = JSON.stringify(sent.message);
    sent.body = random.chance(0.7)
      ? text.replace('"params":{', `"params":{${member},`)
      : text.replace(/\}$/, `,${member}}`);
  },
];
