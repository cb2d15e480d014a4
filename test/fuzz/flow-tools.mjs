// Random tools, as plain data. flow-toolkit.mjs makes them.
import { members } from './flow-content.mjs';

export const statePaths = ['mem.a', 'mem.b', 'mem.deep.x', 'mem.list[0]'];
export const people = ['ann@example.com', 'bob.miller@example.org', 'carol@example.net'];

/**
 * The parameters that tools have. `decides` is what the feature should conclude for a tool that changes something, and is
 * written down here apart from it.
 */
const parameters = {
  to: { shape: 'list', policy: { decides: true }, decides: true },
  recipient: { shape: 'text', policy: { decides: true }, decides: true },
  body: { shape: 'text', decides: false },
  fileId: { shape: 'text', policy: { kind: 'file' }, decides: true },
  mailIds: { shape: 'list', policy: { kind: 'mail' }, decides: true },
  recordId: { shape: 'text', decides: true },
  address: { shape: 'text', format: 'email', decides: true },
  url: { shape: 'text', format: 'uri', decides: true, isAddress: true },
  link: { shape: 'text', decides: false, isAddress: true },
  mode: { shape: 'member', policy: { decides: true }, decides: true },
  isDraft: { shape: 'flag', policy: { decides: true }, decides: false },
  amount: { shape: 'number', policy: { decides: true }, decides: true },
  choice: { shape: 'union', policy: { decides: true }, decides: true },
  options: { shape: 'record', decides: false, within: { fileId: true, note: false } },
  tags: { shape: 'open', policy: { decides: true }, decides: true },
  labels: { shape: 'open', policy: { decides: false }, decides: false },
  freeId: { shape: 'text', policy: { decides: false }, decides: false },
};

const readersLists = ['anyone', [people[0]], [people[0], people[1]], []];

export function randomTools(random) {
  const roles = [
    ...['source', 'source', 'sink', 'sink', 'echo', 'write', 'read', 'bound'],
    ...random.list(random.between(0, 5), () =>
      random.pick([
        'source',
        'sink',
        'echo',
        'write',
        'read',
        'bound',
        'fail',
        'stream',
        'lookup',
        'nested',
        'imported',
        'fetch',
      ]),
    ),
  ];
  const hasHandles = random.chance(0.4);
  return roles.map((role, index) => {
    const tool = toolOf(random, { role, name: `${role}${index}`, index });
    return hasHandles && random.chance(0.6) ? { ...tool, show: 'handle', hasSchema: random.chance(0.6) } : tool;
  });
}

function toolOf(random, { role, name, index }) {
  const base = {
    role,
    name,
    params: {},
    bind: {},
    isReadOnly: false,
    openWorld: undefined,
    all: false,
    variant: '',
    ...common(random),
  };
  switch (role) {
    case 'stream':
      // The chunks are no fields.
      return {
        ...base,
        isReadOnly: random.chance(0.8),
        ...sourceOf(random),
        says: random.pick(['whole', 'function']),
        params: paramsOf(random, ['mode', 'body'], 0.3),
      };
    case 'source':
    case 'fail':
      return {
        ...base,
        isReadOnly: random.chance(0.8),
        ...sourceOf(random),
        params: paramsOf(random, ['mode', 'body'], 0.3),
      };
    case 'lookup':
      return {
        ...base,
        isReadOnly: true,
        variant: random.pick(['declared', 'undeclared']),
        kind: random.pick(['file', 'mail', 'none']),
        params: pickParams(['body']),
      };
    case 'sink':
      return { ...base, ...sinkOf(random), variant: random.pick(['ok', 'repeat', 'fail']) };
    case 'bound':
      return { ...base, ...sinkOf(random), variant: random.pick(['ok', 'repeat']), ...boundOf(random) };
    case 'fetch':
      return {
        ...base,
        isReadOnly: true,
        openWorld: random.pick([true, undefined]),
        trust: 'untrusted',
        variant: 'source',
        isWhole: true,
        params: pickParams([random.pick(['url', 'link']), ...(random.chance(0.5) ? ['body'] : [])]),
      };
    case 'echo':
      return {
        ...base,
        isReadOnly: random.chance(0.7),
        openWorld: false,
        variant: random.pick(['same', 'upper', 'join', 'piece', 'fail', 'keys', 'stream']),
        params: pickParams(['body', 'note2']),
      };
    case 'write':
      return {
        ...base,
        isReadOnly: random.chance(0.7),
        openWorld: false,
        variant: random.pick(['set', 'object', 'item', 'named', 'delete']),
        path: random.pick(statePaths),
        params: pickParams(['body']),
      };
    case 'read':
      return {
        ...base,
        isReadOnly: true,
        openWorld: false,
        variant: random.pick(['get', 'parent', 'plain', 'json', 'fork', 'fail', 'changes', 'bound']),
        path: random.pick(statePaths),
      };
    case 'nested':
      return {
        ...base,
        isReadOnly: random.chance(0.5),
        openWorld: false,
        variant: random.pick(['return', 'store', 'fail', 'pass']),
        path: random.pick(statePaths),
        inner: random.between(0, index - 1),
        params: pickParams(['body']),
      };
    case 'imported':
      return {
        ...base,
        isReadOnly: false,
        ...sinkOf(random),
        isImported: true,
        variant: 'source',
        hint: random.chance(0.5),
      };
    default:
      throw new Error(role);
  }
}

