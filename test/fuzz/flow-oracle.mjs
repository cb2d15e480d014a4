// Compares two runs of one session, whose untrusted content differs.
//
// Equal must be: whether a call runs, which of its arguments are refused, and what decides in a call that has run. Excepted is
// only what docs promise nothing of, and only for the call at which the runs part:
// - existing: an argument that differs, or that is known in one run only, and that is the user's, the application's or issued
//   by a tool in one of the runs, as the feature compares values: a choice among trusted values. So is one that was issued more
//   often in one run, by which it may have other readers;
// - shown: an argument that equals what is shown of a kept result in one run only, so that it is not the model's own there;
// - enumerated: an argument that differs and is a boolean, null or a member of an enum of a trusted definition;
// - invalid: arguments that differ, so that the call is denied in one run, and does not fit the schema or is answered by
//   middleware in the other. If the tool has run in one, what has decided is checked there. Arguments with a reference may
//   always differ.
// After an exception the runs need not make the same calls any more, so that only the second part goes on.
//
// In each run: no piece of an untrusted text is in what decides in a call that has run, no private one in what leaves through
// a tool whose receivers may not read it, neither of them in what a model sees of a result that is kept, and no call ran
// without a deciding argument after its model had read what others have written.
import { comparable, members, plain } from './flow-content.mjs';
import { canDecide, decidingValues, sentValues } from './flow-tools.mjs';

const endings = new Set(['completed', 'failed', 'denied']);

/** Compares two runs. Returns what is wrong, and what has happened. */
export function compareRuns(one, other) {
  const problems = [...problemsOf(one), ...problemsOf(other)];
  const figures = {
    calls: 0,
    consequential: 0,
    ran: 0,
    ranTainted: 0,
    ranHandled: 0,
    denied: 0,
    invalid: 0,
    failed: 0,
    exceptions: 0,
  };
  const [runs, others] = [callsOf(one), callsOf(other)];
  for (const call of runs.values()) countCall(call, figures);
  for (const [callId, call] of runs) {
    const same = others.get(callId);
    const { problem, exception } = compareCalls(call, same);
    if (problem !== undefined) problems.push(`${callId} ${call.toolName}: ${problem}`);
    if (exception !== undefined) figures.exceptions++;
    if (problem !== undefined || exception === 'parted') break;
  }
  return { problems, figures };
}

function countCall({ state, tool, isTainted, hasHandle }, figures) {
  figures.calls++;
  if (state === 'denied') figures.denied++;
  else if (state === 'invalid') figures.invalid++;
  if (tool === undefined || tool.isReadOnly) return;
  figures.consequential++;
  if (state !== 'ran') return;
  figures.ran++;
  if (hasHandle) figures.ranHandled++;
  if (isTainted) figures.ranTainted++;
}

/** Returns the calls of a run in the order of their beginning, with those that tools have made. */
function callsOf(world) {
  const calls = new Map();
  for (const event of world.events) {
    const { callId, type, toolName } = event;
    if (type === 'started') {
      const tool = world.tools.find(({ name }) => name === toolName);
      const made = world.made.get(callId);
      calls.set(callId, {
        callId,
        toolName,
        tool,
        args: made?.args ?? event.input,
        isTainted: made?.isTainted === true,
        isReferring: made?.isReferring === true,
        isText: made?.isText === true,
        isBroken: made?.isBroken === true,
        ...knownAt(callId, world),
        hasHandle: made?.hasHandle === true,
        byChance: world.byChance,
        state: 'open',
        concerns: [],
      });
      continue;
    }
    const call = calls.get(callId);
    if (call === undefined || !endings.has(type)) continue;
    const { error } = event.result ?? {};
    const bodies = world.log.filter((body) => body.callId === callId);
    call.bodies = bodies;
    const isDenied = error?.code === 'denied' && error.details?.reason === 'flow';
    call.state = bodies.length > 0 ? 'ran' : isDenied ? 'denied' : 'invalid';
    const concerns = event.flow?.concerns ?? [];
    call.concerns = [...new Set(concerns.map(({ kind, argument }) => `${kind} ${nameIn(argument)}`))].sort();
    call.hasFurther = concerns.some(({ kind, argument }) => argument === undefined && kind !== 'undecided');
  }
  return calls;
}

