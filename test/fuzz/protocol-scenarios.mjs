// What clients of protocol version 2026-07-28 do: messages that follow one another. `@state`, `@first`, `@cursor`, `@uri` and `@id` in
// them are replaced by what the server has answered before, and a member that is `@none` is removed.
import { toolNames } from './protocol-toolkits.mjs';
import { odd } from './protocol-values.mjs';

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

/** Calls a tool, and answers its first call after others, for which it may no longer wait. */
function lateAnswer(name, inputResponses) {
  return (random) => [
    ...random.list(random.between(1, 4), () => call(name, {})),
    call(name, {}, { inputResponses, requestState: '@first' }),
    ...(random.chance(0.5) ? [call(name, {}, { inputResponses, requestState: '@state' })] : []),
  ];
}

const accept = (city) => ({ action: 'accept', content: { city } });
const sampled = { role: 'assistant', model: 'tiny', content: { type: 'text', text: 'Hello.' } };
const folders = { roots: [{ uri: 'file:///home', name: 'home' }] };
const oddStates = [undefined, '@first', '@tampered', 'v1.a.b', '', '.', 5, null, {}, '@state@state'];
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

const simpleTools = [
  'echo',
  'double',
  'list',
  'nothing',
  'show',
  'refuse',
  'crash',
  'invalid',
  'report',
  'count',
  'find',
];
const simpleCall = (random) => {
  const name = random.pick(simpleTools);
  return [call(name, argumentsOf(name, random))];
};
const oddCall = (random) => {
  const name = random.chance(0.7)
    ? random.pick(toolNames)
    : random.pick(['', 'none', '__proto__', 'toString', 5, null]);
  const args = random.pick([
    undefined,
    ...odd,
    { text: 5 },
    { n: 'a' },
    { n: 1.5 },
    { region: 5 },
    { text: 'a', more: 1 },
  ]);
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

const uris = [
  'shop://policy',
  'shop://logo',
  'shop://orders/a1',
  'shop://orders/%2e%2e',
  'shop://orders/ä',
  'shop://search?q=tea',
];
const oddUris = ['shop://refused', 'shop://search?x=1', 'shop://', 'shop://orders/{id}', '', ...odd];
const refs = [
  { type: 'ref/prompt', name: 'ship' },
  { type: 'ref/prompt', name: 'reply' },
  { type: 'ref/resource', uri: 'shop://orders/{id}' },
];
const oddRefs = [
  { type: 'ref/prompt', name: 'none' },
  { type: 'ref/resource', uri: 'shop://none' },
  { type: 'a' },
  ...odd,
];

/** Lists, reads, gets and completes what the server offers besides tools. */
const offer = (random) => {
  const isOdd = random.chance(0.25);
  const list = random.pick(['resources/list', 'resources/templates/list', 'prompts/list']);
  const prompt = random.pick([
    { name: 'reply', arguments: { id: 'a1' } },
    { name: 'ship', arguments: { country: 'FR', isFast: 'true' } },
    ...(isOdd ? [{ name: 'reply' }, { name: 'reply', arguments: random.pick(odd) }, { name: random.pick(odd) }] : []),
  ]);
  const argument = { name: random.pick(['country', 'id', 'isFast']), value: random.pick(['', 'f', 'D', 'ä']) };
  const completed = { ref: random.pick(refs), argument };
  return random.pick([
    [
      { method: list, params: {} },
      { method: list, params: { cursor: '@cursor' } },
    ],
    [{ method: 'resources/read', params: { uri: random.pick(isOdd ? oddUris : uris) } }],
    [{ method: 'prompts/get', params: prompt }],
    [
      {
        method: 'completion/complete',
        params: isOdd
          ? { ...completed, [random.pick(['ref', 'argument', 'context'])]: random.pick([...oddRefs, ...odd]) }
          : completed,
      },
    ],
  ]);
};

/** Gets a prompt that asks, and answers it. */
const askingPrompt = (random) => {
  const get = (more) => ({ method: 'prompts/get', params: { name: 'plan', ...more } });
  const answers = { 'question-1': accept('Rome') };
  const inputResponses = random.chance(0.75) ? answers : oddResponses(answers, random);
  return [get({}), get({ inputResponses, requestState: random.chance(0.85) ? '@state' : random.pick(oddStates) })];
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

const simple = (create) => ({ isAsking: false, create });
const asking = (create) => ({ isAsking: true, create });

/** The scenarios by toolkit, and whether their tools ask. */
export const scenarios = {
  plain: [
    ...new Array(8).fill(simple(simpleCall)),
    ...new Array(3).fill(simple(pages)),
    ...new Array(2).fill(simple(discovery)),
    ...new Array(2).fill(simple(oddCall)),
    ...new Array(2).fill(simple(subscription)),
    ...new Array(2).fill(simple(otherMethod)),
    ...new Array(4).fill(simple(offer)),
    simple(notification),
    asking(askingPrompt),
    asking(conversation('trip', [{ 'question-1': accept('Rome') }, { 'question-2': accept('Oslo') }])),
    asking(conversation('book', [{ from: accept('Rome') }, { 'question-1': accept('Oslo') }])),
    asking(conversation('think', [{ 'question-1': sampled }])),
    asking(conversation('folders', [{ 'question-1': folders }])),
    asking(conversation('gather', [{ 'question-1': accept('Rome'), 'question-2': sampled, 'question-3': folders }])),
    asking(conversation('remove', [{ 'question-1': { action: 'accept', content: { approve: true } } }])),
    asking(lateAnswer('trip', { 'question-1': accept('Rome') })),
    asking(lateAnswer('book', { from: accept('Rome') })),
  ],
  offloading: [resources, resources, discovery, subscription, otherMethod, oddCall, pages].map(simple),
};
