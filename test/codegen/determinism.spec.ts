import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { generateFrom } from '../../src/codegen/generate.js';
import { createProgram, type Project, readProject } from '../../src/codegen/project.js';

const folder = join(import.meta.dirname, 'golden');
const out = join(folder, 'toolwright.gen.ts');

/** The module of the golden folders, from a program of its own. */
function textOf(project: Project): string | undefined {
  return generateFrom(createProgram(project), project, { out, programMs: 0, checksFiles: false }).text;
}

describe('the generated module', () => {
  const project = readProject(folder);
  let first: string | undefined;

  beforeAll(() => {
    first = textOf(project);
  }, 60_000);

  it('is the same from the same files', () => {
    expect(first).toContain('defineToolSchemas(Primitives');
    expect(textOf(project)).toBe(first);
  }, 60_000);

  it('is the same whatever the order of the files', () => {
    expect(textOf({ ...project, rootNames: [...project.rootNames].reverse() })).toBe(first);
  }, 60_000);

  it('is the same whatever else was asked of the types before', () => {
    const program = createProgram(project);
    program.getSemanticDiagnostics();
    expect(generateFrom(program, project, { out, programMs: 0, checksFiles: false }).text).toBe(first);
  }, 60_000);

  it('names no folder of the machine that it was made on', () => {
    const folders = relative('/', import.meta.dirname)
      .split('/')
      .slice(0, -1)
      .join('/');
    expect(readFileSync(out, 'utf8')).not.toContain(folders);
    expect(readFileSync(out, 'utf8')).not.toContain(folders.replaceAll(/[^A-Za-z0-9]+/g, '_'));
  });
});
