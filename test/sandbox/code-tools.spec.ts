import { Toolkit, type ToolResult } from 'toolwright';
import { CodeTools } from 'toolwright/sandbox';
import { warningsOf } from '../support/process-warnings.js';

const variable = 'TOOLWRIGHT_DANGEROUS_IO';
const before = process.env[variable];

afterEach(() => {
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});

describe('CodeTools', () => {
  const createToolkit = (tools: CodeTools): Toolkit => {
    const toolkit = new Toolkit();
    toolkit.register(tools);
    return toolkit;
  };

  it('runs the code of a model, and returns its value and its console output', async () => {
    process.env[variable] = 'allow';
    const toolkit = createToolkit(new CodeTools());
    const code = 'const list: number[] = [1, 2, 3];\nconsole.log("list", list);\nconsole.warn("odd");\nlist.length';
    const result = await toolkit.execute('execute_code', { code });
    expect(result).toMatchObject({
      success: true,
      data: { value: 3, logs: ['list [1,2,3]', 'warn: odd'] },
      structuredContent: { value: 3, logs: ['list [1,2,3]', 'warn: odd'] },
      metadata: {
        dangerousIo: {
          policy: 'allow',
          tool: 'execute_code',
          blocked: false,
          reason: 'runs code that a model wrote',
        },
      },
    });
  });

  it('returns the output until a time limit', async () => {
    process.env[variable] = 'allow';
    const toolkit = createToolkit(new CodeTools({ limits: { computeMs: 500 } }));
    const result = await toolkit.execute('execute_code', { code: 'console.log("begun"); for (;;) {}' });
    expect(result.error).toMatchObject({ code: 'timeout', details: { reason: 'compute_time' } });
    expect(result.toText()).toBe('begun\n\nThe program computed longer than its limit of 500 ms.');
    expect(result.metadata).toMatchObject({ dangerousIo: { policy: 'allow', blocked: false } });
  });

  it('lets the code use what it is given', async () => {
    process.env[variable] = 'allow';
    const tools = new CodeTools({ env: { vat: 2 }, allow: { priceOf: (name: string) => name.length } });
    const { data } = await tools.toolSpec('execute_code').exec({ code: '(await priceOf("tea")) * vat' });
    expect(data).toEqual({ value: 6, logs: [] });
  });

  it.each(['deny', 'Allow', '1', 'no'])('is refused if the policy is %s', async (policy) => {
    process.env[variable] = policy;
    const result = await createToolkit(new CodeTools()).execute('execute_code', { code: '1' });
    expect(result).toMatchObject({
      success: false,
      error: { code: 'denied', message: expect.stringContaining('the host denies that') },
      metadata: { dangerousIo: { policy: 'deny', tool: 'execute_code', blocked: true } },
    });
  });

  it.each([undefined, '', 'warn'])('warns of each call if the policy is %j', async (policy) => {
    if (policy === undefined) delete process.env[variable];
    else process.env[variable] = policy;
    let result: ToolResult | undefined;
    const warnings = await warningsOf(async () => {
      result = await createToolkit(new CodeTools()).execute('execute_code', { code: '1 + 1' });
    });
    expect(result).toMatchObject({
      success: true,
      data: { value: 2 },
      metadata: { dangerousIo: { policy: 'warn', blocked: false } },
    });
    expect(warnings).toEqual([expect.stringContaining("'execute_code' runs code that a model wrote")]);
  });

  it('is in no toolkit that did not register it', () => {
    expect(new Toolkit().getJsonSchemas()).toEqual([]);
  });

  it('refuses unknown options', () => {
    expect(() => new CodeTools({ limit: {} } as object)).toThrow("'limits'");
  });
});
