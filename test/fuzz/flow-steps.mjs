// Random steps of a session, as plain data. flow-run.mjs runs them.
import { appValues, members, storedValues, userValues } from './flow-content.mjs';
import { randomTools, statePaths } from './flow-tools.mjs';
import { Random } from './random.mjs';

/** Returns a random session: its tools, and what its application and its model do. */
export function randomSession(seed) {
  const random = new Random(seed);
  const tools = randomTools(random);
  const options = { hasKey: random.chance(0.3), hasHistory: random.chance(0.2) };
  // Content that is equal to what is trusted may be chosen by it.
  const mimicry = random.chance(0.3) ? random.pick([0.1, 0.5]) : 0;
  // Where texts are at the same places, copies of them are too, and the runs do not part.
  const hasHandles = tools.some(({ show }) => show !== undefined);
  // What a model sees of a result that is kept follows from its shape.
  const hasOneShape = random.chance(0.6) || hasHandles;
  // Few tools that share one path of the state have more to do with each other.
  const isNarrow = random.chance(0.6);
  if (isNarrow) for (const tool of tools) narrow(tool);
  const used = isNarrow ? pickSome(random, [...tools.keys()], random.between(3, 6)) : [...tools.keys()];
  const said = pickSome(random, userValues, 5);
  const choices = { tools, used, said, hasHandles, paths: isNarrow ? statePaths.slice(0, 1) : statePaths };
  const drawn = random.list(random.between(4, isNarrow ? 20 : 14), (at) => randomStep(random, choices, at));
  const steps = [...drawn, ...(random.chance(0.2) ? detourOf(random, choices) : [])].map((step, id) => ({
    id,
    ...step,
  }));
  return { seed, tools, options, mimicry, hasOneShape, steps };
}

function narrow(tool) {
  if (tool.path !== undefined) tool.path = statePaths[0];
  if (tool.stores !== undefined) tool.stores = statePaths[0];
  for (const bound of Object.values(tool.bind)) bound.path = statePaths[0];
}

function pickSome(random, values, count) {
  const left = [...values];
  return random.list(Math.min(count, left.length), () => left.splice(random.between(0, left.length - 1), 1)[0]);
}

function randomStep(random, choices, at) {
  const kind = random.next();
  if (at === 0 && random.chance(0.85)) return { op: 'said', values: choices.said };
  if (kind < 0.52)
    return {
      op: random.pick(['execute', 'execute', 'execute', 'callTool', 'iterate', 'late']),
      calls: [randomCall(random, choices, at)],
    };
  if (kind < 0.64)
    return {
      op: 'calls',
      calls: random.list(random.between(2, 4), () => randomCall(random, choices, at)),
      concurrency: random.pick([1, 8]),
    };
  if (kind < 0.7) return { op: 'said', values: random.list(random.between(1, 3), () => random.pick(userValues)) };
  if (kind < 0.74) return { op: 'toolkit', calls: [randomCall(random, choices, at)] };
  if (kind < 0.78) return { op: 'app', calls: [appCall(random, choices)] };
  if (kind < 0.81)
    return {
      op: 'references',
      calls: [appCall(random, choices)],
      path: random.pick(choices.paths),
      isOfApp: random.chance(0.5),
    };
  if (kind < 0.84)
    return {
      op: 'saw',
      seen: random.pick([
        {},
        { trust: 'trusted' },
        { trust: 'trusted', readers: ['ann@example.com'] },
        { trust: 'untrusted', text: 'x' },
      ]),
      hasContent: random.chance(0.5),
    };
  if (kind < 0.87)
    return {
      op: 'setState',
      path: random.pick(choices.paths),
      value: random.pick(appValues),
      ofToolkit: random.chance(0.5),
    };
  if (kind < 0.89) return { op: 'list' };
  if (kind < 0.94) return { op: 'save' };
  if (kind < 0.99)
    return {
      op: 'restore',
      into: random.pick(['same', 'session', 'toolkit']),
      change: random.pick(['none', 'none', 'none', 'withoutFlow', 'edited']),
    };
  return { op: 'explain' };
}

/** Returns steps that rarely follow each other by chance, and that lead from what others have written to a decision. */
function detourOf(random, { tools, said, hasHandles }) {
  const callOf = (role, value) => {
    const [index, tool] = random.pick([...tools.entries()].filter(([, one]) => one.role === role));
    const args = argumentsOf(random, { tool, said, hasHandles }, () => value);
    return { tool: index, args, isText: false };
  };
  const last = { is: 'copy', step: 0.999, at: 1, changes: [] };
  const said1 = { is: 'word', value: random.pick(said) };
  const composed = [
    { op: 'execute', calls: [callOf('source', said1)] },
    { op: 'execute', calls: [callOf('echo', said1)] },
    { op: 'execute', calls: [callOf('sink', last)] },
  ];
  const restarted = [
    { op: 'execute', calls: [callOf('source', said1)] },
    { op: 'toolkit', calls: [callOf('write', last)] },
    { op: 'save' },
    { op: 'restore', into: 'toolkit', change: 'none' },
    { op: 'execute', calls: [callOf('bound', said1)] },
  ];
  return random.pick([composed, restarted]);
}

