import { type JsonSchema, ToolSpec } from 'toolwright';
import { z } from 'zod';
import { issuesIn, objectOf, toolOf } from '../validation/json-tool.js';

const Note = objectOf({ id: { type: 'string' } }, { required: ['id'], description: 'A note' });

function inputSchemaOf(root: JsonSchema, $defs: JsonSchema['$defs'] = { Note }): JsonSchema {
  const { $defs: _, ...schema } = toolOf({ ...root, $defs }).inputSchema;
  return schema;
}

describe('a root that refers to a definition', () => {
  it('has the keywords of the definition', () => {
    expect(inputSchemaOf({ $ref: '#/$defs/Note' })).toEqual({ ...Note, additionalProperties: false });
  });

  it('follows several references', () => {
    const $defs = { Note, Alias: { $ref: '#/$defs/Note', description: 'An alias' } };
    const shown = { ...Note, description: 'An alias', additionalProperties: false };
    expect(inputSchemaOf({ $ref: '#/$defs/Alias' }, $defs)).toEqual(shown);
  });

  it('finds definitions whose names are escaped in a reference', () => {
    expect(inputSchemaOf({ $ref: '#/$defs/A%20note' }, { 'A note': Note })).toMatchObject(Note);
  });

  it('adds its own annotations and required properties', async () => {
    const root = { $ref: '#/$defs/Note', type: 'object', description: 'Mine', required: ['q', 'id'] } as const;
    expect(inputSchemaOf(root)).toEqual({
      ...Note,
      description: 'Mine',
      required: ['id', 'q'],
      additionalProperties: false,
    });
    expect(await issuesIn({ ...root, $defs: { Note } }, {})).toEqual(["missing argument 'id'", "missing argument 'q'"]);
  });

  it('merges the properties of both', async () => {
    const root = objectOf({ q: { type: 'string' } }, { $ref: '#/$defs/Note', required: ['q'], $defs: { Note } });
    expect(await toolOf(root).call({ id: 'i', q: 'x' })).toEqual({ id: 'i', q: 'x' });
    expect(await issuesIn(root, { q: 'x' })).toEqual(["missing argument 'id'"]);
    expect(await issuesIn(root, { id: 'i' })).toEqual(["missing argument 'q'"]);
  });

  it('accepts any value if the definition does', async () => {
    const root: JsonSchema = { $ref: '#/$defs/Any', additionalProperties: true, $defs: { Any: true } };
    expect(await toolOf(root).call({ a: 1 })).toEqual({ a: 1 });
  });

  it('leaves no copy of itself behind that nothing refers to', () => {
    const executor = { kind: 'test', execute: () => undefined };
    const City = z.object({ name: z.string() }).meta({ id: 'City', title: 'A city' });
    const Trip = z.object({ from: City, to: City }).meta({ id: 'Trip', title: 'A trip' });
    const spec = ToolSpec.create({ name: 't', inputSchema: Trip, executor });
    const city = objectOf({ name: { type: 'string' } }, { required: ['name'] });
    const reference = { $ref: '#/$defs/City' };
    const trip = objectOf({ from: reference, to: reference }, { required: ['from', 'to'], $defs: { City: city } });
    expect(spec.inputSchema).toEqual({ ...trip, additionalProperties: false });
    expect(spec.toMcp().inputSchema).toEqual(spec.inputSchema);
  });

  it('keeps the definition of a root that refers to itself', () => {
    const Node: JsonSchema = objectOf({ next: { $ref: '#/$defs/Node' } });
    const root: JsonSchema = { $ref: '#/$defs/Node', $defs: { Node, Unused: { type: 'string' } } };
    expect(toolOf(root).inputSchema).toEqual({ ...Node, additionalProperties: false, $defs: { Node } });
    expect(toolOf(root).toMcp().inputSchema).toMatchObject(root);
  });
});
