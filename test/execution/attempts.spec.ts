import { RateLimitError, Toolkit, ToolSpec } from 'toolwright';
import { warningsOf } from '../support/process-warnings.js';

describe('onAttempt', () => {
  it('is called when the tool itself begins, for each attempt', async () => {
    const steps: string[] = [];
    const toolkit = new Toolkit();
    let runs = 0;
    toolkit.register(
      ToolSpec.create({
        name: 'work',
        retry: { maxRetries: 1, delayMs: 1 },
        executor: {
          kind: 'test',
          execute: () => {
            steps.push('run');
            if (++runs === 1) throw new RateLimitError('once');
            return 'done';
          },
        },
      }),
    );
    toolkit.use(async (_, next) => {
      steps.push('middleware');
      return next();
    });
    const result = await toolkit.execute(
      'work',
      {},
      { callId: 'c1', onAttempt: ({ callId, toolName, attempt }) => steps.push(`${callId} ${toolName} ${attempt}`) },
    );
    expect(result.toText()).toBe('done');
    expect(steps).toEqual(['middleware', 'c1 work 1', 'run', 'c1 work 2', 'run']);
  });

  it('is not called for arguments that are refused, and its errors do not end the call', async () => {
    const inputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const;
    const toolkit = new Toolkit();
    toolkit.register(ToolSpec.create({ name: 'work', inputSchema, executor: { kind: 'test', execute: () => 'done' } }));
    let attempts = 0;
    const onAttempt = (): never => {
      attempts++;
      throw new Error('listener');
    };
    expect((await toolkit.execute('work', {}, { onAttempt })).error?.code).toBe('invalid_parameters');
    expect(attempts).toBe(0);
    const warnings = await warningsOf(async () => {
      expect((await toolkit.execute('work', { n: 1 }, { onAttempt })).toText()).toBe('done');
    });
    expect(warnings).toEqual([expect.stringContaining("A listener for 'work' failed")]);
  });
});
