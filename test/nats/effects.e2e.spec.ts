import { setTimeout } from 'node:timers/promises';
import { Toolkit, type ToolOptions, ToolSpec } from 'toolwright';
import { natsSource, serveNats } from 'toolwright/nats';
import { type EffectClaim, type EffectClaimOptions, MemoryEffectLog } from 'toolwright/stores';
import { until } from '../execution/waiting.js';
import { type NatsServer, startNatsServer } from '../support/nats-server.mjs';

let server: NatsServer;
let count = 0;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startNatsServer();
});

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

afterAll(() => server.stop());

/** A log in which a worker that has died claimed the first effect. */
class LogAfterCrash extends MemoryEffectLog {
  #hasCrashed = false;

  override async claim(key: string, options?: EffectClaimOptions): Promise<EffectClaim> {
    if (!this.#hasCrashed) {
      this.#hasCrashed = true;
      await super.claim(key, { by: 'a dead worker' });
    }
    return super.claim(key, options);
  }
}

interface Bench {
  readonly toolkit: Toolkit;
  /** The keys of the effects that were caused. */
  readonly runs: readonly string[];
  /** Starts another worker. */
  readonly start: () => Promise<void>;
}

/** Creates a caller, and workers that share an effect log. */
async function open(options: Pick<ToolOptions, 'effect' | 'verify'>, effects = new MemoryEffectLog()): Promise<Bench> {
  const subject = `effects-${++count}`;
  const runs: string[] = [];
  const toolkit = new Toolkit();
  const source = natsSource({ servers: server.url, subject, offline: 'wait' });
  await toolkit.registerSource(source);
  closing.push(() => toolkit.removeSource(source.name));
  const start = async (): Promise<void> => {
    const worker = new Toolkit();
    worker.register(
      ToolSpec.create({
        name: 'pay',
        inputSchema: { type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] },
        ...options,
        executor: {
          kind: 'native',
          execute: ({ sum }, { effectKey }) => {
            runs.push(effectKey);
            return { paid: sum };
          },
        },
      }),
    );
    const serving = await serveNats(worker, { servers: server.url, subject, effects });
    closing.push(() => serving.close());
    await until(
      () => source.workers.some(({ worker: id }) => id === serving.workerId) && toolkit.get('pay') !== undefined,
    );
  };
  return { toolkit, runs, start };
}

describe('a call with an effect', () => {
  it('has one effect and one result, however often it is delivered', async () => {
    const { toolkit, runs, start } = await open({ effect: 'write' });
    await start();
    await start();
    const results = await Promise.all(
      Array.from({ length: 20 }, () => toolkit.execute('pay', { sum: 5 }, { callId: 'c1' })),
    );
    expect(results.map(({ data }) => data)).toEqual(results.map(() => ({ paid: 5 })));
    expect(runs).toHaveLength(1);
  });

  it('is another one with other arguments or another call ID', async () => {
    const { toolkit, runs, start } = await open({ effect: 'write' });
    await start();
    for (const [sum, callId] of [
      [5, 'c1'],
      [6, 'c1'],
      [5, 'c2'],
    ] as const) {
      await toolkit.execute('pay', { sum }, { callId });
    }
    expect(new Set(runs).size).toBe(3);
  });

  it('ends as interrupted if the worker died and the outcome is not known', async () => {
    const { toolkit, runs, start } = await open({ effect: 'write' }, new LogAfterCrash());
    await start();
    const { error } = await toolkit.execute('pay', { sum: 5 }, { callId: 'c1' });
    expect(error).toMatchObject({
      code: 'interrupted',
      retryable: false,
      details: { outcome: 'unknown', callId: 'c1', worker: 'a dead worker' },
    });
    expect(runs).toEqual([]);
  });

  it('has the result that the tool verifies', async () => {
    const keys: string[] = [];
    const verify: ToolOptions['verify'] = ({ sum }, { effectKey }) => {
      keys.push(effectKey);
      return { outcome: 'done', result: { paid: sum } };
    };
    const { toolkit, runs, start } = await open({ effect: 'write', verify }, new LogAfterCrash());
    await start();
    const results = [];
    for (let at = 0; at < 2; at++) results.push(await toolkit.execute('pay', { sum: 5 }, { callId: 'c1' }));
    expect(results.map(({ data }) => data)).toEqual([{ paid: 5 }, { paid: 5 }]);
    expect([runs, keys]).toEqual([[], [expect.stringMatching(/^[\da-f]{64}$/)]]);
  });

  it('runs again, once, if the tool verifies that there was no effect', async () => {
    const verify: ToolOptions['verify'] = () => ({ outcome: 'absent' });
    const { toolkit, runs, start } = await open({ effect: 'write', verify }, new LogAfterCrash());
    await start();
    await start();
    const results = await Promise.all(
      Array.from({ length: 10 }, () => toolkit.execute('pay', { sum: 5 }, { callId: 'c1' })),
    );
    expect(results.map(({ data }) => data)).toEqual(results.map(() => ({ paid: 5 })));
    expect(runs).toHaveLength(1);
  });

  it('is recorded before its worker has closed, also if it was cancelled', async () => {
    const events: string[] = [];
    class Log extends MemoryEffectLog {
      override async complete(key: string, result: unknown): Promise<void> {
        // A log elsewhere takes longer than the messages of the caller.
        await setTimeout(50);
        await super.complete(key, result);
        events.push('recorded');
      }
    }
    const cancelling = new AbortController();
    const subject = `effects-${++count}`;
    const worker = new Toolkit();
    worker.register(
      ToolSpec.create({
        name: 'pay',
        effect: 'write',
        executor: {
          kind: 'native',
          execute: (_, { signal }) => {
            signal.addEventListener('abort', () => events.push('aborted'));
            cancelling.abort();
            return new Promise(() => {});
          },
        },
      }),
    );
    const serving = await serveNats(worker, { servers: server.url, subject, effects: new Log() });
    const toolkit = new Toolkit();
    const source = natsSource({ servers: server.url, subject });
    await toolkit.registerSource(source);
    closing.push(() => toolkit.removeSource(source.name));
    const { error } = await toolkit.execute('pay', {}, { signal: cancelling.signal });
    await until(() => events.includes('aborted'));
    await serving.close();
    expect([error?.code, events]).toEqual(['interrupted', ['aborted', 'recorded']]);
  });
});
