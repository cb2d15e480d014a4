import { usedDefinitions, withUsedDefinitions } from '../../../src/schema/json-schema/used-definitions.js';

const refTo = (name: string): { $ref: string } => ({ $ref: `#/$defs/${name}` });

const definitions = {
  Unused: { properties: { a: refTo('Leaf') } },
  Node: { properties: { next: refTo('Node'), leaf: refTo('Leaf') } },
  Leaf: { type: 'string' },
  Other: { type: 'number' },
} as const;

describe('usedDefinitions', () => {
  it('returns the definitions to which a schema refers, in their original order', () => {
    const schema = { properties: { other: refTo('Other'), node: { items: refTo('Node') } } };
    expect(usedDefinitions(schema, definitions)).toEqual({
      Node: definitions.Node,
      Leaf: definitions.Leaf,
      Other: definitions.Other,
    });
    expect(Object.keys(usedDefinitions(schema, definitions))).toEqual(['Node', 'Leaf', 'Other']);
  });

  it('ignores references to missing definitions and to other locations', () => {
    expect(usedDefinitions({ anyOf: [refTo('Missing'), { $ref: 'https://example.com/#/Node' }] }, definitions)).toEqual(
      {},
    );
  });
});

describe('withUsedDefinitions', () => {
  it('removes unused definitions', () => {
    const root = { properties: { leaf: refTo('Leaf') } };
    expect(withUsedDefinitions({ ...root, $defs: definitions })).toEqual({
      ...root,
      $defs: { Leaf: definitions.Leaf },
    });
  });

  it('removes empty definitions', () => {
    expect(withUsedDefinitions({ type: 'object', $defs: definitions })).toStrictEqual({ type: 'object' });
  });

  it('returns the same schema if there are no definitions', () => {
    const schema = { type: 'object' } as const;
    expect(withUsedDefinitions(schema)).toBe(schema);
  });
});