/** Returns the values that were known and shown when a call was made; for a call within a tool, those when the tool was called. */
function knownAt(callId, { made }) {
  const { known = new Set(), times = new Map(), shown: seen = new Set() } = made.get(callId.replace(/n+$/, '')) ?? {};
  return { known, times, shown: seen };
}

/** Returns the name of the argument in a pointer: the model has written the keys of open objects, and JSON text has members. */
function nameIn(argument) {
  return (argument ?? '').split('/')[1] ?? '';
}

function compareCalls(call, other) {
  if (other === undefined) return { problem: 'made in one run only' };
  const choices = choicesOf(call, other);
  const isAnyDifferent = call.isReferring || JSON.stringify(call.args) !== JSON.stringify(other.args);
  const states = [call.state, other.state];
  if (call.state !== other.state) {
    // The error of arguments that do not fit shows values of handles, which a model has read then.
    if (isAnyDifferent && !states.includes('ran')) return { exception: call.hasHandle ? 'parted' : 'invalid' };
    if (isAnyDifferent && states.includes('invalid')) return { exception: 'parted' };
    // What can be repaired depends on the text, so that middleware may see no arguments, and leave them out.
    if (isAnyDifferent && call.isBroken) return { exception: 'parted' };
    return choices
      ? { exception: 'parted' }
      : { problem: `${call.state} and ${other.state} ${shown(call)} ${shown(other)}` };
  }
  // What is said of an argument that differs may differ: its values may be known in one run only. How much is said of it
  // decides what is still said of others, because only the first concerns are listed.
  const isCut = isAnyDifferent && (call.hasFurther || other.hasFurther);
  const isEqual = (concern) => {
    if (isCut) return false;
    const [, name = ''] = concern.split(' ');
    // Who may receive the value of a reference depends on the value.
    if (call.isReferring && String(call.args?.[name]).includes('${')) return false;
    return JSON.stringify(call.args?.[name]) === JSON.stringify(other.args?.[name]);
  };
  if (String(call.concerns.filter(isEqual)) !== String(other.concerns.filter(isEqual))) {
    // Of arguments that do not fit the schema nothing is said, while a binding has been refused.
    if (isAnyDifferent && states[0] === 'denied' && (call.isText || Object.keys(call.tool?.bind ?? {}).length > 0))
      return { exception: 'invalid' };
    return choices
      ? { exception: 'parted' }
      : { problem: `concerns ${call.concerns} and ${other.concerns} ${shown(call)} ${shown(other)}` };
  }
  const found = call.state === 'ran' ? compareBodies(call, other) : {};
  // What a tool returns is as trusted as its arguments, so that what follows may be decided otherwise.
  return found.problem === undefined && choices ? { exception: 'parted' } : found;
}

function compareBodies(call, other) {
  if (call.bodies.length !== other.bodies.length) return { problem: 'the tool ran more often in one run' };
  let exception;
  for (const [at, body] of call.bodies.entries()) {
    const { tool } = body;
    if (tool.isReadOnly) continue;
    const mine = decidingValues(tool, body.args, body.bound);
    const theirs = decidingValues(tool, other.bodies[at].args, other.bodies[at].bound);
    for (const [index, { path, value, param }] of mine.entries()) {
      const same = theirs[index];
      if (same?.path === path && same.value === value) continue;
      if (isKnown(value, param, call) && (same === undefined || isKnown(same.value, param, other)))
        exception = 'existing';
      else return { problem: `${path} ran with ${JSON.stringify(value)} and ${JSON.stringify(same?.value)}` };
    }
  }
  return exception === undefined ? {} : { exception };
}

/** Checks whether arguments are a choice among trusted values in at least one run, and not the same choice in both. */
function choicesOf(call, other) {
  const [values, others] = [call, other].map((one) => leavesOf(readArguments(one)));
  const paths = new Set([...values.keys(), ...others.keys()]);
  return [...paths].some((path) => {
    const [mine, theirs] = [values.get(path), others.get(path)];
    const [isMineKnown, areTheirsKnown] = [isKnown(mine, {}, call), isKnown(theirs, {}, other)];
    if (isShown(mine, call) !== isShown(theirs, other)) return true;
    if (!isMineKnown && !areTheirsKnown) return false;
    if (isByChance(mine, call) !== isByChance(theirs, other)) return true;
    return mine !== theirs || isMineKnown !== areTheirsKnown || timesOf(mine, call) !== timesOf(theirs, other);
  });
}

