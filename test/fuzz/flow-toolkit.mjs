// Makes the random tools of flow-tools.mjs. Their untrusted places have the content of the run.
import { of } from 'rxjs';
import { cache } from '../../dist/features/middleware/index.js';
import { respond, ToolExecutionError, Toolkit, ToolResult, ToolSpec, text } from '../../dist/index.js';
import { appValues, storedValues } from './flow-content.mjs';
import { outputSchemaOf, schemaOf } from './flow-tools.mjs';

/** Creates a toolkit of tools. What they run with, and what they issue, is added to `world`. */
export function createToolkit({ tools, options }, world) {
  const policies = {};
  const specs = tools.map((tool) => createTool(tool, world, policies));
  const toolkit = new Toolkit({
    flow: { onViolation: 'deny', tools: policies },
    ...(options.hasKey ? { approvalKey: 'a key of at least thirty-two characters' } : {}),
    ...(options.hasHistory ? { history: true } : {}),
  });
  for (const [at, spec] of specs.entries()) {
    const { postprocess, middleware } = tools[at];
    toolkit.register(spec, {
      ...(postprocess === undefined ? {} : { postprocess: postprocessors[postprocess] }),
      use: middleware.map((name) => middlewares[name](world)),
    });
  }
  toolkit.events$.subscribe((event) => world.events.push(event));
  return toolkit;
}

function createTool(tool, world, policies) {
  const { name, params, bind, isReadOnly, openWorld, isSaidByApp, isImported = false } = tool;
  const labels = withFacts(tool, labelsOf(tool));
  const shown = tool.show === undefined ? {} : { show: tool.show };
  const properties = Object.fromEntries(Object.entries(params).map(([key, param]) => [key, schemaOf(param)]));
  const paramPolicies = Object.fromEntries(
    [...Object.entries(params), ...Object.entries(bind)]
      .filter(([, { policy }]) => policy !== undefined)
      .map(([key, { policy }]) => [key, policy]),
  );
  const annotations = {
    ...(isReadOnly ? { readOnlyHint: true } : {}),
    ...(openWorld === undefined ? {} : { openWorldHint: openWorld }),
    // A server that says that it changes nothing.
    ...(tool.hint ? { readOnlyHint: true, openWorldHint: false } : {}),
  };
  const policy = {
    params: paramPolicies,
    ...(isSaidByApp && !isImported ? labels : {}),
    ...(isSaidByApp || isImported ? shown : {}),
    ...(tool.all ? { all: true } : {}),
    ...(isImported && isReadOnly ? { readOnly: true } : {}),
    ...(isImported && openWorld !== undefined ? { openWorld } : {}),
  };
  policies[name] = policy;
  const bound = Object.fromEntries(
    Object.entries(bind).map(([key, { path, default: ofAuthor }]) => [key, { stateKey: path, default: ofAuthor }]),
  );
  const boundProperties = Object.fromEntries(
    Object.keys(bind).map((key) => [key, { type: ['string', 'object', 'array', 'number', 'null'] }]),
  );
  return ToolSpec.create({
    name,
    annotations,
    ...(isSaidByApp || isImported ? {} : { ...labels, ...shown }),
    outputSchema: outputSchemaOf(tool),
    accumulate: tool.accumulate,
    inputSchema: { type: 'object', properties: { ...properties, ...boundProperties } },
    bind: bound,
    executor: {
      kind: isImported ? 'mcp' : 'test',
      execute(args, ctx) {
        const given = Object.fromEntries(Object.entries(args).filter(([key]) => Object.hasOwn(params, key)));
        const read = Object.fromEntries(Object.keys(bind).map((key) => [key, args[key]]));
        world.log.push({ callId: ctx.call.id, tool, args: structuredClone(given), bound: structuredClone(read) });
        return bodies[tool.role](tool, { args: given, bound: read, ctx, world });
      },
    },
  });
}

function withFacts({ show }, labels) {
  if (show === undefined || labels.fields === undefined) return labels;
  const facts = { '/facts': { trust: 'untrusted' }, '/facts/ref': { idPattern: 'REF-\\d+' } };
  return { ...labels, fields: { ...labels.fields, ...facts } };
}

