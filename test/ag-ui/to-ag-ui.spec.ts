import { EMPTY, lastValueFrom, Subject, throwError, toArray } from 'rxjs';
import { type Approver, pendingApprovalOf, ServerError, type ToolEvent } from 'toolwright';
import { type AgUiEvent, toAgUi } from 'toolwright/ag-ui';
import { apiKey, createToolkit, ids, png, record, Services } from './recorded-run.js';

const at = { timestamp: expect.any(Number) };
const started = { type: 'RUN_STARTED', ...ids, protocolVersion: '1.0', ...at };
const finished = (rest: object = {}): object => ({
  type: 'RUN_FINISHED',
  ...ids,
  outcome: { type: 'success' },
  ...at,
  ...rest,
});

/** The three events with which a call begins. */
const callOf = (toolCallId: string, toolCallName: string, delta = '{}'): readonly object[] => [
  { type: 'TOOL_CALL_START', toolCallId, toolCallName, ...at },
  { type: 'TOOL_CALL_ARGS', toolCallId, delta, ...at },
  { type: 'TOOL_CALL_END', toolCallId, ...at },
];

const resultOf = (toolCallId: string, content: unknown, info: object = { state: 'success' }): object => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `${toolCallId}:result`,
  toolCallId,
  content,
  role: 'tool',
  metadata: { toolwright: info },
  ...at,
});

const typesOf = (events: readonly AgUiEvent[]): readonly string[] => events.map(({ type }) => type);

