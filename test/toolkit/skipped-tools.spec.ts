import { Toolkit, ToolSpec } from 'toolwright';
import { warningsOf } from '../support/process-warnings.js';

const tool = (name: string): ToolSpec => ToolSpec.fromFunction(() => name, { name });

describe("onDuplicate: 'skip'", () => {
  it('warns once per name', async () => {
    const toolkit = new Toolkit({ onDuplicate: 'skip' });
    const warnings = await warningsOf(() => {
      for (let round = 0; round < 3; round++) toolkit.register([tool('find'), tool('erase')]);
    });
    expect(warnings).toEqual(
      ['find', 'erase'].map(
        (name) => `A tool named '${name}' was not registered: there is one already, and onDuplicate is 'skip'.`,
      ),
    );
    expect(toolkit.list().map(({ name }) => name)).toEqual(['find', 'erase']);
  });
});
