// Runs a session of flow-steps.mjs with the content of one run, and notes what has happened.
import { lastValueFrom, toArray } from 'rxjs';
import { ToolResult, ToolState } from '../../dist/index.js';
import { appValues, Content, comparable, members, PrivateTexts, plain } from './flow-content.mjs';
import { createToolkit } from './flow-toolkit.mjs';

// What tools return that their authors have written.
const authored = [
  ...appValues,
  ...members,
  'ok',
  'noted',
  'nothing',
  'now',
  'stored',
  'fixed',
  'plain',
  'own-open-value',
  'hello',
  // What is shown of a result that is kept, besides its values.
  ...['handle', 'type', 'size', 'value', 'omitted', 'string', 'number', 'boolean', 'array', 'object', 'null'],
];

/** What one run of a session has and notes. */
class World {
  log = [];
  events = [];
  issued = [];
  /** What may decide: what is known to be the user's, the application's, or issued by a tool. In the form of comparisons. */
  trusted = new Set(authored.map(comparable));
  /** How often a value was issued. Each result that contains it may limit who reads it. */
  times = new Map();
  /** What was shown of results that are kept. In the form of comparisons. */
  shown = new Set();
  /** The texts that a model has read anything of. */
  readMarkers = new Set();
  /** The texts that a call without a session has received. Nothing is promised of them across sessions. */
  passedOn = new Set();
  /** What a model has read of a result that it should not have read. */
  leaks = [];
  /** Values of others that equal what a tool has issued at their place. */
  byChance = new Set();
  /** What was known when a call was made, by its ID. */
  made = new Map();
  /** What the model has read, by step. */
  memory = [];
  saved;
  shared = {};
  privates = new PrivateTexts();
  ownState = new ToolState({});

  constructor(session, contentSeed) {
    this.description = session;
    this.tools = session.tools;
    this.content = new Content(contentSeed, {
      shapeSeed: session.hasOneShape ? session.seed : contentSeed,
      mimicry: session.mimicry,
    });
    this.toolkit = createToolkit(session, this);
    this.session = this.toolkit.session();
  }

  issue(value) {
    this.issued.push(value);
    const text = comparable(value);
    this.trusted.add(text);
    this.times.set(text, (this.times.get(text) ?? 0) + 1);
  }

  /** Notes a value that middleware has moved to another place, and that is the one which a tool has issued there. */
  meet(value) {
    this.byChance.add(comparable(value));
  }

  /** Whether the model has read what others have written. */
  get isTainted() {
    return this.memory.some(({ isUntrusted }) => isUntrusted);
  }

