import { Toolkit } from 'toolwright';
import { consumers } from './consumers.js';
import { toolOf } from './tools.js';
import { never, turns } from './waiting.js';

describe.each(consumers)('a call whose signal times out, read by $name', ({ name, consume }) => {
  it.each<readonly [string, () => unknown]>([
    ['a promise', () => never],
    [
      'a stream',
      async function* () {
        yield 'a';
        await never;
      },
    ],
  ])('ends as a timeout: %s', async (_, body) => {
    const { ending, responses } = await consume(toolOf(body), { signal: AbortSignal.timeout(20) });
    expect(ending).toMatchObject({
      success: false,
      code: 'timeout',
      isInterrupted: false,
      message: "The call of 'probe' was cancelled: the time limit of its signal was reached.",
    });
    if (name !== 'exec') expect(responses.at(-1)).toMatchObject({ state: 'error', isLast: true });
  });

  it('ends so for any reason with the name of a TimeoutError, and is not retried', async () => {
    const controller = new AbortController();
    let runs = 0;
    const spec = toolOf(() => {
      runs++;
      return never;
    });
    const consuming = consume(spec, { signal: controller.signal, retry: { maxRetries: 2, delayMs: 1 } });
    await turns();
    controller.abort(Object.assign(new Error('late'), { name: 'TimeoutError' }));
    expect((await consuming).ending.code).toBe('timeout');
    expect(runs).toBe(1);
  });

  it('ends so before it has begun', async () => {
    const reason = new DOMException('late', 'TimeoutError');
    const { ending } = await consume(
      toolOf(() => 'ran'),
      { signal: AbortSignal.abort(reason) },
    );
    expect(ending).toMatchObject({ success: false, code: 'timeout' });
  });
});

describe('a toolkit call whose signal times out', () => {
  it('ends as a timeout while it waits for its turn, its approval or its middleware', async () => {
    const spec = toolOf(() => never, { concurrency: 1 });
    const waiting = new Toolkit({ approver: () => never });
    waiting.register(spec);
    waiting.register(spec.rename('asked').with({ needsApproval: true }));
    waiting.register(spec.rename('wrapped'), { use: [() => never] });
    void waiting.execute('probe', {});
    await turns();
    for (const name of ['probe', 'asked', 'wrapped']) {
      const result = await waiting.execute(name, {}, { signal: AbortSignal.timeout(20) });
      expect([name, result.error?.code]).toEqual([name, 'timeout']);
    }
  });
});
