// The random tools of the programs, as plain data, and how they are made.
import { ToolExecutionError, Toolkit, ToolSpec } from '../../dist/index.js';
import { comparable, members, storedValues } from './flow-content.mjs';
import { people, schemaOf } from './flow-tools.mjs';

/** What all tools accept, so that the oracle learns from it how trusted the program is. It decides nothing. */
const probe = {
  nonce: { shape: 'text', policy: { decides: false, readers: 'nonceFor' }, audience: 'nonceFor' },
  nonceFor: { shape: 'text', policy: { decides: false } },
};

/** The parameters of tools that change something or reach others. `decides` is written down apart from the feature. */
const parameters = {
  to: { shape: 'text', policy: { decides: true }, decides: true },
  people: { shape: 'list', policy: { decides: true }, decides: true },
  body: { shape: 'any', decides: false },
  note: { shape: 'text', decides: false },
  fileId: { shape: 'text', policy: { kind: 'file' }, decides: true },
  recordId: { shape: 'text', decides: true },
  address: { shape: 'text', format: 'email', decides: true },
  url: { shape: 'text', format: 'uri', decides: true, isAddress: true },
  mode: { shape: 'member', policy: { decides: true }, decides: true },
  isDraft: { shape: 'flag', policy: { decides: true }, decides: true },
  amount: { shape: 'number', policy: { decides: true }, decides: true },
  choice: { shape: 'union', policy: { decides: true }, decides: true },
  tags: { shape: 'open', policy: { decides: true }, decides: true },
  letter: { shape: 'any', policy: { readers: 'to' }, decides: false, audience: 'to' },
};

const sinkSets = [
  ['to', 'body'],
  ['to', 'letter'],
  ['people', 'body'],
  ['fileId'],
  ['fileId', 'note'],
  ['recordId', 'body'],
  ['address', 'body'],
  ['mode', 'isDraft', 'body'],
  ['amount', 'to'],
  ['choice', 'body'],
  ['tags'],
  ['body'],
  ['url'],
];

const sourceRoles = [
  ...['mails', 'mails', 'counted', 'free', 'free', 'partly', 'partly', 'own', 'partlyOwn', 'echo', 'echo'],
  ...['stream', 'fail', 'sometimes', 'known', 'kept', 'text'],
];

/** Returns random tools: those that a program reads, and those that it decides about. */
export function randomTools(random) {
  const roles = ['mails', 'echo', ...random.list(random.between(2, 4), () => random.pick(sourceRoles))];
  const sources = roles.map((role, at) => sourceOf(random, role, `${role}${at}`));
  const sinks = random.list(random.between(2, 4), (at) => sinkOf(random, `do${at}`));
  return [...sources, ...sinks];
}

function sourceOf(random, role, name) {
  return {
    role,
    name,
    isReadOnly: true,
    openWorld: false,
    params: { ...(role === 'echo' ? { body: parameters.body } : {}), ...probe },
    bind: {},
    readers: random.pick([[people[0]], [people[0], people[1]], [people[0]], []]),
    hasFunction: random.chance(0.2),
    variant: random.pick(['same', 'upper', 'list', 'keys', 'count', 'fail', 'stream']),
    hasHandles: role === 'kept' || random.chance(0.15),
    hasOpenCount: random.chance(0.3),
  };
}

function sinkOf(random, name) {
  const set = random.pick(sinkSets);
  const isReadOnly = set[0] === 'url' ? random.chance(0.7) : random.chance(0.07);
  return {
    role: 'sink',
    name,
    isReadOnly,
    openWorld: random.pick([undefined, undefined, true, false]),
    params: { ...Object.fromEntries(set.map((param) => [param, parameters[param]])), ...probe },
    bind: {},
    variant: random.pick(['ok', 'trusted', 'repeat', 'fail']),
  };
}

/** Creates a toolkit in code mode. What its tools run with is added to `world`. */
export function createToolkit(tools, engine, world) {
  const policies = tools.map(({ name, params }) => [name, { params: policiesOf(params) }]);
  const toolkit = new Toolkit({ flow: { onViolation: 'deny', extract, tools: Object.fromEntries(policies) } });
  for (const tool of tools) toolkit.register(createTool(tool, world));
  toolkit.enableCodeMode({ engine });
  toolkit.events$.subscribe((event) => world.events.push(event));
  return toolkit;
}

function createTool(tool, world) {
  const { name, params, isReadOnly, openWorld } = tool;
  const annotations = {
    ...(isReadOnly ? { readOnlyHint: true } : {}),
    ...(openWorld === undefined ? {} : { openWorldHint: openWorld }),
  };
  const properties = Object.entries(params).map(([key, param]) => [key, param.shape === 'any' ? {} : schemaOf(param)]);
  return ToolSpec.create({
    name,
    annotations,
    ...labelsOf(tool),
    ...(tool.hasHandles ? { show: 'handle', allowedCallers: ['direct', 'code'] } : {}),
    inputSchema: { type: 'object', properties: Object.fromEntries(properties) },
    executor: {
      kind: 'test',
      execute(args, ctx) {
        const given = Object.fromEntries(Object.entries(args).filter(([key]) => Object.hasOwn(params, key)));
        world.log.push({ callId: ctx.call.id, tool, args: structuredClone(given) });
        return bodies[tool.role](tool, { args: given, world });
      },
    },
  });
}

