/**
 * Ajv, which generates code, is the oracle, so code may be generated from strings here.
 *
 * @jest-environment node
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { DefinitionError, type JsonSchema, Toolkit, ToolSpec } from 'toolwright';
import { toJsonSchema, toMcp } from 'toolwright/formats';
import { hoistSubschemas } from '../../src/schema/json-schema/hoist-subschemas.js';
import { inlineRefs } from '../../src/schema/json-schema/inline-refs.js';
import { fc, runs } from '../support/fast-check.js';
import { deepFreeze } from './deep-freeze.js';
import { inputSchema as anyInputSchema, anyValue } from './random-schemas.js';

const executor = { kind: 'test', execute: () => undefined };
const address: JsonSchema = {
  type: 'object',
  properties: { street: { type: 'string', description: 'Street and number.' }, city: { type: 'string' } },
  required: ['street', 'city'],
};

function specOf(inputSchema: JsonSchema, outputSchema?: JsonSchema): ToolSpec {
  return ToolSpec.create({ name: 'ship', inputSchema, outputSchema, executor });
}

const referring = specOf({
  type: 'object',
  properties: { from: { $ref: '#/$defs/Address' }, to: { $ref: '#/$defs/Address', description: 'Where to.' } },
  $defs: { Address: address },
});
const repeating = specOf({ type: 'object', properties: { from: address, to: address } });
const recursive = specOf({
  type: 'object',
  properties: { root: { $ref: '#/$defs/Node' }, label: { $ref: '#/$defs/Label' } },
  $defs: {
    Label: { type: 'string' },
    Node: {
      type: 'object',
      properties: { label: { $ref: '#/$defs/Label' }, next: { $ref: '#/$defs/Node' } },
    },
  },
});

function parametersOf(spec: ToolSpec, refs: 'keep' | 'inline' | 'hoist'): JsonSchema {
  return spec.to(toJsonSchema, { refs }).parameters;
}

/** Returns whether a validator accepts a value. A reference to the root may not terminate. */
function verdictOf(validate: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return validate(value);
  } catch (error) {
    return error instanceof RangeError ? 'endless' : error;
  }
}