/** What the author of a tool says of its results. */
function labelsOf(tool) {
  const { role, says, kind, readers, ownReaders } = tool;
  if (role === 'lookup') {
    const fields = { '/id': { trust: 'trusted', ...(tool.kind === 'none' ? {} : { kind: tool.kind }) } };
    return tool.variant === 'declared' ? { trust: 'untrusted', fields } : {};
  }
  if (role === 'fetch') return { trust: 'untrusted' };
  if (!['source', 'stream', 'fail'].includes(role)) return {};
  const id = { trust: 'trusted', ...(kind === 'none' ? {} : { kind }) };
  const of = readers === 'anyone' ? {} : { readers: tool.hasReadersFunction ? () => readers : readers };
  const owns = ownReaders === undefined ? {} : { '/own': { readers: ownReaders } };
  switch (says) {
    case 'whole':
      return {
        ...of,
        trust: 'untrusted',
        fields: { '/items/*/id': id, '/own': { trust: 'trusted', ...owns['/own'] } },
      };
    case 'fields':
      return {
        ...of,
        fields: {
          '/items/*': { trust: 'untrusted' },
          '/items/*/id': id,
          '/note': { trust: 'untrusted' },
          '/extra': { trust: 'untrusted' },
          ...owns,
        },
      };
    case 'trustedBut':
      return {
        ...of,
        trust: 'trusted',
        fields: {
          '/items': { trust: 'untrusted' },
          '/items/*/id': id,
          '/note': { trust: 'untrusted' },
          '/extra': { trust: 'untrusted' },
          ...owns,
        },
      };
    default:
      return {
        ...of,
        trust: () => 'untrusted',
        fields: { '/items/*/id': id, '/own': { trust: 'trusted', ...owns['/own'] } },
      };
  }
}

const bodies = {
  source: (tool, run) => answer(tool, contentOf(tool, run)),
  async fail(tool, { world, ctx, ...run }) {
    const value = contentOf(tool, { world, ctx, ...run });
    if (tool.variant === 'failure') return ToolResult.fail(`${value.note ?? value}: not found`);
    throw new ToolExecutionError(`${world.content.text(`${tool.name} error`, readersOf(tool))} does not exist`);
  },
  async *stream(tool, { world, ctx, ...run }) {
    const value = contentOf(tool, { world, ctx, ...run });
    for (let at = 0; at < world.content.count(1, 3); at++)
      yield world.content.text(`${tool.name} chunk ${at}`, readersOf(tool));
    if (tool.variant === 'throw')
      throw new ToolExecutionError(world.content.text(`${tool.name} late`, readersOf(tool)));
    if (tool.variant === 'response') return;
    yield value;
  },
  fetch: (tool, { world }) => world.content.text(tool.name),
  imported: (tool, { world }) => ({
    answer: world.content.text(tool.name),
    more: world.content.value(`${tool.name} more`),
  }),
  lookup(tool, { args, world }) {
    const values = storedValues[tool.kind];
    const id = values[[...String(args.body ?? '')].length % values.length];
    world.issue(id);
    return { id, ...(tool.variant === 'declared' ? { found: world.content.text(tool.name) } : {}) };
  },
  sink(tool, { args }) {
    if (tool.variant === 'fail') throw new ToolExecutionError(`cannot do ${JSON.stringify(args)}`);
    return tool.variant === 'repeat' ? { done: args } : 'ok';
  },
  bound: (tool, { args, bound }) => (tool.variant === 'repeat' ? { done: args, bound } : 'ok'),
  echo(tool, { args }) {
    const { body = '', note2 = '' } = args;
    switch (tool.variant) {
      case 'upper':
        return { text: body.toUpperCase() };
      case 'join':
        return { text: `${body}${note2}` };
      case 'piece':
        return body.slice(Math.floor(body.length / 2));
      case 'fail':
        throw new ToolExecutionError(`no ${body}`);
      case 'keys':
        return { [body]: note2 };
      case 'stream':
        return (function* () {
          yield body;
          yield note2;
        })();
      default:
        return { text: body, note2 };
    }
  },
  write(tool, { args, ctx }) {
    const { body = '' } = args;
    switch (tool.variant) {
      case 'object':
        ctx.state.set(tool.path, { value: body, fixed: 'fixed' });
        break;
      case 'item':
        ctx.state.set('mem.list[0]', body);
        break;
      case 'named':
        ctx.state.set(`mem.n_${body.replaceAll(/[^a-z\d]/gi, '')}`, body);
        break;
      case 'delete':
        ctx.state.delete(tool.path);
        break;
      default:
        ctx.state.set(tool.path, body);
    }
    return 'noted';
  },
  async read(tool, { ctx }) {
    const found = await readState(tool, ctx);
    if (tool.variant === 'fail') throw new ToolExecutionError(`found ${JSON.stringify(found)}`);
    return { found: found ?? 'nothing' };
  },
  async nested(tool, { args, ctx, world }) {
    const { name, params } = world.tools[tool.inner];
    const passed =
      tool.variant === 'pass'
        ? Object.fromEntries(Object.entries(params).map(([key, param]) => [key, shaped(param, args.body ?? 'x')]))
        : {};
    const result = await world.session.execute(name, passed, { callId: `${ctx.call.id}n` });
    if (tool.variant === 'fail') throw new ToolExecutionError(`inner: ${result.toText()}`);
    if (tool.variant === 'store') ctx.state.set(tool.path, result.toText());
    return tool.variant === 'store' ? 'stored' : { inner: result.data ?? result.toText() };
  },
};

function shaped({ shape }, value) {
  if (shape === 'list') return [value];
  if (shape === 'flag') return true;
  if (shape === 'number') return 7;
  if (shape === 'record') return { fileId: value };
  return shape === 'open' ? { [value]: value } : value;
}

