import { setTimeout as delay } from 'node:timers/promises';
import { lastValueFrom, toArray } from 'rxjs';
import {
  type Approver,
  Tool,
  ToolContext,
  type ToolEvent,
  Toolkit,
  ToolRegistry,
  type ToolResponse,
  ToolSpec,
} from 'toolwright';

class Slow extends ToolRegistry {
  readonly gates = new Map<string, () => void>();
  aborted = 0;

  @Tool()
  async report(name: string, ctx: ToolContext): Promise<string> {
    ctx.signal.addEventListener('abort', () => this.aborted++);
    await new Promise<void>((resolve) => this.gates.set(name, resolve));
    return `report on ${name}`;
  }

  @Tool()
  async *pages(count: number): AsyncGenerator<string> {
    for (let page = 1; page <= count; page++) {
      yield `page ${page}; `;
      if (page === 1) await new Promise<void>((resolve) => this.gates.set('pages', resolve));
    }
  }

  @Tool()
  quick(): object {
    return { answer: 42 };
  }

  @Tool()
  fail(): never {
    throw new TypeError('broken');
  }
}

interface Bench {
  readonly slow: Slow;
  readonly toolkit: Toolkit;
}

function bench(): Bench {
  const slow = new Slow();
  const toolkit = new Toolkit();
  toolkit.register(slow);
  return { slow, toolkit };
}

/** Lets a tool that waits go on, and waits until its call has ended. */
async function release({ slow }: Bench, name: string): Promise<void> {
  slow.gates.get(name)?.();
  await delay(5);
}

async function textOf(toolkit: Pick<Toolkit, 'execute'>, name: string, args: object): Promise<string> {
  return (await toolkit.execute(name, args)).toText();
}

function lastTexts(responses: readonly ToolResponse[]): readonly unknown[] {
  return responses.map(({ content, isLast }) => [
    isLast,
    content.map((block) => (block.type === 'text' ? block.text : '')),
  ]);
}

const placeholder = (tool: string, id: string): string =>
  `'${tool}' is running in the background as task '${id}'. Use view_task to see its status, ` +
  'wait_task to wait for its result, cancel_task to stop it.';

