import {
  agentTool,
  type Middleware,
  NetworkError,
  pendingApprovalOf,
  secret,
  Toolkit,
  ToolResult,
  ToolSpec,
} from 'toolwright';
import { type DevHandler, devHandler } from 'toolwright/dev';
import { cache, timing } from 'toolwright/middleware';
import { deferred, until } from '../execution/waiting.js';
import { DevClient } from './dev-client.js';

type Execute = (args: Readonly<Record<string, unknown>>) => unknown;

function toolOf(name: string, execute: Execute = () => 'done', more: object = {}): ToolSpec {
  const inputSchema = { type: 'object', properties: { path: { type: 'string' } } } as const;
  return ToolSpec.create({ name, inputSchema, ...more, executor: { kind: 'native', execute } });
}

const approvalKey = 'a key of at least thirty-two characters';

describe('the steps of a call in the developer page', () => {
  let opened: Toolkit;
  let handler: DevHandler;
  let client: DevClient;

  async function open(toolkit: Toolkit): Promise<void> {
    opened = toolkit;
    handler = devHandler(toolkit);
    client = await DevClient.of(handler).listen();
  }

  afterEach(async () => {
    client.close();
    await handler.close();
  });

  /** Makes a call as another client does, and returns its steps as texts, without times. */
  async function stepsOf(name: string, input: unknown = {}): Promise<readonly string[]> {
    const { callId } = await opened.execute(name, input);
    const ofCall = (): DevClient['events'] =>
      client.events.filter((event) => 'callId' in event && event.callId === callId);
    await until(() => ofCall().some((event) => 'output' in event));
    return describeSteps(ofCall());
  }

  function describeSteps(events: DevClient['events']): readonly string[] {
    return events.flatMap((event) => {
      if (event.type !== 'step') return [];
      const text = event.text.replace(/,? ?[\d.]+ ms before next, [\d.]+ ms after/, '');
      return `${event.kind} ${event.name}: ${text}`;
    });
  }

  describe('of rules', () => {
    it('say which rule has decided what', async () => {
      const toolkit = new Toolkit({
        approver: () => 'approve',
        permissions: [
          { tool: '*', action: 'allow' },
          { tool: 'remove', action: 'ask' },
          { tool: 'remove', action: 'deny', reason: 'It is shared.', when: { path: '/shared/**' } },
          { tool: 'drop', action: 'deny' },
        ],
      });
      toolkit.register([toolOf('read'), toolOf('remove'), toolOf('drop')]);
      await open(toolkit);
      expect(await stepsOf('read')).toEqual(['rule permissions[0]: allow, by the rule {"tool":"*"}']);
      expect(await stepsOf('remove', { path: '/tmp/a' })).toEqual([
        'rule permissions[1]: ask, by the rule {"tool":"remove"}',
        'approval approver: approve',
      ]);
      expect(await stepsOf('remove', { path: '/shared/a' })).toEqual([
        'rule permissions[2]: deny: It is shared., by the rule {"tool":"remove","when":{"path":"/shared/**"}}',
      ]);
      expect(await stepsOf('drop')).toEqual(['rule permissions[3]: deny, by the rule {"tool":"drop"}']);
    });

    it('say what an option of the tool or the toolkit has decided', async () => {
      const annotations = { readOnlyHint: true };
      const needsApproval = ({ path }: { readonly path?: unknown }): boolean => path !== '/tmp';
      const toolkit = new Toolkit({ approver: () => ({ kind: 'deny', reason: 'No.' }), exemptReadOnly: true });
      toolkit.register([
        toolOf('plain'),
        toolOf('pay', undefined, { needsApproval: true }),
        toolOf('remove', undefined, { needsApproval }),
        toolOf('read', undefined, { needsApproval: true, annotations }),
      ]);
      await open(toolkit);
      expect(await stepsOf('plain')).toEqual([]);
      expect(await stepsOf('pay')).toEqual(['rule needsApproval: ask', 'approval approver: deny: No.']);
      expect(await stepsOf('remove', { path: '/tmp' })).toEqual(['rule needsApproval: allow']);
      expect(await stepsOf('read')).toEqual(['rule exemptReadOnly: allow']);
    });

    it('do not show the secrets in a rule', async () => {
      const toolkit = new Toolkit({
        state: { folder: secret('/home/ada') },
        permissions: [{ tool: 'read', action: 'deny', reason: '/home/ada is private.', when: { path: '/home/ada/*' } }],
      });
      toolkit.register(toolOf('read'));
      await open(toolkit);
      const [step] = await stepsOf('read', { path: '/home/ada/x' });
      expect(step).toBe(
        'rule permissions[0]: deny: [redacted] is private., by the rule {"tool":"read","when":{"path":"[redacted]/*"}}',
      );
      expect(JSON.stringify(client.records)).not.toContain('/home/ada');
    });
  });

  describe('of approvals', () => {
    let toolkit: Toolkit;

    beforeEach(async () => {
      toolkit = new Toolkit({ approvalKey });
      toolkit.register(toolOf('remove', ({ path }) => `removed ${path}`, { needsApproval: true }));
      await open(toolkit);
    });

    it('have the time that the call has waited for the page', async () => {
      const calling = client.call('remove', { path: 'a' });
      const { id } = await client.find('approval');
      await client.request('decide', { id, decision: 'approve', input: { path: 'b' } });
      expect(describeSteps(await calling)).toEqual([
        'rule needsApproval: ask',
        'approval approver: approve, with edited arguments',
      ]);
      const timeOf = (type: string): number => client.records.find(({ event }) => event.type === type)?.at ?? 0;
      const { durationMs } = await client.find('step', ({ kind }) => kind === 'approval');
      expect(durationMs).toBeGreaterThanOrEqual(timeOf('decided') - timeOf('approval') - 2);
    });

    it('name the approval that a session remembers', async () => {
      await client.request('createSession', { id: 'chat' });
      const calling = client.call('remove', { path: 'a' }, 'chat');
      const { id } = await client.find('approval');
      await client.request('decide', { id, decision: 'approve', remember: true });
      expect(describeSteps(await calling)).toContain('approval approver: approve, remembered');
      expect(describeSteps(await client.call('remove', { path: 'a' }, 'chat'))).toEqual([
        'rule needsApproval: ask',
        'rule remembered approval: allow, by the rule {"tool":"remove","when":{"path":"a"}}',
      ]);
      expect(await client.find('step', ({ name }) => name === 'remembered approval')).toMatchObject({ scope: 'chat' });
    });

    it('of a deferred call say how it was resumed', async () => {
      const result = await toolkit.execute('remove', { path: 'a' }, { approver: () => 'later' });
      await toolkit.resumeApproval(pendingApprovalOf(result)?.token ?? '', { kind: 'deny', reason: 'Too late.' });
      await client.find('denied', ({ error }) => error?.message.includes('Too late.') === true);
      expect(describeSteps(client.events)).toEqual([
        'rule needsApproval: ask',
        'approval approver: later',
        'approval resumeApproval: deny: Too late.',
      ]);
    });
  });

  describe('of middleware', () => {
    it('say what each has done, the innermost first', async () => {
      const audit: Middleware = async (_call, next) => await next();
      const trim: Middleware = (call, next) => next({ ...call, input: { path: 'short' } });
      const shout: Middleware = async (_call, next) => ToolResult.ok((await next()).toText().toUpperCase());
      const toolkit = new Toolkit().use(audit, trim);
      toolkit.register(
        toolOf('read', ({ path }) => `read ${path}`),
        { use: [shout, timing()] },
      );
      await open(toolkit);
      expect(await stepsOf('read', { path: 'long' })).toEqual([
        'middleware timing: changed the result',
        'middleware shout: changed the result',
        'middleware trim: changed the arguments',
        'middleware audit: ',
      ]);
      expect(await client.find('completed')).toMatchObject({ output: { text: 'READ SHORT' } });
    });

    it('say that one has answered, failed or repeated a call, or has called another tool', async () => {
      const twice: Middleware = async (_call, next) => {
        await next();
        return next();
      };
      const fail: Middleware = () => Promise.reject(new NetworkError('No network.'));
      const failAfter: Middleware = async (_call, next) => {
        await next();
        throw new NetworkError('No network.');
      };
      const redirect: Middleware = (call, next) => next({ ...call, name: 'cached' });
      const toolkit = new Toolkit();
      toolkit.register(toolOf('cached'), { use: [cache({ ttlMs: 60_000 })] });
      toolkit.register(toolOf('repeated'), { use: [twice, (_call, next) => next()] });
      toolkit.register(toolOf('failing'), { use: [fail] });
      toolkit.register(toolOf('late'), { use: [failAfter] });
      toolkit.register(toolOf('moved'), { use: [redirect] });
      toolkit.register(toolOf('edited'), { postprocess: (_call, response) => ({ ...response, metadata: { a: 1 } }) });
      await open(toolkit);
      expect(await stepsOf('cached')).toEqual(['middleware cache: ']);
      expect(await stepsOf('cached')).toEqual(['middleware cache: answered without calling next']);
      expect(await stepsOf('repeated')).toEqual([
        ...['middleware unnamed middleware at position 2: ', 'middleware unnamed middleware at position 2: '],
        'middleware twice: called next 2 times',
      ]);
      expect(await stepsOf('failing')).toEqual(["middleware fail: ended with 'network' without calling next"]);
      expect(await stepsOf('late')).toEqual(["middleware failAfter: ended with 'network'"]);
      expect(await stepsOf('moved')).toEqual([
        'middleware cache: answered without calling next',
        "middleware redirect: called 'cached' instead",
      ]);
      expect(await stepsOf('edited')).toEqual(['middleware postprocess: changed the result']);
    });

    it('have the time of what they wrap, and their own time before and after it', async () => {
      const slow: Middleware = async (_call, next) => {
        await pause(30);
        const result = await next();
        await pause(20);
        return result;
      };
      const toolkit = new Toolkit().use(slow);
      toolkit.register(toolOf('wait', () => pause(40)));
      await open(toolkit);
      await client.call('wait', {});
      const { text, durationMs } = await client.find('step');
      const [, before, after] = /^([\d.]+) ms before next, ([\d.]+) ms after$/.exec(text) ?? [];
      // Timers may be early by a millisecond.
      expect(Number(before)).toBeGreaterThanOrEqual(29);
      expect(Number(after)).toBeGreaterThanOrEqual(19);
      expect(durationMs).toBeGreaterThanOrEqual(Number(before) + Number(after) + 39);
    });

    it('end with a call that is cancelled', async () => {
      const audit: Middleware = (_call, next) => next();
      const running = deferred();
      const toolkit = new Toolkit().use(audit);
      toolkit.register(
        toolOf('wait', () => {
          running.resolve();
          return new Promise(() => {});
        }),
      );
      await open(toolkit);
      const callId = 'cancelled';
      const calling = client.request('call', { scope: 'toolkit', name: 'wait', input: {}, callId });
      await running.promise;
      await client.request('cancel', { callId });
      await calling;
      await client.find('interrupted');
      expect(describeSteps(client.events)).toEqual(['middleware audit: ']);
      expect(client.events.at(-1)).toMatchObject({ type: 'interrupted' });
    });
  });

  it('are between its start and its end, also with retries', async () => {
    let attempts = 0;
    const flaky = (): string => {
      attempts += 1;
      if (attempts < 3) throw new NetworkError('No network.');
      return 'done';
    };
    const audit: Middleware = (_call, next) => next();
    const toolkit = new Toolkit({ permissions: [{ tool: '*', action: 'allow' }] }).use(audit);
    toolkit.register(toolOf('flaky', flaky, { retry: { maxRetries: 2, delayMs: 1 } }));
    await open(toolkit);
    const events = await client.call('flaky', {});
    expect(events.map(({ type }) => type)).toEqual(['started', 'step', 'retried', 'retried', 'step', 'completed']);
    expect(events).toMatchObject([{}, { kind: 'rule' }, { attempt: 1 }, { attempt: 2 }, { kind: 'middleware' }, {}]);
    const [rule, outer] = events.flatMap((event) => (event.type === 'step' ? [event] : []));
    // The middleware has begun before the rule, and ended after it.
    expect(outer?.startMs).toBeLessThanOrEqual(rule?.startMs ?? 0);
    expect(outer?.durationMs).toBeGreaterThan(rule?.durationMs ?? 0);
  });

  it('belong to the nested and parallel calls that made them', async () => {
    const audit: Middleware = (_call, next) => next();
    const toolkit = new Toolkit({ permissions: [{ tool: 'look', action: 'allow' }] }).use(audit);
    const both = ['a', 'b'];
    toolkit.register([
      toolOf('look', ({ path }) => path),
      agentTool({
        name: 'research',
        input: { type: 'object', properties: {} },
        run: async (_input, { toolkit: session }) => {
          await Promise.all(both.map((path) => session.execute('look', { path }, { callId: path })));
          return 'seen';
        },
      }),
    ]);
    await open(toolkit);
    await client.request('createSession', { id: 'chat' });
    await client.request('call', { scope: 'chat', name: 'research', input: {}, callId: 'outer' });
    await client.find('completed', ({ callId }) => callId === 'outer');
    const steps = client.events.flatMap((event) => (event.type === 'step' ? [event] : []));
    const shown = steps.map(({ callId, parentCallId, scope, kind }) => [callId, parentCallId, scope, kind].join());
    expect(shown.sort()).toEqual([
      ...['a,outer,chat,middleware', 'a,outer,chat,rule'],
      ...['b,outer,chat,middleware', 'b,outer,chat,rule'],
      'outer,,chat,middleware',
    ]);
  });

  it('are not emitted to the listeners of events', async () => {
    const audit: Middleware = (_call, next) => next();
    const toolkit = new Toolkit().use(audit);
    toolkit.register(toolOf('read'));
    const types: string[] = [];
    toolkit.events$.subscribe(({ type }) => types.push(type));
    await open(toolkit);
    await client.call('read', {});
    expect(types).toEqual(['started', 'completed']);
  });
});

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
