// Requests of protocol version 2026-07-28, well-formed ones and others. `@state`, `@cursor` and `@uri` in them stand for what
// the server has answered before.
import { Random } from './random.mjs';
import { toolNames } from './protocol-toolkits.mjs';

const version = '2026-07-28';
const keys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  logLevel: 'io.modelcontextprotocol/logLevel',
};
const allCapabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const odd = [null, true, 0, -1, 1.5, 1e300, '', 'a', '\u0000', 'ä', [], [1], {}, { a: 1 }, [[]], { '@proto': {} }];

/** Creates the requests of one client, each of which may depend on the answers before. */
export function protocolCase(seed) {
  const random = new Random(seed);
  const toolkit = random.chance(0.25) ? 'offloading' : 'plain';
  const subject = random.chance(toolkit === 'offloading' ? 0.8 : 0.3) ? `${random.pick(['ann', 'bob'])}-${seed}` : undefined;
  const messages = random.pick(scenarios[toolkit])(random);
  const isHostile = random.chance(0.4);
  const hostile = random.between(0, messages.length - 1);
  return messages.map((message, index) => {
    const sent = exchangeOf(message, random);
    if (isHostile && index === hostile) spoil(sent, random);
    // HTTP/1.1 has no body in the response to HEAD.
    const isNode = random.chance(0.15) && sent.http !== 'HEAD';
    return { toolkit, subject, isNode, ...toText(sent) };
  });
}

const named = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** Returns a well-formed request, with the headers that it needs. */
function exchangeOf({ method, params, more }, random) {
  const meta = { [keys.version]: version, [keys.capabilities]: allCapabilities };
  if (random.chance(0.6)) meta[keys.clientInfo] = { name: 'fuzzer', version: '1.0.0' };
  if (random.chance(0.3)) meta[keys.logLevel] = random.pick(levels);
  if (random.chance(0.3)) meta.progressToken = random.pick(['token', 7, 0, '']);
  if (random.chance(0.1)) meta['example.com/own'] = random.pick(odd);
  const headers = [
    ['content-type', random.chance(0.9) ? 'application/json' : random.pick(jsonTypes)],
    ['accept', random.chance(0.9) ? 'application/json, text/event-stream' : random.pick(['*/*', ...oddAccepts])],
    ['mcp-protocol-version', version],
    ['mcp-method', method],
  ];
  const name = named[method] && params[named[method]];
  if (typeof name === 'string') headers.push(['mcp-name', headerText(name, random)]);
  for (const header of argumentHeaders(params.arguments, random)) headers.push(header);
  const id = random.pick([1, 0, -5, 'a', '', 'ä', random.between(2, 1_000)]);
  return { http: 'POST', headers, message: { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta }, ...more } };
}

const jsonTypes = ['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="utf-8"'];

