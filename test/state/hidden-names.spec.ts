import { lastValueFrom, toArray } from 'rxjs';
import { Toolkit, ToolSpec } from 'toolwright';
import { QuickJsEngine } from 'toolwright/sandbox';

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