function isKnown(value, param, { known }) {
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return true;
  if (param.shape !== undefined && (param.shape === 'member' || param.shape === 'union') && members.includes(value))
    return true;
  return known.has(comparable(value));
}

const containers = new Set(['list', 'record', 'open', 'union']);

/** Returns arguments with the values of JSON texts, which the feature accepts in the place of objects and arrays. */
function readArguments({ args, tool }) {
  if (typeof args !== 'object' || args === null) return args;
  const entries = Object.entries(args).flatMap(([name, value]) => {
    const parsed = containers.has(tool?.params[name]?.shape) ? parseContainer(value) : undefined;
    return parsed === undefined
      ? [[name, value]]
      : [
          [name, parsed],
          [`${name} as text`, value],
        ];
  });
  return Object.fromEntries(entries);
}

function parseContainer(text) {
  if (typeof text !== 'string') return undefined;
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function isShown(value, { shown }) {
  return shown.has(comparable(value));
}

function timesOf(value, { times }) {
  return times.get(comparable(value));
}

function isByChance(value, { byChance }) {
  return byChance.has(comparable(value));
}

function leavesOf(value, path = '', found = new Map()) {
  if (typeof value === 'object' && value !== null) {
    for (const [at, [key, member]] of Object.entries(value).entries()) {
      if (path !== '' && !Array.isArray(value)) found.set(`${path}/key${at}`, key);
      leavesOf(member, path === '' || Array.isArray(value) ? `${path}/${key}` : `${path}/${at}`, found);
    }
  } else found.set(path, value);
  return found;
}

function shown({ args }) {
  return JSON.stringify(args)?.slice(0, 200);
}

/** Returns what must not happen in any run. */
function problemsOf(world) {
  const problems = [...world.leaks];
  const markers = [...world.content.markers, ...world.privates.markers].filter((one) => !world.passedOn.has(one));
  for (const body of world.log) {
    const { callId, tool, args, bound } = body;
    const made = world.made.get(callId);
    const deciding = decidingValues(tool, args, bound);
    for (const { path, value } of deciding) {
      const searched = plain(value);
      const marker = world.content.markers.find((one) => one.isIn(searched));
      if (marker !== undefined)
        problems.push(`${callId} ${tool.name}: ${path} ran with untrusted ${JSON.stringify(value)}`);
    }
    if (
      made !== undefined &&
      (made.isTainted || made.isOfToolkit) &&
      !made.isApp &&
      !tool.isReadOnly &&
      !canDecide(tool) &&
      decidingFlags(tool, args).length === 0
    )
      problems.push(`${callId} ${tool.name}: ran although none of its arguments decides`);
    // Without a session it is not known what the model has read, and for whom it is.
    if ((tool.openWorld ?? !tool.isReadOnly) && made?.isOfToolkit !== true) problems.push(...unreadOf(body, markers));
  }
  return problems;
}

/** A boolean that decides is trusted. */
function decidingFlags({ params }, args) {
  return Object.keys(args).filter((name) => params[name]?.shape === 'flag');
}

function unreadOf({ callId, tool, args, bound }, markers) {
  return sentValues(tool, args, bound).flatMap(({ path, value, param }) => {
    const searched = plain(value);
    const audience =
      param.audience === undefined ? [] : [args[param.audience] ?? []].flat().map((one) => comparable(one));
    const marker = markers.find(
      ({ readers, ...one }) =>
        readers !== 'anyone' &&
        isWithin(one, searched) &&
        !(audience.length > 0 && audience.every((reader) => readers.includes(reader))),
    );
    return marker === undefined
      ? []
      : [`${callId} ${tool.name}: ${path} shows ${JSON.stringify(value)} to ${audience.join(', ') || 'anyone'}`];
  });
}

function isWithin({ pieces }, searched) {
  return pieces.some((piece) => searched.includes(piece));
}