function encoded(text) {
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

function headerText(text, random) {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?');
  // An URI is not known yet.
  return isPlain && (text.startsWith('@') || random.chance(0.8)) ? text : encoded(text);
}

function argumentHeaders(args, random) {
  const { region, zone, isOpen, place } = typeof args === 'object' && args !== null ? args : {};
  return [
    ['mcp-param-region', region],
    ['mcp-param-zone', zone],
    ['mcp-param-is-open', isOpen],
    ['mcp-param-street', place?.street],
  ].flatMap(([name, value]) => (value === undefined ? [] : [[name, headerText(String(value), random)]]));
}

const call = (name, args, more = {}) => ({ method: 'tools/call', params: { name, arguments: args, ...more } });

function argumentsOf(name, random) {
  switch (name) {
    case 'echo':
      return { text: random.pick(['hello', '', 'ä\u0000"', 'x'.repeat(random.between(0, 3_000)), '\ud800']) };
    case 'double':
      return { n: random.pick([0, 1, -7, 2 ** 31, 5.0, '@infinity']) };
    case 'find':
      return {
        ...(random.chance(0.8) ? { region: random.pick(['eu', 'eu west', 'ä', ' a ', '', '=?base64?YQ==?=']) } : {}),
        ...(random.chance(0.6) ? { zone: random.pick([1, 0, -3, 2 ** 53 - 1]) } : {}),
        ...(random.chance(0.5) ? { isOpen: random.chance(0.5) } : {}),
        ...(random.chance(0.5) ? { place: random.pick([{}, { street: 'Main' }, { street: 'Zürich' }]) } : {}),
      };
    default:
      return {};
  }
}

/** Calls a tool, and answers what it asks. */
function conversation(name, answers) {
  return (random) => {
    const sent = [call(name, {})];
    for (const responses of answers) {
      const inputResponses = random.chance(0.75) ? responses : oddResponses(responses, random);
      const state = random.chance(0.85) ? '@state' : random.pick(oddStates);
      const more = { inputResponses, ...(state === undefined ? {} : { requestState: state }) };
      sent.push(call(name, {}, more));
      // A request may be repeated, such as by a proxy.
      if (random.chance(0.1)) sent.push(call(name, {}, more));
    }
    return sent;
  };
}

const accept = (city) => ({ action: 'accept', content: { city } });
const sampled = { role: 'assistant', model: 'tiny', content: { type: 'text', text: 'Hello.' } };
const folders = { roots: [{ uri: 'file:///home', name: 'home' }] };
const oddStates = [undefined, '@tampered', 'v1.a.b', '', '.', 5, null, {}, '@state@state'];
const oddAnswers = [
  ...odd,
  { action: 'decline' },
  { action: 'cancel' },
  { action: 'unknown' },
  { action: 'accept' },
  accept(5),
  { ...accept('Rome'), extra: 1 },
  { roots: 5 },
  { roots: [] },
  { roots: [{ uri: 'https://a.example' }] },
  { ...sampled, content: [] },
  { ...sampled, content: [sampled.content] },
  { ...sampled, role: 'system' },
  { ...sampled, stopReason: 'endTurn' },
  sampled,
  folders,
];

function oddResponses(responses, random) {
  switch (random.between(0, 3)) {
    case 0:
      return random.pick(odd);
    case 1:
      return { ...responses, unknown: random.pick(oddAnswers) };
    case 2:
      return {};
    default:
      return Object.fromEntries(Object.keys(responses).map((key) => [key, random.pick(oddAnswers)]));
  }
}

const simpleTools = ['echo', 'double', 'list', 'nothing', 'show', 'refuse', 'crash', 'invalid', 'report', 'count', 'find'];
const simpleCall = (random) => {
  const name = random.pick(simpleTools);
  return [call(name, argumentsOf(name, random))];
};
const oddCall = (random) => {
  const name = random.chance(0.7) ? random.pick(toolNames) : random.pick(['', 'none', '__proto__', 'toString', 5, null]);
  const args = random.pick([undefined, ...odd, { text: 5 }, { n: 'a' }, { n: 1.5 }, { region: 5 }, { text: 'a', more: 1 }]);
  const more = random.chance(0.2) ? { [random.pick(['task', 'extra', '@proto'])]: random.pick(odd) } : {};
  return [call(name, args, more)];
};

const cursors = ['', 'a', 'WzQsIm5hbWUiXQ', 'WzAsImEiXQ', ...odd];
const pages = (random) => {
  const sent = [{ method: 'tools/list', params: {} }];
  while (random.chance(0.6) && sent.length < 4) sent.push({ method: 'tools/list', params: { cursor: '@cursor' } });
  if (random.chance(0.2)) sent.push({ method: 'tools/list', params: { cursor: random.pick(cursors) } });
  return sent;
};
const discovery = () => [{ method: 'server/discover', params: {} }];

const filters = [
  { toolsListChanged: true },
  { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: false },
  { resourceSubscriptions: ['file:///a'] },
  { toolsListChanged: true, resourceSubscriptions: [] },
  { toolsListChanged: false },
  {},
  { unknown: true },
  { toolsListChanged: true, taskIds: ['a'] },
];
const oddFilters = [
  ...odd,
  undefined,
  { toolsListChanged: 1 },
  { toolsListChanged: null },
  { resourceSubscriptions: 'file:///a' },
  { resourceSubscriptions: [5] },
];
const subscription = (random) => {
  const notifications = random.chance(0.75) ? random.pick(filters) : random.pick(oddFilters);
  return [{ method: 'subscriptions/listen', params: { notifications } }];
};

const others = [
  ['prompts/list', {}],
  ['prompts/get', { name: 'a' }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'b', value: 'c' } }],
  ['completion/complete', {}],
  ['tasks/get', { taskId: 'a' }],
  ['tasks/update', { taskId: 'a', inputResponses: {} }],
  ['tasks/cancel', { taskId: 'a' }],
  ['tasks/list', {}],
  ['tasks/result', { taskId: 'a' }],
  ['initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } }],
  ['initialize', {}],
  ['ping', {}],
  ['logging/setLevel', { level: 'info' }],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'file:///a' }],
  ['resources/subscribe', { uri: 'file:///a' }],
  ['resources/unsubscribe', { uri: 'file:///a' }],
  ['roots/list', {}],
  ['sampling/createMessage', {}],
  ['elicitation/create', {}],
  ['messages/listen', {}],
  ['unknown', {}],
  ['', {}],
  ['toString', {}],
  ['__proto__', {}],
  ['tools/', {}],
  ['tools/call/', { name: 'echo' }],
];
const otherMethod = (random) => {
  const [method, params] = random.pick(others);
  return [{ method, params }];
};

