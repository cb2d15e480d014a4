import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DefinitionError } from 'toolwright';
import { type Generation, generateToolSchemas } from '../../src/build/codegen/generate.js';

/**
 * Each folder shows one problem that prevents the generation of a schema: `tools.ts`, and `problems.txt` with the
 * reported messages. Run with UPDATE_SCHEMA=1 to update `problems.txt`.
 */
const folder = join(import.meta.dirname, 'problems');
const names = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));

describe('the problems of toolwright generate', () => {
  let generation: Generation;

  beforeAll(() => {
    generation = generateToolSchemas({ project: folder, out: join(folder, 'toolwright.gen.ts') });
  }, 120_000);

  it('prevent the generation of the module', () => {
    expect(generation.text).toBeUndefined();
  });

  it('all belong to one of the folders', () => {
    const reported = names.flatMap((name) => problemsOf(name, generation));
    expect(reported).toHaveLength(generation.problems.length + generation.warnings.length);
  });

  it.each(names)('are reported with their location and a remedy: %s', (name) => {
    const reported = `${problemsOf(name, generation).join('\n')}\n`;
    const path = join(folder, name, 'problems.txt');
    if (process.env.UPDATE_SCHEMA === '1') writeFileSync(path, reported);
    expect(reported).toBe(readFileSync(path, 'utf8'));
  });
});

/** Returns the messages for one folder, with paths relative to it. */
function problemsOf(name: string, { problems, warnings }: Generation): readonly string[] {
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

  it('include a tsconfig file that does not exist', () => {
    const path = join(home, 'tsconfig.json');
    const message = `File '${path}' does not exist. Set the path of tsconfig.json with --project.`;
    expect(() => generateToolSchemas({ project: path })).toThrow(new DefinitionError(message));
    expect(() => generateToolSchemas({ project: home })).toThrow(DefinitionError);
  });

  it('include a tsconfig file that cannot be read', () => {
    const path = join(home, 'tsconfig.json');
    mkdirSync(path);
    const message = `'${path}' cannot be read: Cannot read file '${path}'.`;
    expect(() => generateToolSchemas({ project: home })).toThrow(message);
  });

  it('include a tsconfig file that is not JSON', () => {
    const path = join(home, 'tsconfig.json');
    writeFileSync(path, '{ "files": [');
    expect(() => generateToolSchemas({ project: home })).toThrow(
      new DefinitionError(`'${path}' cannot be read: ']' expected.`),
    );
  });

  it('include a tsconfig file that extends one that does not exist', () => {
    writeFileSync(join(home, 'tsconfig.json'), '{ "extends": "./missing.json", "files": ["a.ts"] }');
    writeFileSync(join(home, 'a.ts'), 'export {};\n');
    const { warnings } = generateToolSchemas({ project: home });
    expect(warnings).toEqual([`Cannot read file '${join(home, 'missing.json')}'.`]);
  });

  it('include an option value that the compiler does not support', () => {
    writeFileSync(join(home, 'tsconfig.json'), '{ "compilerOptions": { "target": "ES9999" }, "files": ["a.ts"] }');
    writeFileSync(join(home, 'a.ts'), 'export {};\n');
    const { warnings } = generateToolSchemas({ project: home });
    expect(warnings).toEqual([expect.stringContaining("'--target'")]);
  });
});
