import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type ts from 'typescript';
import { generateFrom } from '../../src/build/codegen/generate.js';
import { createProgram, readProject } from '../../src/build/codegen/project.js';

const folder = join(import.meta.dirname, 'golden');
const out = join(folder, 'toolwright.gen.ts');
const golden = readFileSync(out, 'utf8');
const timeoutMs = 120_000;

describe('the generated module', () => {
  const project = readProject(folder);
  const textFrom = (program: ts.Program): string | undefined => {
    return generateFrom(program, project, { out, programMs: 0, checksFiles: false }).text;
  };

  it(
    'does not depend on the order of the files or on earlier runs',
    () => {
      const program = createProgram({ ...project, rootNames: [...project.rootNames].reverse() });
      expect(textFrom(program)).toBe(golden);
      expect(textFrom(program)).toBe(golden);
    },
    timeoutMs,
  );

  it(
    'does not depend on the types that the compiler has processed before',
    () => {
      const program = createProgram(project);
      program.getSemanticDiagnostics();
      expect(textFrom(program)).toBe(golden);
    },
    timeoutMs,
  );

  it('does not contain a folder of the machine on which it was generated', () => {
    const folders = relative('/', import.meta.dirname)
      .split('/')
      .slice(0, -1)
      .join('/');
    expect(golden).not.toContain(folders);
    expect(golden).not.toContain(folders.replaceAll(/[^A-Za-z0-9]+/g, '_'));
  });
});