const notifications = [
  ['notifications/cancelled', { requestId: 1, reason: 'no longer needed' }],
  ['notifications/cancelled', { requestId: 'a' }],
  ['notifications/cancelled', {}],
  ['notifications/initialized', {}],
  ['notifications/progress', { progressToken: 1, progress: 2 }],
  ['notifications/roots/list_changed', {}],
  ['notifications/unknown', {}],
  ['tools/call', { name: 'echo' }],
];
const notification = (random) => {
  const [method, params] = random.pick(notifications);
  return [{ method, params, more: { id: '@none' } }];
};

const resources = (random) => {
  const list = { method: 'resources/list', params: random.chance(0.2) ? { cursor: random.pick(cursors) } : {} };
  const uri = random.chance(0.7) ? '@uri' : random.pick(['toolwright://results/', 'file:///a', '', 'a', 'ä', ...odd]);
  return [
    call('long', {}),
    ...(random.chance(0.5) ? [list] : []),
    ...(random.chance(0.2) ? [{ method: 'resources/templates/list', params: {} }] : []),
    { method: 'resources/read', params: { uri } },
    ...(random.chance(0.1) ? [call('read_result', { id: '@id', from: random.pick([1, 300, 'a']) })] : []),
  ];
};

const scenarios = {
  plain: [
    ...Array(8).fill(simpleCall),
    ...Array(3).fill(pages),
    ...Array(2).fill(discovery),
    ...Array(2).fill(oddCall),
    ...Array(2).fill(subscription),
    ...Array(2).fill(otherMethod),
    notification,
    conversation('trip', [{ 'question-1': accept('Rome') }, { 'question-2': accept('Oslo') }]),
    conversation('think', [{ 'question-1': sampled }]),
    conversation('folders', [{ 'question-1': folders }]),
    conversation('gather', [{ 'question-1': accept('Rome'), 'question-2': sampled, 'question-3': folders }]),
  ],
  offloading: [resources, resources, discovery, subscription, otherMethod, oddCall, pages],
};

/** Changes a request, so that it may be refused. */
function spoil(sent, random) {
  for (const change of random.list(random.between(1, 2), () => random.pick(changes))) change(sent, random);
}

