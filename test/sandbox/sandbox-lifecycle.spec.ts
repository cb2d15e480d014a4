import { QuickJsEngine, type SandboxFunction } from 'toolwright/sandbox';
import { deferred, until } from '../execution/waiting.js';

/** The workers of this process, each of which has a port, and the timers. */
function listHandles(): readonly string[] {
  return process.getActiveResourcesInfo().filter((kind) => /Worker|MessagePort|Timeout/.test(kind));
}

function countWorkers(): number {
  return listHandles().filter((kind) => kind !== 'Timeout').length;
}

describe('QuickJsEngine', () => {
  it('ends its workers when it is closed, and can be used again', async () => {
    const engine = new QuickJsEngine();
    const { status } = await engine.run({ source: '1' });
    await engine.close();
    expect({ status, workers: countWorkers() }).toEqual({ status: 'done', workers: 0 });
    expect(await engine.run({ source: '2' })).toMatchObject({ value: 2 });
    await engine.close();
  });

  it('fails the programs that run when it is closed', async () => {
    const engine = new QuickJsEngine();
    const begun = deferred();
    const wait: SandboxFunction = () => {
      begun.resolve();
      return ended.promise;
    };
    const ended = deferred<number>();
    const running = engine.run({ source: 'await wait()', functions: { wait } });
    await begun.promise;
    await engine.close();
    ended.resolve(1);
    expect(await running).toMatchObject({ status: 'failed', error: { code: expect.any(String) } });
    await engine.close();
  });

  it('is closed by `await using`', async () => {
    const engine = new QuickJsEngine();
    await engine.run({ source: '1' });
    await engine[Symbol.asyncDispose]();
    expect(countWorkers()).toBe(0);
  });

  it('leaves no worker and no handle behind, whether programs end, fail or are cancelled', async () => {
    const before = listHandles();
    const engine = new QuickJsEngine({ maxWorkers: 2, idleMs: 5 });
    const sources = ['1', 'throw 1', 'await echo(1)', 'for (;;) {}', 'new Array(1e9).fill(1)', 'let a = ;'];
    const runs = Array.from({ length: 60 }, (_, index) => {
      const controller = new AbortController();
      if (index % 7 === 0) setImmediate(() => controller.abort());
      return engine.run({
        source: sources[index % sources.length] ?? '',
        functions: { echo: ([value]) => value },
        limits: { computeMs: 20 },
        signal: controller.signal,
      });
    });
    const results = await Promise.all(runs);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['done', 'failed']));
    await engine.close();
    await until(() => countWorkers() === 0);
    expect(listHandles()).toEqual(before);
  });

  it.each([{ maxWorkers: 0 }, { idleMs: -1 }, { limits: { computeMs: Number.NaN } }, { workers: 2 }])(
    'refuses the option %j',
    (options) => {
      expect(() => new QuickJsEngine(options as object)).toThrow(/QuickJsEngine|limits/);
    },
  );

  it.each([
    [{ source: 5 }, 'source must be'],
    [{ source: '1', function: {} }, "no option 'function'"],
    [{ source: '1', functions: { 'not a name': () => 1 } }, "'not a name' cannot be the name"],
    [{ source: '1', functions: { '__proto__.x': () => 1 } }, "'__proto__.x' cannot be the name"],
    [{ source: '1', functions: { add: 5 } }, 'functions.add must be a function'],
    [{ source: '1', globals: { constructor: 1 } }, "'constructor' cannot be the name"],
    [{ source: '1', signal: {} }, 'signal must be an AbortSignal'],
  ])('refuses the request %j', async (request, message) => {
    const engine = new QuickJsEngine();
    await expect(engine.run(request as never)).rejects.toMatchObject({
      code: 'definition',
      message: expect.stringContaining(message),
    });
  });
});
