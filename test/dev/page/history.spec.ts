import { findCalls } from '../../../src/integrations/dev/page/model/call-filter.js';
import { History } from '../../../src/integrations/dev/page/model/history.js';
import { waterfallOf } from '../../../src/integrations/dev/page/model/waterfall.js';
import type { DevContent, DevEvent } from '../../../src/integrations/dev/protocol.js';
import { expectCpuMsBelow } from '../../support/cpu-time.js';

const output: DevContent = { content: [], text: 'done' };

/** Adds events to a history, each at the time that is next to it. */
function historyOf(events: readonly (readonly [at: number, event: DevEvent])[], history = new History()): History {
  for (const [at, event] of events) history.add({ seq: history.lastSeq + 1, at, event });
  return history;
}

function started(callId: string, parentCallId?: string): DevEvent {
  const parent = parentCallId === undefined ? {} : { parentCallId };
  return { type: 'started', scope: 'toolkit', callId, toolName: `tool_${callId}`, input: { id: callId }, ...parent };
}

function completed(callId: string, durationMs = 10): DevEvent {
  return { type: 'completed', scope: 'toolkit', callId, toolName: `tool_${callId}`, durationMs, attempts: 1, output };
}

function chunk(callId: string): DevEvent {
  return { type: 'chunk', scope: 'toolkit', callId, toolName: `tool_${callId}`, chunk: output };
}

function approval(callId: string): DevEvent {
  return { type: 'approval', id: `of ${callId}`, callId, scope: 'toolkit', toolName: 'pay', input: {}, hidden: [] };
}

/** A step of a call that begins some milliseconds after the call. */
function step(callId: string, startMs: number, durationMs: number, more: object = {}): DevEvent {
  const call = { scope: 'toolkit', callId, toolName: `tool_${callId}` };
  return { type: 'step', ...call, kind: 'rule', name: 'limits', text: 'allowed', startMs, durationMs, ...more };
}

