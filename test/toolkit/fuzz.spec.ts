import { concat, filter, map, take, throwError } from 'rxjs';
import {
  type Concurrency,
  type Middleware,
  type ToolEvent,
  Toolkit,
  type ToolkitSession,
  type ToolResponse,
  ToolSpec,
} from 'toolwright';
import { type Deferred, deferred, never, turns } from '../execution/waiting.js';
import { fc } from '../support/fast-check.js';

const names = ['a', 'b', 'c', 'd'] as const;
const groups = ['basic', 'g1', 'g2'] as const;
const kinds = ['value', 'stream', 'failing', 'stubborn'] as const;

type Kind = (typeof kinds)[number];

const layers: Readonly<Record<string, readonly Middleware[]>> = {
  none: [],
  passing: [(_, next) => next()],
  twice: [(_, next) => concat(next(), next())],
  dropping: [(_, next) => next().pipe(filter(({ isLast }) => !isLast))],
  breaking: [
    (_, next) =>
      concat(
        next().pipe(take(1)),
        throwError(() => new RangeError('broken')),
      ),
  ],
  renaming: [(call, next) => next({ ...call, name: 'a' })],
  copying: [(_, next) => next().pipe(map((response) => ({ ...response, id: 'mine', callId: 'mine' })))],
};

/** One call, and its result. */
class Call {
  readonly responses: ToolResponse[] = [];
  readonly stop = new AbortController();
  ended: 'completed' | 'failed' | 'left' | undefined;
  leave: () => void = () => {};

  constructor(
    scope: Toolkit | ToolkitSession,
    readonly id: string,
    name: string,
  ) {
    const subscription = scope.callTool({ id, name, input: {} }, { signal: this.stop.signal }).subscribe({
      next: (response) => this.responses.push(response),
      error: () => {
        this.ended = 'failed';
      },
      complete: () => {
        this.ended = 'completed';
      },
    });
    this.leave = () => {
      if (this.ended === undefined) this.ended = 'left';
      subscription.unsubscribe();
    };
  }
}

/** A toolkit with its sessions, all its calls, and their events. */
class World {
  readonly toolkit = new Toolkit({ history: true });
  readonly scopes: (Toolkit | ToolkitSession)[] = [this.toolkit];
  readonly calls: Call[] = [];
  readonly events: ToolEvent[] = [];
  readonly #ends: Deferred<void>[] = [];

  constructor() {
    this.toolkit.events$.subscribe((event) => this.events.push(event));
  }

  scope(at: number): Toolkit | ToolkitSession {
    return this.scopes[at % this.scopes.length] ?? this.toolkit;
  }

  hasGroup(name: string): boolean {
    return this.toolkit.groups().some((group) => group.name === name);
  }

  register(
    name: string,
    options: { kind: Kind; concurrency: Concurrency | undefined; group: string; layer: string },
  ): void {
    const { kind, concurrency, group, layer } = options;
    const spec = ToolSpec.fromFunction(() => this.#run(kind), { name, concurrency });
    this.toolkit.register(spec, { group, use: layers[layer], onDuplicate: 'replace' });
  }

  call(at: number, name: string): Call {
    const call = new Call(this.scope(at), `call-${this.calls.length}`, name);
    this.calls.push(call);
    return call;
  }

  /** Lets running tools go on. */
  release(): void {
    for (const end of this.#ends.splice(0)) end.resolve();
  }

  /** Whether a scope lists exactly the tools that it can call. */
  async checkListing(at: number): Promise<void> {
    const scope = this.scope(at);
    const listed = scope.getJsonSchemas().map(({ name }) => name);
    const calls = names.map((name) => ({ name, call: this.call(at, name) }));
    await turns(1);
    for (const { call } of calls) call.leave();
    const refusals: readonly unknown[] = ['tool_not_found', 'tool_inactive'];
    const callable = calls
      .filter(({ call }) => !refusals.includes(call.responses[0]?.error?.code))
      .map(({ name }) => name);
    // A tool whose middleware sends calls elsewhere answers as that other tool does.
    const sent = names.filter((name) => this.#isSent(name) && listed.includes(name));
    expect([...callable, ...sent].filter((name, index, all) => all.indexOf(name) === index).sort()).toEqual(
      [...listed].sort(),
    );
  }

  readonly sent = new Set<string>();

  #isSent(name: string): boolean {
    return this.sent.has(name);
  }

  async finish(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      this.release();
      await turns(2);
    }
    for (const call of this.calls) call.stop.abort();
    await turns(3);
    // Calls that middleware holds back end a little later.
    if (this.calls.some(({ ended }) => ended === undefined)) await turns(40);
  }

  #run(kind: Kind): unknown {
    const end = deferred();
    this.#ends.push(end);
    switch (kind) {
      case 'value':
        return end.promise.then(() => 'done');
      case 'stubborn':
        return never;
      case 'failing':
        return end.promise.then(() => {
          throw new RangeError('broken');
        });
      case 'stream':
        return (async function* () {
          yield 'one';
          await end.promise;
          yield 'two';
        })();
    }
  }
}

