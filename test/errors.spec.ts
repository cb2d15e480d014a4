import { NotFoundError, TimeoutError, ToolError } from 'toolwright';

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