describe('History', () => {
  it('keeps what is known of the data of a call', () => {
    const flow = { trust: 'untrusted', readers: 'anyone', decision: 'asked', concerns: [] } as const;
    const history = historyOf([
      [100, started('a')],
      [110, { ...completed('a'), flow } as DevEvent],
    ]);
    expect(history.calls.get('a')).toMatchObject({ flow });
  });

  it('keeps what happened in a call', () => {
    const history = historyOf([
      [100, started('a')],
      [105, step('a', 1.5, 3)],
      [110, chunk('a')],
      [
        115,
        {
          ...{ type: 'retried', scope: 'toolkit', callId: 'a', toolName: 'tool_a', attempt: 2, delayMs: 5 },
          error: { code: 'busy', message: 'Busy.' },
        },
      ],
      [120, completed('a', 20)],
    ]);
    expect(history.calls.get('a')).toMatchObject({
      status: 'completed',
      startedAt: 100,
      endedAt: 120,
      durationMs: 20,
      chunkCount: 1,
      chunks: [{ at: 110, content: output }],
      retries: [{ at: 115, attempt: 2, delayMs: 5 }],
      steps: [{ startedAt: 101.5, durationMs: 3, kind: 'rule', name: 'limits', text: 'allowed' }],
      output,
    });
  });

  it('marks arguments that are too long to be used again', () => {
    const cut: DevEvent = {
      ...{ type: 'started', scope: 'toolkit', callId: 'b', toolName: 'tool_b' },
      input: {},
      truncated: true,
    };
    const history = historyOf([
      [100, started('a')],
      [100, cut],
    ]);
    expect([history.calls.get('a')?.isInputCut, history.calls.get('b')?.isInputCut]).toEqual([undefined, true]);
    const waiting = historyOf([[100, { ...approval('a'), truncated: true } as DevEvent]]);
    expect([...waiting.waiting.values()]).toMatchObject([{ truncated: true }]);
  });

  it('leaves out events that it knows, as after a new connection', () => {
    const history = historyOf([
      [100, started('a')],
      [101, chunk('a')],
    ]);
    history.add({ seq: 2, at: 101, event: chunk('a') });
    expect(history.calls.get('a')?.chunkCount).toBe(1);
  });

  it('forgets the oldest calls and chunks', () => {
    const limited = new History({ calls: 2, chunks: 3 });
    historyOf(
      ['a', 'b', 'c'].map((id) => [1, started(id)] as const),
      limited,
    );
    historyOf(
      [1, 2, 3, 4, 5].map((at) => [at, chunk('c')] as const),
      limited,
    );
    expect([...limited.calls.keys()]).toEqual(['b', 'c']);
    expect(limited.calls.get('c')?.chunks.map(({ at }) => at)).toEqual([3, 4, 5]);
    expect(limited.calls.get('c')?.chunkCount).toBe(5);
  });

  it('has the arguments as run of a call whose approver has edited them', () => {
    const history = historyOf([
      [100, approval('a')],
      [150, { type: 'decided', id: 'of a', callId: 'a', decision: 'approve', input: { amount: 5 } }],
    ]);
    expect(history.calls.get('a')).toMatchObject({ repairedInput: { amount: 5 } });
  });

  it('has an approval wait until it is decided', () => {
    const history = historyOf([[100, approval('a')]]);
    expect(history.calls.get('a')?.status).toBe('waiting');
    expect([...history.waiting.keys()]).toEqual(['of a']);
    historyOf([[150, { type: 'decided', id: 'of a', callId: 'a', decision: 'approve' }]], history);
    expect(history.waiting.size).toBe(0);
    expect(history.calls.get('a')).toMatchObject({
      status: 'running',
      approvals: [{ decision: 'approve', at: 100, decidedAt: 150 }],
    });
  });

  it('interrupts what ran when the process ends', () => {
    const history = historyOf([
      [100, started('a')],
      [100, approval('b')],
      [101, started('c')],
      [102, completed('c')],
      [103, { type: 'stopped', reason: 'It crashed.' }],
    ]);
    expect([...history.calls.values()].map(({ status }) => status)).toEqual([
      'interrupted',
      'interrupted',
      'completed',
    ]);
    expect(history.waiting.size).toBe(0);
  });

  it('adds 100,000 events to a call in linear time', async () => {
    const chunks = Array.from({ length: 100_000 }, (_, index) => [index, chunk('a')] as const);
    await expectCpuMsBelow(5_000, () => {
      const history = historyOf([[1, started('a')], ...chunks]);
      expect(history.calls.get('a')?.chunkCount).toBe(100_000);
    });
  });
});

describe('findCalls', () => {
  const { calls } = historyOf([
    [100, started('a')],
    [101, started('b')],
    [102, completed('a')],
  ]);
  const idsOf = (filter: Parameters<typeof findCalls>[1]): readonly string[] =>
    findCalls(calls.values(), filter).map(({ callId }) => callId);

  it('lists the newest call first', () => {
    expect(idsOf({ text: '', status: '' })).toEqual(['b', 'a']);
  });

  it('finds by the name, the arguments and the status', () => {
    expect(idsOf({ text: 'TOOL_A', status: '' })).toEqual(['a']);
    expect(idsOf({ text: '"id":"b"', status: '' })).toEqual(['b']);
    expect(idsOf({ text: '', status: 'completed' })).toEqual(['a']);
  });
});

