import { type } from 'arktype';
import { DefinitionError, Tool, Toolkit, ToolRegistry, ToolSpec, tool } from 'toolwright';
import * as v from 'valibot';
import { z } from 'zod';

const schema = z.object({ city: z.string() });
const execute = ({ city }: { readonly city: string }): string => city;

/** Calls `tool` as plain JavaScript does, where no compiler checks the arguments. */
function loosely(...args: readonly unknown[]): () => unknown {
  return () => Reflect.apply(tool, undefined, args);
}

describe('tool()', () => {
  it.each<readonly [string, readonly unknown[], string]>([
    [
      'a definition with a function',
      [{ name: 'weather', inputSchema: schema, execute }],
      "tool: the first argument must be a function, not an object with 'execute'. Write tool(execute, { name: 'weather', … }), " +
        'or convert a tool of the AI SDK with fromAiSdk() of toolwright/ai-sdk.',
    ],
    [
      'a definition without a name',
      [{ inputSchema: schema, execute }],
      "tool: the first argument must be a function, not an object with 'execute'. Write tool(execute, { name, … }), " +
        'or convert a tool of the AI SDK with fromAiSdk() of toolwright/ai-sdk.',
    ],
    [
      'the options first',
      [{ name: 'weather' }, execute],
      'tool: the first argument must be a function, not {"name":"weather"}. Write tool((input) => …, { name, inputSchema }).',
    ],
    [
      'a name first',
      ['weather', { inputSchema: schema }, execute],
      'tool: the first argument must be a function, not "weather". Write tool((input) => …, { name, inputSchema }).',
    ],
    [
      'nothing',
      [],
      'tool: the first argument must be a function, not undefined. Write tool((input) => …, { name, inputSchema }).',
    ],
  ])('says what it takes if it is given %s', (_, args, message) => {
    expect(loosely(...args)).toThrow(new DefinitionError(message));
    expect(loosely(...args)).toThrow(DefinitionError);
  });
});

const howToDefine = (name: string): string =>
  `an object with 'execute'. Write tool(execute, { ${name}, … }), or convert a tool of the AI SDK with fromAiSdk() of ` +
  'toolwright/ai-sdk.';

describe('a definition with a function', () => {
  const definition = { description: 'Forecasts', inputSchema: schema, execute };

  it.each<readonly [string, object, string]>([
    ['alone', definition, `register: the tool must be a spec, not ${howToDefine('name')}`],
    ['in an array', [definition], `register: the tool must be a spec, not ${howToDefine('name')}`],
    [
      'with a name',
      { name: 'weather', ...definition },
      `register: the tool must be a spec, not ${howToDefine("name: 'weather'")}`,
    ],
    [
      'in an object',
      { weather: definition },
      `Object has no tools. Its member 'weather' is ${howToDefine("name: 'weather'")}`,
    ],
    [
      'next to a function',
      { now: () => 1, weather: definition },
      `Object has no tools. Its member 'weather' is ${howToDefine("name: 'weather'")}`,
    ],
  ])('is refused by register %s, with the way to define a tool', (_, provider, message) => {
    expect(() => new Toolkit().register(provider)).toThrow(new DefinitionError(message));
  });

  it('is a tool if its members are functions only', () => {
    expect(Toolkit.of({ execute }).list()[0]?.name).toBe('execute');
    const search = tool(execute, { name: 'search', inputSchema: schema });
    expect(Toolkit.of({ search, history: () => 1 }).list()).toMatchObject([{ name: 'search' }, { name: 'history' }]);
  });

  it.each([
    ['values', { state: { key: 'k' } }, 'state'],
    ['a function and values', { callOptions: () => ({}), history: true }, 'callOptions'],
    ['an approver, which would be a tool', { approver: () => 'approve' }, 'approver'],
  ])('is refused by Toolkit.of() if it has the names of options: %s', (_, options, name) => {
    const weather = tool(execute, { name: 'weather', inputSchema: schema });
    expect(() => Toolkit.of(weather, options)).toThrow(
      new DefinitionError(
        `Toolkit.of() has providers and no options, such as '${name}'. Write new Toolkit<AllToolsOf<typeof tools>>({ ${name} }), ` +
          'with a tuple of the providers, and register the tuple.',
      ),
    );
  });
});

