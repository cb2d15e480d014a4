import {
  claimWith,
  InterruptedError,
  serveTasks,
  type TaskServing,
  type ToolContext,
  Toolkit,
  type ToolkitOptions,
  ToolSpec,
} from 'toolwright';
import type { EffectLog, TaskStore } from 'toolwright/stores';
import { deferred, until } from '../execution/waiting.js';

/** The stores of durable calls. */
export interface DurableStoresUnderTest {
  readonly name: string;
  /** Opens the stores of one process. All processes of a test have the same tasks. */
  readonly open: () => Promise<{ readonly tasks: TaskStore; readonly effects: EffectLog }>;
}

type Run = (args: Readonly<Record<string, unknown>>, ctx: ToolContext) => unknown;
type SpecParts = Partial<Parameters<typeof ToolSpec.create>[0]>;

// So short that a worker that is silent is noticed at once, and so long that a busy machine meets it.
const leaseMs = 600;

/** The contract of durable calls, whatever their store. */
export function testDurableCalls({ name, open }: DurableStoresUnderTest): void {
  const serving: TaskServing[] = [];
  let count = 0;
  /** Returns an ID that no other call of a test run has. */
  const newId = (): string => `${name} call ${++count}`;

  afterEach(async () => {
    await Promise.all(serving.splice(0).map((one) => one.close()));
  });

  /** Creates the toolkit of one process, with the tool `work`. */
  async function createToolkit(run: Run, spec: SpecParts = {}, options: ToolkitOptions = {}): Promise<Toolkit> {
    const { tasks, effects } = await open();
    const toolkit = new Toolkit({
      taskStore: tasks,
      approvalKey: 'k'.repeat(32),
      claimApproval: claimWith(effects),
      ...options,
    });
    const inputSchema = { type: 'object', properties: { n: { type: 'number' } } } as const;
    const executor = { kind: 'test', execute: (args: unknown, ctx: ToolContext) => run(args as never, ctx) };
    toolkit.register(ToolSpec.create({ name: 'work', inputSchema, executor, ...spec }));
    return toolkit;
  }

  async function startWorker(toolkit: Toolkit): Promise<TaskServing> {
    const one = await serveTasks(toolkit, { leaseMs });
    serving.push(one);
    return one;
  }

  const unused: Run = () => {
    throw new TypeError('This process has no worker.');
  };

  /** Starts a worker that stops working as if it was killed: neither beats nor results of it are stored any more. */
  async function startMortalWorker(run: Run, spec: SpecParts = {}): Promise<() => void> {
    let isDead = false;
    const { tasks } = await open();
    const store = new Proxy(tasks, {
      get: (target, key) => {
        const method = Reflect.get(target, key) as (...args: unknown[]) => unknown;
        return (...args: unknown[]) => (isDead ? new Promise(() => {}) : method.apply(target, args));
      },
    });
    const toolkit = await createToolkit(run, spec, { taskStore: store });
    await serveTasks(toolkit, { leaseMs });
    return () => {
      isDead = true;
    };
  }

  describe(`a durable call over ${name}`, () => {
    it('is run once by one of the workers, and returns its result to the caller', async () => {
      const runs: (readonly [number, unknown])[] = [];
      for (let worker = 0; worker < 3; worker++) {
        await startWorker(
          await createToolkit(({ n }, ctx) => {
            runs.push([Number(n), ctx.auth]);
            return { square: Number(n) ** 2 };
          }),
        );
      }
      const caller = await createToolkit(unused);
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          caller.execute('work', { n }, { durable: true, auth: { user: 'ada' }, callId: newId() }),
        ),
      );
      expect(results.map(({ data }) => data)).toEqual(Array.from({ length: 20 }, (_, n) => ({ square: n ** 2 })));
      const expected = Array.from({ length: 20 }, (_, n) => [n, { user: 'ada' }]);
      expect([...runs].sort(([one], [other]) => one - other)).toEqual(expected);
      expect(results[3]).toMatchObject({ success: true, toolName: 'work', structuredContent: { square: 9 } });
    });

    it('returns the typed error of the worker, also for invalid arguments', async () => {
      await startWorker(
        await createToolkit(() => {
          throw new InterruptedError('Stopped.', { details: { why: 'test' } });
        }),
      );
      const caller = await createToolkit(unused);
      const results = [
        await caller.execute('work', {}, { durable: true }),
        await caller.execute('work', { n: 'seven' }, { durable: true }),
      ];
      expect(results.map(({ error }) => error?.toJSON())).toMatchObject([
        { code: 'interrupted', message: 'Stopped.', details: { why: 'test' } },
        { code: 'invalid_parameters', details: { issues: [{ path: '/n' }] } },
      ]);
      expect(results[0]?.error).toBeInstanceOf(InterruptedError);
    });

    it('is not run again for a caller that was restarted, but returns its first result', async () => {
      let runs = 0;
      await startWorker(await createToolkit(() => ++runs));
      const callId = newId();
      const first = await (await createToolkit(unused)).execute('work', { n: 1 }, { durable: true, callId });
      const second = await (await createToolkit(unused)).execute('work', { n: 1 }, { durable: true, callId });
      expect([first.data, second.data, runs]).toEqual([1, 1, 1]);
      const other = await (await createToolkit(unused)).execute('work', { n: 2 }, { durable: true, callId });
      expect(other.error?.toText()).toBe(`Another durable call has the ID '${callId}'. Use an ID for one call only.`);
    });

    it('waits for a worker, is listed, and can be awaited by another process', async () => {
      const caller = await createToolkit(unused, { durable: true });
      const callId = newId();
      const placeholder = await caller.execute('work', { n: 3 }, { background: true, callId });
      expect(placeholder.metadata).toEqual({ background: { taskId: callId } });
      const other = await createToolkit(unused);
      const own = async () => (await other.tasks.listStored()).filter(({ id }) => id === callId);
      await until(() => caller.tasks.list().length === 1);
      expect(await own()).toMatchObject([{ id: callId, toolName: 'work', status: 'queued', result: undefined }]);
      const awaited = other.tasks.result(callId);
      await startWorker(await createToolkit(({ n }) => `done ${n}`));
      expect((await awaited).data).toBe('done 3');
      expect(await own()).toMatchObject([{ id: callId, status: 'ended', result: { data: 'done 3' } }]);
      const view = await other.execute('view_task', { taskId: callId }).catch(() => undefined);
      expect(view?.error?.code ?? view?.data).toBe('tool_not_found');
      other.enableBackground();
      expect((await other.execute('view_task', { taskId: callId })).data).toBe('done 3');
      await expect(other.session().tasks.result(callId)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('runs again on another worker if it is idempotent and its worker has died', async () => {
      const begun = deferred();
      const kill = await startMortalWorker(
        async () => {
          begun.resolve();
          await new Promise(() => {});
        },
        { idempotent: true },
      );
      const caller = await createToolkit(unused);
      const result = caller.execute('work', { n: 4 }, { durable: true, callId: newId() });
      await begun.promise;
      kill();
      await startWorker(await createToolkit(({ n }) => `again ${n}`, { idempotent: true }));
      expect((await result).data).toBe('again 4');
    });

    it('ends as interrupted if it is not idempotent and its worker has died', async () => {
      const begun = deferred();
      const kill = await startMortalWorker(async () => {
        begun.resolve();
        await new Promise(() => {});
      });
      const caller = await createToolkit(unused);
      const result = caller.execute('work', { n: 4 }, { durable: true, callId: newId() });
      await begun.promise;
      kill();
      let runs = 0;
      await startWorker(await createToolkit(() => ++runs));
      expect([(await result).error?.toJSON(), runs]).toMatchObject([
        { code: 'interrupted', retryable: false, details: { outcome: 'unknown' } },
        0,
      ]);
    });

    it('is not taken from a worker that runs it for longer than a lease', async () => {
      let runs = 0;
      const run: Run = async () => {
        runs++;
        await new Promise((resolve) => setTimeout(resolve, leaseMs * 3));
        return 'slow';
      };
      for (let worker = 0; worker < 2; worker++) await startWorker(await createToolkit(run, { idempotent: true }));
      const caller = await createToolkit(unused);
      expect((await caller.execute('work', {}, { durable: true, callId: newId() })).data).toBe('slow');
      expect(runs).toBe(1);
    });

    it('waits for approval, which any process can give once, and then runs', async () => {
      const runs: unknown[] = [];
      const worker = await createToolkit(
        (args) => {
          runs.push(args);
          return 'paid';
        },
        { needsApproval: true },
        { approver: () => 'later' },
      );
      await startWorker(worker);
      const caller = await createToolkit(unused, { needsApproval: true });
      const callId = newId();
      const result = caller.execute('work', { n: 5 }, { durable: true, callId });
      const other = await createToolkit(unused);
      const status = async () => (await other.tasks.find(callId))?.status;
      while ((await status()) !== 'waiting');
      const task = await other.tasks.find(callId);
      expect(other.readApproval(String(task?.approvalToken))).toMatchObject({
        callId,
        toolName: 'work',
        input: { n: 5 },
      });
      const decisions = await Promise.all([
        other.tasks.decide(callId, { kind: 'approve', input: { n: 6 } }),
        caller.tasks.decide(callId, 'approve'),
      ]);
      expect([...decisions].sort()).toEqual([false, true]);
      expect([(await result).data, runs.length]).toEqual(['paid', 1]);
      expect(await other.tasks.decide(callId, 'deny')).toBe(false);
    });

    it('is cancelled with its caller, and by any process', async () => {
      const begun: unknown[] = [];
      const aborted: unknown[] = [];
      await startWorker(
        await createToolkit(async ({ n }, { signal }) => {
          begun.push(n);
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          aborted.push(n);
        }),
      );
      const caller = await createToolkit(unused);
      const abort = new AbortController();
      const ids = [newId(), newId()];
      const results = [
        caller.execute('work', { n: 1 }, { durable: true, callId: ids[0], signal: abort.signal }),
        caller.execute('work', { n: 2 }, { durable: true, callId: ids[1] }),
      ];
      await until(() => begun.length === 2);
      abort.abort();
      const other = await createToolkit(unused);
      expect(await other.tasks.cancel(String(ids[1]))).toBe(true);
      const ended = await Promise.all(results);
      await until(() => aborted.length === 2);
      expect(ended.map(({ error }) => error?.code)).toEqual(['interrupted', 'interrupted']);
      expect(await other.tasks.cancel('unknown')).toBe(false);
    });

    it('emits the events of a call where it was made', async () => {
      await startWorker(await createToolkit(() => 'done'));
      const caller = await createToolkit(unused);
      const events: unknown[] = [];
      caller.events$.subscribe(({ type, callId }) => events.push([type, callId]));
      const callId = newId();
      await caller.execute('work', {}, { durable: true, callId });
      expect(events).toEqual([
        ['started', callId],
        ['completed', callId],
      ]);
    });
  });
}
