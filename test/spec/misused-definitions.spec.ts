import { DefinitionError, Tool, Toolkit, ToolRegistry, ToolSpec, tool } from 'toolwright';
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
