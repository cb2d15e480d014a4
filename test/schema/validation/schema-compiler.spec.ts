import { DefinitionError } from 'toolwright';
import { compileSchema } from '../../../src/schema/validation/schema-compiler.js';
import { issuesIn, objectOf, toolOf } from './json-tool.js';

describe('compileSchema', () => {
  it('throws a DefinitionError with the place and the reason if a schema does not compile', () => {
    const compile = (): unknown => compileSchema({ $ref: '#/$defs/Missing' }, 'Notes.add');
    expect(compile).toThrow(DefinitionError);
    expect(compile).toThrow(`Notes.add: its JSON Schema refers to "#/$defs/Missing", which does not exist.`);
    expect(() => compileSchema({ pattern: '(' }, 'Notes.add')).toThrow(
      /^Notes\.add: the pattern "\(" does not compile: Invalid regular expression/,
    );
  });

  it('returns the same results each time that a schema is compiled', () => {
    const schema = { $id: 'note', type: 'object', required: ['id'] } as const;
    for (const { accepts } of [compileSchema(schema, 'a'), compileSchema(schema, 'b')]) {
      expect(accepts({ id: 1 })).toBe(true);
      expect(accepts({})).toBe(false);
    }
  });

  it('returns every failure, and none for a valid value', () => {
    const { failures } = compileSchema({ type: 'object', required: ['a', 'b'] }, 'Notes.add');
    expect(failures({}).map(({ params }) => params.missingProperty)).toEqual(['a', 'b']);
    expect(failures({ a: 1, b: 2 })).toEqual([]);
  });
});

describe('numbers that JSON does not have', () => {
  it.each([Number.NaN, Infinity, -Infinity])('are rejected: %d', async (number) => {
    for (const type of ['number', 'integer'] as const) {
      expect(await issuesIn(objectOf({ x: { type } }), { x: number })).toHaveLength(1);
    }
  });
});

describe('unknown keywords and formats', () => {
  it('validate nothing', async () => {
    const schema = objectOf({ x: { type: 'string', format: 'colour', shade: 5 } });
    expect(await toolOf(schema).call({ x: 'red' })).toEqual({ x: 'red' });
  });
});