function common(random) {
  return {
    middleware: random.chance(0.2)
      ? [
          random.pick([
            'upperArguments',
            'swapArguments',
            'addArgument',
            'wrapResult',
            'swapResult',
            'retry',
            'cache',
            'cacheByArguments',
            'replaceResult',
          ]),
        ]
      : [],
    postprocess: random.chance(0.1) ? random.pick(['same', 'text', 'drop']) : undefined,
    // Whether the author of the tool says it, or the application.
    isSaidByApp: random.chance(0.5),
  };
}

/** A tool with trusted and untrusted fields, whose policy says which. */
function sourceOf(random) {
  const readers = random.chance(0.25) ? random.pick(readersLists) : 'anyone';
  return {
    // How the policy says that the content is untrusted.
    says: random.pick(['whole', 'fields', 'trustedBut', 'function']),
    kind: random.pick(['file', 'mail', 'none']),
    readers,
    hasReadersFunction: random.chance(0.2),
    ownReaders: random.chance(0.2) ? random.pick(readersLists) : undefined,
    isWhole: random.chance(0.2),
    count: random.between(1, 3),
    stores: random.chance(0.15) ? random.pick(statePaths) : undefined,
    accumulate: random.pick(['concat', 'last', 'none', undefined]),
    variant: random.pick(['value', 'response', 'throw', 'failure']),
  };
}

function sinkOf(random) {
  const isReadOnly = random.chance(0.1);
  const names = Object.keys(parameters).filter(() => random.chance(0.14));
  const params = paramsOf(random, names.length === 0 && random.chance(0.8) ? ['recipient', 'body'] : names, 0);
  const audience = ['to', 'recipient', 'address'].find((name) => Object.hasOwn(params, name));
  if (audience !== undefined && random.chance(0.6) && params.body !== undefined)
    params.body = { ...params.body, policy: { ...params.body.policy, readers: audience }, audience };
  return { isReadOnly, openWorld: random.pick([undefined, undefined, true, false]), all: random.chance(0.05), params };
}

function boundOf(random) {
  const name = random.pick(['ownerId', 'target', 'plainValue']);
  const policy = name === 'target' ? { decides: true } : undefined;
  return {
    bind: { [name]: { path: random.pick(statePaths), default: 'file-500001', policy, decides: name !== 'plainValue' } },
  };
}

function paramsOf(random, names, omitted) {
  return pickParams(names.filter(() => !random.chance(omitted)));
}

function pickParams(names) {
  return Object.fromEntries(names.map((name) => [name, parameters[name] ?? { shape: 'text', decides: false }]));
}

