import { type ToolContext, type ToolResponse, type ToolSpec, text } from 'toolwright';
import { fc } from '../support/fast-check.js';
import { type CancellableConsumer, cancellableConsumers, consumers } from './consumers.js';
import { toolOf } from './tools.js';
import { turns, until } from './waiting.js';

/** The chunks of a generated tool, its kind and its end. */
interface Script {
  readonly kind: 'sync generator' | 'async generator' | 'awaiting generator';
  readonly values: readonly unknown[];
  readonly ending: 'done' | 'returns' | 'throws';
}

interface Stage {
  readonly spec: ToolSpec;
  readonly body: (ctx: ToolContext) => unknown;
  readonly log: { started: boolean; finished: boolean; signal: AbortSignal | undefined };
}

const scripts: fc.Arbitrary<Script> = fc.record({
  kind: fc.constantFrom<Script['kind'][]>('sync generator', 'async generator', 'awaiting generator'),
  values: fc.array(
    fc.oneof(
      fc.string(),
      fc.jsonValue({ maxDepth: 2 }).filter((value) => typeof value !== 'string'),
      fc.string({ minLength: 1 }).map((one) => text(one)),
      fc.constant(undefined),
    ),
    { maxLength: 8 },
  ),
  ending: fc.constantFrom<Script['ending'][]>('done', 'returns', 'throws'),
});

function stage({ kind, values, ending }: Script): Stage {
  const log: Stage['log'] = { started: false, finished: false, signal: undefined };
  function* play(): Generator<unknown, unknown> {
    log.started = true;
    try {
      yield* values;
      if (ending === 'throws') throw new RangeError('broken');
      return ending === 'returns' ? { returned: true } : undefined;
    } finally {
      log.finished = true;
    }
  }
  const body = (ctx: ToolContext): unknown => {
    log.signal = ctx.signal;
    if (kind === 'sync generator') return play();
    return (async function* () {
      const playing = play();
      try {
        for (let step = playing.next(); ; step = playing.next()) {
          if (kind === 'awaiting generator') await turns(1);
          if (step.done === true) return step.value;
          yield step.value;
        }
      } finally {
        playing.return(undefined);
      }
    })();
  };
  return { spec: toolOf(body), body, log };
}

/** What must hold of any responses, however the consumer behaved. */
function expectOrder(responses: readonly ToolResponse[]): void {
  for (const [index, response] of responses.entries()) {
    const isLast = index === responses.length - 1 && response.isLast;
    expect(response).toMatchObject(
      isLast ? { id: 'c1' } : { id: `c1:${index}`, isLast: false, state: 'running', stream: true },
    );
  }
}

describe('whatever a stream yields', () => {
  it('all consumers that drain it receive the same responses in order, and one end', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, async (script) => {
        const all = await Promise.all(consumers.map(({ consume }) => consume(stage(script).spec, { callId: 'c1' })));
        const [first] = all;
        expect(first?.responses).toHaveLength(script.values.length + 1);
        for (const { responses, ending } of all) {
          expect(ending).toEqual(first?.ending);
          if (responses.length === 0) continue;
          expect(responses).toEqual(first?.responses);
          expectOrder(responses);
        }
        expect(first?.ending.success).toBe(script.ending !== 'throws');
      }),
    );
  });

  it('a cancelled consumer receives nothing more, and the tool is notified and cleans up', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, fc.nat({ max: 9 }), fc.constantFrom(...cancellableConsumers), cancelEarly),
    );
  });

  it('an abort ends it with one interrupted response after its chunks', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, fc.nat({ max: 9 }), async (script, count) => {
        const controller = new AbortController();
        const { spec, log } = stage(script);
        const responses: ToolResponse[] = [];
        if (count === 0) controller.abort();
        for await (const response of spec.iterate({}, { signal: controller.signal, callId: 'c1' })) {
          responses.push(response);
          if (responses.length === count) controller.abort();
        }
        expectOrder(responses);
        const isInTime = count <= script.values.length;
        expect(responses.at(-1)).toMatchObject({ isLast: true, isInterrupted: isInTime });
        expect(responses).toHaveLength(isInTime ? count + 1 : script.values.length + 1);
        await until(() => log.finished || !log.started);
        expect(log.finished).toBe(log.started);
      }),
    );
  });
});

const raced: readonly (readonly [string, () => Script])[] = (
  ['sync generator', 'async generator', 'awaiting generator'] as const
).map((kind) => [kind, () => ({ kind, values: ['a', 'b', 'c'], ending: 'done' })]);

describe.each(raced)('at any moment, for a promise of a %s', (_, script) => {
  const moments = Array.from({ length: 60 }, (__, microtasks) => microtasks);

  function promised(): Stage {
    const { body, log } = stage(script());
    return { spec: toolOf(async (ctx) => body(ctx)), body, log };
  }

  it('a subscriber that unsubscribes receives nothing more, and the tool cleans up if it started', async () => {
    for (const moment of moments) {
      const { spec, log } = promised();
      const responses: ToolResponse[] = [];
      const subscription = spec.stream({}, { callId: 'c1' }).subscribe((response) => responses.push(response));
      await microtasks(moment);
      subscription.unsubscribe();
      const { length } = responses;
      await turns(1);
      expect(responses).toHaveLength(length);
      expectOrder(responses);
      await until(() => log.finished || !log.started);
      expect(log.finished).toBe(log.started);
    }
  });

  it('an abort causes one end: interrupted with the chunks so far, or a success if it came too late', async () => {
    for (const moment of moments) {
      const { spec, log } = promised();
      const controller = new AbortController();
      const responses: ToolResponse[] = [];
      const ended = new Promise<void>((resolve) => {
        spec
          .stream({}, { callId: 'c1', signal: controller.signal })
          .subscribe({ next: (response) => responses.push(response), complete: resolve });
      });
      await microtasks(moment);
      controller.abort();
      await ended;
      expectOrder(responses);
      const chunks = responses.slice(0, -1).map(({ content }) => content[0]);
      const last = responses.at(-1);
      const soFar = chunks.map((block) => (block?.type === 'text' ? block.text : '')).join('');
      if (last?.state === 'success') expect([soFar, last.content]).toEqual(['abc', [text('abc')]]);
      else expect(last).toMatchObject({ state: 'interrupted', isInterrupted: true });
      if (soFar !== '') expect(last?.content[0]).toEqual(text(soFar));
      await until(() => log.finished || !log.started);
      expect(log.finished).toBe(log.started);
    }
  });
});

async function microtasks(count: number): Promise<void> {
  for (let at = 0; at < count; at++) await undefined;
}

async function cancelEarly(script: Script, count: number, { cancelAfter }: CancellableConsumer): Promise<void> {
  const { spec, log } = stage(script);
  const responses = await cancelAfter(count, spec, { callId: 'c1' });
  expectOrder(responses);
  expect(responses).toHaveLength(Math.min(count, script.values.length + 1));
  await until(() => log.finished || !log.started);
  expect(log.finished).toBe(log.started);
  const hasLeft = count <= script.values.length;
  if (log.signal !== undefined && script.ending !== 'throws') expect(log.signal.aborted).toBe(hasLeft);
}
