import { Ctx, DefinitionError, Tool, ToolContext, ToolRegistry, ToolSpec } from 'toolwright';
import {
  ArrayTools,
  CalculatorTools,
  createBuiltinToolkit,
  DateTimeTools,
  ObjectTools,
  StringTools,
} from 'toolwright/builtin';
import { type Behaviour, describeCalls, describeExecutor } from '../contracts/executor.contract.js';
import { turns } from '../execution/waiting.js';

const registries = [CalculatorTools, DateTimeTools, StringTools, ArrayTools, ObjectTools];

/** A registry whose own tools run as built-in tools do. */
function toolOf(behaviour: Behaviour): ToolSpec {
  class Kitchen extends CalculatorTools {
    @Tool()
    serve(text: string, @Ctx() ctx: ToolContext): unknown {
      return behaviour(ctx, text);
    }
  }
  return new Kitchen().toolSpec('serve') as ToolSpec;
}

describeExecutor('a built-in tool', toolOf);

describeCalls('built-in tools', async () => {
  let stopped = 0;
  return {
    echo: toolOf((_, text) => text),
    steps: toolOf(async function* (_, text) {
      for (const word of text.split(' ')) yield word;
      return text;
    }),
    fail: toolOf((_, text) => {
      throw new RangeError(`out of ${text}`);
    }),
    failLater: toolOf(async function* (_, text) {
      yield 'one cup';
      throw new RangeError(`out of ${text}`);
    }),
    linger: toolOf(async function* (ctx) {
      ctx.signal.addEventListener('abort', () => stopped++);
      yield 'one cup';
      while (!ctx.signal.aborted) await turns(1);
      return 'too late';
    }),
    stopped: () => stopped,
    close: async () => {},
  };
});

describe('createBuiltinToolkit', () => {
  it('contains the tools of all registries, whose kind is builtin', () => {
    const specs = createBuiltinToolkit().list();
    const names = registries.flatMap((Registry) => Object.values<ToolSpec>({ ...new Registry().toToolSpecs() }));
    expect(specs.map(({ name }) => name)).toEqual(names.map(({ name }) => name));
    expect(new Set(specs.map(({ kind }) => kind))).toEqual(new Set(['builtin']));
    expect(new Set(specs.flatMap(({ tags }) => tags))).toEqual(
      new Set(['calculator', 'datetime', 'string', 'array', 'object']),
    );
  });

  it('passes options to the toolkit and to queries', async () => {
    const toolkit = createBuiltinToolkit({ queryTimeoutMs: 5_000, coerce: false });
    const { data } = await toolkit.execute('object_query', { data: { a: 1 }, expression: 'a' });
    const { error } = await toolkit.execute('array_chunk', { items: [1], size: '1' });
    expect({ data, code: error?.code }).toEqual({ data: 1, code: 'invalid_parameters' });
    expect(() => createBuiltinToolkit({ queryTimeoutMs: -1 })).toThrow(DefinitionError);
  });

  it('has tools that change nothing, with closed schemas whose texts and lists are limited', () => {
    for (const spec of createBuiltinToolkit().list()) {
      expect(spec.annotations).toEqual({ readOnlyHint: true, idempotentHint: true, openWorldHint: false });
      expect(spec.inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(spec.outputSchema).toBeDefined();
      expect(unlimited(spec.inputSchema)).toEqual([]);
    }
  });

  it('is exported for every provider', () => {
    const toolkit = createBuiltinToolkit();
    for (const spec of toolkit.list()) {
      const warnings: string[] = [];
      const options = { onWarning: (warning: string) => warnings.push(warning) };
      spec.toOpenAI(options);
      spec.toAnthropic(options);
      spec.toGemini(options);
      // Gemini accepts any value where it has no keyword for the items of a list.
      expect(warnings.filter((warning) => !warning.endsWith('any value is accepted.'))).toEqual([]);
    }
  });
});

describe('a built-in registry', () => {
  it.each(registries)('is a ToolRegistry with named tools: %p', (Registry) => {
    const registry = new Registry();
    expect(ToolRegistry.is(registry)).toBe(true);
    expect(Registry.toolNames()).toEqual(
      Object.values<ToolSpec>({ ...registry.toToolSpecs() }).map(({ name }) => name),
    );
    expect(registry.toToolSpecs()).toBe(registry.toToolSpecs());
  });

  it('can be called as a class and extended', async () => {
    class Prices extends CalculatorTools {
      @Tool({ params: { net: { type: Number } } })
      async gross(net: number): Promise<string> {
        return this.calculate({ expression: `${net} + 19%` });
      }
    }
    const prices = new Prices();
    expect(await prices.toolSpec('gross').call({ net: 100 })).toBe('119');
    expect(await prices.toolSpec('calculate').call({ expression: '1 + 1' })).toBe('2');
  });

  it('has the schemas of its tools where a class declares them again with other options', async () => {
    class Texts extends StringTools {
      @Tool({ description: 'Shout.', tags: ['loud'] })
      override changeCase(input: Parameters<StringTools['changeCase']>[0]): string {
        return `${super.changeCase(input)}!`;
      }

      override join(input: Parameters<StringTools['join']>[0]): string {
        return `${super.join(input)}.`;
      }

      @Tool({ outputSchema: { type: 'string', maxLength: 9 } })
      override hash(input: Parameters<StringTools['hash']>[0]): string {
        return super.hash(input).slice(0, 9);
      }
    }
    const [texts, original] = [new Texts(), new StringTools()];
    for (const name of ['changeCase', 'join', 'hash'] as const) {
      expect(texts.toolSpec(name).inputSchema).toEqual(original.toolSpec(name).inputSchema);
      expect(texts.toolSpec(name).name).toBe(original.toolSpec(name).name);
    }
    expect(texts.toolSpec('changeCase').outputSchema).toEqual({ type: 'string' });
    expect(texts.toolSpec('changeCase').description).toBe('Shout.');
    expect(texts.toolSpec('hash').outputSchema).toEqual({ type: 'string', maxLength: 9 });
    expect(await texts.toolSpec('changeCase').call({ text: 'tea', to: 'upper' })).toBe('TEA!');
    expect(await texts.toolSpec('join').call({ texts: ['a', 'b'] })).toBe('ab.');
  });
});

/** The paths of strings and lists in a schema that have neither a limit nor an enum. */
function unlimited(schema: unknown, path = ''): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxLength, maxItems, enum: values } = schema as Readonly<Record<string, unknown>>;
  const isUnlimited =
    (type === 'string' && maxLength === undefined && values === undefined) ||
    (type === 'array' && maxItems === undefined);
  const nested = Object.entries(schema).flatMap(([name, part]) => unlimited(part, `${path}/${name}`));
  return isUnlimited ? [path, ...nested] : nested;
}
