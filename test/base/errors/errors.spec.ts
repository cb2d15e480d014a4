import { map } from 'rxjs';
import { DefinitionError, NotFoundError, TimeoutError, ToolError, Toolkit, ToolSpec } from 'toolwright';

describe('instanceof', () => {
  class ShopError extends NotFoundError {}

  it('distinguishes the subclasses of ToolError', () => {
    const error: unknown = new ShopError('gone');
    expect([ToolError, NotFoundError, ShopError].map((type) => error instanceof type)).toEqual([true, true, true]);
    expect(error instanceof TimeoutError).toBe(false);
    expect(new NotFoundError('gone') instanceof ShopError).toBe(false);
  });

  it('recognizes an error of another copy of the package by its brand', () => {
    const other: unknown = Object.create(Error.prototype, { [Symbol.for('toolwright.ToolError@1')]: { value: true } });
    expect(other instanceof ToolError).toBe(true);
    expect(other instanceof NotFoundError).toBe(false);
  });

  it.each([undefined, null, 'gone', {}, new Error('gone')])('rejects %p', (value: unknown) => {
    expect(value instanceof ToolError).toBe(false);
  });
});

describe('ToolError itself', () => {
  it('cannot be thrown, because it has no code', () => {
    const create = (): unknown => Reflect.construct(ToolError, ['gone']);
    expect(create).toThrow('ToolError is abstract. Create an error of a subclass');
  });
});

describe('ToolError.is', () => {
  class ShopError extends NotFoundError {}

  it('checks for the class on which it is called', () => {
    const error: unknown = new ShopError('gone');
    expect([ToolError, NotFoundError, ShopError].map((type) => type.is(error))).toEqual([true, true, true]);
    expect([DefinitionError.is(error), TimeoutError.is(error)]).toEqual([false, false]);
  });

  it('recognizes an error of another copy of the package by its name', () => {
    const brand = { [Symbol.for('toolwright.ToolError@1')]: { value: true } };
    const other: unknown = Object.create(Error.prototype, { ...brand, name: { value: 'DefinitionError' } });
    expect([ToolError.is(other), DefinitionError.is(other), NotFoundError.is(other)]).toEqual([true, true, false]);
  });
});

describe('an error that arrives as JSON', () => {
  it.each(['constructor', '__proto__', 'toString', 'of a newer version'])(
    'is a ToolError with the code %s',
    async (code) => {
      const toolkit = new Toolkit();
      toolkit.register(ToolSpec.fromFunction((): string => 'found', { name: 'find' }));
      const error = { code, message: 'It is gone.', retryable: false } as never;
      toolkit.use((_, next) => next().pipe(map((response) => ({ ...response, state: 'error', error }))));
      const result = await toolkit.execute('find', {});
      expect(ToolError.is(result.error)).toBe(true);
      expect(result.error).toMatchObject({ code: 'execution', message: 'It is gone.' });
    },
  );
});
