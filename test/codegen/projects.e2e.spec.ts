import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Workshop } from '../cli/command-line.js';
import { packedFolder } from '../support/packed-package.js';
import { root } from '../support/repository.js';

const programs = join(root, 'test/programs/node_modules');

/** A module without parameter decorators and emitted metadata, which is valid under both decorator standards. */
const shelf = `import { Tool, ToolRegistry } from 'toolwright';

/** Which books are meant. */
export interface Filter {
  readonly kinds: readonly ('novel' | 'poem')[];
  /** Bought on that day or later. */
  readonly since?: Date;
}

export class Shelf extends ToolRegistry {
  /**
   * Find books.
   *
   * @param query - What to look for.
   */
  @Tool()
  find(query: string, filter?: Filter, limit = 5): object {
    return { query, limit, year: filter?.since?.getUTCFullYear() };
  }
}
`;

const main = `import { Shelf } from './shelf.js';
import './toolwright.gen.js';

async function main(): Promise<void> {
  const find = new Shelf().toolSpec('find');
  const found = await find.call({ query: 'tea', filter: { kinds: ['poem'], since: '2026-11-21T00:00:00Z' } });
  const refused = await find.exec({ query: 'tea', filter: { kinds: ['drama'] } });
  const { description, inputSchema } = find;
  process.stdout.write(JSON.stringify({ description, inputSchema, found, refused: refused.error?.code }));
}

void main();
`;

const output = {
  description: 'Find books.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What to look for.' },
      filter: {
        type: 'object',
        description: 'Which books are meant.',
        properties: {
          kinds: { type: 'array', items: { type: 'string', enum: ['novel', 'poem'] } },
          since: {
            anyOf: [
              { type: 'string', format: 'date-time' },
              { type: 'string', format: 'date' },
            ],
            description: 'Bought on that day or later.',
          },
        },
        required: ['kinds'],
        additionalProperties: false,
      },
      limit: { type: 'number', default: 5 },
    },
    required: ['query'],
    additionalProperties: false,
  },
  found: { query: 'tea', limit: 5, year: 2026 },
  refused: 'invalid_parameters',
};

const base = { target: 'ES2022', module: 'NodeNext', strict: true, skipLibCheck: true, types: ['node'] };

describe('an app without emitDecoratorMetadata', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = createProject();
    workshop.write('package.json', JSON.stringify({ type: 'module' }));
    workshop.write('src/shelf.ts', shelf);
    workshop.write('src/main.ts', main);
  }, 180_000);

  afterAll(() => workshop.remove());

  async function generate(options: object): Promise<void> {
    const compilerOptions = { ...base, rootDir: 'src', outDir: 'dist', ...options };
    workshop.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
    expect(await workshop.runProcess('generate')).toMatchObject({ code: 0, stderr: '' });
  }

  it('runs the generated module when esbuild bundles it', async () => {
    await generate({ experimentalDecorators: true });
    const outfile = join(workshop.folder, 'bundle.mjs');
    await build({
      entryPoints: [join(workshop.folder, 'src/main.ts')],
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      outfile,
      logLevel: 'silent',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    expect(run(workshop, outfile)).toEqual(output);
  }, 180_000);

  it('runs the generated module under tsx', async () => {
    await generate({ experimentalDecorators: true });
    expect(run(workshop, join(programs, 'tsx/dist/cli.mjs'), 'src/main.ts')).toEqual(output);
  }, 180_000);

  it('runs the generated module with TC39 decorators', async () => {
    await generate({});
    compile(workshop, join(root, 'node_modules/typescript/bin/tsc'));
    expect(readFileSync(join(workshop.folder, 'dist/shelf.js'), 'utf8')).toContain('Symbol.metadata');
    expect(run(workshop, 'dist/main.js')).toEqual(output);
  }, 180_000);

  it('reads the configuration of a newer compiler and generates a module that it compiles', async () => {
    await generate({});
    const usual = readFileSync(join(workshop.folder, 'src/toolwright.gen.ts'), 'utf8');
    // The compiler that reads the types supports neither the target nor the newer defaults.
    const compilerOptions = {
      ...base,
      strict: undefined,
      target: 'es2025',
      lib: ['es2025'],
      outDir: 'dist',
      rootDir: 'src',
    };
    workshop.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
    workshop.empty('dist');
    expect((await workshop.runProcess('generate')).code).toBe(0);
    expect(readFileSync(join(workshop.folder, 'src/toolwright.gen.ts'), 'utf8')).toBe(usual);
    compile(workshop, join(programs, '@typescript/native-preview/bin/tsgo'));
    expect(run(workshop, 'dist/main.js')).toEqual(output);
  }, 180_000);
});

describe('a monorepo', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = createProject();
    const options = { ...base, composite: true, rootDir: 'src', outDir: 'dist', experimentalDecorators: true };
    const paths = { '@acme/shared': ['../shared/src/index.ts'], '~/*': ['./src/*'] };
    const configs = {
      'tsconfig.json': { files: [], references: [{ path: './shared' }, { path: './app' }] },
      'shared/tsconfig.json': { compilerOptions: options, include: ['src'] },
      'app/tsconfig.json': {
        compilerOptions: { ...options, module: 'preserve', moduleResolution: 'bundler', paths },
        include: ['src'],
        references: [{ path: '../shared' }],
      },
    };
    for (const [path, config] of Object.entries(configs)) workshop.write(path, JSON.stringify(config));
    workshop.write(
      'shared/src/index.ts',
      `import { IsInt } from 'class-validator';

/** A place on a shelf. */
export interface Place {
  row: number;
}

export class Move {
  @IsInt()
  steps!: number;
}
`,
    );
    workshop.write('app/src/names.ts', "export type Name = 'left' | 'right';\n");
    workshop.write(
      'app/src/robot.ts',
      `import { type Place, Move } from '@acme/shared';
import { Tool, ToolRegistry } from 'toolwright';
import type { Name } from '~/names';

export class Robot extends ToolRegistry {
  @Tool()
  go(side: Name, move: Move, to: Place): Place {
    return { row: to.row + move.steps + side.length };
  }
}
`,
    );
  }, 180_000);

  afterAll(() => workshop.remove());

  it('is read through its references and aliases, built or not, and keeps its import specifiers', async () => {
    expect(await workshop.runProcess('generate', '--project', 'app')).toMatchObject({ code: 0, stderr: '' });
    const text = readFileSync(join(workshop.folder, 'app/src/toolwright.gen.ts'), 'utf8');
    expect(text).toContain("import { Robot } from './robot';\nimport { Move } from '@acme/shared';\n");
    expect(text).toContain("{ name: 'side', schema: { type: 'string', enum: ['left', 'right'] } }");
    expect(text).toContain('instanceOf: Move');
    expect(text).toContain("description: 'A place on a shelf.'");
  }, 180_000);

  it('is read from a configuration that only references other projects', async () => {
    const run = await workshop.runProcess('generate', '--out', 'app/src/whole.gen.ts');
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('1 tool of 1 class'), stderr: '' });
  }, 180_000);
});

function createProject(): Workshop {
  const workshop = new Workshop(packedFolder);
  for (const name of ['class-validator', 'class-transformer', '@types/node']) {
    mkdirSync(join(workshop.folder, 'node_modules/@types'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(workshop.folder, 'node_modules', name), 'dir');
  }
  return workshop;
}

function run({ folder }: Workshop, ...args: readonly string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }));
}

function compile({ folder }: Workshop, compiler: string): void {
  execFileSync(process.execPath, [compiler], { cwd: folder, stdio: 'pipe' });
}
