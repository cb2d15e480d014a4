import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { from, lastValueFrom, toArray } from 'rxjs';
import { pendingApprovalOf } from 'toolwright';
import { type AgUiRunOptions, agUiSse } from 'toolwright/ag-ui';
import { deferred } from '../execution/waiting.js';
import { root } from '../support/repository.js';
import { apiKey, createToolkit, record, Services } from './recorded-run.js';

/** The parts of the packages of AG-UI that the tests use. */
interface AgUi {
  // biome-ignore lint/suspicious/noExplicitAny: the types of the packages are not installed in the root.
  readonly [name: string]: any;
}

let agUi: AgUi;

beforeAll(async () => {
  agUi = await import(join(root, 'test/peers/ag-ui-1/sdk.mjs'));
});

/** Makes calls that end in every way, two of them at the same time. */
async function runEverything(toolkit: ReturnType<typeof createToolkit>, services: Services): Promise<string> {
  const session = toolkit.session({ approver: ({ input }) => (input.cents === 1 ? 'deny' : 'later') });
  const controller = new AbortController();
  await session.execute('add', { a: 1, b: 2 });
  await session.execute('add', { a: 1, bb: 2 });
  await session.execute('count', {});
  await session.execute('leak', {});
  await session.execute('recover', {});
  await session.execute('chart', {});
  await session.execute('pay', { cents: 1 });
  await session.execute('unknown', {});
  const waiting = session.execute('wait', {}, { signal: controller.signal });
  await services.started.promise;
  controller.abort();
  await waiting;
  session.callTool({ name: 'wait', input: {} }).subscribe().unsubscribe();
  await Promise.all([session.execute('meet', { name: 'Ada' }), session.execute('meet', { name: 'Bea' })]);
  await session.execute('locate', {});
  return 'done';
}

describe('the events of a run', () => {
  it('are valid by the schemas of AG-UI, are in order, and have an end for each start', async () => {
    const services = new Services();
    const toolkit = createToolkit(services);
    const events = await record(toolkit, () => runEverything(toolkit, services));
    const invalid = events.filter((event) => !agUi.EventSchema.safeParse(event).success);
    expect(invalid).toEqual([]);
    const verified = await lastValueFrom(from(events).pipe(agUi.verifyEvents(), toArray()));
    expect(verified).toHaveLength(events.length);

    const idsOf = (wanted: string): readonly string[] =>
      events.flatMap((event) => (event.type === wanted && 'toolCallId' in event ? [event.toolCallId] : []));
    const calls = idsOf('TOOL_CALL_START');
    expect(calls).toHaveLength(13);
    expect(idsOf('TOOL_CALL_END')).toEqual(calls);
    const { outcome } = events.at(-1) as { readonly outcome: { readonly pendingToolCallIds: readonly string[] } };
    expect([...idsOf('TOOL_CALL_RESULT'), ...outcome.pendingToolCallIds].toSorted()).toEqual([...calls].toSorted());
    expect(JSON.stringify(events)).not.toContain(apiKey);
  });

  it('are valid if the run is cancelled, fails or waits for approval', async () => {
    const services = new Services();
    const toolkit = createToolkit(services);
    const session = toolkit.session({ approver: () => 'later' });
    const controller = new AbortController();
    const runs = [
      await record(session, () => session.execute('pay', { cents: 2 })),
      await record(session, () => Promise.reject(new TypeError('no model'))),
      await record(
        session,
        async (signal) => {
          const waiting = session.execute('wait', {}, { signal });
          await services.started.promise;
          controller.abort();
          await waiting;
        },
        { signal: controller.signal },
      ),
    ];
    for (const events of runs) {
      expect(events.filter((event) => !agUi.EventSchema.safeParse(event).success)).toEqual([]);
      const verified = await lastValueFrom(from(events).pipe(agUi.verifyEvents(), toArray()));
      expect(verified).toHaveLength(events.length);
    }
  });
});

