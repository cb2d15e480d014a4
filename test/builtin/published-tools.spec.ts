import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolSpec } from 'toolwright';
import {
  ArrayTools,
  CalculatorTools,
  createBuiltinToolkit,
  DateTimeTools,
  ObjectTools,
  StringTools,
} from 'toolwright/builtin';
import { MemoryTools, ShellTools, TextFileTools, TransientMemoryStore } from 'toolwright/builtin/guarded';
import { root } from '../support/repository.js';

/** What is published: `UPDATE_SCHEMA=1` writes it again. Models and recorded conversations depend on each value. */
const goldenPath = join(root, 'test/builtin/published-tools.json');

type Published = Readonly<Record<string, readonly PublishedTool[]>>;

interface PublishedTool {
  readonly name: string;
  readonly description: string | undefined;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
}

describe('the published built-in tools', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolwright-published-'));
    for (const name of ['work', 'uploads']) mkdirSync(join(folder, name));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const publish = (): Published => {
    const roots = { workspace: join(folder, 'work'), userinput: join(folder, 'uploads') };
    const registries = [
      new CalculatorTools(),
      new DateTimeTools(),
      new StringTools(),
      new ArrayTools(),
      new ObjectTools(),
      new TextFileTools({ roots }),
      new MemoryTools({ store: new TransientMemoryStore() }),
      ...(process.platform === 'win32' ? [] : [new ShellTools({ programs: { ls: true, cat: true }, roots })]),
    ];
    const published = registries.map((registry) => {
      const specs = Object.values<ToolSpec>({ ...registry.toToolSpecs() });
      return [registry.constructor.name, specs.map(describeSpec)] as const;
    });
    return Object.fromEntries(published);
  };

  it('have the names, descriptions and schemas that the golden file contains', () => {
    const text = `${JSON.stringify(publish(), null, 2)}\n`;
    if (process.env.UPDATE_SCHEMA === '1') writeFileSync(goldenPath, text);
    const golden: unknown = JSON.parse(readFileSync(goldenPath, 'utf8'));
    expect(JSON.parse(text)).toEqual(golden);
  });

  it('are the same in the toolkit of createBuiltinToolkit', () => {
    const { CalculatorTools, DateTimeTools, StringTools, ArrayTools, ObjectTools } = publish();
    const registered = [CalculatorTools, DateTimeTools, StringTools, ArrayTools, ObjectTools];
    expect(createBuiltinToolkit().list().map(describeSpec)).toEqual(registered.flat());
  });

  it('list the properties of each schema in the order of the golden file', () => {
    const golden: unknown = JSON.parse(readFileSync(goldenPath, 'utf8'));
    expect(propertyNames(publish())).toEqual(propertyNames(golden));
  });
});

function describeSpec({ name, description, inputSchema, outputSchema }: ToolSpec): PublishedTool {
  return { name, description, inputSchema, outputSchema };
}

/** The names of the properties of all objects in schemas, in their order, by the path of the schema. */
function propertyNames(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as { readonly properties?: unknown };
  const own = typeof properties === 'object' && properties !== null ? [`${path}: ${Object.keys(properties)}`] : [];
  const nested = Object.entries(value).flatMap(([name, inner]) => propertyNames(inner, `${path}/${name}`));
  return [...own, ...nested].sort();
}
