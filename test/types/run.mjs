// Compiles the programs with mistakes with a compiler, whose file is the argument, against the package that the current
// folder has installed. The matrix runs it with each version of TypeScript.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compilePrograms } from './compile-programs.mjs';

const compiler = resolve(process.argv[2] ?? 'node_modules/typescript/bin/tsc');
const modules = join(import.meta.dirname, '../../node_modules');
const project = mkdtempSync(join(tmpdir(), 'toolwright-types-'));
try {
  mkdirSync(join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  symlinkSync(resolve('node_modules/toolwright'), join(project, 'node_modules/toolwright'), 'dir');
  for (const name of ['zod', 'valibot', 'arktype'])
    symlinkSync(join(modules, name), join(project, 'node_modules', name), 'dir');
  const { stdout: version } = spawnSync(process.execPath, [compiler, '--version'], { encoding: 'utf8' });
  const application = join(import.meta.dirname, '../fixtures/app-types');
  // TypeScript 5.5 refuses the same lines of the application in other words.
  const runs = [
    { legacy: true },
    { legacy: false },
    ...(version.includes(' 5.5') ? [] : [{ legacy: true, programs: application }]),
  ];
  for (const run of runs) {
    const { differences, expected, lines } = compilePrograms({ project, compiler, ...run });
    process.stdout.write(`${lines} lines, ${expected} mistakes, ${differences.length} differences\n`);
    for (const difference of differences) process.stderr.write(`${difference}\n`);
    if (differences.length > 0) process.exitCode = 1;
  }
} finally {
  rmSync(project, { recursive: true });
}
