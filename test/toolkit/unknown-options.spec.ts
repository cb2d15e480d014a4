import { Toolkit, ToolSpec } from 'toolwright';

const tool = ToolSpec.fromFunction(() => 1, { name: 'find' });

/** Calls a function as plain JavaScript does, where no compiler checks the options. */
function loosely(call: (options: never) => unknown, options: object): unknown {
  return call(options as never);
}

describe('an unknown option', () => {
  it.each<readonly [string, (options: never) => unknown, object, string]>([
    ['new Toolkit()', (options) => new Toolkit(options), { aprover: 1 }, "Did you mean 'approver'?"],
    ['register', (options) => new Toolkit().register(tool, options), { prefx: 'a' }, "Did you mean 'prefix'?"],
    [
      'register: overrides.find',
      (options) => new Toolkit().register(tool, options),
      { overrides: { find: { title: 'Find' } } },
      'The options are name, description, args, inputSchema.',
    ],
    ["createGroup('mail')", (options) => new Toolkit().createGroup('mail', options), { Active: true }, "'active'?"],
    ['session', (options) => new Toolkit().session(options), { group: 'mail' }, "Did you mean 'groups'?"],
  ])('of %s is rejected, with the nearest one', (where, call, options, hint) => {
    const name = where.includes('overrides') ? 'title' : Object.keys(options)[0];
    const refused = (): unknown => loosely(call, options);
    expect(refused).toThrow(`${where}: there is no option '${name}'. `);
    expect(refused).toThrow(hint);
  });

  it('is ignored if it is undefined', () => {
    expect(() => loosely((options) => new Toolkit(options), { logger: undefined })).not.toThrow();
  });
});
