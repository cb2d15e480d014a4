import { lastValueFrom, toArray } from 'rxjs';
import { secret, Toolkit, ToolSpec } from 'toolwright';
import { QuickJsEngine } from 'toolwright/sandbox';
import { z } from 'zod';

const engine = new QuickJsEngine();
afterAll(() => engine.close());

const shown = "'whoami' cannot run, because the application has not set a value that it needs.";

function setUp(): Toolkit {
  const toolkit = new Toolkit();
  const whoami = ToolSpec.fromFunction((tenant: string) => tenant, {
    name: 'whoami',
    params: { tenant: { type: String } },
    bind: { tenant: { stateKey: 'session.owner' } },
  });
  toolkit.register(whoami);
  toolkit.enableCodeMode({ engine });
  return toolkit;
}

describe('the error of a binding without a value', () => {
  it('shows the parameter and the state key to the developer only', async () => {
    const result = await setUp().execute('whoami', {});
    expect(result.content).toEqual([{ type: 'text', text: shown }]);
    expect(result.error?.message).toContain("No value at state key 'session.owner' for parameter 'tenant'");
    expect(result.error?.details).toEqual({ stateKey: 'session.owner', parameter: 'tenant' });
    for (const provider of ['openai', 'anthropic', 'gemini'] as const) {
      expect(JSON.stringify(result.toMessage(provider))).not.toMatch(/owner|tenant/);
    }
    expect(JSON.stringify(result.toMessage())).not.toMatch(/owner|tenant/);
  });

  it('shows neither in the content of responses', async () => {
    const toolkit = setUp();
    const call = { id: '1', name: 'whoami', input: {} };
    const responses = await lastValueFrom(toolkit.callTool(call).pipe(toArray()));
    expect(responses.map(({ content }) => content)).toEqual([[{ type: 'text', text: shown }]]);
    const several = await lastValueFrom(toolkit.callTools([call]).pipe(toArray()));
    expect(several.map((response) => response.toText())).toEqual([shown]);
  });

  it('shows neither to a program', async () => {
    const code =
      'try { await tools.whoami({}) } catch (error) { ({ message: error.message, details: error.details }) }';
    const { content, error } = await setUp().execute('run_code', { code });
    expect(error).toBeUndefined();
    expect(JSON.stringify(content)).toContain('has not set a value');
    expect(JSON.stringify(content)).not.toMatch(/owner|tenant/);
    const failed = await setUp().execute('run_code', { code: 'await tools.whoami({})' });
    expect(JSON.stringify(failed.content)).not.toMatch(/owner|tenant/);
  });
});

describe('the error of a bound value that the schema rejects', () => {
  const wrong = "'pay' cannot run, because the application has set a wrong value for it.";
  const inputSchema = z.object({
    amount: z.number(),
    account: z.object({ iban: z.string().min(15) }),
    limit: z.int(),
  });
  const pay = ToolSpec.create({
    name: 'pay',
    inputSchema,
    bind: { account: 'session.account', limit: { stateKey: 'session.limit', default: 10 } },
    executor: { kind: 'test', execute: () => 'paid' },
  });

  it('shows the key, the parameter, the tool and both types to the developer', async () => {
    const { error } = await pay.exec({ amount: 1 }, { state: { session: { account: 4711 } } });
    expect(error?.code).toBe('unbound_state');
    expect(error?.message).toBe(
      "The value at state key 'session.account' for parameter 'account' of 'pay' does not match its schema: " +
        'must be object, got number. Correct it in the state, or the default of the binding.',
    );
    expect(error?.toolName).toBe('pay');
    expect(error?.details).toMatchObject({
      stateKey: 'session.account',
      parameter: 'account',
      expected: 'object',
      received: 'number',
    });
    expect(error?.cause).toMatchObject({ issues: [{ path: '/account', rule: 'schema' }] });
  });

  it('is not shown to clients, even if the schema does', async () => {
    const account = z.string().refine(() => false, { error: ({ input }) => `${input} is closed` });
    const strict = ToolSpec.create({
      name: 'pay',
      inputSchema: z.object({ account }),
      bind: { account: 'account' },
      executor: { kind: 'test', execute: () => 'paid' },
    });
    const result = await strict.exec({}, { state: { account: 'DE4711' } });
    expect(result.error?.message).toContain("'account' of 'pay' does not match its schema: is refused by it");
    expect(JSON.stringify(result)).not.toContain('DE4711');
    expect(result.error?.cause).toMatchObject({ issues: [{ message: 'DE4711 is closed' }] });
  });

  it.each<[object, string]>([
    [{ account: { iban: 4711 } }, "'account' of 'pay' does not match its schema: /iban must be string, got number."],
    [{ account: new Map() }, "'account' of 'pay' does not match its schema: /iban must be string, got undefined."],
    [{ account: null }, "'account' of 'pay' does not match its schema: must be object, got null."],
    [{ account: [4711] }, "'account' of 'pay' does not match its schema: must be object, got array."],
    [
      { account: { iban: 'DE47' } },
      "'account' of 'pay' does not match its schema: /iban is refused by it (see the cause)",
    ],
    [
      { account: { iban: 'DE4711471147114711' }, limit: '5' },
      "'limit' of 'pay' does not match its schema: must be integer, got string.",
    ],
  ])('says what is wrong with it: %j', async (session, message) => {
    const { error } = await pay.exec({ amount: 1 }, { state: { session } });
    expect(error?.message).toContain(message);
    expect(error?.message).not.toMatch(/4711|DE47/);
  });

  it('names the parameter by its new name, and a preset', async () => {
    const renamed = pay.renameArguments({ account: 'payer' });
    const { error } = await renamed.exec({ amount: 1 }, { state: { session: { account: 5 } } });
    expect(error?.message).toMatch(/^The value at state key 'session.account' for parameter 'payer' of 'pay' /);
    const preset = await pay
      .preset({ limit: 1.5 })
      .exec({ amount: 1 }, { state: { session: { account: { iban: 'x'.repeat(15) } } } });
    expect(preset.error?.message).toBe(
      "The value that is preset for parameter 'limit' of 'pay' does not match its schema: must be integer, got number. Correct it.",
    );
  });

  it('shows a model neither the value nor a name, and not that the value is missing', async () => {
    const toolkit = new Toolkit();
    toolkit.register(pay);
    const state = { session: { account: { iban: secret('DE4711') } } };
    const result = await toolkit.execute('pay', { amount: 1 }, { state });
    expect(result.content).toEqual([{ type: 'text', text: wrong }]);
    expect(JSON.stringify(result.toMessage())).not.toMatch(/session|account|iban|4711/);
    expect(JSON.stringify(result.error)).not.toContain('4711');
  });

  it('is the same for `validate`', async () => {
    await expect(pay.bind('account', { default: 5 }).validate({ amount: 1 })).rejects.toThrow(
      "parameter 'account' of 'pay' does not match its schema: must be object, got number.",
    );
  });
});
