import { objectOf, toolOf } from './json-tool.js';

const size = { type: 'integer', default: 20 } as const;

describe('the defaults of a schema', () => {
  it('are filled at any depth, where the objects are given', async () => {
    const tool = toolOf(objectOf({ page: objectOf({ sort: objectOf({ size }) }) }));
    expect(await tool.call({ page: { sort: {} } })).toEqual({ page: { sort: { size: 20 } } });
    expect(await tool.call({ page: {} })).toEqual({ page: {} });
    expect(await tool.call({})).toEqual({});
  });

  it('leave absent what has none', async () => {
    const tool = toolOf(objectOf({ size, none: { type: 'integer' }, page: objectOf({ none: {} }) }));
    const args = (await tool.call({ page: {} })) as Record<string, unknown>;
    expect(args).toStrictEqual({ size: 20, page: {} });
  });

  it('give way to null where null is admitted', async () => {
    const tool = toolOf(objectOf({ x: { type: ['integer', 'null'], default: 1 }, y: { default: null } }));
    expect(await tool.call({ x: null })).toEqual({ x: null, y: null });
  });
});