describe('background calls', () => {
  it('return a placeholder immediately', async () => {
    const { toolkit } = bench();
    const result = await toolkit.execute('report', { name: 'a' }, { background: true });
    expect(result.success).toBe(true);
    expect(result.toText()).toBe(placeholder('report', 'task_1'));
    expect(result.metadata).toEqual({ background: { taskId: 'task_1' } });
    await toolkit.tasks.cancelAll();
  });

  it('end callTool with one ordinary final response', async () => {
    const { toolkit } = bench();
    const call = { id: 'c1', name: 'report', input: { name: 'a' } };
    const responses = await lastValueFrom(toolkit.callTool(call, { background: true }).pipe(toArray()));
    expect(responses).toHaveLength(1);
    expect(responses[0]).toMatchObject({
      id: 'c1',
      callId: 'c1',
      toolName: 'report',
      state: 'success',
      isLast: true,
      isInterrupted: false,
      stream: false,
    });
    expect(toolkit.tasks.get('task_1')).toMatchObject({ callId: 'c1', toolName: 'report', result: undefined });
    await toolkit.tasks.cancelAll();
  });

  it('return their results as often as they are viewed', async () => {
    const one = bench();
    const { toolkit } = one;
    await toolkit.execute('report', { name: 'a' }, { background: true });
    expect(await textOf(toolkit, 'view_task', { taskId: 'task_1' })).toBe(
      "Task 'task_1' of 'report' is still running.",
    );
    await release(one, 'a');
    for (let time = 0; time < 3; time++) {
      expect(await textOf(toolkit, 'view_task', { taskId: 'task_1' })).toBe('report on a');
    }
    const waited = await toolkit.execute('wait_task', { taskId: 'task_1' });
    expect(waited.data).toBe('report on a');
    expect(waited.metadata).toEqual({ task: { id: 'task_1', state: 'success' } });
  });

  it('store data, and a fast tool returns a placeholder too', async () => {
    const { toolkit } = bench();
    const first = await toolkit.execute('quick', {}, { background: true });
    expect(first.toText()).toBe(placeholder('quick', 'task_1'));
    const viewed = await toolkit.execute('view_task', { taskId: 'task_1' });
    expect(viewed.data).toEqual({ answer: 42 });
    expect(viewed.structuredContent).toEqual({ answer: 42 });
  });

  it('store errors, and viewing one succeeds', async () => {
    const { toolkit } = bench();
    await toolkit.execute('fail', {}, { background: true });
    for (let time = 0; time < 2; time++) {
      const viewed = await toolkit.execute('view_task', { taskId: 'task_1' });
      expect(viewed.success).toBe(true);
      expect(viewed.toText()).toBe('broken');
      expect(viewed.metadata).toMatchObject({ task: { id: 'task_1', state: 'error', error: { code: 'execution' } } });
    }
  });

  it.each<[string, string, unknown, string]>([
    ['an unknown tool', 'reprot', {}, 'tool_not_found'],
    ['arguments that do not fit', 'report', { nam: 'a' }, 'invalid_parameters'],
  ])('are rejected immediately for %s', async (_, name, args, code) => {
    const { toolkit } = bench();
    const result = await toolkit.execute(name, args, { background: true });
    expect(result.error?.code).toBe(code);
    expect(toolkit.tasks.list()).toEqual([]);
  });

  describe('backgroundAfterMs', () => {
    it('does not affect calls that end in time', async () => {
      const { toolkit } = bench();
      const result = await toolkit.execute('quick', {}, { backgroundAfterMs: 1_000 });
      expect(result.data).toEqual({ answer: 42 });
      expect((await toolkit.execute('fail', {}, { backgroundAfterMs: 1_000 })).error?.message).toBe('broken');
      expect(toolkit.tasks.list()).toEqual([]);
    });

    it('moves slower calls to the background', async () => {
      const one = bench();
      const result = await one.toolkit.execute('report', { name: 'a' }, { backgroundAfterMs: 20 });
      expect(result.toText()).toBe(placeholder('report', 'task_1'));
      await release(one, 'a');
      expect(await textOf(one.toolkit, 'view_task', { taskId: 'task_1' })).toBe('report on a');
    });

    it('emits chunks live until then, and the complete output in the result', async () => {
      const one = bench();
      const { toolkit } = one;
      const call = { id: 'c', name: 'pages', input: { count: 3 } };
      const responses = await lastValueFrom(toolkit.callTool(call, { backgroundAfterMs: 30 }).pipe(toArray()));
      expect(lastTexts(responses)).toEqual([
        [false, ['page 1; ']],
        [true, [placeholder('pages', 'task_1')]],
      ]);
      expect(responses.map(({ id, stream }) => [id, stream])).toEqual([
        ['c:0', true],
        ['c', true],
      ]);
      await release(one, 'pages');
      const viewed = await lastValueFrom(
        toolkit.callTool({ name: 'view_task', input: { taskId: 'task_1' } }).pipe(toArray()),
      );
      expect(lastTexts(viewed)).toEqual([[true, ['page 1; page 2; page 3; ']]]);
    });

    it.each([0, -1, Number.NaN, '5'])('rejects %p', async (backgroundAfterMs) => {
      const { toolkit } = bench();
      const options = { backgroundAfterMs: backgroundAfterMs as number };
      const result = await toolkit.execute('quick', {}, options);
      expect(result.error?.code).toBe('definition');
      expect(result.toText()).toContain('backgroundAfterMs must be a number above 0');
    });

    it('never fires if it exceeds the longest timer', async () => {
      const { toolkit } = bench();
      const result = await toolkit.execute('quick', {}, { backgroundAfterMs: Number.POSITIVE_INFINITY });
      expect(result.data).toEqual({ answer: 42 });
    });
  });

  it('are not cancelled by their consumer or by the signal of the call', async () => {
    const one = bench();
    const abort = new AbortController();
    await one.toolkit.execute('report', { name: 'a' }, { background: true, signal: abort.signal });
    abort.abort();
    await release(one, 'a');
    expect(one.slow.aborted).toBe(0);
    expect(await textOf(one.toolkit, 'view_task', { taskId: 'task_1' })).toBe('report on a');
  });

  it('are cancelled by both while they are in the foreground', async () => {
    const one = bench();
    const abort = new AbortController();
    const running = one.toolkit.execute('report', { name: 'a' }, { backgroundAfterMs: 5_000, signal: abort.signal });
    await delay(5);
    abort.abort();
    expect((await running).error?.code).toBe('interrupted');
    const subscription = one.toolkit
      .callTool({ name: 'report', input: { name: 'b' } }, { backgroundAfterMs: 5_000 })
      .subscribe();
    await delay(5);
    subscription.unsubscribe();
    expect(one.slow.aborted).toBe(2);
    expect(one.toolkit.tasks.list()).toEqual([]);
  });

  it('are rejected immediately if the signal is already aborted', async () => {
    const { toolkit } = bench();
    const result = await toolkit.execute('report', { name: 'a' }, { background: true, signal: AbortSignal.abort() });
    expect(result.error?.code).toBe('interrupted');
    expect(toolkit.tasks.list()).toEqual([]);
  });

  it('emit one start and one end event, with their own result', async () => {
    const one = bench();
    const events: ToolEvent[] = [];
    one.toolkit.events$.subscribe((event) => events.push(event));
    await one.toolkit.execute('report', { name: 'a' }, { background: true, callId: 'c' });
    expect(events.map(({ type }) => type)).toEqual(['started']);
    await release(one, 'a');
    expect(events.map(({ type, callId }) => [type, callId])).toEqual([
      ['started', 'c'],
      ['completed', 'c'],
    ]);
  });

  it('do not throw under throwOnError after they have become tasks', async () => {
    const { toolkit } = bench();
    const result = await toolkit.execute('fail', {}, { background: true, throwOnError: true });
    expect(result.toText()).toBe(placeholder('fail', 'task_1'));
    await expect(toolkit.execute('nothing', {}, { background: true, throwOnError: true })).rejects.toThrow('nothing');
  });

  it('work for many calls', async () => {
    const { toolkit } = bench();
    const calls = ['a', 'b'].map((name) => ({ id: name, name: 'report', input: { name } }));
    const responses = await lastValueFrom(
      toolkit.callTools(calls, { background: true, concurrency: 1 }).pipe(toArray()),
    );
    expect(responses.map(({ callId }) => callId)).toEqual(['a', 'b']);
    expect(toolkit.tasks.list().map(({ id, callId }) => [id, callId])).toEqual([
      ['task_1', 'a'],
      ['task_2', 'b'],
    ]);
    await toolkit.tasks.cancelAll();
  });

  it('belong to the session that created them', async () => {
    const { toolkit } = bench();
    const [one, other] = [toolkit.session(), toolkit.session()];
    await one.execute('quick', {}, { background: true });
    await one.execute('fail', {}, { background: true });
    expect(await textOf(one, 'view_task', { taskId: 'task_1' })).toBe('{"answer":42}');
    const stranger = await other.execute('view_task', { taskId: 'task_1' });
    expect(stranger.error?.code).toBe('not_found');
    expect(stranger.toText()).toBe("There is no task 'task_1', or its result is no longer stored. There are no tasks.");
    const unknown = await one.execute('view_task', { taskId: 'task_9' });
    expect(unknown.toText()).toBe(
      "There is no task 'task_9', or its result is no longer stored. The tasks are task_1, task_2.",
    );
  });
});

