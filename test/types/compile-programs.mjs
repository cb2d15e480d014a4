// Compiles programs with a compiler, and compares its errors with those that the programs name.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const allPrograms = join(import.meta.dirname, '../fixtures/types');

/** The programs that only one kind of decorators can compile. */
const legacyOnly = ['parameters.ts'];

/**
 * Compiles the programs in a project where toolwright is installed. Returns a line for each difference: an error that no
 * comment names, and a comment `// error: text` on a line without an error that contains the text.
 *
 * @param {{ readonly project: string, readonly compiler: string, readonly legacy: boolean, readonly programs?: string, readonly further?: readonly string[] }} options The folder of the
 * project, the path of the JavaScript file of tsc, and whether decorators are legacy ones. `programs` is the folder of the
 * programs, and `further` has the other files of the project that belong to them.
 * @returns {{ readonly differences: readonly string[], readonly lines: number, readonly expected: number }}
 */
export function compilePrograms({ project, compiler, legacy, programs = allPrograms, further = [] }) {
  const names = readdirSync(programs).filter((name) => legacy || !legacyOnly.includes(name));
  for (const name of names) cpSync(join(programs, name), join(project, name));
  const options = { experimentalDecorators: legacy, strict: true, noEmit: true, skipLibCheck: true, types: [] };
  const compilerOptions = {
    ...options,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2023', 'esnext.decorators', 'dom'],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [...names, ...further] }));
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', project, '--pretty', 'false'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  const errors = readErrors(`${stdout}${stderr}`);
  const lines = names.flatMap((name) => {
    const texts = readFileSync(join(programs, name), 'utf8').split('\n');
    return texts.map((text, index) => ({
      place: `${name}:${index + 1}`,
      expected: / \/\/ error: (.+)$/.exec(text)?.[1],
    }));
  });
  const differences = lines.flatMap(({ place, expected }) => {
    const found = errors.get(place);
    errors.delete(place);
    if (expected === undefined) return found === undefined ? [] : [`${place}: ${found}`];
    return found?.includes(expected) === true ? [] : [`${place}: expected '${expected}', got ${found ?? 'no error'}`];
  });
  const elsewhere = [...errors].map(([place, text]) => `${place}: ${text}`);
  return {
    differences: [...differences, ...elsewhere],
    lines: lines.length,
    expected: lines.filter(({ expected }) => expected !== undefined).length,
  };
}

/** Reads the errors of tsc by place. The lines below an error that are indented belong to it. */
function readErrors(output) {
  const errors = new Map();
  let place = '';
  for (const line of output.split('\n')) {
    const [, file, number, text] = /^(.+)\((\d+),\d+\): error TS\d+: (.+)$/.exec(line) ?? [];
    if (file !== undefined) place = `${file}:${number}`;
    const added = text ?? line.trim();
    if (added !== '') errors.set(place, [errors.get(place), added].filter(Boolean).join(' '));
  }
  return errors;
}
