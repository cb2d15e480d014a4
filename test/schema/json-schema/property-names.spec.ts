import { DefinitionError, type JsonSchema } from 'toolwright';
import { objectOf, toolOf } from '../validation/json-tool.js';

const names = (...properties: readonly string[]): JsonSchema => ({
  properties: Object.fromEntries(properties.map((name) => [name, { type: 'string' }])),
});

/** Returns the names that a tool allows to bind. */
function bindable(schema: JsonSchema, candidates: readonly string[]): readonly string[] {
  const tool = toolOf(schema);
  return candidates.filter((name) => {
    try {
      return tool.bind(name) !== tool;
    } catch (error) {
      expect(error).toBeInstanceOf(DefinitionError);
      return false;
    }
  });
}

describe('the properties that can be bound', () => {
  it('are declared by the schema and by all subschemas for the same object', () => {
    // biome-ignore lint/suspicious/noThenProperty: JSON Schema keywords.
    const condition = { if: names('d'), then: names('e'), else: names('f') };
    const schema = objectOf(
      { a: { type: 'string' } },
      {
        allOf: [names('b'), { $ref: '#/$defs/Base' }, true],
        anyOf: [names('c', 'a')],
        oneOf: [{ anyOf: [names('g')] }],
        ...condition,
        dependentSchemas: { a: names('h') },
        $defs: { Base: { ...names('i'), allOf: [{ $ref: '#/$defs/Deeper' }] }, Deeper: names('j') },
      },
    );
    const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    expect(bindable(schema, all)).toEqual(all);
  });

  it('do not include properties of other values', () => {
    const schema = objectOf(
      { a: { type: 'object', ...names('b'), allOf: [names('c')] }, list: { type: 'array', items: names('d') } },
      {
        additionalProperties: names('e'),
        default: names('f'),
        $defs: { Unused: names('g'), undefined: names('h') },
        allOf: [{ description: 'Refers to nothing' }],
      },
    );
    expect(bindable(schema, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toEqual(['a']);
  });

  it('are found in linear time if parts are shared exponentially', () => {
    const levels = Array.from({ length: 40 }, (_, level) => {
      const next = { $ref: `#/$defs/L${level + 1}` };
      return [`L${level}`, { allOf: [next, next] }] as const;
    });
    const $defs = { ...Object.fromEntries(levels), L40: names('deep') };
    expect(bindable(objectOf({ a: {} }, { anyOf: [{ $ref: '#/$defs/L0' }], $defs }), ['a', 'other'])).toEqual(['a']);
  });
});