/** Returns the JSON Schema of a parameter. */
export function schemaOf({ shape, format }) {
  const text = { type: 'string', ...(format === undefined ? {} : { format }) };
  switch (shape) {
    case 'text':
      return text;
    case 'list':
      return { type: 'array', items: text };
    case 'member':
      return { type: 'string', enum: members };
    case 'flag':
      return { type: 'boolean' };
    case 'number':
      return { type: 'number' };
    case 'union':
      return {
        anyOf: [
          { type: 'string', enum: members },
          { type: 'string', maxLength: 400 },
          { type: 'array', items: text },
        ],
      };
    case 'record':
      return { type: 'object', properties: { fileId: text, note: text, extra: { type: 'string', default: 'plain' } } };
    case 'open':
      return { type: 'object', additionalProperties: text };
    default:
      throw new Error(shape);
  }
}

/** Returns the JSON Schema of what a source returns, if its tool declares one. */
export function outputSchemaOf({ role, hasSchema, isWhole }) {
  if (role !== 'source' || !hasSchema || isWhole) return undefined;
  const text = { type: 'string' };
  const item = { type: 'object', properties: { id: text, from: text, body: text } };
  const facts = { amount: { type: 'number' }, date: text, ref: text, priority: { type: 'string', enum: members } };
  return {
    type: 'object',
    properties: {
      items: { type: 'array', items: item },
      note: text,
      extra: {},
      own: text,
      facts: { type: 'object', properties: facts },
    },
  };
}

/** Returns the values in the arguments of a call that decide what it does, by the table above. */
export function decidingValues(tool, args, bound = {}) {
  const found = [];
  for (const [name, value] of Object.entries(args)) {
    const param = tool.params[name];
    if (param === undefined || value === undefined) continue;
    if (tool.isReadOnly) {
      const isWayOut = param.isAddress && tool.openWorld !== false;
      if (isWayOut || param.policy?.decides === true) collect(value, name, param, found);
    } else if (param.policy?.decides ?? (tool.all || param.decides)) collect(value, name, param, found);
    else if (param.within !== undefined)
      for (const [key, isDeciding] of Object.entries(param.within))
        if (isDeciding && value[key] !== undefined) collect(value[key], `${name}.${key}`, param, found);
  }
  for (const [name, { decides, policy }] of Object.entries(tool.bind)) {
    const counts = policy?.decides === true || (!tool.isReadOnly && (decides || tool.all));
    if (counts && bound[name] !== undefined) collect(bound[name], name, {}, found);
  }
  return found;
}

/** Checks whether any argument or binding of a tool decides, by its definition. */
export function canDecide(tool) {
  const params = Object.values(tool.params).some(({ policy, decides, within = {} }) => {
    return policy?.decides ?? (tool.all || decides || Object.values(within).some(Boolean));
  });
  const bindings = Object.values(tool.bind).some(({ decides, policy }) => policy?.decides ?? (decides || tool.all));
  return params || bindings;
}

/** Returns all values in the arguments, but for those that name who receives others. */
export function sentValues(tool, args, bound = {}) {
  const found = [];
  const receiving = new Set(Object.values(tool.params).flatMap(({ audience }) => audience ?? []));
  for (const [name, value] of Object.entries({ ...args, ...bound }))
    if (!receiving.has(name)) collect(value, name, tool.params[name] ?? {}, found);
  return found;
}

function collect(value, path, param, found) {
  if (value === null || value === undefined || typeof value === 'boolean') return;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) collect(item, `${path}.${at}`, param, found);
  } else if (typeof value === 'object') {
    // The keys of an open object are the model's. Their order says which is which.
    for (const [at, [key, member]] of Object.entries(value).entries()) {
      if (param.shape === 'open') found.push({ path: `${path}.key${at}`, value: key, param });
      collect(member, `${path}.${param.shape === 'open' ? `value${at}` : key}`, param, found);
    }
  } else found.push({ path, value, param });
}
