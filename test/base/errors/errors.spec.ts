import { DefinitionError, NotFoundError, TimeoutError, ToolError } from 'toolwright';

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
