import { usedDefinitions, withUsedDefinitions } from '../../../src/schema/json-schema/used-definitions.js';

const refTo = (name: string): { $ref: string } => ({ $ref: `#/$defs/${name}` });

const definitions = {
  Unused: { properties: { a: refTo('Leaf') } },
  Node: { properties: { next: refTo('Node'), leaf: refTo('Leaf') } },
  Leaf: { type: 'string' },
  Other: { type: 'number' },
} as const;

describe('usedDefinitions', () => {
  it('are those that a schema leads to, in their own order', () => {
    const schema = { properties: { other: refTo('Other'), node: { items: refTo('Node') } } };
    expect(usedDefinitions(schema, definitions)).toEqual({
      Node: definitions.Node,
      Leaf: definitions.Leaf,
      Other: definitions.Other,
    });
    expect(Object.keys(usedDefinitions(schema, definitions))).toEqual(['Node', 'Leaf', 'Other']);
  });

  it('are none of what is not there, and none of what is referred to elsewhere', () => {
    expect(usedDefinitions({ anyOf: [refTo('Missing'), { $ref: 'https://example.com/#/Node' }] }, definitions)).toEqual(
      {},
    );
  });
});

describe('withUsedDefinitions', () => {
  it('leaves out what nothing leads to', () => {
    const root = { properties: { leaf: refTo('Leaf') } };
    expect(withUsedDefinitions({ ...root, $defs: definitions })).toEqual({
      ...root,
      $defs: { Leaf: definitions.Leaf },
    });
  });

  it('leaves no empty definitions', () => {
    expect(withUsedDefinitions({ type: 'object', $defs: definitions })).toStrictEqual({ type: 'object' });
  });

  it('gives the same schema where there are none', () => {
    const schema = { type: 'object' } as const;
    expect(withUsedDefinitions(schema)).toBe(schema);
  });
});
