import { DefinitionError, tool } from 'toolwright';
import { z } from 'zod';

const named = { name: 'forecast' } as const;
const inputSchema = z.object({ city: z.string(), days: z.number().default(1) });

describe('a function whose inputSchema describes the entire object', () => {
  it('receives the object, and the context as a second parameter', async () => {
    const forecast = tool((input, context) => [input, context.auth], { ...named, inputSchema });
    expect(await forecast.call({ city: 'Rome' }, { auth: 'ann' })).toEqual([{ city: 'Rome', days: 1 }, 'ann']);
  });

  it('may take the object apart', async () => {
    const forecast = tool(({ city }, context) => [city, context.call.name], { ...named, inputSchema });
    expect(await forecast.call({ city: 'Rome' })).toEqual(['Rome', 'forecast']);
  });

  it('binds properties of the object, which models do not see', async () => {
    const forecast = tool((input) => input, { ...named, inputSchema, bind: { city: 'session.city' } });
    expect(Object.keys(forecast.params)).toEqual(['days']);
    const state = { session: { city: 'Rome' } };
    expect(await forecast.call({ days: 2 }, { state })).toEqual({ city: 'Rome', days: 2 });
    expect((await forecast.exec({ city: 'Oslo' } as never, { state })).error?.code).toBe('invalid_parameters');
  });

  it('is refused if a binding names neither a parameter nor a property', () => {
    const bind: object = { town: 'session.town' };
    expect(() => tool((input) => input, { ...named, inputSchema, bind })).toThrow(
      new DefinitionError(
        "forecast: there is no property 'town' to bind. The schema has city, days. Add a property to the schema, which models do not see if it is bound, or a parameter of this name to the function.",
      ),
    );
  });

  it('does not receive the context in a parameter with a description of its own', () => {
    const params = { unit: { type: String } };
    expect(() =>
      tool((input: object, unit: string) => [input, unit], { ...named, inputSchema, params } as never),
    ).toThrow("no parameter receives property 'city' of inputSchema");
  });
});

describe('a function whose only parameter has the name of the only property of a schema', () => {
  it('is refused with zod, because TypeScript infers the entire object', () => {
    const options = { name: 'greet', inputSchema: z.object({ name: z.string() }) } as const;
    expect(() => tool((name) => name, options)).toThrow(
      "greet: the parameter 'name' has the name of the only property of inputSchema, and its type is the entire object. " +
        'Destructure it, as in ({ name }) => …, or give it a name that is not a property.',
    );
    expect(() => tool(({ name }) => name, options)).not.toThrow();
  });
});
