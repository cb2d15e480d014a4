import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packedFolder } from '../support/packed-package.js';
import { Workshop } from './command-line.js';

const shelf = `import { Tool, ToolRegistry } from 'toolwright';

export class Shelf extends ToolRegistry {
  /** Find books. */
  @Tool()
  find(query: string, limit = 5): string[] {
    return [query, String(limit)];
  }
}
`;

describe('toolwright generate', () => {
  let workshop: Workshop;
  const module = (): string => readFileSync(join(workshop.folder, 'src/toolwright.gen.ts'), 'utf8');

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.write('package.json', JSON.stringify({ type: 'module' }));
    workshop.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  }, 180_000);

  beforeEach(() => {
    workshop.empty('src');
    workshop.write('src/shelf.ts', shelf);
  });

  afterAll(() => workshop.remove());

  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    types: [],
  };

  it('writes one module, reports its content, and does not rewrite an up-to-date module', async () => {
    const first = await workshop.run('generate');
    expect(first).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^src\/toolwright\.gen\.ts: 1 tool of 1 class \(/),
      stderr: '',
    });
    expect(module()).toContain("import { Shelf } from './shelf.js';");
    expect(module()).toContain("{ name: 'query', schema: { type: 'string' } }");

    const second = await workshop.run('generate', '--project', 'tsconfig.json');
    expect(second.stdout).toMatch(/, up to date\n$/);
  }, 180_000);

  it('checks without writing', async () => {
    const missing = await workshop.run('generate', '--check');
    expect(missing).toEqual({
      code: 1,
      stdout: '',
      stderr: "toolwright: 'src/toolwright.gen.ts' is stale. Run 'toolwright generate'.\n",
    });
    expect(existsSync(join(workshop.folder, 'src/toolwright.gen.ts'))).toBe(false);

    await workshop.run('generate');
    expect((await workshop.run('generate', '--check')).code).toBe(0);

    workshop.write('src/shelf.ts', shelf.replace('limit = 5', 'limit = 6'));
    expect((await workshop.run('generate', '--check')).code).toBe(1);
    expect(module()).toContain('default: 5');
  }, 180_000);

  it('writes to the path of --out', async () => {
    const { code } = await workshop.run('generate', '--project', workshop.folder, '--out', 'made/schemas.ts');
    expect(code).toBe(0);
    expect(readFileSync(join(workshop.folder, 'made/schemas.ts'), 'utf8')).toContain("from '../src/shelf.js'");
  }, 180_000);

  it('writes and checks only the types with --types-only', async () => {
    const args = ['generate', '--types', 'src/shelf.types.ts', '--types-only'];
    expect((await workshop.run(...args, '--check')).stderr).toContain("'src/shelf.types.ts' is stale.");
    const { code, stdout } = await workshop.run(...args);
    expect({ code, path: stdout.split(':', 1).join() }).toEqual({ code: 0, path: 'src/shelf.types.ts' });
    expect(readFileSync(join(workshop.folder, 'src/shelf.types.ts'), 'utf8')).toContain('interface ShelfTools');
    expect(existsSync(join(workshop.folder, 'src/toolwright.gen.ts'))).toBe(false);
    expect((await workshop.run(...args, '--check')).code).toBe(0);
  }, 180_000);

  it.each([[['--types-only']], [['--types-only', '--types', 'a.ts', '--out', 'b.ts']]])('refuses %j', async (args) => {
    const { code, stderr } = await workshop.run('generate', ...args);
    expect(code).toBe(1);
    expect(stderr).toContain('--types-only requires --types <file>, and no --out.');
  });

  it('reports the location of each problem and does not change the module', async () => {
    await workshop.run('generate');
    const before = module();
    workshop.write(
      'src/shelf.ts',
      shelf.replace('query: string', 'query: () => string').replace('[query,', '[query(),'),
    );
    expect(await workshop.run('generate')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "src/shelf.ts:6:8 Shelf.find: parameter 'query' is a function, which JSON Schema cannot represent. " +
        'Fix one of: accept plain data; set the schema with @Param({ schema }); bind the parameter. ' +
        'See node_modules/toolwright/docs/supported-types.md.\n' +
        'toolwright: Found one problem. No file was written.\n',
    });
    expect(module()).toBe(before);
  }, 180_000);

  it('warns about other type errors and continues', async () => {
    workshop.write('src/shelf.ts', `${shelf}\nexport const wrong: number = 'text';\n`);
    const { code, stderr } = await workshop.run('generate');
    expect(code).toBe(0);
    expect(stderr).toBe("warning: src/shelf.ts:11:14 Type 'string' is not assignable to type 'number'.\n");
  }, 180_000);

  it('rewrites the module after each change while it watches', async () => {
    const child = workshop.start('generate', '--watch');
    const seen: string[] = [];
    child.stdout.on('data', (chunk) => seen.push(String(chunk)));
    child.stderr.on('data', (chunk) => seen.push(String(chunk)));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    try {
      await until(() => seen.join('').includes('1 tool of 1 class'));
      workshop.write('src/shelf.ts', shelf.replace('limit = 5', 'limit = 7'));
      await until(() => module().includes('default: 7'));
      workshop.write('src/shelf.ts', shelf.replace('query: string', 'query: symbol'));
      await until(() => seen.join('').includes('is a symbol, which JSON Schema cannot represent'));
      workshop.write('src/more.ts', shelf.replaceAll('Shelf', 'Rack'));
      workshop.write('src/shelf.ts', shelf);
      await until(() => module().includes('defineToolSchemas(Rack') && module().includes('default: 5'));
    } finally {
      child.kill('SIGINT');
    }
    expect(await ended).toBe(0);
  }, 180_000);

  it.each([
    [['generate', '--check', '--watch'], "'generate' accepts --check or --watch, not both."],
    [['generate', 'src'], "'generate' accepts no module. To set the project, use --project src."],
    [['generate', '--stream'], "'generate' has no option --stream."],
    [['list', 'a.mjs', '--check'], "'list' has no option --check."],
  ])('rejects the arguments %j', async (args, message) => {
    const run = await workshop.run(...args);
    expect(run).toEqual({
      code: 1,
      stdout: '',
      stderr: `toolwright: ${message} See 'toolwright ${args[0]} --help'.\n`,
    });
  });

  it('rejects a project that does not exist', async () => {
    const run = await workshop.run('generate', '--project', 'elsewhere');
    expect(run).toEqual({
      code: 2,
      stdout: '',
      stderr: "toolwright: Project 'elsewhere' does not exist. Set the path of tsconfig.json with --project.\n",
    });
  });
});

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(holds); waited += 50) {
    if (waited > 60_000) throw new Error('It did not happen in time.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

// A file may be incomplete when it is read.
function isTrue(holds: () => boolean): boolean {
  try {
    return holds();
  } catch {
    return false;
  }
}