  /** Adds what the model reads. */
  read(texts, view = { handles: [], values: [], sizes: [] }) {
    const searched = plain(texts.join(' '));
    const isUntrusted = this.content.markers.some((marker) => marker.isIn(searched));
    for (const marker of this.#markersIn(searched)) this.readMarkers.add(marker);
    for (const value of [...view.values, ...view.sizes]) this.shown.add(comparable(value));
    this.memory.push({ texts, issued: this.issued, isUntrusted, ...view });
    this.issued = [];
  }

  /** Notes what a call without a session receives. */
  passOn(args) {
    for (const marker of this.#markersIn(plain(JSON.stringify(args)))) this.passedOn.add(marker);
  }

  /** Notes what a model reads of a result that is kept, and has not read before. */
  checkKept(callId, text) {
    const written = plain(JSON.stringify(this.made.get(callId).sent));
    const isKnown = (marker) => this.readMarkers.has(marker) || marker.isIn(written);
    const found = this.#markersIn(plain(text)).find((marker) => !isKnown(marker));
    if (found !== undefined) this.leaks.push(`${callId} shows ${found.text} of a result that is kept: ${text}`);
  }

  #markersIn(searched) {
    const markers = [...this.content.markers, ...this.privates.markers.filter(({ readers }) => readers !== 'anyone')];
    return markers.filter((marker) => marker.isIn(searched));
  }
}

/** Runs a session. Returns what has happened in it. */
export async function runSession(session, contentSeed) {
  const world = new World(session, contentSeed);
  let late = [];
  for (const step of session.steps) {
    const waiting = late;
    late = [];
    const later = await runStep(step, world);
    if (later !== undefined) late.push(later);
    for (const run of waiting) await run();
  }
  for (const run of late) await run();
  return world;
}

async function runStep(step, world) {
  const { session } = world;
  switch (step.op) {
    case 'said':
      session.said(`Please look at ${step.values.join(', and at ')}.`);
      // A part of a text between spaces is a whole value too.
      for (const value of ['Please look at', 'and', ...step.values])
        for (const one of [value, ...value.split(' ')]) world.trusted.add(comparable(one));
      return undefined;
    case 'saw':
      return see(step, world);
    case 'setState':
      (step.ofToolkit ? world.toolkit : session).state.set(step.path, step.value);
      return undefined;
    case 'list':
      session.list();
      return undefined;
    case 'explain':
      for (const id of world.made.keys()) session.explain(id);
      return undefined;
    case 'save':
      world.saved = {
        session: plainCopy(session.snapshot()),
        toolkit: plainCopy(world.toolkit.snapshot()),
        memory: [...world.memory],
      };
      return undefined;
    case 'restore':
      return restore(step, world);
    default:
      return makeCalls(step, world);
  }
}

function see({ seen, hasContent, id }, world) {
  const { session, content, privates } = world;
  const isTrusted = seen.trust === 'trusted';
  const text = isTrusted ? privates.text(`seen ${id}`, seen.readers ?? 'anyone') : content.text(`seen ${id}`);
  session.saw({ ...seen, ...(hasContent ? { text } : {}) });
  world.read([text]);
}

function restore({ into, change }, world) {
  const { saved } = world;
  if (saved === undefined) return;
  const changed = changedSnapshot(saved.session, change, world);
  if (into === 'toolkit') {
    world.toolkit = createToolkit(world.description, world);
    world.toolkit.restore(changedSnapshot(saved.toolkit, change, world));
  }
  if (into !== 'same') {
    // The conversation goes on where it was saved.
    world.memory = [...saved.memory];
    world.session = world.toolkit.session();
  }
  world.session.restore(changed);
}

function changedSnapshot(snapshot, change, { content, description }) {
  if (change === 'withoutFlow') {
    const { flow: _, ...others } = snapshot;
    return others;
  }
  if (change !== 'edited' || !description.options.hasKey || snapshot.flow === undefined) return snapshot;
  const label = { trust: 'trusted', readers: 'anyone' };
  const words = content.markers.map(({ text }) => text);
  return { ...snapshot, flow: { isSigned: false, content: JSON.stringify({ label, words, values: [], paths: [] }) } };
}

function plainCopy(value) {
  return JSON.parse(JSON.stringify(value));
}

async function makeCalls(step, world) {
  const { op } = step;
  const calls = step.calls.map((call, at) => prepare(step, { call, at }, world));
  const [first] = calls;
  const { session, toolkit } = world;
  const { options, ...one } = first;
  switch (op) {
    case 'callTool':
      return finish(await lastValueFrom(session.callTool(one, options)), first, world);
    case 'late': {
      const stream = session.callTool(one, options);
      return async () => {
        // Arguments are compared with what is known when the call runs.
        Object.assign(world.made.get(first.id), { known: new Set(world.trusted), times: new Map(world.times) });
        const result = await lastValueFrom(stream);
        // The result of a session that was replaced belongs to another conversation.
        if (world.session === session) finish(result, first, world);
      };
    }
    case 'iterate': {
      const texts = [];
      let last;
      for await (const response of session.iterate(one, options)) {
        texts.push(...textsOf(response));
        last = response;
      }
      return finish(last, first, world, texts);
    }
    case 'calls': {
      const given = calls.map(({ options: _, ...call }) => call);
      const responses = await lastValueFrom(
        session.callTools(given, { concurrency: step.concurrency }).pipe(toArray()),
      );
      const ends = responses.filter(({ isLast }) => isLast);
      // All calls have issued their values before the model sees the first result.
      if (calls.some(({ id }) => world.made.get(id).tool.show !== undefined)) {
        const seen = JSON.stringify(
          ends.map(({ data, structuredContent, content }) => [data, structuredContent, content]),
        );
        world.issued = world.issued.filter((value) => seen.includes(value));
      }
      for (const response of ends) {
        finish(
          response,
          calls.find(({ id }) => id === response.callId),
          world,
        );
      }
      return undefined;
    }
    default: {
      const scope = op === 'toolkit' ? toolkit : session;
      return finish(await scope.execute(one.name, one.input, { ...options, callId: one.id }), first, world);
    }
  }
}

function finish(result, { id }, world, chunks = []) {
  const { tool, isOfToolkit } = world.made.get(id);
  // Without a session, nothing is kept.
  const isKept = tool.show !== undefined && !isOfToolkit;
  if (isKept) {
    const { data, structuredContent, content, error, metadata } = result;
    world.checkKept(
      id,
      JSON.stringify([chunks, data, structuredContent, content, error?.message, error?.details, metadata]),
    );
  }
  // The result of a call without a session is not for the model of the session.
  if (isOfToolkit) world.issued = [];
  else {
    const view = isKept ? viewOf(result.structuredContent ?? result.data) : undefined;
    // What a tool has issued is not known to a model that does not see it.
    if (isKept) world.issued = world.issued.filter((value) => view.values.includes(value));
    world.read([...chunks, ...textsOf(result)], view);
  }
}

/** Returns the handles in what is shown of a kept result, their sizes, and the values that are shown as they are. */
function viewOf(shown) {
  const view = { handles: [], values: [], sizes: [] };
  const visit = (value) => {
    if (typeof value === 'string' || typeof value === 'number') view.values.push(value);
    if (typeof value !== 'object' || value === null) return;
    if (typeof value.handle === 'string' && typeof value.type === 'string') {
      view.handles.push(value.handle);
      if (value.size !== undefined) view.sizes.push(value.size);
      visit(value.value);
    } else for (const member of Object.values(value)) visit(member);
  };
  visit(shown);
  return view;
}

/** Returns the texts that a model reads in a result: each text and each key. */
function textsOf(result) {
  const found = [];
  const visit = (value) => {
    if (typeof value === 'string') found.push(value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        if (!Array.isArray(value)) found.push(key);
        visit(member);
      }
    }
  };
  if (ToolResult.is(result)) visit(result.data);
  visit(result.structuredContent);
  for (const block of result.content ?? []) if (block.text !== undefined && found.length === 0) found.push(block.text);
  if (result.error !== undefined) found.push(result.error.message);
  return found;
}

