import { objectOf, toolOf } from './json-tool.js';

const size = { type: 'integer', default: 20 } as const;

describe('the defaults of a schema', () => {
  it('are filled in at any depth, if the objects are sent', async () => {
    const tool = toolOf(objectOf({ page: objectOf({ sort: objectOf({ size }) }) }));
    expect(await tool.call({ page: { sort: {} } })).toEqual({ page: { sort: { size: 20 } } });
    expect(await tool.call({ page: {} })).toEqual({ page: {} });
    expect(await tool.call({})).toEqual({});
  });

  it('do not affect properties without a default', async () => {
    const tool = toolOf(objectOf({ size, none: { type: 'integer' }, page: objectOf({ none: {} }) }));
    const args = (await tool.call({ page: {} })) as Record<string, unknown>;
    expect(args).toStrictEqual({ size: 20, page: {} });
  });

  it('do not replace null if null is accepted', async () => {
    const tool = toolOf(objectOf({ x: { type: ['integer', 'null'], default: 1 }, y: { default: null } }));
    expect(await tool.call({ x: null })).toEqual({ x: null, y: null });
  });
});
