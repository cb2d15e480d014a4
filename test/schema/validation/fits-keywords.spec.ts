import { DefinitionError, type JsonSchema, Tool, toolSpecsOf } from 'toolwright';

/** What a tool publishes as the default of a parameter with this schema. */
function published(schema: JsonSchema, value: unknown): unknown {
  class Service {
    @Tool({ params: { x: { schema, default: value } } })
    run(x: unknown): unknown {
      return x;
    }
  }
  const property = toolSpecsOf(new Service()).run?.inputSchema.properties?.x;
  return typeof property === 'object' ? property.default : undefined;
}

describe('a default', () => {
  const fitting: [JsonSchema, unknown][] = [
    [{}, 'anything'],
    [{ type: 'null' }, null],
    [{ type: ['string', 'null'] }, null],
    [{ type: ['string', 'null'] }, ''],
    [{ type: 'integer' }, 5],
    [{ type: 'number' }, 5.5],
    [{ type: 'boolean' }, false],
    [{ type: 'array' }, []],
    [{ type: 'object' }, {}],
    [{ enum: ['a', 'b', { c: [1] }] }, 'b'],
    [{ enum: ['a', { c: [1] }] }, { c: [1] }],
    [{ type: 'number', minimum: 1, maximum: 1 }, 1],
    [{ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 3 }, 2],
    [{ type: 'number', multipleOf: 0.5 }, 1.5],
    [{ type: 'number', multipleOf: 4 }, 8],
    [{ type: 'string', minLength: 2, maxLength: 2 }, '😀😀'],
    [{ type: 'string', pattern: '^\\p{Lu}' }, 'É'],
    [{ type: 'array', minItems: 1, maxItems: 1 }, [1]],
  ];
  it.each(fitting)('of %j may be %j', (schema, value) => {
    expect(published(schema, value)).toEqual(value);
  });

  const unfitting: [JsonSchema, unknown][] = [
    [{ type: 'null' }, 0],
    [{ type: 'string' }, null],
    [{ type: 'object' }, null],
    [{ type: 'object' }, []],
    [{ type: 'object' }, 'text'],
    [{ type: 'array' }, {}],
    [{ type: 'integer' }, 5.5],
    [{ type: 'integer' }, '5'],
    [{ type: ['string', 'null'] }, 0],
    [{ enum: ['a', 'b'] }, 'c'],
    [{ type: 'number', minimum: 1 }, 0],
    [{ type: 'number', maximum: 1 }, 2],
    [{ type: 'number', exclusiveMinimum: 1 }, 1],
    [{ type: 'number', exclusiveMaximum: 1 }, 1],
    [{ type: 'number', multipleOf: 4 }, 6],
    [{ type: 'number', multipleOf: 0.5 }, 1.25],
    [{ type: 'string', minLength: 3 }, '😀😀'],
    [{ type: 'string', maxLength: 1 }, 'ab'],
    [{ type: 'string', pattern: '^a' }, 'b'],
    [{ type: 'array', minItems: 2 }, [1]],
    [{ type: 'array', maxItems: 0 }, [1]],
  ];
  it.each(unfitting)('of %j must not be %j', (schema, value) => {
    expect(() => published(schema, value)).toThrow(DefinitionError);
    expect(() => published(schema, value)).toThrow(
      "Service.run: parameter 'x': its default does not fit its own schema. Correct one of them.",
    );
  });
});
