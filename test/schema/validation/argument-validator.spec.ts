import { issuesIn, objectOf, toolOf } from './json-tool.js';

describe('the arguments of a call', () => {
  it('may be only white space, for no arguments', async () => {
    expect(await toolOf(objectOf({ x: {} })).call(' \n')).toEqual({});
  });

  it('never replace a bound value, even if any name is accepted', async () => {
    const spec = toolOf(objectOf({ key: { type: 'string' } }, { additionalProperties: true })).bind('key');
    const options = { state: { key: 'from the state' } };
    expect(await spec.call({ other: 1 }, options)).toEqual({ other: 1, key: 'from the state' });
    expect(await spec.validate({ key: 'from the model' })).toEqual({
      ok: false,
      issues: [{ path: '/key', message: 'is unknown', rule: 'unknown' }],
    });
    expect((await spec.exec({ key: 'from the model' }, options)).toText()).toBe(
      "Invalid arguments for 'search': unknown argument 'key'",
    );
  });

  it.each(['exec', 'validate'] as const)('never inherit a guarded name: %s', async (way) => {
    const parent: object = Object.create(null, { constructor: { value: 'odd', enumerable: true } });
    const spec = toolOf(objectOf({}, { additionalProperties: true }));
    const answer = await spec[way]({ filter: Object.create(parent) });
    expect('ok' in answer ? answer : answer.error?.details).toMatchObject({
      issues: [{ path: '/filter/constructor', rule: 'limit' }],
    });
  });

  it.each(['exec', 'validate'] as const)('never replace a bound value that a pattern accepts: %s', async (way) => {
    const patterns = { additionalProperties: false, patternProperties: { '^k': {} } };
    const spec = toolOf(objectOf({ key: { type: 'string' } }, patterns)).preset({ key: 'bound' });
    const answer = await spec[way]({ key: 'from the model' });
    expect('ok' in answer ? answer : answer.error?.details).toMatchObject({
      issues: [{ path: '/key', message: 'is unknown', rule: 'unknown' }],
    });
  });

  it.each(['exec', 'validate'] as const)(
    'are rejected for an invalid name before an unreadable value: %s',
    async (way) => {
      const args = {
        ['__proto__']: 1,
        get x(): never {
          throw new RangeError('not to be read');
        },
      };
      const answer = await toolOf(objectOf({ x: {} }))[way](args);
      expect('ok' in answer ? answer : answer.error?.details).toMatchObject({ issues: [{ rule: 'limit' }] });
    },
  );

  it.each([true, false])('may name a bound value as undefined, which is absent: open is %s', async (isOpen) => {
    const spec = toolOf(objectOf({ key: {} }, { additionalProperties: isOpen })).preset({ key: 'bound' });
    expect(await spec.validate({ key: undefined })).toEqual({ ok: true, value: {} });
    expect(await spec.call({ key: undefined })).toEqual({ key: 'bound' });
  });

  it('are objects, in any text format', async () => {
    for (const text of ['[]', '5', 'null', '"{}"']) {
      expect((await issuesIn(objectOf({}), text))[0]).toMatch(/^the arguments must be an object, got /);
    }
  });
});