describe('toAgUi', () => {
  it('converts a run: its calls, and the value that it returns', async () => {
    const toolkit = createToolkit();
    const events = await record(toolkit, async () => {
      await toolkit.execute('add', { a: 1, b: 2 }, { callId: 'call_1' });
      return { answer: 3 };
    });
    expect(events).toEqual([
      started,
      ...callOf('call_1', 'add', '{"a":1,"b":2}'),
      resultOf('call_1', '3'),
      finished({ result: { answer: 3 } }),
    ]);
  });

  it('begins a run with each subscription', async () => {
    let runs = 0;
    const run$ = toAgUi(createToolkit().events$, { ...ids, run: async () => ++runs });
    expect(runs).toBe(0);
    await lastValueFrom(run$);
    expect(await lastValueFrom(run$)).toEqual(finished({ result: 2 }));
  });

  it('adds the events of the agent, until the run ends', async () => {
    const toolkit = createToolkit();
    const message = { type: 'CUSTOM', name: 'model', value: 'thinking' };
    let emitLate: (() => void) | undefined;
    const events = await record(toolkit, async (_, emit) => {
      emit(message);
      emitLate = () => emit(message);
    });
    emitLate?.();
    expect(events).toEqual([started, message, finished()]);
  });

  it('shows chunks and progress as an activity, which ends with the call', async () => {
    const toolkit = createToolkit();
    const events = await record(toolkit, async () => {
      await toolkit.execute('count', {}, { callId: 'call_1' });
    });
    const activity = { messageId: 'call_1:activity', activityType: 'toolwright.tool_call', ...at };
    const change = (path: string, value: unknown): object => ({
      type: 'ACTIVITY_DELTA',
      ...activity,
      patch: [{ op: 'add', path, value }],
    });
    expect(events).toEqual([
      started,
      ...callOf('call_1', 'count'),
      {
        type: 'ACTIVITY_SNAPSHOT',
        ...activity,
        content: { toolCallId: 'call_1', toolName: 'count', state: 'running', chunks: [] },
      },
      change('/progress', { value: 1, total: 2, message: 'half' }),
      change('/chunks/-', { text: 'one ' }),
      change('/chunks/-', { text: 'two' }),
      change('/state', 'success'),
      resultOf('call_1', 'one two'),
      finished(),
    ]);
  });

  it('shows a retry', async () => {
    const toolkit = createToolkit();
    const events = await record(toolkit, async () => {
      await toolkit.execute('recover', {}, { callId: 'call_1' });
    });
    expect(events).toContainEqual(
      expect.objectContaining({ patch: [{ op: 'add', path: '/retry', value: { attempt: 1, delayMs: 1 } }] }),
    );
    expect(events.at(-2)).toEqual(resultOf('call_1', 'recovered'));
  });

  it('passes media as parts of the result', async () => {
    const toolkit = createToolkit();
    const events = await record(toolkit, async () => {
      await toolkit.execute('chart', {}, { callId: 'call_1' });
    });
    expect(events.at(-2)).toEqual(
      resultOf('call_1', [
        { type: 'text', text: 'a dot' },
        { type: 'image', source: { type: 'data', value: png, mimeType: 'image/png' } },
      ]),
    );
  });

  it('contains neither secrets nor stacks', async () => {
    const toolkit = createToolkit();
    const events = await record(toolkit, async () => {
      await toolkit.execute('leak', {}, { callId: 'call_1' });
      throw new TypeError(`The key ${apiKey} was refused`);
    });
    expect(events).toEqual([
      started,
      ...callOf('call_1', 'leak'),
      resultOf('call_1', expect.stringContaining('was refused'), { state: 'error', code: 'execution' }),
      { type: 'RUN_ERROR', message: 'The run failed.', ...at },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/sk-live|recorded-run|\.ts:/);
  });

  it('ends with the message and the code of a ToolError', async () => {
    const events = await record(createToolkit(), async () => {
      throw new ServerError('The model is unavailable.');
    });
    expect(events).toEqual([
      started,
      { type: 'RUN_ERROR', message: 'The model is unavailable.', code: 'server', ...at },
    ]);
  });

  it('shows arguments that were repaired, and keeps those that cannot be', async () => {
    const toolkit = createToolkit();
    const events = await record(toolkit, async () => {
      await toolkit.execute('add', '{"a":1,"b":2,}', { callId: 'call_1' });
      await toolkit.execute('add', 'no JSON', { callId: 'call_2' });
      await toolkit.execute('add', undefined, { callId: 'call_3' });
    });
    const args = events.flatMap((event) => (event.type === 'TOOL_CALL_ARGS' ? [event.delta] : []));
    expect(args).toEqual(['{"a":1,"b":2}', 'no JSON', '{}']);
  });

  it('shows arguments that have no JSON form as an empty object', async () => {
    const toolkit = createToolkit();
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const events = await record(toolkit, async () => {
      await toolkit.execute('add', cyclic, { callId: 'call_1' });
    });
    expect(events.slice(1, 4)).toEqual(callOf('call_1', 'add'));
  });

  it('gives each of two parallel calls its own start, result and IDs', async () => {
    const toolkit = createToolkit();
    const events = await record(toolkit, async () => {
      const meet = (callId: string, name: string) => toolkit.execute('meet', { name }, { callId });
      await Promise.all([meet('call_1', 'Ada'), meet('call_2', 'Bea')]);
    });
    expect(events.slice(0, 7)).toEqual([
      started,
      ...callOf('call_1', 'meet', '{"name":"Ada"}'),
      ...callOf('call_2', 'meet', '{"name":"Bea"}'),
    ]);
    expect(events.slice(7)).toEqual(
      expect.arrayContaining([resultOf('call_1', 'Ada met'), resultOf('call_2', 'Bea met'), finished()]),
    );
    expect(events).toHaveLength(10);
  });

  it('answers aborted and unsubscribed calls', async () => {
    const services = new Services();
    const toolkit = createToolkit(services);
    const events = await record(toolkit, async () => {
      const controller = new AbortController();
      const waiting = toolkit.execute('wait', {}, { callId: 'call_1', signal: controller.signal });
      await services.started.promise;
      controller.abort();
      await waiting;
      toolkit.callTool({ id: 'call_2', name: 'wait', input: {} }).subscribe().unsubscribe();
    });
    const interrupted = { state: 'interrupted', code: 'interrupted' };
    expect(events).toEqual([
      started,
      ...callOf('call_1', 'wait'),
      resultOf('call_1', expect.any(String), interrupted),
      ...callOf('call_2', 'wait'),
      resultOf('call_2', expect.any(String), interrupted),
      finished(),
    ]);
  });

  it('answers a call that is still running when the run ends', async () => {
    const services = new Services();
    const toolkit = createToolkit(services);
    const controller = new AbortController();
    const events = await record(toolkit, async () => {
      void toolkit.execute('wait', {}, { callId: 'call_1', signal: controller.signal });
      await services.started.promise;
    });
    controller.abort();
    expect(events).toEqual([
      started,
      ...callOf('call_1', 'wait'),
      resultOf('call_1', 'The run ended before this call.', { state: 'interrupted' }),
      finished(),
    ]);
  });

  it('reports a run that is cancelled, and aborts it', async () => {
    const services = new Services();
    const toolkit = createToolkit(services);
    const controller = new AbortController();
    const recording = record(
      toolkit,
      async (signal) => {
        await toolkit.execute('wait', {}, { callId: 'call_1', signal });
        return 'ignored';
      },
      { signal: controller.signal },
    );
    await services.started.promise;
    controller.abort();
    expect(await recording).toEqual([
      started,
      ...callOf('call_1', 'wait'),
      resultOf('call_1', expect.any(String), { state: 'interrupted', code: 'interrupted' }),
      finished({ outcome: { type: 'cancelled' } }),
    ]);
  });

  it('reports a run as cancelled that fails because of it', async () => {
    const controller = new AbortController();
    const run = async (signal: AbortSignal): Promise<void> => {
      controller.abort();
      signal.throwIfAborted();
    };
    expect(await record(createToolkit(), run, { signal: controller.signal })).toEqual([
      started,
      finished({ outcome: { type: 'cancelled' } }),
    ]);
  });

  it('aborts the run of a subscriber that unsubscribes', async () => {
    const services = new Services();
    const toolkit = createToolkit(services);
    let ended: Promise<unknown> | undefined;
    const run = (signal: AbortSignal): Promise<unknown> => {
      ended = toolkit.execute('wait', {}, { signal }).then(({ error }) => error?.code);
      return ended;
    };
    const subscription = toAgUi(toolkit.events$, { ...ids, run }).subscribe();
    await services.started.promise;
    subscription.unsubscribe();
    expect(await ended).toBe('interrupted');
  });

  it('does not abort what a run has left running', async () => {
    let kept: AbortSignal | undefined;
    await record(createToolkit(), async (signal) => {
      kept = signal;
    });
    expect(kept?.aborted).toBe(false);
  });

  describe('for a tool that needs approval', () => {
    const pay = { id: 'call_1', name: 'pay', input: { cents: 5 } };

    it('shows that a call was denied', async () => {
      const approver: Approver = () => ({ kind: 'deny', reason: 'Not today.' });
      const session = createToolkit().session({ approver });
      const events = await record(session, async () => {
        await session.execute(pay.name, pay.input, { callId: pay.id });
      });
      expect(events).toEqual([
        started,
        ...callOf('call_1', 'pay', '{"cents":5}'),
        resultOf('call_1', expect.stringContaining('Not today.'), { state: 'denied', code: 'denied' }),
        finished(),
      ]);
    });

    it('interrupts the run for a call that is decided later, and answers it in the run that resumes it', async () => {
      const session = createToolkit().session({ approver: () => 'later' });
      let token = '';
      const first = await record(session, async () => {
        const deferredCall = await session.execute(pay.name, pay.input, { callId: pay.id });
        token = String(pendingApprovalOf(deferredCall)?.token);
      });
      const interrupt = {
        id: 'call_1',
        reason: 'approval',
        message: "Allow the call of 'pay'?",
        toolCallId: 'call_1',
        responseSchema: {
          type: 'object',
          properties: { approve: { type: 'boolean' }, reason: { type: 'string' } },
          required: ['approve'],
        },
        expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      };
      expect(first).toEqual([
        started,
        ...callOf('call_1', 'pay', '{"cents":5}'),
        finished({ outcome: { type: 'interrupt', interrupts: [interrupt] } }),
      ]);
      expect(JSON.stringify(first)).not.toContain(token);

      const second = await record(session, () => session.resumeApproval(token, 'approve').then(() => undefined), {
        resumedCalls: ['call_1'],
      });
      expect(second).toEqual([started, resultOf('call_1', 'paid 5'), finished()]);
    });

    it('answers a call that is decided later if the run fails', async () => {
      const session = createToolkit().session({ approver: () => 'later' });
      const events = await record(session, async () => {
        await session.execute(pay.name, pay.input, { callId: pay.id });
        throw new ServerError('The model is unavailable.');
      });
      expect(typesOf(events).slice(-2)).toEqual(['TOOL_CALL_RESULT', 'RUN_ERROR']);
      expect(events.at(-2)).toEqual(
        resultOf('call_1', expect.stringContaining('waiting for approval'), { state: 'denied', code: 'denied' }),
      );
    });
  });

  it('names the calls that the client has to answer', async () => {
    const toolkit = createToolkit();
    const events = await record(toolkit, async () => {
      await toolkit.execute('locate', {}, { callId: 'call_1' });
    });
    expect(events).toEqual([
      started,
      ...callOf('call_1', 'locate'),
      finished({ outcome: { type: 'success', pendingToolCallIds: ['call_1'] } }),
    ]);
  });

  it('shows the result that a client supplies during the run', async () => {
    const toolkit = createToolkit();
    const events = await record(toolkit, async () => {
      await toolkit.execute('locate', {}, { callId: 'call_1' });
      await toolkit.supplyResult('call_1', { data: 'Paris' });
    });
    expect(events).toEqual([started, ...callOf('call_1', 'locate'), resultOf('call_1', 'Paris'), finished()]);
  });

  it('gives a second run of a call another result, and no second start', async () => {
    const toolkit = createToolkit();
    const events = await record(toolkit, async () => {
      await toolkit.execute('add', { a: 1, b: 2 }, { callId: 'call_1' });
      await toolkit.execute('add', { a: 1, b: 2 }, { callId: 'call_1' });
    });
    expect(events).toEqual([
      started,
      ...callOf('call_1', 'add', '{"a":1,"b":2}'),
      resultOf('call_1', '3'),
      { ...resultOf('call_1', '3'), messageId: 'call_1:result:2' },
      finished(),
    ]);
  });

  it('leaves out the rest of a call that began before the run', async () => {
    const services = new Services();
    const toolkit = createToolkit(services);
    const controller = new AbortController();
    toolkit.events$.subscribe();
    const waiting = toolkit.execute('wait', {}, { signal: controller.signal });
    await services.started.promise;
    const events = await record(toolkit, async () => {
      controller.abort();
      await waiting;
    });
    expect(events).toEqual([started, finished()]);
  });

  it('shows only the calls of a session whose events it receives', async () => {
    const toolkit = createToolkit();
    const [own, other] = [toolkit.session(), toolkit.session()];
    const events = await record(own, async () => {
      await other.execute('add', { a: 1, b: 2 });
      await own.execute('add', { a: 3, b: 4 }, { callId: 'call_1' });
    });
    expect(events).toEqual([started, ...callOf('call_1', 'add', '{"a":3,"b":4}'), resultOf('call_1', '7'), finished()]);
  });

  it('ends the run with its source if it does not run anything itself', async () => {
    const source = new Subject<ToolEvent>();
    const recording = lastValueFrom(toAgUi(source, ids).pipe(toArray()));
    source.complete();
    expect(await recording).toEqual([started, finished()]);
    expect(await lastValueFrom(toAgUi(EMPTY, ids).pipe(toArray()))).toEqual([started, finished()]);
  });

  it('ends the run with an error of its source', async () => {
    const failing = throwError(() => new TypeError(apiKey));
    expect(await lastValueFrom(toAgUi(failing, ids).pipe(toArray()))).toEqual([
      started,
      { type: 'RUN_ERROR', message: 'The run failed.', ...at },
    ]);
  });

  it('ends a run whose value has no JSON form with an error', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const events = await record(createToolkit(), async () => cyclic);
    expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'invalid_output' });
  });
});