/** One step, as fast-check runs and prints it. */
class Step implements fc.AsyncCommand<object, World> {
  constructor(
    readonly words: string,
    readonly act: (world: World) => void | Promise<void>,
  ) {}

  check(): boolean {
    return true;
  }

  async run(_: object, world: World): Promise<void> {
    await this.act(world);
  }

  toString(): string {
    return this.words;
  }
}

const place = fc.nat({ max: 5 });
const nameOf = fc.constantFrom(...names);
const groupOf = fc.constantFrom(...groups);

const steps: fc.Arbitrary<Step>[] = [
  fc
    .record({
      name: nameOf,
      kind: fc.constantFrom(...kinds),
      concurrency: fc.constantFrom<(Concurrency | undefined)[]>(undefined, 1, 2, 'exclusive'),
      group: groupOf,
      layer: fc.constantFrom(...Object.keys(layers)),
    })
    .map(({ name, ...options }) => {
      return new Step(`register ${name} ${JSON.stringify(options)}`, (world) => {
        if (!world.hasGroup(options.group)) return;
        world.register(name, options);
        if (options.layer === 'renaming') world.sent.add(name);
        else world.sent.delete(name);
      });
    }),
  nameOf.map((name) => {
    return new Step(`unregister ${name}`, ({ toolkit }) => {
      if (toolkit.get(name) !== undefined) toolkit.unregister(name);
    });
  }),
  fc.tuple(groupOf, fc.boolean()).map(([group, active]) => {
    return new Step(`create ${group} ${active}`, (world) => {
      if (!world.hasGroup(group)) world.toolkit.createGroup(group, { active, use: layers.passing });
    });
  }),
  groupOf.map((group) => {
    return new Step(`remove ${group}`, (world) => {
      if (group !== 'basic' && world.hasGroup(group)) world.toolkit.removeGroups([group]);
    });
  }),
  fc.tuple(place, groupOf, fc.boolean()).map(([at, group, active]) => {
    return new Step(`switch ${group} ${active} in ${at}`, (world) => {
      if (world.hasGroup(group) && (active || group !== 'basic')) world.scope(at).updateGroups([group], active);
    });
  }),
  fc.constant(
    new Step('session', (world) => {
      world.scopes.push(world.toolkit.session());
    }),
  ),
  fc.tuple(place, nameOf).map(([at, name]) => new Step(`call ${name} in ${at}`, (world) => void world.call(at, name))),
  fc.tuple(place, nameOf).map(([at, name]) => new Step(`call ${name} in ${at}`, (world) => void world.call(at, name))),
  place.map((at) => new Step(`abort ${at}`, ({ calls }) => calls.at(-1 - at)?.stop.abort())),
  place.map((at) => new Step(`leave ${at}`, ({ calls }) => calls.at(-1 - at)?.leave())),
  fc.constant(new Step('release', (world) => world.release())),
  fc.constant(new Step('turn', () => turns(1))),
  fc.constant(new Step('microtask', async () => {})),
  place.map((at) => new Step(`check ${at}`, (world) => world.checkListing(at))),
  fc.constant(new Step('clear', ({ toolkit }) => toolkit.clear())),
];

function expectEnds(world: World): void {
  for (const { id, responses, ended } of world.calls) {
    const lasts = responses.filter(({ isLast }) => isLast);
    expect({ id, ended }).not.toEqual({ id, ended: undefined });
    expect({ id, ended }).not.toEqual({ id, ended: 'failed' });
    expect({ id, lasts: lasts.length }).toEqual({ id, lasts: ended === 'left' ? 0 : 1 });
    if (ended !== 'left') expect(responses.at(-1)).toBe(lasts[0]);
    expect(responses.every(({ callId }) => callId === id)).toBe(true);
    const events = world.events.filter(({ callId }) => callId === id);
    const count = (isMeant: (event: ToolEvent) => boolean): number => events.filter(isMeant).length;
    expect({ id, started: count(({ type }) => type === 'started') }).toEqual({ id, started: 1 });
    expect({ id, ends: count((event) => 'result' in event) }).toEqual({ id, ends: 1 });
    expect(events[0]?.type).toBe('started');
    expect('result' in (events.at(-1) ?? {})).toBe(true);
  }
  expect(world.toolkit.history?.size).toBe(world.calls.length);
}

/** Expects that every concurrency slot is free, by running an exclusive tool. */
async function expectFreeSlots({ toolkit }: World): Promise<void> {
  toolkit.register(ToolSpec.fromFunction(() => 'free', { name: 'probe', concurrency: 'exclusive' }));
  expect((await toolkit.execute('probe', {}, { signal: AbortSignal.timeout(2_000) })).data).toBe('free');
}

describe('any sequence of operations on a toolkit', () => {
  it('ends every call once in responses and events, and lists exactly the callable tools', async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: 'max' }), async (commands) => {
        const world = new World();
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
        await world.finish();
        expectEnds(world);
        await expectFreeSlots(world);
      }),
    );
  }, 60_000);
});