describe('wait_task', () => {
  it('waits for the result', async () => {
    const one = bench();
    await one.toolkit.execute('report', { name: 'a' }, { background: true });
    const waiting = textOf(one.toolkit, 'wait_task', { taskId: 'task_1', timeoutMs: 5_000 });
    await delay(10);
    await release(one, 'a');
    expect(await waiting).toBe('report on a');
  });

  it('returns after its time limit, and leaves the task running', async () => {
    const one = bench();
    await one.toolkit.execute('report', { name: 'a' }, { background: true });
    expect(await textOf(one.toolkit, 'wait_task', { taskId: 'task_1', timeoutMs: 15 })).toBe(
      "Task 'task_1' of 'report' is still running after 15 ms.",
    );
    await release(one, 'a');
    expect(await textOf(one.toolkit, 'wait_task', { taskId: 'task_1', timeoutMs: 0 })).toBe('report on a');
  });

  it('is cancelled by its own signal, without cancelling the task', async () => {
    const one = bench();
    await one.toolkit.execute('report', { name: 'a' }, { background: true });
    const abort = new AbortController();
    const waiting = one.toolkit.execute('wait_task', { taskId: 'task_1' }, { signal: abort.signal });
    await delay(5);
    abort.abort();
    expect((await waiting).error?.code).toBe('interrupted');
    expect(one.slow.aborted).toBe(0);
    await release(one, 'a');
    expect(one.toolkit.tasks.get('task_1')?.result?.data).toBe('report on a');
  });

  it('never becomes a task itself', async () => {
    const { toolkit } = bench();
    await toolkit.execute('report', { name: 'a' }, { background: true });
    const result = await toolkit.execute('wait_task', { taskId: 'task_1', timeoutMs: 30 }, { backgroundAfterMs: 5 });
    expect(result.toText()).toBe("Task 'task_1' of 'report' is still running after 30 ms.");
    expect(toolkit.tasks.list()).toHaveLength(1);
    await toolkit.tasks.cancelAll();
  });
});