function readState({ variant, path }, { state }) {
  switch (variant) {
    case 'parent':
      return state.get('mem');
    case 'plain':
      return state.toPlain?.() ?? state.toJSON();
    case 'json':
      return JSON.parse(JSON.stringify(state));
    case 'fork':
      return state.fork().get(path);
    case 'changes':
      return new Promise((resolve) => {
        const found = [];
        const subscription = state.changes$.subscribe(({ value }) => found.push(value));
        setImmediate(() => {
          subscription.unsubscribe();
          resolve(found);
        });
      });
    default:
      return state.get(path);
  }
}

function readersOf({ readers = 'anyone', ownReaders }) {
  return readers === 'anyone' ? 'anyone' : readers;
}

function contentOf(tool, { world, ctx }) {
  const { content, privates } = world;
  const readers = readersOf(tool);
  const values = storedValues[tool.kind];
  if (tool.stores !== undefined) ctx.state.set(tool.stores, content.text(`${tool.name} stored`, readers));
  // Nothing is said of the places of a text, so that only the label of the whole result says that it is untrusted.
  if (tool.isWhole && tool.says !== 'fields' && tool.says !== 'trustedBut')
    return content.text(`${tool.name} whole`, readers);
  // Which records exist is the same in both runs: what a store has issued is not for others to choose.
  const items = Array.from({ length: tool.count }, (_, at) => {
    world.issue(values[at % values.length]);
    return {
      id: values[at % values.length],
      from: content.text(`${tool.name} from ${at}`, readers),
      body: content.text(`${tool.name} body ${at}`, readers),
    };
  });
  const ownReaders = tool.ownReaders ?? readers;
  const own = ownReaders === 'anyone' ? 'own-open-value' : privates.text(tool.name, ownReaders);
  world.issue(own);
  return {
    items,
    note: content.text(`${tool.name} note`, readers),
    extra: content.value(`${tool.name} extra`, readers),
    own,
    ...(tool.show === undefined ? {} : { facts: content.facts(`${tool.name} facts`) }),
  };
}

function answer(tool, value) {
  if (tool.variant !== 'response') return value;
  return respond({
    content: [text(typeof value === 'string' ? value : JSON.stringify(value))],
    ...(typeof value === 'string' ? {} : { structuredContent: value }),
  });
}

const postprocessors = {
  same: (_, response) => response,
  text: (_, response) =>
    respond({ content: [text(`Seen: ${response.content.map((one) => one.text ?? '').join(' ')}`)] }),
  drop: () => undefined,
};

const middlewares = {
  upperArguments: () => (call, next) => next({ ...call, input: mapTexts(inputOf(call), (one) => one.toUpperCase()) }),
  // A middleware that moves values between arguments.
  swapArguments: () => (call, next) => {
    const entries = Object.entries(inputOf(call));
    const texts = entries.filter(([, value]) => typeof value === 'string');
    if (texts.length < 2) return next();
    const [[one, first], [other, second]] = texts;
    return next({ ...call, input: { ...inputOf(call), [one]: second, [other]: first } });
  },
  addArgument: () => (call, next) => {
    const [name] =
      Object.entries(call.spec?.inputSchema.properties ?? {}).find(([, { type }]) => type === 'string') ?? [];
    if (name === undefined || inputOf(call)[name] !== undefined) return next();
    return next({ ...call, input: { ...inputOf(call), [name]: appValues[0] } });
  },
  wrapResult: () => async (_, next) => {
    const result = await next();
    return result.error === undefined ? ToolResult.ok({ wrapped: result.data, at: 'now' }) : result;
  },
  // A middleware that moves values between the places of a result.
  swapResult: (world) => async (_, next) => {
    const result = await next();
    const { data } = result;
    if (result.error !== undefined || typeof data !== 'object' || data === null || !Array.isArray(data.items))
      return result;
    for (const { id, from } of data.items) if (id === from) world.meet(id);
    if (data.own === data.note) world.meet(data.own);
    return ToolResult.ok({
      ...data,
      own: data.note,
      items: data.items.map(({ id, from, body }) => ({ id: from, from: id, body })),
    });
  },
  retry: () => async (_, next) => {
    await next();
    return next();
  },
  replaceResult: (world) => (call) => of(respond({ content: [text(world.content.text(`middleware ${call.name}`))] })),
  cache: (world) => (world.shared.cache ??= cache({ ttlMs: 1_000_000 })),
  cacheByArguments: (world) =>
    (world.shared.keyed ??= cache({ ttlMs: 1_000_000, key: ({ input }) => JSON.stringify(input) })),
};

function inputOf({ input }) {
  if (typeof input !== 'string') return typeof input === 'object' && input !== null ? input : {};
  try {
    return JSON.parse(input);
  } catch {
    return {};
  }
}

function mapTexts(value, change) {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapTexts(member, change)]));
}
