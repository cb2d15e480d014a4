import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const folders = {
  service: 'test/matrix/service',
  'explicit-types': 'test/matrix/explicit-types',
  'jest-commonjs': 'test/fixtures/jest-commonjs',
  mcp: 'test/matrix/mcp',
};

/** Copies the sources of a row, with the extensions that the row needs in imports. */
export function copySources({ sources = 'service', extension = '.js', types, type }, target) {
  if (sources === 'readme') {
    mkdirSync(target);
    writeFileSync(join(target, 'main.ts'), readmeExample());
    return;
  }
  cpSync(join(root, folders[sources]), target, { recursive: true });
  // It imports the generated module, which compilers do not find in the other rows.
  if (types !== 'toolwright generate') rmSync(join(target, 'main-generated.ts'), { force: true });
  if (type !== undefined) writeFileSync(join(target, 'package.json'), JSON.stringify({ type }));
  for (const name of extension === '.js' ? [] : readdirSync(target)) {
    const file = join(target, name);
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(/((?:from|import) '\.{1,2}\/[\w./-]+)\.js'/g, `$1${extension}'`),
    );
  }
}

/** Returns the class of README.md and the call of it, which are its first two blocks, unchanged. */
function readmeExample() {
  const blocks = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```ts register\n([\s\S]*?)^```$/gm);
  return [...blocks]
    .slice(0, 2)
    .map(([, code]) => code)
    .join('\n');
}

/** Returns the lines that this example announces in its comments. */
export function readmeOutput() {
  return [...readmeExample().matchAll(/\/\/ → (.*)$/gm)].map(([, line]) => line.trim()).join('\n');
}