function textsIn(value) {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.entries(value).flatMap(([key, member]) => [key, ...textsIn(member)]);
}

/** Evaluates the arguments of a call, at the time at which a model would write them. */
function prepare({ op, id, path, isOfApp }, { call, at }, world) {
  const tool = world.tools[call.tool];
  const args = Object.fromEntries(call.args.map((argument) => [argument.name, argumentOf(argument, world)]));
  const isReferring = op === 'references';
  if (isReferring) {
    const name = call.args.find(({ shape }) => shape === 'text')?.name;
    if (name !== undefined) args[name] = `\${${path}}`;
  }
  const callId = `s${id}c${at}`;
  const isApp = op === 'app' || (isReferring && isOfApp);
  const resolved = op === 'toolkit' ? args : resolve(args, world.session);
  world.made.set(callId, {
    tool,
    args: resolved,
    sent: args,
    hasHandle: JSON.stringify(resolved) !== JSON.stringify(args),
    shown: new Set(world.shown),
    isApp,
    isReferring,
    isText: call.isText,
    isBroken: call.isText && call.isBroken === true,
    isTainted: world.isTainted,
    known: new Set(world.trusted),
    times: new Map(world.times),
    isOfToolkit: op === 'toolkit',
  });
  if (op === 'toolkit') world.passOn(args);
  // What a model has written before it has read anything is its own, and tools may return it.
  if (!world.isTainted) for (const text of textsIn(args)) world.trusted.add(comparable(text));
  const json = JSON.stringify(args);
  const input = call.isText ? (call.isBroken ? json.slice(0, -1) : json) : args;
  const options = {
    ...(isApp ? { origin: 'app' } : {}),
    ...(isReferring ? { references: ['mem.**'] } : {}),
    ...(call.hasOwnState ? { state: world.ownState } : {}),
  };
  return { id: callId, name: tool.name, input, options };
}

