import 'toolwright/dto';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, ValidateNested } from 'class-validator';
import { DefinitionError, Param, Tool, ToolRegistry, ToolSpec } from 'toolwright';
import { z } from 'zod';
import { jestSetUp } from '../../support/jest-set-up.js';

function complaint(registry: ToolRegistry): string {
  try {
    registry.toToolSpecs();
  } catch (error) {
    return error instanceof DefinitionError ? error.message : `not a DefinitionError: ${String(error)}`;
  }
  return 'no complaint';
}

describe('a parameter without a type', () => {
  const page = 'See node_modules/toolwright/docs/troubleshooting.md.';
  const remedy = `${jestSetUp}, or use a DTO class or @Param({ schema }).`;

  it('of an interface, a union or a promise has no runtime type', () => {
    class OfUnion extends ToolRegistry {
      @Tool() run(x: string | number): unknown {
        return x;
      }
    }
    class OfPromise extends ToolRegistry {
      @Tool() run(x: Promise<string>): unknown {
        return x;
      }
    }
    for (const registry of [new OfUnion(), new OfPromise()]) {
      expect(complaint(registry)).toBe(
        `${registry.constructor.name}.run: parameter 'x' has no runtime type (an interface or a union). ${remedy} ${page}`,
      );
    }
  });

  it('of a class without rules is reported with the name of the class', () => {
    class Plain {}
    class Tools extends ToolRegistry {
      @Tool() run(x: Plain): unknown {
        return x;
      }
    }
    expect(complaint(new Tools())).toBe(
      `Tools.run: parameter 'x': class 'Plain' has no class-validator rules. ${remedy} ${page}`,
    );
  });

  it('of a function is reported with the possible causes', () => {
    class Tools extends ToolRegistry {
      @Tool() run(x: () => void): unknown {
        return x;
      }
    }
    expect(complaint(new Tools())).toBe(
      "Tools.run: parameter 'x' has the runtime type Function: its class was imported with 'import type', or its type is a " +
        "function. Import the class with 'import', use @Param({ schema }), or mark a ToolContext with @Ctx(). A parameter of the type " +
        "Bound needs the build plugin, toolwright/register, or the module that 'toolwright generate' writes. " +
        page,
    );
  });

  it('of a function without decorators is reported with the ways to declare the type', () => {
    expect(() => ToolSpec.fromFunction((limit: number) => limit, { name: 'f' }).inputSchema).toThrow(
      "f: parameter 'limit' has no runtime type, because the types of the function were not read. " +
        `${jestSetUp}, pass the function to tool() where it is declared, or set the option params: { limit: { type } }. See `,
    );
  });
});

describe('a parameter that receives an array', () => {
  class Node {
    @IsInt() id!: number;
    @IsOptional() @ValidateNested() @Type(() => Node) next?: Node;
  }
  class Tools extends ToolRegistry {
    @Tool() recursive(
      @Param({
        schema: {
          $ref: '#/$defs/Node',
          $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' }, id: { type: 'integer' } } } },
        },
      })
      ...nodes: unknown[]
    ): unknown {
      return nodes;
    }

    @Tool() trees(
      @Param({ schema: { type: 'object', properties: { up: { $ref: '#' } } } })
      ...trees: unknown[]
    ): unknown {
      return trees;
    }

    @Tool() transformed(@Param({ schema: z.string().transform((text) => text.length) }) ...lengths: number[]): unknown {
      return lengths;
    }

    @Tool() instances(@Param({ type: [Node], minItems: 1 }) nodes: Node[]): unknown {
      return nodes;
    }
  }
  const tools = new Tools();

  it('publishes the definitions of its items at the root', async () => {
    const spec = tools.toolSpec('recursive');
    expect(spec.params.nodes).toMatchObject({ type: 'array', items: { $ref: '#/$defs/Node' } });
    expect(Object.keys(spec.inputSchema.$defs ?? {})).toEqual(['Node']);
    expect(await spec.call({ nodes: [{ id: 1, next: { id: 2 } }] })).toEqual([{ id: 1, next: { id: 2 } }]);
    expect((await spec.exec({ nodes: [{ next: { id: 'x' } }] })).toText()).toContain(
      '/nodes/0/next/id must be integer',
    );
  });

  it('resolves an item that refers to itself', async () => {
    const spec = tools.toolSpec('trees');
    expect(await spec.call({ trees: [{ up: { up: {} } }] })).toEqual([{ up: { up: {} } }]);
    expect((await spec.exec({ trees: [{ up: { up: [] } }] })).toText()).toContain('/trees/0/up/up must be object');
  });

  it('receives each item parsed by its schema', async () => {
    expect(await tools.toolSpec('transformed').call({ lengths: ['a', 'bcd'] })).toEqual([1, 3]);
    expect((await tools.toolSpec('transformed').exec({ lengths: 'a' })).toText()).toContain('/lengths must be array');
    const [node] = (await tools.toolSpec('instances').call({ nodes: [{ id: 1 }] })) as Node[];
    expect(node).toBeInstanceOf(Node);
    expect((await tools.toolSpec('instances').exec({ nodes: [] })).toText()).toContain('must have at least 1 item');
  });
});

