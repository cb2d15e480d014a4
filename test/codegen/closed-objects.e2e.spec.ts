import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefinitionError, type JsonSchema, Tool, type ToolSpec, toolSpecsOf } from 'toolwright';
import { generateToolSchemas } from '../../src/build/codegen/generate.js';
import toolwright from '../../src/build/plugin/index.js';
import { createTransformer } from '../../src/build/plugin/jest.js';
import { loadCompiler } from '../../src/build/plugin/load-compiler.js';
import { ModuleTransformer } from '../../src/build/plugin/module-transformer.js';
import { withToolwright } from '../../src/build/plugin/next.js';
import { type Compilation, evaluate } from '../decorators/evaluate.js';

const source = `import { Tool } from 'toolwright';

interface Filter { since?: string; price?: { from: number } }
interface Found { titles: string[] }

export class Orders {
  @Tool()
  find(query: string, filter: Filter): Found { return { titles: [query, String(filter.since)] }; }

  @Tool({ closed: true })
  count(query: string, filter: Filter): number { return 1; }

  @Tool()
  book(table: number, period: { from: string; place: { room: number } }): void {}

  @Tool({ closed: false })
  search(query: string, filter: Filter): number { return 1; }
}
`;
const compilerOptions = { target: 'ES2022', module: 'Preserve', strict: true, types: [], skipLibCheck: true };
const misspelled = { query: 'tea', filter: { sinse: '2026' } };
const misspelledBelow = { query: 'tea', filter: { price: { from: 1, too: 2 } } };

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'closed-'));
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['orders.ts'] }));
  writeFileSync(join(folder, 'orders.ts'), source);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Returns the specs of the class as a build with the plugin runs it. */
function build(options: { readonly closed?: boolean }, decorators: Compilation['decorators'] = 'tc39') {
  const transformed = new ModuleTransformer(options, loadCompiler).transform(source, join(folder, 'orders.ts'));
  const Orders = evaluate(transformed?.code ?? '', { compiler: 'tsc', decorators }).Orders as new () => object;
  return toolSpecsOf(new Orders()) as Readonly<Record<'find' | 'count' | 'book' | 'search', ToolSpec>>;
}

/** Returns the schemas of the levels below the top of a tool's input. */
function levelsOf({ properties }: JsonSchema): readonly (JsonSchema | undefined)[] {
  const filter = properties?.filter as JsonSchema;
  return [filter, filter.properties?.price as JsonSchema];
}

describe('the input of a tool with nested types', () => {
  it.each(['legacy', 'tc39'] as const)('rejects unknown properties at every level with %s decorators', async (mode) => {
    const { find } = build({}, mode);
    expect(await find.call({ query: 'tea', filter: { since: '2026', price: { from: 1 } } })).toEqual({
      titles: ['tea', '2026'],
    });
    expect((await find.exec(misspelled)).toText()).toBe(
      "Invalid arguments for 'find': /filter/sinse is unknown (did you mean 'since'?)",
    );
    expect((await find.exec(misspelledBelow)).error?.code).toBe('invalid_parameters');
  });

  it('is open below the top level with closed: false, of the tool or of the plugin', async () => {
    const [closed, open] = [build({}), build({ closed: false })];
    for (const spec of [closed.search, open.find, open.search]) {
      expect((await spec.validate(misspelled)).ok).toBe(true);
      expect((await spec.validate(misspelledBelow)).ok).toBe(true);
      expect((await spec.validate({ ...misspelled, filtre: 1 })).ok).toBe(false);
    }
  });

  it('is closed by the tool if the plugin leaves inputs open', async () => {
    expect((await build({ closed: false }).count.validate(misspelled)).ok).toBe(false);
  });

  it('is what the generated module contains, with the same option', () => {
    const generate = (closed?: boolean): string => {
      const out = join(folder, 'toolwright.gen.ts');
      return generateToolSchemas({ project: folder, out, ...(closed === undefined ? {} : { closed }) }).text ?? '';
    };
    const countIn = (text: string): number => text.split('additionalProperties: false').length - 1;
    expect([generate(), generate(true), generate(false)].map(countIn)).toEqual([6, 6, 2]);
  });

  it('leaves the output schema open', () => {
    expect(build({}).find.outputSchema).toEqual({
      type: 'object',
      properties: { titles: { type: 'array', items: { type: 'string' } } },
      required: ['titles'],
    });
  });

  it('is published as it is enforced, by every export', () => {
    const { find } = build({});
    const published: readonly unknown[] = [
      find.inputSchema,
      find.toJsonSchema().parameters,
      find.toMcp().inputSchema,
      find.toAnthropic().input_schema,
      find.toOpenAI().parameters,
    ];
    for (const schema of published) {
      expect(levelsOf(schema as JsonSchema)).toMatchObject([
        { additionalProperties: false },
        { additionalProperties: false },
      ]);
    }
  });

  it('has the rules of the strict mode of OpenAI without changes, which an open type has not', () => {
    const [closed, open] = [build({}).book, build({ closed: false }).book];
    expect([closed.toOpenAI().strict, closed.toOpenAI({ api: 'responses' }).strict]).toEqual([true, true]);
    expect(closed.toJsonSchema().strict).toBe(true);
    expect(closed.toOpenAI({ strict: true }).parameters).toEqual(closed.inputSchema);
    expect([open.toOpenAI().strict, open.toJsonSchema().strict]).toEqual([false, false]);
  });
});

describe('the option closed', () => {
  it('must be true or false', () => {
    const closed = 'no' as never;
    const message = 'closed must be true or false, not "no".';
    const declare = (): unknown => {
      class Orders {
        @Tool({ closed })
        find(): void {}
      }
      return Orders;
    };
    const calls: readonly (readonly [string, () => unknown])[] = [
      ['Orders.find', declare],
      ['toolwright/plugin', () => toolwright.vite({ closed })],
      ['toolwright/jest', () => createTransformer({ transformer: 'a', closed })],
      ['withToolwright', () => withToolwright({}, { closed })],
    ];
    for (const [where, call] of calls) expect(call).toThrow(new DefinitionError(`${where}: ${message}`));
  });
});