/** Returns arguments with the values of handles, as a tool receives them. */
function resolve(value, session) {
  if (typeof value === 'string') return value.startsWith('@') ? resolveText(value, session) : value;
  if (Array.isArray(value)) return value.map((one) => resolve(one, session));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, resolve(member, session)]));
}

function resolveText(text, session) {
  try {
    return session.reveal(text);
  } catch {
    return text;
  }
}

function argumentOf({ shape, parts, asJson, isBare }, world) {
  const values = parts.map((part) => evaluate(part, world));
  if (isBare) return values[0];
  const value = shapedOf(shape, values);
  return asJson && typeof value === 'object' ? JSON.stringify(value) : value;
}

function shapedOf(shape, values) {
  switch (shape) {
    case 'list':
      return values.map(String);
    case 'record':
      return values.length === 2 ? { fileId: String(values[0]), note: String(values[1]) } : { note: String(values[0]) };
    case 'open':
      return Object.fromEntries(
        Array.from({ length: values.length / 2 }, (_, at) => [`${values[2 * at]}`, String(values[2 * at + 1])]),
      );
    case 'text':
    case 'member':
      return String(values[0]);
    default:
      return values[0];
  }
}

function evaluate(part, world) {
  const needed = { handle: 'handles', shown: 'values' }[part.is];
  const memory = needed === undefined ? world.memory : world.memory.filter((one) => one[needed]?.length > 0);
  // What was read last is nearer.
  const remembered = part.step === undefined ? undefined : memory[Math.floor(Math.sqrt(part.step) * memory.length)];
  switch (part.is) {
    case 'fixed':
      return part.value;
    case 'word':
      return part.change === undefined ? part.value : change(part.change, part.value);
    case 'issued':
      return remembered === undefined || remembered.issued.length === 0
        ? 'acct-300001'
        : remembered.issued[part.at % remembered.issued.length];
    case 'copy': {
      const texts = remembered?.texts ?? [];
      const text = texts.length === 0 ? 'hello' : texts[part.at % texts.length];
      return part.changes.reduce((changed, one) => change(one, changed), text);
    }
    case 'handle':
      return formOf(part.form, pickAt(remembered?.handles, part.at) ?? 'hello');
    case 'shown':
      return pickAt(remembered?.values, part.at) ?? 7;
    case 'size':
      return (remembered?.texts ?? []).join('').length * 1000 + part.at;
    case 'joined':
      return part.parts.map((one) => evaluate(one, world)).join(part.between);
    case 'reference':
      return `\${${part.path}}`;
    default:
      throw new Error(part.is);
  }
}

function pickAt(list = [], at) {
  return list.length === 0 ? undefined : list[at % list.length];
}

function formOf(form, handle) {
  switch (form) {
    case 'root':
      return handle.split('/')[0];
    case 'item':
      return `${handle}/0`;
    case 'wrong':
      return `${handle}/none`;
    case 'unknown':
      return '@zz.1/items/0/id';
    case 'escaped':
      return `@${handle}`;
    case 'padded':
      return ` ${handle}`;
    case 'quoted':
      return JSON.stringify([handle]);
    default:
      return handle;
  }
}

function change(name, text) {
  switch (name) {
    case 'upper':
      return text.toUpperCase();
    case 'lower':
      return text.toLowerCase();
    case 'decomposed':
      return text.normalize('NFD');
    case 'compatible':
      return text.replaceAll('k', '\u212a').replaceAll('a', '\uff41');
    case 'piece':
      return text.slice(2, 12);
    case 'first':
      return text.split(/[^\p{L}\p{N}]/u)[0] ?? '';
    case 'reversed':
      return [...text].reverse().join('');
    case 'padded':
      return ` ${text}  `;
    case 'newline':
      return `${text}\n`;
    case 'quoted':
      return JSON.stringify(text);
    case 'invisible':
      return [...text].join('\u200b');
    case 'base64':
      return Buffer.from(text).toString('base64');
    default:
      throw new Error(name);
  }
}
