import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installPackedPackage } from '../support/packed-package.js';
import { root } from '../support/repository.js';

const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
const programs = join(root, 'test/fixtures/typed-toolkit');
const types = 'toolwright.types.ts';

describe('toolwright generate --types', () => {
  let project = '';

  const generate = (...flags: readonly string[]): string =>
    execFileSync(
      process.execPath,
      [
        join(project, 'node_modules/toolwright/dist/build/cli/main.js'),
        ...['generate', '--out', 'toolwright.gen.ts', '--types', types, ...flags],
      ],
      { cwd: project, encoding: 'utf8', stdio: 'pipe' },
    );

  beforeAll(() => {
    project = installPackedPackage('zod', 'typescript');
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module' }));
    cpSync(join(programs, 'shop.ts'), join(project, 'shop.ts'));
    const options = { target: 'es2022', module: 'nodenext', strict: true, experimentalDecorators: true, types: [] };
    const compilerOptions = { ...options, skipLibCheck: true };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    generate();
  });

  afterAll(() => {
    rmSync(project, { recursive: true });
  });

  it('gives a toolkit the names, the arguments and the data of its tools', async () => {
    const { compilePrograms } = await import(join(root, 'test/types/compile-programs.mjs'));
    const { differences, expected } = compilePrograms({ project, compiler, legacy: true, programs, further: [types] });
    expect(differences).toEqual([]);
    expect(expected).toBeGreaterThan(10);
  });

  it('writes the arguments as models send them', async () => {
    const written = readFileSync(join(project, types), 'utf8');
    expect(written).toContain("kind?: 'tea' | 'coffee';");
    expect(written).not.toContain('tenant');
    expect(written).toContain('export interface SpecialTools extends Omit<ShopTools, "reset"> {');
  });

  it('contains nothing that runs', () => {
    const written = readFileSync(join(project, types), 'utf8');
    expect(written).not.toMatch(/^(?:import (?!type)|export (?!interface)|const|function)/m);
  });

  it.each([
    ['toolwright.gen.ts', "The file with types cannot be the module with schemas, 'toolwright.gen.ts'."],
    ['types.js', "The file with types must end with .ts, not 'types.js'."],
  ])('refuses to write the types to %s', (path, message) => {
    const before = readFileSync(join(project, 'toolwright.gen.ts'), 'utf8');
    expect(() => generate('--types', path)).toThrow(message);
    expect(readFileSync(join(project, 'toolwright.gen.ts'), 'utf8')).toBe(before);
  });

  it('is checked for being current', () => {
    expect(generate('--check')).toContain('up to date');
    writeFileSync(join(project, types), '');
    expect(() => generate('--check')).toThrow(`'${types}' is stale. Run 'toolwright generate'.`);
    expect(readFileSync(join(project, types), 'utf8')).toBe('');
  });
});