describe('cancel_task', () => {
  it('aborts the tool, and its result remains available', async () => {
    const one = bench();
    const { toolkit } = one;
    await toolkit.execute('pages', { count: 2 }, { backgroundAfterMs: 20 });
    await toolkit.execute('report', { name: 'a' }, { background: true });
    expect(await textOf(toolkit, 'cancel_task', { taskId: 'task_2' })).toBe(
      "Task 'task_2' of 'report' has been cancelled.",
    );
    expect(one.slow.aborted).toBe(1);
    expect(await textOf(toolkit, 'cancel_task', { taskId: 'task_1' })).toBe(
      "Task 'task_1' of 'pages' has been cancelled.",
    );
    const viewed = await toolkit.execute('view_task', { taskId: 'task_1' });
    expect(viewed.isInterrupted).toBe(false);
    expect(viewed.toText()).toContain('page 1; ');
    expect(viewed.toText()).toContain("The call of 'pages' was interrupted");
    expect(viewed.metadata).toMatchObject({ task: { state: 'interrupted' } });
  });

  it('reports that a task has already ended', async () => {
    const { toolkit } = bench();
    await toolkit.execute('quick', {}, { background: true });
    expect(await textOf(toolkit, 'cancel_task', { taskId: 'task_1' })).toBe(
      "Task 'task_1' of 'quick' has already ended. view_task shows its result.",
    );
  });
});

describe('exclusive tools in the background', () => {
  it('hold back other tools, but not the task tools', async () => {
    const one = bench();
    const { toolkit, slow } = one;
    const alone = slow.toolSpec('report').rename('alone').with({ concurrency: 'exclusive' });
    toolkit.register(alone);
    await toolkit.execute('alone', { name: 'a' }, { background: true });
    const waiting = toolkit.execute('quick');
    expect(await textOf(toolkit, 'view_task', { taskId: 'task_1' })).toBe("Task 'task_1' of 'alone' is still running.");
    expect(await textOf(toolkit, 'wait_task', { taskId: 'task_1', timeoutMs: 5 })).toContain('is still running');
    expect(await textOf(toolkit, 'cancel_task', { taskId: 'task_1' })).toContain('has been cancelled');
    expect((await waiting).data).toEqual({ answer: 42 });
  });
});

describe('tools that need approval, in the background', () => {
  it('wait for approval in the background', async () => {
    let approve: () => void = () => {};
    const toolkit = new Toolkit({
      approver: () =>
        new Promise((resolve) => {
          approve = () => resolve({ kind: 'approve' });
        }),
    });
    toolkit.register(ToolSpec.fromFunction(() => 'done', { name: 'remove', needsApproval: true }));
    const result = await toolkit.execute('remove', {}, { backgroundAfterMs: 20 });
    expect(result.toText()).toBe(placeholder('remove', 'task_1'));
    approve();
    expect(await textOf(toolkit, 'wait_task', { taskId: 'task_1' })).toBe('done');
  });

  it('report a denial as the result of the task', async () => {
    let deny: () => void = () => {};
    const approver: Approver = () =>
      new Promise((resolve) => {
        deny = () => resolve({ kind: 'deny', reason: 'Not today.' });
      });
    const toolkit = new Toolkit({ approver });
    toolkit.register(ToolSpec.fromFunction(() => 'done', { name: 'remove', needsApproval: true }));
    await toolkit.execute('remove', {}, { background: true });
    deny();
    const viewed = await toolkit.execute('wait_task', { taskId: 'task_1' });
    expect(viewed.toText()).toBe("The call of 'remove' was denied: Not today.");
    expect(viewed.metadata?.task).toMatchObject({ state: 'denied', error: { code: 'denied' } });
  });
});

