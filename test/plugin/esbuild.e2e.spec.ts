import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildOptions } from 'esbuild';
import { until } from '../execution/waiting.js';
import { root, runNode } from '../support/repository.js';
import { mappedDtoReport, mappedDtos } from './mapped-dtos.js';
import { createPluginProject, expectedReport, writeFiles } from './plugin-project.js';

describe('toolwright.esbuild()', () => {
  let project = '';

  beforeAll(() => {
    project = createPluginProject();
    writeFiles(project, { 'build.mjs': buildScript });
  }, 120_000);

  afterAll(() => {
    rmSync(project, { recursive: true, force: true });
  });

  /** Bundles an entry in a process, as a user's build script does. */
  const build = (entry: string, options: BuildOptions = {}): BuildReport =>
    JSON.parse(runNode(['build.mjs', JSON.stringify(optionsFor(entry, options))], { cwd: project })) as BuildReport;

  /** Bundles an entry, runs the bundle, and returns its output. */
  const run = (entry: string, options: BuildOptions = {}): string => {
    const { errors } = build(entry, options);
    expect(errors).toEqual([]);
    return runNode(['--enable-source-maps', outfileOf(entry)], { cwd: project });
  };

  it.each([
    ['a plain bundle', {}],
    ['a minified bundle', { minify: true }],
    ['a bundle for an older target', { target: 'es2020', supported: { 'top-level-await': true } }],
  ] satisfies [string, BuildOptions][])('publishes types, comments and names of the author in %s', (_, options) => {
    expect(JSON.parse(run('src/main.ts', options))).toEqual(expectedReport);
  });

  it('preserves the lines of thrown errors', () => {
    writeFiles(project, {
      'src/fails.ts': `import { orders } from './orders.ts';
try {
  orders.fail('broken');
} catch (error) {
  process.stdout.write(String((error as Error).stack));
}
`,
    });
    const output = run('src/fails.ts', { minify: true });
    const line = readFileSync(join(project, 'src/orders.ts'), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('throw'));
    expect(output).toContain(`src/orders.ts:${line + 1}:11`);
  });

  it('describes classes that have no export, no name, or the name of another class', () => {
    writeFiles(project, {
      'src/classes.ts': `import { Tool, ToolRegistry } from 'toolwright';

function createPair() {
  class Shop extends ToolRegistry {
    @Tool() open(day: 'mon' | 'tue') { return day; }
  }
  const other = () => {
    class Shop extends ToolRegistry {
      @Tool() open(day: 'sat' | 'sun') { return day; }
      size = 1
    }
    return new Shop();
  };
  return [new Shop(), other()] as const;
}

export default class extends ToolRegistry {
  @Tool() paint(color: 'red' | 'blue') { return color; }
}

export const pair = createPair();
`,
      'src/classes-main.ts': `import Painter, { pair } from './classes.ts';
const schema = (spec: any) => spec.inputSchema.properties;
process.stdout.write(JSON.stringify([
  schema(pair[0].toolSpec('open')), schema(pair[1].toolSpec('open')),
  schema(new Painter().toolSpec('paint')),
]));
`,
    });
    const output = run('src/classes-main.ts', { minify: true });
    expect(JSON.parse(output)).toEqual([
      { day: { type: 'string', enum: ['mon', 'tue'] } },
      { day: { type: 'string', enum: ['sat', 'sun'] } },
      { color: { type: 'string', enum: ['red', 'blue'] } },
    ]);
  });

  it('describes the tools that a class inherits from a generic or abstract class', () => {
    writeFiles(project, {
      'src/base.ts': `import { Tool, ToolRegistry } from 'toolwright';

export abstract class Repository<T> extends ToolRegistry {
  /** Saves one. */
  @Tool() save(item: T) { return JSON.stringify(item); }
}

export abstract class Named extends ToolRegistry {
  abstract prefix: string;
  @Tool() rename(kind: 'first' | 'last') { return this.prefix + kind; }
}
`,
      'src/derived.ts': `import { Named, Repository } from './base.ts';
class Songs extends Repository<{ title: string; stars: 1 | 2 }> {}
class People extends Named { prefix = '!'; }
process.stdout.write(JSON.stringify([
  new Songs().toolSpec('save').inputSchema, new People().toolSpec('rename').inputSchema.properties,
]));
`,
    });
    const output = run('src/derived.ts', { minify: true });
    const [save, rename] = JSON.parse(output);
    expect(save.properties).toEqual({ title: { type: 'string' }, stars: { type: 'number', enum: [1, 2] } });
    expect(rename).toEqual({ kind: { type: 'string', enum: ['first', 'last'] } });
  });

  it('describes DTO classes that are declared further down or in an import cycle', () => {
    writeFiles(project, {
      'src/cycle-a.ts': `import { IsString } from 'class-validator';
import { Tool, Toolkit, ToolRegistry } from 'toolwright';
import { Part } from './cycle-b.ts';

export class Assembly extends ToolRegistry {
  @Tool() add(part: Part, count: number) { return part.constructor === Part; }
  @Tool() label(label: Label, size: number) { return label.constructor === Label; }
  @Tool() stock(level: 'low' | 'high') { return level; }
}

const toolkit = new Toolkit();

class Label {
  @IsString() text!: string;
}

toolkit.register(new Assembly());
process.stdout.write(JSON.stringify([
  await toolkit.get('add')?.call({ part: { id: '1' }, count: 2 }),
  await toolkit.get('label')?.call({ label: { text: '1' }, size: 2 }),
  toolkit.get('stock')?.inputSchema.properties,
]));
`,
      'src/cycle-b.ts': `import { IsString } from 'class-validator';
import { Assembly } from './cycle-a.ts';

export class Part {
  @IsString() id!: string;
  static readonly home = () => Assembly;
}
`,
    });
    const output = run('src/cycle-a.ts');
    expect(JSON.parse(output)).toEqual([true, true, { level: { type: 'string', enum: ['low', 'high'] } }]);
  });

  it('applies the rules of mapped DTO classes and of mixins', () => {
    writeFiles(project, mappedDtos);
    expect(JSON.parse(run('src/mapped.ts'))).toEqual(mappedDtoReport);
  });

  it('fails for a type that JSON Schema cannot represent, and names the file and the line', () => {
    writeFiles(project, {
      'src/broken.ts': `import { Tool, ToolRegistry } from 'toolwright';
export class Broken extends ToolRegistry {
  @Tool()
  run(callback: () => void) { callback(); }
}
`,
    });
    expect(build('src/broken.ts').errors.join()).toContain(
      "src/broken.ts:4:7 Broken.run: parameter 'callback' is a function, which JSON Schema cannot represent. " +
        'Fix one of: accept plain data; set the schema with @Param({ schema }); bind the parameter.',
    );
  });

  it('warns about a parameter whose published type is wider than its TypeScript type', () => {
    writeFiles(project, {
      'src/wide.ts': `import { Param, Tool, ToolRegistry } from 'toolwright';
export class Wide extends ToolRegistry {
  @Tool()
  run(@Param({ type: String }) state: 'on' | 'off', @Param({ type: String }) name: string) { return state + name; }
}
`,
    });
    expect(build('src/wide.ts').warnings).toEqual([
      "src/wide.ts:4:7 Wide.run: parameter 'state' is published as any string, but its type is 'on' | 'off'. " +
        'Fix one of: remove the type from @Param({ type }); list the values with @Param({ enum }).',
    ]);
  });

  it('describes a class again after an edit of an interface that it imports', async () => {
    writeFiles(project, {
      'src/edited-types.ts': "export type Level = 'low' | 'high';\n",
      'src/edited.ts': `import { Tool, ToolRegistry } from 'toolwright';
import type { Level } from './edited-types.ts';
export class Edited extends ToolRegistry {
  @Tool() run(level: Level) { return level; }
}
`,
    });
    const options = { ...optionsFor('src/edited.ts'), watch: true };
    const watching = spawn(process.execPath, ['build.mjs', JSON.stringify(options)], { cwd: project });
    const built = (): string => (existsSync(outfileOf('src/edited.ts', project)) ? readOutput() : '');
    const readOutput = (): string => readFileSync(outfileOf('src/edited.ts', project), 'utf8');
    try {
      await until(() => built().includes('"low", "high"'));
      writeFiles(project, { 'src/edited-types.ts': "export type Level = 'low' | 'middle' | 'high';\n" });
      await until(() => built().includes('"middle"'));
    } finally {
      watching.kill();
    }
    expect(built()).toContain('["low", "middle", "high"]');
  });

  it('reuses the records of an earlier build until a type changes', () => {
    expect(build('src/main.ts').errors).toEqual([]);
    expect(build('src/main.ts')).toMatchObject({ errors: [], loadedCompiler: false });
    writeFiles(project, { 'src/types.ts': "export interface Filter {}\nexport type State = 'closed';\n" });
    expect(build('src/main.ts')).toMatchObject({ errors: [], loadedCompiler: true });
    expect(readFileSync(outfileOf('src/main.ts', project), 'utf8')).toContain('"closed"');
  });
});

interface BuildReport {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Whether the build needed the compiler. */
  readonly loadedCompiler: boolean;
}

const outfileOf = (entry: string, folder = ''): string => join(folder, 'out', `${entry.replace(/\W/g, '-')}.mjs`);

const optionsFor = (entry: string, options: BuildOptions = {}): BuildOptions => ({
  entryPoints: [entry],
  outfile: outfileOf(entry),
  bundle: true,
  format: 'esm',
  platform: 'node',
  packages: 'external',
  sourcemap: true,
  logLevel: 'silent',
  ...options,
});

const buildScript = `import nodeModule from 'node:module';
import esbuild from '${pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href}';
import toolwright from 'toolwright/plugin';

const { watch = false, ...options } = { ...JSON.parse(process.argv[2]), plugins: [toolwright.esbuild()] };
if (watch) await (await esbuild.context(options)).watch();
else {
  const { errors, warnings } = await esbuild.build(options).catch((error) => error);
  const texts = (messages) => messages.map(({ text }) => text);
  const loaded = Object.keys(nodeModule._cache).some((path) => path.includes('/typescript-json-schema/'));
  console.log(JSON.stringify({ errors: texts(errors), warnings: texts(warnings), loadedCompiler: loaded }));
}
`;