describe('the export option refs', () => {
  it('inlines each reference, with the annotations next to it', () => {
    expect(parametersOf(referring, 'inline')).toEqual({
      type: 'object',
      properties: { from: address, to: { ...address, description: 'Where to.' } },
      additionalProperties: false,
    });
  });

  it('keeps the definitions that contain themselves, and inlines the references in them', () => {
    const { properties, $defs } = parametersOf(recursive, 'inline');
    expect(properties).toEqual({ root: { $ref: '#/$defs/Node' }, label: { type: 'string' } });
    expect($defs).toEqual({
      Node: { type: 'object', properties: { label: { type: 'string' }, next: { $ref: '#/$defs/Node' } } },
    });
  });

  it('combines a reference with other keywords next to it', () => {
    const spec = specOf({
      type: 'object',
      properties: { a: { $ref: '#/$defs/Name', maxLength: 5 } },
      $defs: { Name: { type: 'string', maxLength: 9 } },
    });
    expect(parametersOf(spec, 'inline').properties).toEqual({
      a: { maxLength: 5, allOf: [{ type: 'string', maxLength: 9 }] },
    });
  });

  it('hoists subschemas that are repeated, named after their first place', () => {
    const { properties, $defs } = parametersOf(repeating, 'hoist');
    expect(properties).toEqual({ from: { $ref: '#/$defs/from' }, to: { $ref: '#/$defs/from' } });
    expect($defs).toEqual({ from: address });
  });

  it('uses a definition for a subschema that repeats it', () => {
    const spec = specOf({
      type: 'object',
      properties: { from: { $ref: '#/$defs/Address' }, to: address },
      $defs: { Address: address },
    });
    const { properties, $defs } = parametersOf(spec, 'hoist');
    expect(properties).toEqual({ from: { $ref: '#/$defs/Address' }, to: { $ref: '#/$defs/Address' } });
    expect($defs).toEqual({ Address: address });
  });

  it('keeps references as the format does by default', () => {
    expect(parametersOf(referring, 'keep')).toEqual(referring.toJsonSchema().parameters);
  });

  it('applies to the output schema, and to schemas that are otherwise exported verbatim', () => {
    const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { Address: address } };
    const inputSchema = { ...draft7, type: 'object', properties: { to: { $ref: '#/definitions/Address' } } };
    const spec = specOf(inputSchema as JsonSchema, inputSchema as JsonSchema);
    expect(spec.toMcp().inputSchema).toEqual(inputSchema);
    const exported = JSON.stringify(spec.to(toMcp, { refs: 'inline' }));
    expect(exported).not.toMatch(/\$ref|definitions|\$schema/);
    expect(exported.match(/Street and number/g)).toHaveLength(2);
  });

  it('applies to every export of a spec, a toolkit and a session', () => {
    const toolkit = new Toolkit();
    toolkit.register(referring);
    const onWarning = (): void => {};
    const exportAll = (refs: 'keep' | 'inline'): unknown[] =>
      [toolkit, toolkit.session()].flatMap((scope) => [
        scope.toOpenAI({ refs }),
        scope.toOpenAI({ refs, strict: true, onWarning }),
        scope.toOpenAI({ refs, api: 'chat' }),
        scope.toAnthropic({ refs }),
        scope.to(toMcp, { refs }),
      ]);
    const all = [...exportAll('inline'), referring.toOpenAI({ refs: 'inline' }), toolkit.toGemini({ refs: 'inline' })];
    expect(JSON.stringify(all)).not.toContain('$ref');
    for (const exported of exportAll('keep')) expect(JSON.stringify(exported)).toContain('$ref');
  });

  it('refuses to inline a schema that becomes too large', () => {
    const $defs: Record<string, JsonSchema> = { d36: { type: 'string' } };
    for (let level = 0; level < 36; level++) {
      const half = { $ref: `#/$defs/d${level + 1}` };
      $defs[`d${level}`] = { allOf: [half, half] };
    }
    const spec = specOf({ type: 'object', properties: { value: { $ref: '#/$defs/d0' } }, $defs });
    expect(() => spec.toOpenAI({ refs: 'inline' })).toThrow(DefinitionError);
    expect(() => spec.toOpenAI({ refs: 'hoist' })).not.toThrow();
  });

  it('refuses another style', () => {
    const message = "ship.to: refs must be 'keep', 'inline' or 'hoist', not \"none\".";
    expect(() => repeating.toOpenAI({ refs: 'none' as never })).toThrow(new DefinitionError(message));
  });

  it.each([
    ['inlineRefs', inlineRefs],
    ['hoistSubschemas', hoistSubschemas],
  ])('accepts exactly the values of the original schema: %s', (_, rewrite) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, logger: false });
    const compile = (schema: object): ((value: unknown) => unknown) | undefined => {
      try {
        return ajv.compile(schema);
      } catch (error) {
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    };
    let rewritten = 0;
    fc.assert(
      fc.property(anyInputSchema, fc.array(anyValue, { maxLength: 8 }), (schema, values) => {
        const copy = { type: 'object', properties: schema.properties ?? {} };
        const properties = { ...schema.properties, twice: { anyOf: [copy, copy] } };
        const original = { ...schema, $defs: { ...schema.$defs, Gone: {} }, properties };
        const changed = rewrite(deepFreeze(original) as JsonSchema);
        if (changed !== original) rewritten++;
        const before = compile(original);
        // A definition that only refers to itself.
        fc.pre(before !== undefined);
        const after = ajv.compile(changed);
        for (const value of [...values, ...values.map((one) => ({ twice: one }))]) {
          const [expected, verdict] = [before && verdictOf(before, value), verdictOf(after, value)];
          // The code that ajv generates for some schemas with `contains` uses a variable that it does not declare.
          if ([expected, verdict].some((one) => one instanceof ReferenceError)) continue;
          expect(verdict).toBe(expected);
        }
      }),
      { numRuns: runs(0.5) },
    );
    expect(rewritten).toBeGreaterThan(0);
  });
});
