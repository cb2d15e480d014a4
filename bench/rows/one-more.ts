import { type CallOptions, type MethodName, type Middleware, Toolkit, ToolSpec } from 'toolwright';
import { eventsByHand, observableByHand } from '../by-hand.js';
import { floorContender } from '../floor.js';
import type { Contender, Row, TimedContender } from '../row.js';
import { BindingService } from '../services.js';
import { goodArguments, isFound, isRecord, search, searchSchema } from '../tools.js';

/** What a call takes with bindings, a signal, a time limit, middleware or a subscriber. */
export const row: Row = {
  title: 'With bindings, a signal, a time limit, middleware, a subscriber',
  parts: [
    {
      name: 'toolwright',
      create: () => [
        floorContender,
        ...bindings(),
        ...limits(),
        observableByHand,
        ...middleware(),
        eventsByHand,
        ...subscribers(),
      ],
    },
  ],
};

function bindings(): readonly Contender[] {
  const service = new BindingService();
  const state = { session: { user: { id: 'u1' }, tenant: 't1' } };
  const call = (name: string, method: MethodName<BindingService>): TimedContender => {
    const spec = service.toolSpec(method);
    for (const [key, value] of Object.entries(state)) spec.state.set(key, value);
    return { name, run: () => spec.call(goodArguments), works: isFound };
  };
  return inSteps(
    call('no binding', 'unbound'),
    call('the first binding', 'oneBinding'),
    call('the second binding', 'twoBindings'),
  );
}

function limits(): readonly Contender[] {
  const { signal } = new AbortController();
  return [
    execute('toolkit.execute, a signal', { options: { signal }, maxRatio: 10 }),
    execute('toolkit.execute, a time limit', { options: { timeoutMs: 60_000 }, maxRatio: 10 }),
  ];
}

function middleware(): readonly Contender[] {
  const observed: Middleware = (call, next) => next(call);
  const awaited: Middleware = async (_, next) => {
    const result = await next();
    return result;
  };
  return [
    execute('toolkit.execute, one middleware', { toolkit: new Toolkit().use(observed), maxRatio: 12 }),
    execute('toolkit.execute, one async middleware', { toolkit: new Toolkit().use(awaited), maxRatio: 12 }),
    execute('toolkit.execute, two middleware', { toolkit: new Toolkit().use(observed, awaited) }),
  ];
}

function subscribers(): readonly Contender[] {
  const [one, two] = [new Toolkit(), new Toolkit()];
  let events = 0;
  for (const toolkit of [one, two, two]) toolkit.events$.subscribe(() => events++);
  return [
    execute('toolkit.execute, one subscriber', { toolkit: one, maxRatio: 9 }),
    execute('toolkit.execute, two subscribers', { toolkit: two }),
  ];
}

interface Execution {
  readonly toolkit?: Toolkit;
  readonly options?: CallOptions;
  readonly maxRatio?: number;
}

function execute(name: string, { toolkit = new Toolkit(), options = {}, maxRatio }: Execution): TimedContender {
  toolkit.register(ToolSpec.fromFunction(search, { inputSchema: searchSchema }));
  return {
    name,
    base: floorContender.name,
    ...(maxRatio === undefined ? {} : { maxRatio }),
    run: () => toolkit.execute('search', goodArguments, options),
    works: (result) => isRecord(result) && isFound(result.data),
  };
}

/** Each is told by what it adds to the one before, in floors. */
function inSteps(none: Contender, ...more: readonly Contender[]): readonly Contender[] {
  const all = [none, ...more];
  return all.map((contender, index) => {
    const before = all[index - 1];
    if (before === undefined) return { ...contender, isHidden: true };
    return { ...contender, minus: before.name, base: floorContender.name };
  });
}