describe('enableBackground', () => {
  it('adds the three tools, which the first background call adds otherwise', async () => {
    const { toolkit } = bench();
    const names = (): readonly string[] =>
      toolkit
        .list()
        .map(({ name }) => name)
        .slice(4);
    toolkit.enableBackground();
    expect(names()).toEqual(['view_task', 'wait_task', 'cancel_task']);
    toolkit.enableBackground({ maxTasks: 5 });
    expect(names()).toEqual(['view_task', 'wait_task', 'cancel_task']);
    toolkit.unregister('wait_task');
    await toolkit.session().execute('quick', {}, { background: true });
    expect(names()).toEqual(['view_task', 'cancel_task', 'wait_task']);
  });

  it('does not replace other tools', async () => {
    const { toolkit } = bench();
    toolkit.register(ToolSpec.fromFunction(() => 'mine', { name: 'view_task' }));
    expect(() => toolkit.enableBackground()).toThrow("There is a tool named 'view_task' already.");
    const result = await toolkit.execute('quick', {}, { background: true });
    expect(result.error?.code).toBe('definition');
    expect((await toolkit.execute('view_task')).data).toBe('mine');
  });

  it('rejects an invalid limit', () => {
    expect(() => new Toolkit().enableBackground({ maxTasks: 0 })).toThrow(
      'enableBackground: maxTasks must be a number above 0, not 0.',
    );
  });

  it('stores a limited number of tasks, and removes the one that ended first', async () => {
    const one = bench();
    const { toolkit } = one;
    toolkit.enableBackground({ maxTasks: 3 });
    const start = (name: string): Promise<unknown> => toolkit.execute('report', { name }, { background: true });
    for (const name of ['a', 'b', 'c']) await start(name);
    await release(one, 'b');
    await release(one, 'a');
    await start('d');
    const ids = (): readonly string[] => toolkit.tasks.list().map(({ id }) => id);
    expect(ids()).toEqual(['task_1', 'task_3', 'task_4']);
    await start('e');
    expect(ids()).toEqual(['task_3', 'task_4', 'task_5']);
    await toolkit.tasks.cancelAll();
  });

  it('leaves calls in the foreground while all tasks are running', async () => {
    const one = bench();
    const { toolkit } = one;
    toolkit.enableBackground({ maxTasks: 1 });
    await toolkit.execute('report', { name: 'a' }, { background: true });
    const quick = await toolkit.execute('quick', {}, { background: true });
    expect(quick.data).toEqual({ answer: 42 });
    const staying = toolkit.execute('report', { name: 'b' }, { background: true });
    await delay(10);
    await release(one, 'b');
    expect((await staying).data).toBe('report on b');
    await toolkit.tasks.cancelAll();
  });

  it('emits every chunk of a call that stays in the foreground', async () => {
    const { toolkit } = bench();
    toolkit.register(
      ToolSpec.fromFunction(
        async function* () {
          yield 'one ';
          await delay(30);
          yield 'two';
        },
        { name: 'spell' },
      ),
    );
    toolkit.enableBackground({ maxTasks: 1 });
    await toolkit.execute('report', { name: 'a' }, { background: true });
    const shown: string[] = [];
    await toolkit.callTool({ id: 'c1', name: 'spell', input: {} }, { background: true }).forEach(({ id, content }) => {
      shown.push(`${id} ${content.map((block) => (block.type === 'text' ? block.text : '')).join('')}`);
    });
    expect(shown).toEqual(['c1:0 one ', 'c1:1 two', 'c1 one two']);
    await toolkit.tasks.cancelAll();
  });

  it('limits the tasks of each session separately', async () => {
    const { toolkit } = bench();
    toolkit.enableBackground({ maxTasks: 1 });
    const sessions = [toolkit.session(), toolkit.session()];
    for (const session of sessions) await session.execute('report', { name: 'a' }, { background: true });
    expect(sessions.map(({ tasks }) => tasks.list().length)).toEqual([1, 1]);
    await Promise.all(sessions.map(({ tasks }) => tasks.cancelAll()));
  });
});

describe('tasks.cancelAll', () => {
  it('cancels all running tasks, as at the end of a conversation', async () => {
    const one = bench();
    const session = one.toolkit.session();
    await session.execute('report', { name: 'a' }, { background: true });
    await session.execute('report', { name: 'b' }, { background: true });
    await session.tasks.cancelAll();
    expect(one.slow.aborted).toBe(2);
    expect(session.tasks.list().map(({ result }) => result?.error?.code)).toEqual(['interrupted', 'interrupted']);
  });
});