/** Serves runs over HTTP. Returns an agent of the AG-UI client, which is connected to them. */
async function connect(runOf: (input: RunInput) => Parameters<typeof agUiSse>, close: Set<() => void>): Promise<AgUi> {
  const server = createServer(async (request, response) => {
    const input = JSON.parse(Buffer.concat(await Readable.from(request).toArray()).toString()) as RunInput;
    const { status, headers, body } = agUiSse(...runOf(input));
    response.writeHead(status, Object.fromEntries(headers));
    const stream = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    response.once('close', () => stream.destroy());
    stream.pipe(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  close.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return new agUi.HttpAgent({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

interface RunInput {
  readonly threadId: string;
  readonly runId: string;
  readonly resume?: readonly { readonly interruptId: string; readonly payload: { readonly approve: boolean } }[];
}

describe('agUiSse with a client of AG-UI', () => {
  const opened = new Set<() => void>();

  afterEach(() => {
    for (const close of opened) close();
    opened.clear();
  });

  it('shows a run with all its results', async () => {
    const services = new Services();
    const toolkit = createToolkit(services);
    const agent = await connect(
      ({ threadId, runId }) => [toolkit.events$, { threadId, runId, run: () => runEverything(toolkit, services) }],
      opened,
    );
    const { result } = await agent.runAgent();
    expect(result).toBe('done');
    const messages = agent.messages as readonly { readonly role: string; readonly content: unknown }[];
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    expect(results).toHaveLength(12);
    expect(results).toEqual(expect.arrayContaining(['3', 'one two', 'recovered', 'Ada met', 'Bea met']));
    expect(messages.filter(({ role }) => role === 'activity').map(({ content }) => content)).toEqual([
      expect.objectContaining({
        toolName: 'count',
        state: 'success',
        chunks: [{ text: 'one ' }, { text: 'two' }],
        progress: { value: 1, total: 2, message: 'half' },
      }),
      expect.objectContaining({ toolName: 'recover', retry: { attempt: 1, delayMs: 1 } }),
    ]);
  });

  it('asks for the approval of a call, and runs it in the next run', async () => {
    const toolkit = createToolkit();
    const session = toolkit.session({ approver: () => 'later' });
    const tokens = new Map<string, string>();
    const agent = await connect(({ threadId, runId, resume = [] }) => {
      const run: AgUiRunOptions['run'] = async () => {
        for (const { interruptId, payload } of resume) {
          await session.resumeApproval(String(tokens.get(interruptId)), payload.approve ? 'approve' : 'deny');
        }
        if (resume.length > 0) return;
        const waiting = await session.execute('pay', { cents: 5 }, { callId: 'call_1' });
        tokens.set('call_1', String(pendingApprovalOf(waiting)?.token));
      };
      return [session.events$, { threadId, runId, run, resumedCalls: resume.map(({ interruptId }) => interruptId) }];
    }, opened);
    await agent.runAgent();
    expect(agent.pendingInterrupts).toMatchObject([{ id: 'call_1', toolCallId: 'call_1', reason: 'approval' }]);
    await agent.runAgent({ resume: [{ interruptId: 'call_1', status: 'resolved', payload: { approve: true } }] });
    expect(agent.messages).toMatchObject([
      { role: 'assistant', toolCalls: [{ id: 'call_1', function: { name: 'pay', arguments: '{"cents":5}' } }] },
      { role: 'tool', toolCallId: 'call_1', content: 'paid 5' },
    ]);
  });

  it('shows the text of the model between the calls', async () => {
    const toolkit = createToolkit();
    const agent = await connect(({ threadId, runId }) => {
      const run: AgUiRunOptions['run'] = async (_, emit) => {
        emit({ type: 'TEXT_MESSAGE_START', messageId: 'text_1', role: 'assistant' });
        await toolkit.execute('add', { a: 1, b: 2 }, { callId: 'call_1' });
        emit({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'text_1', delta: 'It is 3.' });
        emit({ type: 'TEXT_MESSAGE_END', messageId: 'text_1' });
      };
      return [toolkit.events$, { threadId, runId, run }];
    }, opened);
    await agent.runAgent();
    expect(agent.messages).toMatchObject([
      { role: 'assistant', id: 'text_1', content: 'It is 3.' },
      { role: 'assistant', toolCalls: [{ id: 'call_1' }] },
      { role: 'tool', content: '3' },
    ]);
  });

  it('aborts the run of a client that disconnects', async () => {
    const services = new Services();
    const toolkit = createToolkit(services);
    const ended = deferred<string | undefined>();
    const agent = await connect(({ threadId, runId }) => {
      const run = async (signal: AbortSignal): Promise<void> => {
        const { error } = await toolkit.execute('wait', {}, { signal });
        ended.resolve(error?.code);
      };
      return [toolkit.events$, { threadId, runId, run }];
    }, opened);
    const running = agent.runAgent().catch(() => undefined);
    await services.started.promise;
    agent.abortRun();
    expect(await ended.promise).toBe('interrupted');
    await running;
  });

  it('rejects an invalid heartbeat', () => {
    const { events$ } = createToolkit();
    expect(() => agUiSse(events$, { threadId: 'thread', runId: 'run', heartbeatMs: 0 })).toThrow('heartbeatMs');
  });
});