describe('waterfallOf', () => {
  const family = historyOf([
    [100, started('root')],
    [120, started('x', 'root')],
    [130, started('y', 'root')],
    [140, started('x1', 'x')],
    [150, completed('x1')],
    [160, completed('x')],
    [180, completed('y')],
    [200, completed('root')],
    [300, started('other')],
  ]);
  const source = (history: History, now = 1_000) => ({ calls: history.calls, children: history.children(), now });

  it('shows a family from its first call, wherever it is entered', () => {
    const { rows, durationMs } = waterfallOf('x1', source(family));
    expect(durationMs).toBe(100);
    expect(rows.map(({ call, depth, start, width }) => [call.callId, depth, start, width])).toEqual([
      ['root', 0, 0, 1_000],
      ['x', 1, 200, 400],
      ['x1', 2, 400, 100],
      ['y', 1, 300, 500],
    ]);
  });

  it('extends a call that runs to the present', () => {
    const history = historyOf([[100, started('a')]]);
    expect(waterfallOf('a', source(history, 150))).toMatchObject({
      durationMs: 50,
      rows: [{ start: 0, width: 1_000 }],
    });
  });

  it('shows the time in which a call waited for approval', () => {
    const history = historyOf([
      [100, started('a')],
      [150, approval('a')],
      [175, { type: 'decided', id: 'of a', callId: 'a', decision: 'approve' }],
      [200, completed('a')],
    ]);
    expect(waterfallOf('a', source(history)).rows[0]?.waits).toEqual([{ start: 500, width: 250 }]);
  });

  it('shows the steps of the call in the order of their start, what wraps others first', () => {
    const call = { scope: 'toolkit', callId: 'a', toolName: 'tool_a' } as const;
    const history = historyOf([
      [100, started('a')],
      [120, { type: 'retried', ...call, attempt: 1, delayMs: 10, error: { code: 'busy', message: 'Busy.' } }],
      [150, approval('a')],
      [170, { type: 'decided', id: 'of a', callId: 'a', decision: 'approve' }],
      [170, step('a', 50, 20, { kind: 'approval', name: 'approver', text: 'approve' })],
      [180, step('a', 10, 60, { kind: 'middleware', name: 'inner', text: '' })],
      [190, step('a', 10, 80, { kind: 'middleware', name: 'outer', text: '' })],
      [200, completed('a')],
    ]);
    const [row] = waterfallOf('a', source(history)).rows;
    expect(row?.steps.map(({ step: { kind, name, text }, start, width }) => [kind, name, text, start, width])).toEqual([
      ['middleware', 'outer', '', 100, 800],
      ['middleware', 'inner', '', 100, 600],
      ['retry', 'after attempt 1', 'busy Busy.', 200, 100],
      ['approval', 'approver', 'approve', 500, 200],
    ]);
    const [root] = waterfallOf('x', source(family)).rows;
    expect(root?.steps).toEqual([]);
  });

  it.each([
    ['that waits', [], 'waits'],
    ['that was cancelled', [[180, { type: 'decided', id: 'of a', callId: 'a', decision: 'cancelled' }]], 'cancelled'],
  ] as const)('shows an approval %s', (_, events, text) => {
    const history = historyOf([[100, started('a')], [150, approval('a')], ...events]);
    const [row] = waterfallOf('a', source(history, 200)).rows;
    expect(row?.steps).toMatchObject([{ step: { kind: 'approval', startedAt: 150, text }, start: 500 }]);
  });

  it('shows the steps of a call that was deferred from the start of its second run', () => {
    const history = historyOf([
      [100, started('a')],
      [110, completed('a')],
      [500, started('a')],
      [520, step('a', 5, 10)],
      [600, completed('a')],
    ]);
    expect(history.calls.get('a')?.steps).toMatchObject([{ startedAt: 505 }]);
  });

  it('limits the rows', () => {
    const many = historyOf([
      [1, started('root')],
      ...Array.from({ length: 500 }, (_, index) => [2, started(`c${index}`, 'root')] as const),
    ]);
    expect(waterfallOf('root', { ...source(many), maxRows: 100 })).toMatchObject({ omitted: 401 });
  });

  it.each([
    ['itself', [[1, started('a', 'a')]]],
    [
      'each other',
      [
        [1, started('a', 'b')],
        [1, started('b', 'a')],
      ],
    ],
  ] as const)('ends for calls whose parents are %s', (_, events) => {
    expect(waterfallOf('a', source(historyOf(events))).rows.length).toBeGreaterThan(0);
  });

  it('is empty for a call that is not known', () => {
    expect(waterfallOf('missing', source(family)).rows).toEqual([]);
  });
});