function policiesOf(params) {
  const entries = Object.entries(params).map(([key, { policy }]) => [key, policy]);
  return Object.fromEntries(entries.filter(([, policy]) => policy !== undefined));
}

/** What the author of a tool says of its results. */
function labelsOf({ role, variant, readers, hasFunction, hasOpenCount }) {
  const untrusted = { trust: hasFunction ? () => 'untrusted' : 'untrusted' };
  const id = { '/*/id': { trust: 'trusted', kind: 'file' }, '/*/from': {}, '/*/body': {}, '/*/tags': {} };
  switch (role) {
    case 'mails':
    case 'kept':
      return { ...untrusted, fields: id };
    case 'counted':
      return { ...untrusted, fields: { ...id, '': { length: 'trusted' } } };
    case 'stream':
      return { ...untrusted, ...(hasOpenCount ? { fields: { '': { length: 'trusted' } } } : {}) };
    case 'free':
    case 'fail':
    case 'sometimes':
    case 'text':
      return untrusted;
    case 'partly':
      return {
        trust: 'trusted',
        fields: {
          '/items/*/from': { trust: 'untrusted' },
          '/items/*/body': { trust: 'untrusted' },
          '/items/*/lines': { trust: 'untrusted', length: 'trusted' },
          '/note': { trust: 'untrusted' },
        },
      };
    case 'own':
      return { trust: 'trusted', readers: hasFunction ? () => readers : readers };
    case 'partlyOwn':
      return { trust: 'trusted', fields: { '/secret': { readers } } };
    case 'known':
      return { trust: 'trusted' };
    case 'sink':
      return variant === 'trusted' ? { trust: 'trusted' } : {};
    default:
      return {};
  }
}

/** Returns a value in which no text of others is in the place of a trusted ID. */
function withStoredIds(value) {
  for (const member of typeof value === 'object' && value !== null ? Object.values(value) : [])
    if (typeof member === 'object' && member !== null && Object.hasOwn(member, 'id')) member.id = storedValues.file[0];
  return value;
}

const bodies = {
  mails: ({ name }, { world }) =>
    world.others.at(`${name} kind`).chance(0.15) ? withStoredIds(world.others.value(name)) : world.others.records(name),
  kept: ({ name }, { world }) => world.others.records(name),
  counted: ({ name }, { world }) => world.others.records(name, world.same.at(name).between(0, 4)),
  free: ({ name }, { world }) => world.others.value(name, 3),
  text: ({ name }, { world }) => world.others.text(name),
  partly({ name }, { world }) {
    const { others, same } = world;
    const items = same.records(name, same.at(name).between(1, 3)).map(({ id, amount }, at) => ({
      id,
      amount: amount ?? 7,
      from: others.text(`${name}/${at}/from`),
      body: others.value(`${name}/${at}/body`),
      lines: Array.from({ length: same.at(`${name}/${at}`).between(0, 3) }, (_, line) =>
        others.text(`${name}/${at}/${line}`),
      ),
    }));
    for (const { amount } of items) world.known.add(comparable(amount));
    return { items, note: others.value(`${name}/note`), title: 'The title' };
  },
  own: ({ name }, { world }) => {
    // The number may be a word of the user, which a program finds by trying.
    world.known.add(comparable(48213377));
    return world.privates.value(`own ${name}`, 2);
  },
  partlyOwn: ({ name }, { world }) => ({ secret: world.privates.value(`own ${name}`, 1), open: 'The open part' }),
  known: () => ({ names: ['known-1', 'known-2'], count: 2 }),
  async *stream({ name, hasOpenCount }, { world }) {
    const { others, same } = world;
    const count = (hasOpenCount ? same : others).at(`${name} chunks`).between(0, 3);
    for (let at = 0; at < count; at++) {
      const chunk = others.value(`${name}/chunk/${at}`);
      // Lists would become one whose length is not the number of chunks.
      yield hasOpenCount ? { chunk } : chunk;
    }
  },
  fail({ name }, { world }) {
    throw new ToolExecutionError(`${world.others.text(name)} does not exist`);
  },
  sometimes({ name }, { world }) {
    if (world.others.at(name).chance(0.5)) throw new ToolExecutionError(`${world.others.text(name)} does not exist`);
    return world.others.value(name);
  },
  echo({ variant }, { args: { body = '' } }) {
    switch (variant) {
      case 'upper':
        return { text: typeof body === 'string' ? body.toUpperCase() : body };
      case 'list':
        return [body, body];
      case 'keys':
        return { [String(body)]: body };
      case 'count':
        return JSON.stringify(body).length;
      case 'fail':
        throw new ToolExecutionError(`no ${JSON.stringify(body)}`);
      case 'stream':
        return (function* () {
          for (const one of Array.isArray(body) ? body : [body]) yield one;
        })();
      default:
        return { body };
    }
  },
  sink({ variant }, { args }) {
    if (variant === 'fail') throw new ToolExecutionError(`cannot do ${JSON.stringify(args)}`);
    const { nonce: _, nonceFor: __, ...others } = args;
    return variant === 'repeat' ? { done: others } : 'ok';
  },
};

/** Reads facts as a model might: those that fit the schema. */
function extract({ content, schema }) {
  const { properties = {} } = schema;
  const facts = {
    amount: content.length,
    to: content.slice(0, 30),
    mode: members[content.length % 3],
    isUrgent: content.length % 2 === 0,
  };
  return Object.fromEntries(Object.keys(properties).map((name) => [name, facts[name]]));
}