function randomCall(random, { tools, used, said, hasHandles }, at) {
  const tool = random.pick(used);
  const create = () => (hasHandles && random.chance(0.35) ? handleOf(random) : expression(random, at, 0));
  const args = argumentsOf(random, { tool: tools[tool], said, hasHandles }, create);
  return { tool, args, isText: random.chance(0.1), isBroken: random.chance(0.3), hasOwnState: random.chance(0.03) };
}

/** A call of the application, whose arguments are its own. */
function appCall(random, { tools, used }) {
  const tool = random.pick(used);
  return { tool, args: fixedArguments(random, tools[tool]), isText: false };
}

function argumentsOf(random, { tool, said, hasHandles }, create) {
  return Object.entries(tool.params)
    .filter(() => !random.chance(0.15))
    .map(([name, param]) => {
      const { shape, format, decides } = param;
      // In the place of a whole object or list too.
      if (hasHandles && random.chance(0.15)) return { name, shape, isBare: true, parts: [handleOf(random)] };
      const own =
        shape === 'number'
          ? () => numberOf(random)
          : () => (decides && random.chance(0.6) ? fittingOf(random, said, format) : create());
      return { name, shape, asJson: random.chance(0.12), parts: partsOf(random, shape, own) };
    });
}

function fixedArguments(random, { params }) {
  return Object.entries(params).map(([name, { shape }]) => ({
    name,
    shape,
    asJson: false,
    parts: partsOf(random, shape, () => ({ is: 'fixed', value: shape === 'number' ? 9 : random.pick(appValues) })),
  }));
}

/** What an attentive model takes: a value of the user that fits, or one that a tool has issued. */
function fittingOf(random, said, format) {
  const sign = { email: '@', uri: '://' }[format];
  if (sign !== undefined) return { is: 'word', value: random.pick(userValues.filter((one) => one.includes(sign))) };
  return random.chance(0.7)
    ? { is: 'word', value: random.pick(said) }
    : { is: 'issued', step: random.next(), at: random.between(0, 9) };
}

function numberOf(random) {
  if (random.chance(0.7)) return { is: 'fixed', value: random.pick([7, 48213377, 48213377]) };
  return { is: 'size', step: random.next(), at: random.between(0, 9) };
}

function partsOf(random, shape, create) {
  switch (shape) {
    case 'list':
      return random.list(random.between(1, 2), create);
    case 'record':
      return random.chance(0.7) ? random.list(2, create) : random.list(1, create);
    case 'open':
      return random.list(2 * random.between(1, 2), create);
    case 'member':
      return [random.chance(0.9) ? { is: 'fixed', value: random.pick(members) } : create()];
    case 'union':
      return [random.chance(0.3) ? { is: 'fixed', value: random.pick(members) } : create()];
    case 'flag':
      return [{ is: 'fixed', value: random.pick([true, false]) }];
    default:
      return [create()];
  }
}

/** A handle of an earlier result, what is nearly one, or what its tool has shown. */
function handleOf(random) {
  const place = { step: random.next(), at: random.between(0, 20) };
  if (random.chance(0.2)) return { is: 'shown', ...place };
  return { is: 'handle', ...place, form: random.pick(handleForms) };
}

const handleForms = [
  ...Array.from({ length: 10 }, () => 'same'),
  'root',
  ...['item', 'wrong', 'unknown', 'escaped', 'padded', 'quoted'],
];

const changes = [
  'upper',
  'lower',
  'decomposed',
  'compatible',
  'piece',
  'first',
  'reversed',
  'padded',
  'newline',
  'quoted',
  'invisible',
  'base64',
];

/** What a model takes as an argument. */
function expression(random, at, depth) {
  const kind = random.next();
  if (kind < 0.2)
    return {
      is: 'fixed',
      value: random.pick([
        ...appValues,
        ...storedValues.file,
        ...storedValues.mail,
        ...storedValues.none,
        'hello',
        'x',
      ]),
    };
  if (kind < 0.42)
    return {
      is: 'word',
      value: random.pick(userValues),
      change: random.chance(0.1) ? random.pick(['upper', 'padded', 'decomposed']) : undefined,
    };
  if (kind < 0.58) return { is: 'issued', step: random.next(), at: random.between(0, 9) };
  if (kind < 0.9 || depth > 1)
    return {
      is: 'copy',
      step: random.next(),
      at: random.between(0, 20),
      changes: random.list(random.pick([0, 0, 0, 1, 2]), () => random.pick(changes)),
    };
  if (kind < 0.97)
    return {
      is: 'joined',
      parts: random.list(2, () => expression(random, at, depth + 1)),
      between: random.pick(['', ' ', '-', '@', '\n']),
    };
  return { is: 'reference', path: random.pick(statePaths) };
}
