import 'toolwright/dto';
import { IsDate, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { Bind, type JsonSchema, Param, Tool, ToolRegistry, ToolSpec } from 'toolwright';
import { z } from 'zod';

const executor = { kind: 'echo', execute: (args: Readonly<Record<string, unknown>>) => args };

function toolOf(inputSchema: JsonSchema): ToolSpec {
  return ToolSpec.create({ name: 't', inputSchema, executor });
}

describe('a bound property without a value', () => {
  const inputSchema: JsonSchema = {
    type: 'object',
    properties: { q: { type: 'string' }, userId: { type: 'string' }, size: { type: 'integer', default: 20 } },
    required: ['q'],
  };

  it('fails the call even if the schema does not require it', async () => {
    const { error } = await toolOf(inputSchema).bind('userId', { stateKey: 'user.id' }).exec({ q: 'x' });
    expect(error?.code).toBe('unbound_state');
    expect(error?.toolName).toBe('t');
  });

  it("uses a copy of the schema's default in each call", async () => {
    expect(await toolOf(inputSchema).bind('size').call({ q: 'x' })).toEqual({ q: 'x', size: 20 });
    const tool = ToolSpec.fromFunction((tags: string[]) => tags.push('x'), {
      name: 'f',
      params: { tags: { type: [String], default: ['a'] } },
    }).bind('tags');
    expect(await tool.call()).toBe(2);
    expect(await tool.call()).toBe(2);
  });

  it("uses a DTO's initialiser, and fails if a DTO property is only optional", async () => {
    class Page {
      @IsInt() size: number = 20;
      @IsOptional() @IsString() owner?: string;
    }
    const tool = ToolSpec.create({ name: 't', inputSchema: Page, executor });
    expect(await tool.bind('size').call({})).toEqual({ size: 20 });
    expect((await tool.bind('owner').exec({})).error?.code).toBe('unbound_state');
  });

  it('uses the default of a Standard Schema', async () => {
    const tool = ToolSpec.create({ name: 't', inputSchema: z.object({ n: z.number().default(3) }), executor });
    expect(await tool.bind('n').call({})).toEqual({ n: 3 });
  });
});

describe('the output of a Standard Schema for all arguments', () => {
  class Foo {
    constructor(readonly fields: object) {}
  }

  it('stays an instance of its class when a property is bound', async () => {
    const inputSchema = z.object({ a: z.string(), b: z.string() }).transform((fields) => new Foo(fields));
    const tool = ToolSpec.fromFunction((foo: Foo) => foo, { name: 't', inputSchema }).bind('b', { default: 'q' });
    const foo = await tool.call({ a: 'x' });
    expect(foo).toBeInstanceOf(Foo);
    expect(foo).toMatchObject({ b: 'q', fields: { a: 'x' } });
  });

  it('stays a primitive', async () => {
    const inputSchema = z.object({ a: z.string(), b: z.string() }).transform(({ a, b }) => a + b);
    const tool = ToolSpec.fromFunction((joined: string) => joined, { name: 't', inputSchema });
    expect(await tool.bind('b', { default: 'q' }).call({ a: 'x' })).toBe('xq');
  });

  it('is not created for a bound value that it rejects, and the model does not see the value', async () => {
    const inputSchema = z.object({ a: z.string(), token: z.string() });
    const tool = ToolSpec.create({ name: 't', inputSchema, executor, bind: { token: 'token' }, state: { token: 5 } });
    const { error } = await tool.exec({ a: 'x' });
    expect(error?.code).toBe('unbound_state');
    expect((await tool.exec({ a: 5 })).toText()).toBe(
      "Invalid arguments for 't': /a Invalid input: expected string, received number",
    );
  });

  it('is rejected for unknown names even if its root is a union', async () => {
    const inputSchema = z.discriminatedUnion('k', [
      z.object({ k: z.literal('x'), n: z.number() }),
      z.object({ k: z.literal('y') }),
    ]);
    const tool = ToolSpec.create({ name: 't', inputSchema, executor });
    expect(await tool.call({ k: 'x', n: 1 })).toEqual({ k: 'x', n: 1 });
    expect((await tool.exec({ k: 'x', n: 1, zz: 2 })).toText()).toBe(
      "Invalid arguments for 't': unknown argument 'zz'",
    );
  });

  it('reports an unknown name once', async () => {
    const tool = ToolSpec.create({ name: 't', inputSchema: z.strictObject({ a: z.string() }), executor });
    expect((await tool.exec({ a: 'x', q: 1 })).toText()).toBe("Invalid arguments for 't': unknown argument 'q'");
  });
});

describe('a default value in the code', () => {
  class Lists extends ToolRegistry {
    @Tool() list(
      @Param({ type: String }) cursor: string | null = null,
      @Param({ minimum: 5 }) least: number = 1,
      @Param({ pattern: '^a' }) from: string = 'b',
      @Param({ enum: ['up', 'down'] }) order: string = 'sideways',
      @Param({ type: [String], minItems: 1 }) tags: string[] = [],
      @Param({ maximum: 100 }) most: number = 50,
    ): unknown[] {
      return [cursor, least, from, order, tags, most];
    }
  }
  const spec = new Lists().toolSpec('list');

  it('is used although the schema would reject it from a model', async () => {
    expect(await spec.call({})).toEqual([null, 1, 'b', 'sideways', [], 50]);
    expect((await spec.exec({ least: 1 })).toText()).toContain('/least must be >= 5, got 1');
  });

  it('is published only if a model could send it', () => {
    const defaults = Object.entries(spec.params).filter(
      ([, property]) => typeof property === 'object' && 'default' in property,
    );
    expect(defaults.map(([name]) => name)).toEqual(['most']);
  });

  it('that is declared in the schema must match it', () => {
    class Wrong extends ToolRegistry {
      @Tool() list(@Param({ maximum: 5, default: 9 }) limit: number): number {
        return limit;
      }
    }
    expect(() => new Wrong().toToolSpecs()).toThrow(
      "Wrong.list: parameter 'limit': its default does not fit its own schema. Correct one of them.",
    );
  });
});

describe('an explicit schema', () => {
  class Explicit extends ToolRegistry {
    @Tool({ inputSchema: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } } } })
    both(@Param({ minLength: 3, description: 'A name' }) a: string, b: number): unknown[] {
      return [a, b];
    }
  }

  it('is refined by @Param() on the parameter that receives a property', async () => {
    const spec = new Explicit().toolSpec('both');
    expect(spec.params).toEqual({ a: { type: 'string', minLength: 3, description: 'A name' }, b: { type: 'number' } });
    expect((await spec.exec({ a: 'x' })).toText()).toBe(
      'Invalid arguments for \'both\': /a must have at least 3 characters, got "x"',
    );
    expect(spec.toMcp().inputSchema.properties).toMatchObject({ a: { minLength: 3 } });
  });

  it('passes a rest parameter one property, never the root', () => {
    const inputSchema = { type: 'object', properties: { x: { type: 'string' } } } as const;
    expect(() => ToolSpec.fromFunction((...all: string[]) => all, { name: 'f', inputSchema })).toThrow(
      "f: no parameter receives property 'x' of inputSchema",
    );
  });

  it('composed of others has the properties of all', async () => {
    const tool = toolOf({
      type: 'object',
      allOf: [{ properties: { a: { type: 'string' } } }, { $ref: '#/$defs/More' }],
      $defs: { More: { properties: { b: { type: 'string' } }, required: ['b'] } },
    });
    const bound = tool.bind('b', { default: 'q' });
    expect(await bound.call({ a: 'x' })).toEqual({ a: 'x', b: 'q' });
    expect((await bound.exec({ a: 'x', b: 'y' })).toText()).toBe("Invalid arguments for 't': unknown argument 'b'");
    expect(() => tool.bind('c')).toThrow(
      "t: there is no property 'c' to bind. The schema has a, b. Add a property to the schema, which models do not see if it is bound, or a parameter of this name to the function.",
    );
  });

  it('is copied, so that the published schema cannot change the author’s', () => {
    const inputSchema = { type: 'object', properties: { a: { type: 'string', examples: ['x'] } } } as const;
    const { properties = {} } = toolOf(inputSchema).toMcp().inputSchema;
    expect(properties).toEqual(inputSchema.properties);
    expect(properties.a).not.toBe(inputSchema.properties.a);
    expect(Object.isFrozen(inputSchema.properties.a)).toBe(false);
  });
});

