import type { JsonSchema } from 'toolwright';
import { objectOf, toolOf } from '../validation/json-tool.js';

function descriptionOf(x: JsonSchema | boolean, $defs?: JsonSchema['$defs']): string | undefined {
  const tool = toolOf(objectOf({}, { properties: { x }, ...($defs === undefined ? {} : { $defs }) }));
  const property = tool.inputSchema.properties?.x;
  return typeof property === 'object' ? property.description : undefined;
}

describe('the description of an argument', () => {
  const unions: [string, JsonSchema, string][] = [
    ['a list of types', { type: ['string', 'integer', 'null'] }, 'Accepts string, integer or null.'],
    ['anyOf', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'Accepts string or number.'],
    ['oneOf', { oneOf: [{ type: 'boolean' }, { type: 'array' }] }, 'Accepts boolean or array.'],
    [
      'four branches',
      { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'null' }] },
      'Accepts string, number, boolean or null.',
    ],
    [
      'a type twice',
      { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'string' }] },
      'Accepts string or number.',
    ],
    ['values', { anyOf: [{ const: 'auto' }, { const: 5 }, { type: 'null' }] }, 'Accepts "auto", 5 or null.'],
    ['a value with its type', { anyOf: [{ type: 'string', const: 'a' }, { const: 1 }] }, 'Accepts string or 1.'],
    ['an own description', { type: ['string', 'number'], description: 'The id.' }, 'The id. Accepts string or number.'],
    ['no full stop', { type: ['string', 'number'], description: 'The id' }, 'The id. Accepts string or number.'],
    ['no words', { type: ['string', 'number'], description: ' ' }, 'Accepts string or number.'],
  ];
  it.each(unions)('lists the types of a union: %s', (_form, schema, description) => {
    expect(descriptionOf(schema)).toBe(description);
  });

  it('names a definition', () => {
    const either = { anyOf: [{ $ref: '#/$defs/Point' }, { type: 'null' }] } as const;
    expect(descriptionOf(either, { Point: { type: 'object' } })).toBe('Accepts Point or null.');
  });

  const others: [string, JsonSchema | boolean][] = [
    ['one type', { type: 'string' }],
    ['a list of one type', { type: ['string'] }],
    ['branches of one type', { anyOf: [{ type: 'string' }, { type: 'string' }] }],
    ['one branch', { anyOf: [{ type: 'string' }] }],
    ['no branches', { minimum: 1 }],
    ['a branch that is not named', { anyOf: [{ type: 'string' }, { minimum: 1 }, { type: 'null' }] }],
    ['a branch of several types', { anyOf: [{ type: ['string', 'null'] }, { type: 'number' }] }],
    ['a branch that takes anything', { anyOf: [{ type: 'string' }, true, { type: 'null' }] }],
    ['anything', true],
    ['a nullable type', { type: ['string', 'null'] }],
    ['a nullable type in branches', { anyOf: [{ type: 'null' }, { type: 'integer' }] }],
  ];
  it.each(others)('is unchanged for %s', (_form, schema) => {
    expect(descriptionOf(schema)).toBeUndefined();
  });

  it('is the only thing that changes', () => {
    const { inputSchema } = toolOf(objectOf({ x: { type: ['string', 'number'] }, y: { type: 'string' } }));
    expect(inputSchema.properties).toEqual({
      x: { type: ['string', 'number'], description: 'Accepts string or number.' },
      y: { type: 'string' },
    });
  });
});
