import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import * as library from 'quickjs-wasi';
import { preludeProgram } from '../../src/sources/sandbox/guest/prelude.program.gen.js';
import { checkLimits } from '../../src/sources/sandbox/sandbox-limits.js';
import { GuestWorker } from '../../src/sources/sandbox/worker/guest-worker.js';
import type { GuestOutput, LogNotice, SentAnswer, StartJob } from '../../src/sources/sandbox/worker/messages.js';

// The worker, without its thread.
describe('the worker of a sandbox', () => {
  const limits = { ...checkLimits(), maxCalls: 3, maxCharacters: 100, maxLogCharacters: 20 };
  const step = { limits, computeMs: 5_000 };
  let wasm: Uint8Array<ArrayBuffer>;

  beforeAll(async () => {
    wasm = new Uint8Array(await readFile(createRequire(import.meta.url).resolve('quickjs-wasi/quickjs.wasm')));
  });

  const createWorker = ({ version = '1', lines = [] as LogNotice[] } = {}): GuestWorker =>
    new GuestWorker({ library, data: { wasm, version, prelude: preludeProgram }, log: (line) => lines.push(line) });

  const start = (worker: GuestWorker, source: string, given: Partial<StartJob> = {}): Promise<GuestOutput> =>
    worker.run({ kind: 'start', source, functions: '["add"]', globals: '{}', ...given, ...step });
  const answer = (worker: GuestWorker, ...answers: readonly SentAnswer[]): Promise<GuestOutput> =>
    worker.run({ kind: 'answer', answers, ...step });
  const endOf = async (source: string): Promise<unknown> => (await start(createWorker(), source)).end;

  it('answers with the value of a program as JSON text', async () => {
    expect(await start(createWorker(), 'n + 1', { globals: '{"n":41}' })).toEqual({
      calls: [],
      made: 0,
      looked: [],
      computeMs: expect.any(Number),
      end: { json: '42' },
    });
    expect(await endOf('undefined')).toEqual({ json: undefined });
  });

  it('answers with the calls of a program, and continues it with their answers', async () => {
    const worker = createWorker();
    const first = await start(worker, 'const sum = add(1, 2); (await sum) + (await add(3, () => {}))');
    expect(first).toMatchObject({
      calls: [{ id: 1, name: 'add', args: '[1,2]', hasListener: false }],
      made: 1,
    });
    expect(first.end).toBeUndefined();
    const second = await answer(worker, { id: 1, isValue: true, json: '3' });
    expect(second).toMatchObject({ calls: [{ id: 2, args: '[3]', hasListener: true }], made: 2 });
    const chunk = await answer(worker, { id: 2, isValue: true, isChunk: true, json: '0' });
    expect(chunk).toMatchObject({ calls: [], made: 2, end: undefined });
    expect(await answer(worker, { id: 2, isValue: true, json: '4' })).toMatchObject({ end: { json: '7' } });
  });

  it('throws the error of an answer in the program', async () => {
    const worker = createWorker();
    await start(worker, 'await add(1).catch((error) => [error.name, error.message, error.code])');
    const json = '{"message":"no","code":"refused"}';
    expect((await answer(worker, { id: 1, isValue: false, json })).end).toEqual({
      json: '["ToolError","no","refused"]',
    });
  });

  it('posts the lines of the console, up to their limit', async () => {
    const lines: LogNotice[] = [];
    await start(createWorker({ lines }), 'console.warn("a", 1); console.log("x".repeat(30)); console.log("lost")');
    expect(lines).toEqual([
      { level: 3, text: 'a 1', isCut: false },
      { level: 1, text: 'x'.repeat(16), isCut: true },
    ]);
  });

  it.each([
    ['1 +', { reason: 'syntax', name: 'SyntaxError' }],
    ['throw new RangeError("no")', { reason: 'thrown', name: 'RangeError', message: 'no' }],
    ['throw "text"', { reason: 'thrown', message: 'text' }],
    ['throw undefined', { reason: 'thrown', message: 'The program threw undefined.' }],
    ['throw Symbol()', { reason: 'thrown', message: 'The program threw a symbol.' }],
    ['throw new Proxy({}, {})', { reason: 'thrown', message: 'The program threw a Proxy.' }],
    [
      'throw { get message() { return "read" }, name: "E", code: "c" }',
      { reason: 'thrown', name: 'E', message: '', code: 'c' },
    ],
    [
      'new Map()',
      { reason: 'value', name: 'JsonError', message: 'It is a value of the class Map, which has no JSON form.' },
    ],
    ['"x".repeat(200)', { reason: 'size' }],
    ['await add("x".repeat(200))', { reason: 'size' }],
    ['for (;;) add().catch(() => {})', { reason: 'calls' }],
    ['await new Promise(() => {})', { reason: 'stuck' }],
    ['(function f() { f() })()', { reason: 'stack' }],
    ['const list = []; for (;;) list.push(new Array(10_000).fill(1))', { reason: 'memory' }],
  ])('reports how this program fails: %s', async (source, failure) => {
    expect(await endOf(source)).toMatchObject(failure);
  });

  it('is not disturbed by a program that replaces built-in functions', async () => {
    const worker = createWorker();
    const broken = 'function () { throw "broken" }';
    const targets = ['Array', 'Map', 'WeakMap', 'String', 'Promise', 'Error', 'Function', 'Object'];
    const source = `
      const { defineProperty, ownKeys } = Reflect;
      const all = [${targets.map((name) => `${name}.prototype`)}, JSON, Reflect, Object];
      for (let i = 0; i < all.length; i++) {
        const keys = ownKeys(all[i]);
        for (let j = 0; j < keys.length; j++) {
          if (keys[j] === 'constructor' || keys[j] === '__proto__') continue;
          try { defineProperty(all[i], keys[j], { __proto__: null, value: ${broken} }) } catch {}
        }
      }
      globalThis.Promise = globalThis.Error = globalThis.JSON = globalThis.Reflect = globalThis.Map = undefined;
      const one = await add({ a: 1 });
      try { await add(2) } catch (error) { one.b = error.code }
      one`;
    expect((await start(worker, source)).calls).toMatchObject([{ id: 1, args: '[{"a":1}]' }]);
    const second = await answer(worker, { id: 1, isValue: true, json: '{"a":2}' });
    expect(second.calls).toMatchObject([{ id: 2, args: '[2]' }]);
    const third = await answer(worker, { id: 2, isValue: false, json: '{"message":"no","code":"refused"}' });
    expect(third.end).toEqual({ json: '{"a":2,"b":"refused"}' });
  });

  it('interrupts a program at its time limit', async () => {
    const job = { kind: 'start', source: 'for (;;);', functions: '[]', globals: '{}', limits, computeMs: 20 } as const;
    expect((await createWorker().run(job)).end).toEqual({ reason: 'compute_time' });
  });

  it('continues a program in another worker, with answers of its pending calls only', async () => {
    const worker = createWorker();
    const { calls } = await start(worker, 'const both = [add(1), add(2)]; (await Promise.all(both)).join()');
    const pending = calls.map(({ id, name }) => ({ id, name, args: [] }));
    const { snapshot = new Uint8Array() } = await worker.run({ kind: 'save', pending });
    const answers = [1, 2, 3].map((id) => ({ id, isValue: true, json: String(id * 10) }));
    const restored = await createWorker().run({ kind: 'restore', snapshot, answers, ...step });
    expect(restored).toMatchObject({ calls: [], made: 2, pending, end: { json: '"10,20"' } });
  });

  it.each([
    ['of another version', '2', (bytes: Uint8Array) => bytes],
    ['that is cut', '1', (bytes: Uint8Array) => bytes.slice(0, -1)],
    ['that is empty', '1', () => new Uint8Array()],
  ])('refuses a snapshot %s', async (_, version, change) => {
    const worker = createWorker();
    await start(worker, 'await add(1)');
    const { snapshot = new Uint8Array() } = await worker.run({ kind: 'save' });
    const job = { kind: 'restore', snapshot: change(snapshot), answers: [], ...step } as const;
    expect(await createWorker({ version }).run(job)).toEqual({ calls: [], end: { reason: 'foreign' } });
  });

  it('has lost a program that was saved or has ended', async () => {
    const worker = createWorker();
    await start(worker, '1');
    expect((await answer(worker)).end).toEqual({ reason: 'crashed' });
    expect((await worker.run({ kind: 'save' })).snapshot).toBeUndefined();
  });

  it('reports an engine that does not start', async () => {
    const setting = {
      library,
      data: { wasm: new Uint8Array(8), version: '1', prelude: preludeProgram },
      log: () => {},
    };
    expect((await start(new GuestWorker(setting), '1')).end).toEqual({ reason: 'crashed', cause: expect.anything() });
  });
});