describe('bindings', () => {
  it('of different names never share their hidden names', () => {
    const properties = { 'a\nb': { type: 'string' }, a: { type: 'string' }, b: { type: 'string' } } as const;
    const tool = toolOf({ type: 'object', properties });
    expect(Object.keys(tool.bind('a\nb').params)).toEqual(['a', 'b']);
    expect(Object.keys(tool.bind('a').bind('b').params)).toEqual(['a\nb']);
  });

  it('in addition to spread arguments must have a unique name', () => {
    class Item {
      @IsString() user!: string;
    }
    class Clash extends ToolRegistry {
      @Tool() add(item: Item, @Bind('user') user: string): unknown[] {
        return [item, user];
      }
    }
    expect(() => new Clash().toToolSpecs()).toThrow(
      "Clash.add: the bound parameter 'user' has the name of one of the arguments",
    );
  });
});

describe('arguments', () => {
  it('are copied at every depth, so the tool may change them', async () => {
    const tool = ToolSpec.fromFunction((items: { tags: string[] }[]) => items[0]?.tags.push('new'), {
      name: 'f',
      inputSchema: { type: 'object', properties: { items: { type: 'array' } } },
    });
    const input = { items: [{ tags: ['a'] }] };
    expect(await tool.call(input)).toBe(2);
    expect(input).toEqual({ items: [{ tags: ['a'] }] });
  });

  it('from code preserve values that are not JSON', async () => {
    const when = new Date();
    const args = (await toolOf({ type: 'object', properties: { data: {} } }).call({ data: { when } })) as {
      data: object;
    };
    expect(args.data).toEqual({ when });
    expect((args.data as { when: unknown }).when).toBe(when);
  });

  it('that are not finite are not numbers', async () => {
    const tool = toolOf({ type: 'object', properties: { n: { type: 'number' }, i: { type: 'integer' } } });
    expect((await tool.exec('{"n": 1e400}')).toText()).toContain('/n must be number');
    expect((await tool.exec({ i: Number.POSITIVE_INFINITY })).toText()).toContain('/i must be integer');
    expect((await tool.exec({ n: Number.NaN })).toText()).toContain('/n must be number');
  });
});

describe('a class whose instances class-validator always rejects', () => {
  it('is a DefinitionError that names the property', () => {
    class Page {
      @IsInt() size!: number;
      offset: number = 4;
    }
    expect(() => ToolSpec.create({ name: 't', inputSchema: Page, executor })).toThrow(
      'Page.offset has no class-validator rule, so class-validator would reject it. Add a rule, or @Allow().',
    );
  });

  it.each([
    ['a Date that nothing makes', IsDate(), 'must be a Date, but has no conversion: add @Type(() => Date)'],
    [
      'a class that nothing makes',
      ValidateNested(),
      'must be an instance of a class, but has no conversion: add @Type(() => …) with that class',
    ],
  ])('is also a DefinitionError for %s', (_what, decorate, remedy) => {
    class Due {}
    decorate(Due.prototype, 'at');
    expect(() => ToolSpec.create({ name: 't', inputSchema: Due, executor })).toThrow(`Due.at ${remedy}.`);
  });
});