const oddVersions = ['2025-11-25', '2025-06-18', '2026-07-29', '2027-01-01', 'DRAFT-2026-v1', '', 'x', ...odd];
const oddHeaderVersions = ['2025-11-25', '2026-07-29', '2027-01-01', '', 'x', '  2026-07-28 ', '2026-07-28, 2026-07-28'];
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
const oddTypes = ['text/plain', '', 'application/jsonp', 'application/x-www-form-urlencoded', 'application/json+x', 'json'];
const oddAccepts = ['application/json', 'text/event-stream', 'text/html', '', 'application/*', '*/*;q=0.1'];
const oddBodies = ['', ' ', '{', 'null', 'true', '5', '"a"', '[]', '{}', '\ufeff{}', "{'a':1}", '[[]]', '{"a":1}}', 'NaN'];
const oddIds = [null, true, 1.5, 1e300, 2 ** 53, [], {}, '@none', '\u0000', 'x'.repeat(2_000)];

const inMeta = (key, values) => (sent, random) => {
  const { params } = sent.message;
  if (typeof params?._meta !== 'object' || params._meta === null) return;
  const value = random.pick(values);
  if (value === '@none') delete params._meta[key];
  else params._meta[key] = value;
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

const paddings = [Array(19_000).fill(0), Array(21_000).fill(0), 'x'.repeat(100_000)];

const changes = [
  ...Array(2).fill(inMeta(keys.version, ['@none', ...oddVersions])),
  ...Array(3).fill(inMeta(keys.capabilities, ['@none', ...oddCapabilities])),
  ...Array(2).fill(inMeta(keys.clientInfo, ['@none', ...oddClientInfos])),
  inMeta(keys.logLevel, [...levels, 'loud', ...odd]),
  inMeta('progressToken', [2 ** 53, ...odd]),
  inMeta('traceparent', ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', ...odd]),
  inMeta('io.modelcontextprotocol/related-task', [{ taskId: 'a' }, ...odd]),
  inMeta('io.modelcontextprotocol/subscriptionId', odd),
  (sent, random) => {
    const { params } = sent.message;
    if (typeof params === 'object' && params !== null) params._meta = random.pick([undefined, {}, ...odd]);
  },
  inHeaders('content-type', ['@none', ...oddTypes, ...jsonTypes]),
  inHeaders('accept', ['@none', ...oddAccepts]),
  ...Array(2).fill(inHeaders('mcp-protocol-version', ['@none', ...oddHeaderVersions])),
  ...Array(2).fill(inHeaders('mcp-method', ['@none', '', 'tools/call', 'TOOLS/CALL', 'x', encoded('tools/call')])),
  ...Array(2).fill(
    inHeaders('mcp-name', ['@none', '', 'echo', 'Echo', encoded('echo'), '=?base64?YQ=?=', '=?base64??=', '=?base64?gA==?=']),
  ),
  inHeaders('mcp-param-region', ['@none', '', 'eu', 'us', encoded('eu'), '=?base64?***?=']),
  inHeaders('mcp-param-zone', ['@none', '1', '1.0', '01', '1e0', '+1', encoded('1'), '-3']),
  inHeaders('mcp-param-is-open', ['@none', 'true', 'True', '1']),
  inHeaders('mcp-session-id', ['a', '']),
  (sent, random) => sent.headers.push([random.pick(['mcp-name', 'mcp-method', 'content-type', 'x-other']), 'echo']),
  inHeaders('last-event-id', ['1']),
  inMessage('jsonrpc', ['@none', '1.0', ...odd]),
  ...Array(2).fill(inMessage('id', oddIds)),
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
    const answers = [{ jsonrpc: '2.0', id: 1, result: {} }, { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'a' } }];
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
    sent.body = JSON.stringify(sent.message).replace(/\}$/, `,"deep":${open.repeat(depth)}1${close.repeat(depth)}}`);
    if (random.chance(0.7)) sent.body = sent.body.replace('"params":{', '"params":{"deep":5,').replace(/,"deep":[[{].*$/, '}');
  },
];

/** Returns the text of the body of a request. */
function toText({ http, headers, message, body }) {
  const { id, ...others } = Array.isArray(message) ? {} : message;
  const sent = Array.isArray(message) || id !== '@none' ? message : others;
  const text = body ?? JSON.stringify(sent);
  return { method: http, headers, body: text.replaceAll('"@proto"', '"__proto__"').replaceAll('"@infinity"', '1e999') };
}