describe('a provider in the place of the options of register', () => {
  class Shop extends ToolRegistry {
    @Tool()
    open(): boolean {
      return true;
    }
  }
  const weather = tool(execute, { name: 'weather', inputSchema: schema });

  it.each<[string, object]>([
    ['a spec', weather],
    ['an instance', new Shop()],
    ['a function', execute],
  ])('is refused, with the way to register several: %s', (_, second) => {
    const toolkit = new Toolkit();
    expect(() => toolkit.register(new Shop(), second as object)).toThrow(
      new DefinitionError(
        'register: the second argument has the options. Pass several providers as an array: register([first, second]).',
      ),
    );
    expect(toolkit.list()).toEqual([]);
    toolkit.register([new Shop(), weather]);
    expect(toolkit.list().map(({ name }) => name)).toEqual(['open', 'weather']);
  });
});

describe('an object of schemas in the place of a schema', () => {
  const shape = { city: z.string(), days: z.number() };
  const messageOf = (where: string, remedy: string, vendor = 'zod'): DefinitionError =>
    new DefinitionError(`${where}: an object of ${vendor} schemas is not a schema. Write ${remedy}.`);
  const remedy = 'z.object({ city: … })';

  it('is refused by tool() with the schema to write', () => {
    const define = (inputSchema: object) => loosely(execute, { name: 'weather', inputSchema });
    expect(define(shape)).toThrow(messageOf('weather: inputSchema', remedy));
    expect(define({ city: type('string') })).toThrow(messageOf('weather: inputSchema', 'type({ city: … })', 'arktype'));
    expect(define({ city: v.string() })).toThrow(
      messageOf('weather: inputSchema', 'toStandardJsonSchema(v.object({ city: … }))', 'valibot'),
    );
    const other = { '~standard': { version: 1, vendor: 'other', validate: (value: unknown) => ({ value }) } };
    expect(define({ city: other })).toThrow(
      messageOf('weather: inputSchema', "the other schema of an object with the property 'city'", 'other'),
    );
  });

  it('is refused for results and for a parameter', () => {
    expect(loosely(execute, { name: 'weather', outputSchema: shape })).toThrow(
      messageOf('weather: outputSchema', remedy),
    );
    const weather = (place: unknown): unknown => place;
    expect(() => ToolSpec.fromFunction(weather, { params: { place: { schema: shape } } })).toThrow(
      messageOf("weather: parameter 'place'", remedy),
    );
  });

  it('is refused by @Tool() with the schema to write', () => {
    class Weather extends ToolRegistry {
      @Tool({ inputSchema: shape })
      weather(input: unknown): unknown {
        return input;
      }
    }
    expect(() => new Toolkit().register(new Weather())).toThrow(messageOf('Weather.weather: inputSchema', remedy));
  });
});

describe('a schema under the name that another library gives it', () => {
  const options = ['schema', 'parameters', 'input'];

  it.each(options)('is refused with the name of the option: %s', (option) => {
    const message = `weather: there is no option '${option}'. Did you mean 'inputSchema'?`;
    expect(loosely(execute, { name: 'weather', [option]: schema })).toThrow(new DefinitionError(message));
    expect(() =>
      ToolSpec.create({ name: 'weather', [option]: schema, executor: { kind: 'test', execute } } as never),
    ).toThrow(new DefinitionError(message));
  });

  it.each(options)('is refused by @Tool(): %s', (option) => {
    const define = (): unknown => {
      class Weather extends ToolRegistry {
        @Tool({ [option]: schema } as object)
        weather(city: string): string {
          return city;
        }
      }
      return new Toolkit().register(new Weather());
    };
    expect(define).toThrow(
      new DefinitionError(`Weather.weather: there is no option '${option}'. Did you mean 'inputSchema'?`),
    );
  });

  it('is refused with the name of the option for results', () => {
    const message = "weather: there is no option 'output'. Did you mean 'outputSchema'?";
    expect(loosely(execute, { name: 'weather', inputSchema: schema, output: schema })).toThrow(message);
  });
});
