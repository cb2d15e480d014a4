import { agentTool, Toolkit, ToolSpec } from 'toolwright';
import { warningsOf } from '../../support/process-warnings.js';
import { accept, answer, askCity, call, serve, textContent } from './rounds.js';

describe('an agent with replayed rounds', () => {
  it('is held while a tool of its run asks, because its model would answer another run differently', async () => {
    let runs = 0;
    const toolkit = new Toolkit();
    toolkit.register([
      ToolSpec.create({ name: 'city', executor: { kind: 'test', execute: (_, ctx) => askCity(ctx, 'Where?') } }),
      agentTool({
        name: 'work',
        input: {},
        run: async (_, { toolkit: session }) => {
          const count = ++runs;
          return `run ${count}: ${(await session.execute('city')).data}`;
        },
      }),
    ]);
    let url = new URL('http://localhost');
    const warnings = await warningsOf(async () => {
      url = await serve(toolkit);
    });
    expect(warnings).toEqual([
      expect.stringContaining(": 'work'. They are not idempotent (idempotentHint: false), are agents"),
    ]);
    const first = await call(url);
    const [question] = Object.keys(first.inputRequests);
    const last = await answer(url, first, { [String(question)]: accept('Rome') });
    expect(last.result).toMatchObject(textContent('run 1: Rome'));
  });
});
