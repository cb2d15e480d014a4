import { DefinitionError, type ParamOptions, Tool, ToolRegistry, ToolSpec } from 'toolwright';

// The compiler refuses most of these with a literal; plain JavaScript and `params` reach the check when the class is read.
const specOf = (options: ParamOptions): ToolSpec =>
  ToolSpec.fromFunction((value: unknown) => value, { name: 'run', params: { value: options } });

describe('the options of a parameter that contradict its type', () => {
  it.each<[string, ParamOptions, string]>([
    [
      'a number keyword on a string',
      { type: String, minimum: 1 },
      "'minimum' does not apply to its type, which is string",
    ],
    [
      'a string keyword on a number',
      { type: Number, pattern: 'a' },
      "'pattern' does not apply to its type, which is number",
    ],
    [
      'a string keyword on an integer',
      { type: 'integer', minLength: 1 },
      "'minLength' does not apply to its type, which is integer",
    ],
    [
      'a list keyword on a string',
      { type: String, minItems: 1 },
      "'minItems' does not apply to its type, which is string",
    ],
    [
      'a string keyword on a list',
      { type: [String], maxLength: 1 },
      "'maxLength' does not apply to its type, which is array",
    ],
    [
      'a keyword on the type of a schema',
      { schema: { type: 'boolean' }, minimum: 1 },
      "'minimum' does not apply to its type, which is boolean",
    ],
    ['a value of enum', { type: Number, enum: [1, 'two'] }, 'its type excludes the value "two", because it is number'],
    ['a value of const', { type: String, const: 1 }, 'its type excludes the value 1, because it is string'],
  ])('are refused by name: %s', (_, options, message) => {
    expect(() => specOf(options)).toThrow(DefinitionError);
    expect(() => specOf(options)).toThrow(`run: parameter 'value': ${message}`);
  });

  it.each<[string, ParamOptions]>([
    ['a keyword for one of several types', { schema: { type: ['string', 'number'] }, minimum: 1 }],
    ['a keyword on a type that is not known', { schema: {}, minimum: 1 }],
    ['bounds of an integer', { type: 'integer', minimum: 1, maximum: 5 }],
    ['values of the type', { type: String, enum: ['a', 'b'] }],
  ])('are no others: %s', (_, options) => {
    expect(Object.keys(specOf(options).params)).toEqual(['value']);
  });

  it('are refused if the compiler has emitted another type', () => {
    class Shop extends ToolRegistry {
      @Tool({ params: { query: { type: Number } } })
      find(query: string): string {
        return query;
      }
    }
    expect(() => new Shop().toToolSpecs()).toThrow(
      "Shop.find: parameter 'query': the option 'type' is number, but the parameter is a string. Correct one of them.",
    );
  });
});
