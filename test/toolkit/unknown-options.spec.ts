import { runInNewContext } from 'node:vm';
import { lastValueFrom } from 'rxjs';
import { DefinitionError, Toolkit, ToolSpec } from 'toolwright';
import { cache, circuitBreaker } from 'toolwright/middleware';

const tool = ToolSpec.fromFunction(() => 1, { name: 'find' });

/** Calls a function as plain JavaScript does, where no compiler checks the options. */
function loosely(call: (options: never) => unknown, options: object): unknown {
  return call(options as never);
}

const wrongOptions: readonly (readonly [unknown, string])[] = [
  [5, '5'],
  [null, 'null'],
  ['x', '"x"'],
  [[], '[]'],
];

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

  it('within other options is rejected, with its place', () => {
    const options = { permissions: [], history: { maxEntris: 1 } };
    expect(() => loosely((given) => new Toolkit(given), options)).toThrow(
      "new Toolkit(): history: there is no option 'maxEntris'. Did you mean 'maxEntries'?",
    );
  });

  it('of a call is reported as its other failures are', async () => {
    const toolkit = new Toolkit();
    toolkit.register(tool);
    const misspelt: object = { retry: { maxRetrys: 1, maxRetries: 1 } };
    const invalid: object = { retry: { maxRetries: -1 } };
    const message = "find: retry: there is no option 'maxRetrys'. Did you mean 'maxRetries'?";
    const call = { name: 'find', input: {} };
    await expect(tool.call({}, misspelt)).rejects.toThrow(message);
    await expect(toolkit.execute('find', {}, { ...misspelt, throwOnError: true })).rejects.toThrow(message);
    for (const options of [misspelt, invalid]) {
      const failures = [
        (await tool.exec({}, options)).error,
        (await lastValueFrom(tool.stream({}, options))).error,
        (await toolkit.execute('find', {}, options)).error,
        (await lastValueFrom(toolkit.callTool(call, options))).error,
        (await toolkit.session().execute('find', {}, options)).error,
      ];
      expect(failures.map((error) => error?.code)).toEqual(failures.map(() => 'definition'));
      if (options === misspelt) expect(failures.map((error) => error?.message)).toEqual(failures.map(() => message));
    }
  });

  it('of a call that `callOptions` returns is reported by the call', async () => {
    const toolkit = new Toolkit({ callOptions: (options) => ({ ...options, timeoutMss: 1 }) as object });
    toolkit.register(tool);
    const { error } = await toolkit.execute('find');
    expect(error?.message).toBe(
      "callOptions of the toolkit: there is no option 'timeoutMss'. Did you mean 'timeoutMs'?",
    );
  });

  it('runs no tool', async () => {
    let runs = 0;
    const counting = ToolSpec.fromFunction(() => ++runs, { name: 'count' });
    const toolkit = new Toolkit();
    toolkit.register(counting);
    const misspelt: object = { timoutMs: 1 };
    await counting.exec({}, misspelt);
    await toolkit.execute('count', {}, misspelt);
    await toolkit.execute('count', {}, { ...misspelt, background: true });
    expect(() => toolkit.callTools([{ name: 'count', input: {} }], misspelt)).toThrow("Did you mean 'timeoutMs'?");
    expect(runs).toBe(0);
  });

  it.each<readonly [string, object]>([
    ['meta', { meta: { own: 1 } }],
    ['a state', { state: { own: 1 } }],
    ['an identity', { auth: { own: 1 } }],
    [
      'an instance of a class',
      new (class Options {
        own = 1;
      })(),
    ],
    ['an object from another realm', runInNewContext('({ timeoutMs: 1000 })')],
  ])('is ignored in %s', async (_what, options) => {
    const toolkit = new Toolkit();
    toolkit.register(tool);
    expect((await toolkit.execute('find', {}, options)).error).toBeUndefined();
  });

  it('is refused in an object from another realm, and in one without a prototype', async () => {
    for (const options of [runInNewContext('({ timoutMs: 1 })'), Object.assign(Object.create(null), { timoutMs: 1 })]) {
      expect((await tool.exec({}, options)).error?.message).toContain("Did you mean 'timeoutMs'?");
    }
  });

  it.each(['constructor', 'toString', '__proto__'])('is refused if it is named %s', (name) => {
    const options = JSON.parse(`{ "${name}": { "approver": 1 } }`);
    expect(() => loosely((given) => new Toolkit(given), options)).toThrow(`there is no option '${name}'.`);
  });

  it('is ignored if it is undefined', () => {
    expect(() => loosely((options) => new Toolkit(options), { logger: undefined })).not.toThrow();
  });
});

describe('options that are no object', () => {
  it.each<readonly [string, (options: never) => unknown]>([
    ['new Toolkit()', (options) => new Toolkit(options)],
    ['register', (options) => new Toolkit().register(tool, options)],
    ["createGroup('mail')", (options) => new Toolkit().createGroup('mail', options)],
    ['session', (options) => new Toolkit().session(options)],
    ['cache', (options) => cache(options)],
    ['circuitBreaker', (options) => circuitBreaker(options)],
    ['list', (options) => new Toolkit().list(options)],
  ])('of %s are rejected', (where, call) => {
    for (const [options, shown] of wrongOptions) {
      const refused = (): unknown => call(options as never);
      expect(refused).toThrow(DefinitionError);
      expect(refused).toThrow(`${where}: the options must be an object, not ${shown}.`);
    }
  });

  it('of a call are reported as its other failures are', async () => {
    const toolkit = new Toolkit();
    toolkit.register(tool);
    const call = { name: 'find', input: {} };
    for (const [wrong, shown] of wrongOptions) {
      const options = wrong as object;
      const failures = [
        (await toolkit.execute('find', {}, options)).error,
        (await lastValueFrom(toolkit.callTool(call, options))).error,
        (await toolkit.session().execute('find', {}, options)).error,
      ];
      if (wrong !== null) failures.push((await tool.exec({}, options)).error);
      if (wrong !== null) failures.push((await lastValueFrom(tool.stream({}, options))).error);
      const message = `find: the options must be an object, not ${shown}.`;
      expect(failures.map((error) => error?.message)).toEqual(failures.map(() => message));
      expect(failures.map((error) => error?.code)).toEqual(failures.map(() => 'definition'));
    }
  });
});
