import { setTimeout as pause } from 'node:timers/promises';
import { lastValueFrom, toArray } from 'rxjs';
import { type CallOptions, type ToolResponse, ToolSpec } from 'toolwright';
import { toolOf } from './tools.js';
import { never, until } from './waiting.js';

/** A tool that streams ten parts. */
const parts = toolOf(async function* () {
  for (let part = 0; part < 10; part++) yield `part${part} `;
});

describe('an iterated call that ends while no pull is pending', () => {
  it('yields its final response to the next pull', async () => {
    const stop = new AbortController();
    const responses: ToolResponse[] = [];
    for await (const response of parts.iterate({}, { signal: stop.signal })) {
      responses.push(response);
      if (responses.length === 2) {
        stop.abort();
        await pause(5);
      }
    }
    expect(responses.map(({ state }) => state)).toEqual(['running', 'running', 'interrupted']);
  });

  it('throws its error at the next pull under throwOnError', async () => {
    const read = async (): Promise<void> => {
      for await (const response of parts.iterate({}, { timeoutMs: 20, throwOnError: true })) {
        if (response.id.endsWith(':2')) await pause(60);
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 'timeout' });
  });

  it('fails the tool that forwards it', async () => {
    const outer = toolOf(async function* () {
      yield* parts.iterate({}, { timeoutMs: 20 });
    });
    const ready = (): Promise<void> => pause(30);
    const responses = await lastValueFrom(outer.stream({}, { ready }).pipe(toArray()));
    expect(responses.at(-1)).toMatchObject({ state: 'error', error: { code: 'timeout' } });
  });
});

describe('a thenable that a tool returns', () => {
  it.each<[string, () => CallOptions]>([
    ['that fails', () => ({})],
    ['that is too late', () => ({ timeoutMs: 5 })],
    ['that is aborted', () => ({ signal: AbortSignal.timeout(5) })],
  ])('is subscribed to once, also one %s', async (_, createOptions) => {
    let asked = 0;
    const query = {
      // biome-ignore lint/suspicious/noThenProperty: a query builder runs its query when it is awaited.
      then(_: unknown, reject: (reason: unknown) => void) {
        asked++;
        setTimeout(() => reject(new Error('constraint')), 20);
      },
    };
    expect((await toolOf(() => query).exec({}, createOptions())).success).toBe(false);
    await pause(40);
    expect(asked).toBe(1);
  });
});

describe('a stream whose iterator returns no result', () => {
  it('fails the call', async () => {
    let pulls = 0;
    const half = {
      [Symbol.asyncIterator]: () => ({ next: () => (pulls++ === 0 ? { done: false, value: 'half' } : undefined) }),
    };
    const { success, error } = await toolOf(() => half).exec();
    expect([success, error?.code]).toEqual([false, 'execution']);
  });
});

describe('an instance of a class as arguments', () => {
  class Args {
    name = 'x';
  }
  const received: unknown[] = [];
  const spec = ToolSpec.create({
    name: 'probe',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string' }, limit: { type: 'number', default: 3 }, token: { type: 'string' } },
      required: ['name'],
    },
    bind: { token: 'token' },
    state: { token: 's3cret' },
    executor: { kind: 'test', execute: (args) => received.push(args) },
  });

  it('is copied: neither defaults nor bound values reach it', async () => {
    for (const args of [new Args(), Object.freeze(new Args()), new Args()]) {
      expect((await spec.exec(args)).error).toBeUndefined();
      expect({ ...args }).toEqual({ name: 'x' });
    }
    expect(received).toEqual(new Array(3).fill({ name: 'x', limit: 3, token: 's3cret' }));
  });
});

describe('a call that is cancelled while its tool hangs', () => {
  it('ends its iteration', async () => {
    const iterator = toolOf(() => never)
      .iterate({})
      [Symbol.asyncIterator]();
    let isDone: boolean | undefined;
    void iterator.next().then(({ done }) => {
      isDone = done;
    });
    await iterator.return?.();
    await until(() => isDone !== undefined);
    expect(isDone).toBe(true);
  });
});