describe('a sole parameter', () => {
  const personSchema = { type: 'object', properties: { name: { type: 'string' } } } as const;
  class Tools extends ToolRegistry {
    @Tool() required(@Param({ schema: personSchema }) person: object): unknown {
      return person;
    }

    @Tool() optional(@Param({ schema: personSchema, optional: true }) person?: object): unknown {
      return person;
    }

    @Tool() nullable(@Param({ schema: { ...personSchema, type: ['object', 'null'] } }) person: object | null): unknown {
      return person;
    }

    @Tool() empty(@Param({ schema: { type: 'object', properties: {} } }) person: object): unknown {
      return person;
    }
  }

  it('spreads only if it is a required object with declared properties', () => {
    const { required, optional, nullable, empty } = new Tools().toToolSpecs();
    expect(Object.keys(required?.params ?? {})).toEqual(['name']);
    for (const spec of [optional, nullable, empty]) expect(Object.keys(spec?.params ?? {})).toEqual(['person']);
  });
});

describe('a parameter with the name of a JSON Schema type', () => {
  class Shop extends ToolRegistry {
    @Tool({ params: { tags: { type: ['string'] } } })
    order(
      @Param({ type: 'integer', minimum: 1 }) count: number,
      tags: string[],
      @Param({ type: 'object' }) extra: object,
    ) {
      return { count, tags, extra };
    }
  }

  it('has that type', async () => {
    const spec = new Shop().toolSpec('order');
    expect(spec.params).toEqual({
      count: { type: 'integer', minimum: 1 },
      tags: { type: 'array', items: { type: 'string' } },
      extra: { type: 'object' },
    });
    const args = { count: 2, tags: ['new'], extra: { a: 1 } };
    expect(await spec.call(args)).toEqual(args);
    expect((await spec.validate({ ...args, count: 1.5 })).ok).toBe(false);
  });

  it('cannot have a name that JSON Schema does not define', () => {
    class Wrong extends ToolRegistry {
      @Tool() run(@Param({ type: 'int' as 'integer' }) x: number): unknown {
        return x;
      }
    }
    expect(complaint(new Wrong())).toBe(
      "Wrong.run: parameter 'x': type 'int' is not the name of a JSON Schema type: 'string', 'number', 'integer', " +
        "'boolean', 'object', 'array', 'null'.",
    );
  });
});

describe('a last parameter of an erased type', () => {
  interface Context {
    readonly call: { readonly name: string };
  }

  it.each(['ctx', 'context'])('is the context if its name is %s', async (name) => {
    class Tools extends ToolRegistry {
      @Tool() first(text: string, ctx: Context): unknown {
        return `${text} ${ctx.call.name}`;
      }
      @Tool() second(text: string, context: Context): unknown {
        return `${text} ${context.call.name}`;
      }
    }
    const tool = name === 'ctx' ? 'first' : 'second';
    const spec = new Tools().toolSpec(tool);
    expect(Object.keys(spec.params)).toEqual(['text']);
    expect(await spec.call({ text: 'a' })).toBe(`a ${tool}`);
  });

  it('is an argument if it is described, and unknown if it is not the last one', async () => {
    class Described extends ToolRegistry {
      @Tool() run(@Param({ schema: { type: 'object' } }) context: Context): unknown {
        return context;
      }
    }
    class First extends ToolRegistry {
      @Tool() run(ctx: Context, text: string): unknown {
        return [ctx, text];
      }
    }
    expect(await new Described().toolSpec('run').call({ context: { call: 1 } })).toEqual({ call: 1 });
    expect(complaint(new First())).toContain("parameter 'ctx' has no runtime type");
  });

  it('is not the context if its type has a meaning', () => {
    class Tools extends ToolRegistry {
      @Tool() run(context: string): unknown {
        return context;
      }
    }
    expect(Object.keys(new Tools().toolSpec('run').params)).toEqual(['context']);
  });
});
