import { type MethodName, Toolkit, ToolSpec } from 'toolwright';
import { eventsByHand, observableByHand } from '../by-hand.js';
import { floorContender } from '../floor.js';
import type { Contender, Row, TimedContender } from '../row.js';
import { BindingService } from '../services.js';
import { goodArguments, isFound, isRecord, search, searchSchema } from '../tools.js';

/** What one more of something adds to a call. The first of a kind may cost more: a shorter way is closed. */
export const row: Row = {
  title: 'One more binding, middleware, subscriber',
  parts: [
    {
      name: 'toolwright',
      create: () => [floorContender, ...bindings(), observableByHand, ...middleware(), eventsByHand, ...subscribers()],
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

function middleware(): readonly Contender[] {
  return inSteps(
    execute('no middleware', new Toolkit()),
    execute(
      'the first middleware',
      new Toolkit().use((call, next) => next(call)),
    ),
    execute(
      'the second middleware',
      new Toolkit().use(
        (call, next) => next(call),
        (call, next) => next(call),
      ),
    ),
  );
}

function subscribers(): readonly Contender[] {
  const [one, two] = [new Toolkit(), new Toolkit()];
  let events = 0;
  for (const toolkit of [one, two, two]) toolkit.events$.subscribe(() => events++);
  return inSteps(
    execute('no subscriber', new Toolkit()),
    execute('the first subscriber', one),
    execute('the second subscriber', two),
  );
}

function execute(name: string, toolkit: Toolkit): TimedContender {
  toolkit.register(ToolSpec.fromFunction(search, { inputSchema: searchSchema }));
  return {
    name,
    run: () => toolkit.execute('search', goodArguments),
    works: (result) => isRecord(result) && isFound(result.data),
  };
}

/** Each is told by what it adds to the one before, in floors. */
function inSteps(none: Contender, ...more: readonly Contender[]): readonly Contender[] {
  const all = [none, ...more];
  return all.map((contender, index) => {
    const before = all[index - 1];
    if (before === undefined) return { ...contender, isHidden: true };
    return { ...contender, minus: before.name, base: floorContender.name, maxRatio: 0.5 };
  });
}
