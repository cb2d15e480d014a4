import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DefinitionError } from 'toolwright';
import { type Generation, generateToolSchemas } from '../../src/codegen/generate.js';

/**
 * Each folder shows one thing that keeps a schema from being made: `tools.ts`, and `problems.txt` with what an author is
 * told. Run with UPDATE_SCHEMA=1 to write the latter anew.
 */
const folder = join(import.meta.dirname, 'problems');
const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

describe('the problems of toolwright generate', () => {
  let generation: Generation;

  beforeAll(() => {
    generation = generateToolSchemas({ project: folder, out: join(folder, 'toolwright.gen.ts') });
  }, 120_000);

  it('keep the module from being made', () => {
    expect(generation.text).toBeUndefined();
  });

  it('are all found in one of the folders', () => {
    const told = names.flatMap((name) => toldOf(name, generation));
    expect(told).toHaveLength(generation.problems.length + generation.warnings.length);
  });

  it.each(names)('are told with their place and a remedy: %s', (name) => {
    const told = `${toldOf(name, generation).join('\n')}\n`;
    const path = join(folder, name, 'problems.txt');
    if (process.env.UPDATE_SCHEMA === '1') writeFileSync(path, told);
    expect(told).toBe(readFileSync(path, 'utf8'));
  });
});

/** What an author is told of one folder, paths as seen from there. */
function toldOf(name: string, { problems, warnings }: Generation): readonly string[] {
  const prefix = `${relative('', join(folder, name))}/`;
  const all = [...problems, ...warnings.map((warning) => `warning: ${warning}`)];
  return all.filter((one) => one.includes(prefix)).map((one) => one.replaceAll(prefix, ''));
}

describe('the problems of a project', () => {
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'project-'));
  });

  afterEach(() => {
    rmSync(home, { recursive: true });
  });

  it('are told where there is no tsconfig file', () => {
    const path = join(home, 'tsconfig.json');
    const message = `There is no file '${path}'. Name the project's tsconfig.json with --project.`;
    expect(() => generateToolSchemas({ project: path })).toThrow(new DefinitionError(message));
    expect(() => generateToolSchemas({ project: home })).toThrow(DefinitionError);
  });

  it('are told where the tsconfig file cannot be read', () => {
    const path = join(home, 'tsconfig.json');
    mkdirSync(path);
    const message = `'${path}' cannot be read: Cannot read file '${path}'.`;
    expect(() => generateToolSchemas({ project: home })).toThrow(message);
  });

  it('are told where a tsconfig file is no JSON', () => {
    const path = join(home, 'tsconfig.json');
    writeFileSync(path, '{ "files": [');
    expect(() => generateToolSchemas({ project: home })).toThrow(
      new DefinitionError(`'${path}' cannot be read: ']' expected.`),
    );
  });

  it('are told where a tsconfig file extends one that does not exist', () => {
    writeFileSync(join(home, 'tsconfig.json'), '{ "extends": "./missing.json", "files": ["a.ts"] }');
    writeFileSync(join(home, 'a.ts'), 'export {};\n');
    const { warnings } = generateToolSchemas({ project: home });
    expect(warnings).toEqual([`Cannot read file '${join(home, 'missing.json')}'.`]);
  });

  it('are told where the compiler does not know an option', () => {
    writeFileSync(join(home, 'tsconfig.json'), '{ "compilerOptions": { "target": "ES9999" }, "files": ["a.ts"] }');
    writeFileSync(join(home, 'a.ts'), 'export {};\n');
    const { warnings } = generateToolSchemas({ project: home });
    expect(warnings).toEqual([expect.stringContaining("'--target'")]);
  });
});
