import { BehaviorSubject, filter, firstValueFrom, lastValueFrom } from 'rxjs';
import {
  clientTool,
  type Middleware,
  serveTasks,
  Toolkit,
  type ToolkitCallOptions,
  type ToolkitOptions,
  ToolSpec,
} from 'toolwright';
import { MemoryTaskStore } from 'toolwright/stores';

const inputSchema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] } as const;

/** Records the steps that calls pass. */
class Recorder {
  readonly steps: string[] = [];
  /** Becomes true when the tool may end. */
  readonly mayEnd = new BehaviorSubject(false);

  note(step: string): void {
    this.steps.push(step);
  }

  middleware(name: string): Middleware {
    return async (call, next) => {
      this.note(`${name}: ${call.stage}`);
      const result = await next();
      this.note(`${name} ends`);
      return result;
    };
  }

  /** Returns a tool each of whose optional steps is recorded. */
  tool(): ToolSpec {
    return ToolSpec.create({
      name: 'work',
      inputSchema,
      needsApproval: () => {
        this.note('needsApproval');
        return true;
      },
      concurrency: 1,
      executor: {
        kind: 'test',
        execute: async ({ a }) => {
          this.note(`run ${a}`);
          await firstValueFrom(this.mayEnd.pipe(filter(Boolean)));
          return a;
        },
      },
    });
  }

  toolkit(tool: ToolSpec, options: ToolkitOptions = {}): Toolkit {
    const toolkit = new Toolkit({
      maskErrors: true,
      approver: () => {
        this.note('approver');
        return 'approve';
      },
      ...options,
    });
    toolkit.createGroup('own', { active: true, use: [this.middleware('group')] });
    toolkit.use(this.middleware('toolkit'));
    toolkit.register(tool, {
      group: 'own',
      use: [this.middleware('tool')],
      postprocess: (_, { state }) => {
        this.note(`postprocess: ${state}`);
        return undefined;
      },
    });
    toolkit.events$.subscribe(({ type }) => this.note(`event ${type}`));
    return toolkit;
  }
}

/** Calls the tool, and returns the steps until its end. */
async function stepsOf(options: ToolkitOptions, call: ToolkitCallOptions): Promise<readonly string[]> {
  const recorder = new Recorder();
  const toolkit = recorder.toolkit(recorder.tool(), options);
  const serving = options.taskStore === undefined ? undefined : await serveTasks(toolkit);
  const ended = firstValueFrom(toolkit.events$.pipe(filter(({ type }) => type === 'completed')));
  recorder.mayEnd.next(call.background !== true);
  const { state } = await lastValueFrom(toolkit.callTool({ id: 'c1', name: 'work', input: '{"a": 1,}' }, call));
  recorder.note(`answer: ${state}`);
  recorder.mayEnd.next(true);
  await ended;
  await serving?.close();
  return recorder.steps;
}

const beforeTheEnd = ['toolkit: call', 'group: call', 'tool: call', 'needsApproval', 'approver', 'run 1'];
const afterTheEnd = ['postprocess: success', 'tool ends', 'group ends', 'toolkit ends'];

describe('the steps of a call', () => {
  it('have one order', async () => {
    expect(await stepsOf({}, {})).toEqual([
      'event started',
      ...beforeTheEnd,
      ...afterTheEnd,
      'event completed',
      'answer: success',
    ]);
  });

  it('have the same order in the background, where the answer does not wait for the tool', async () => {
    expect(await stepsOf({}, { background: true })).toEqual([
      'event started',
      ...beforeTheEnd,
      'answer: success',
      ...afterTheEnd,
      'event completed',
    ]);
  });

  it('belong to the worker of a durable call', async () => {
    expect(await stepsOf({ taskStore: new MemoryTaskStore() }, { durable: true })).toEqual([
      'event started',
      ...['event started', ...beforeTheEnd, ...afterTheEnd, 'event completed'],
      ...['event completed', 'answer: success'],
    ]);
  });

  it('belong to the worker of a durable call in the background, which is stored', async () => {
    expect(await stepsOf({ taskStore: new MemoryTaskStore() }, { durable: true, background: true })).toEqual([
      'event started',
      ...['event started', ...beforeTheEnd, 'answer: success', ...afterTheEnd, 'event completed'],
      'event completed',
    ]);
  });

  it('of a client tool end before the wait, and those around its result begin after it', async () => {
    const recorder = new Recorder();
    const tool = clientTool({ name: 'work', inputSchema, needsApproval: true });
    const toolkit = recorder.toolkit(tool);
    await toolkit.execute('work', { a: 1 }, { callId: 'c1' });
    recorder.note('supplied');
    await toolkit.supplyResult('c1', { data: 2 });
    expect(recorder.steps).toEqual([
      ...['event started', 'toolkit: call', 'group: call', 'tool: call', 'approver'],
      ...['postprocess: pending', 'tool ends', 'group ends', 'toolkit ends', 'event pending'],
      'supplied',
      ...['toolkit: result', 'group: result', 'tool: result', ...afterTheEnd, 'event completed'],
    ]);
  });

  it('of an unknown tool are those of the middleware of the toolkit', async () => {
    const recorder = new Recorder();
    await recorder.toolkit(recorder.tool()).execute('play', {});
    expect(recorder.steps).toEqual(['event started', 'toolkit: call', 'toolkit ends', 'event failed']);
  });
});

describe('a snapshot', () => {
  it('has a key for each feature with a state', async () => {
    const toolkit = new Toolkit({
      approver: () => ({ kind: 'approve', remember: { for: 'session', rule: { tool: 'pay' } } }),
    });
    toolkit.register(clientTool({ name: 'pick', inputSchema }));
    toolkit.register(ToolSpec.create({ name: 'pay', needsApproval: true, executor: { kind: 't', execute: () => 1 } }));
    toolkit.register(ToolSpec.create({ name: 'far', deferLoading: true, executor: { kind: 't', execute: () => 1 } }));
    expect(Object.keys(toolkit.snapshot())).toEqual(['activeGroups', 'state', 'tools', 'groups']);
    const session = toolkit.session({ id: 's', state: { user: 'ann' } });
    await session.execute('pay', {});
    await session.execute('pick', { a: 1 });
    expect(Object.keys(session.snapshot())).toEqual([
      'id',
      'activeGroups',
      'state',
      'tools',
      'groups',
      'pendingCalls',
      'approvals',
    ]);
  });
});
