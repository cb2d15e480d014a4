// `npm start`: shows the class that the sample is about at once, and then compiles and runs the sample.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const steps = [
  ['node_modules/typescript/bin/tsc', '-b', 'src'],
  [
    'dist/build/cli/main.js',
    ...['generate', '--project', 'samples/quickstart', '--out', 'samples/quickstart/toolwright.gen.ts'],
  ],
  ['node_modules/typescript/bin/tsc', '-b', 'samples'],
];

console.log('A class with tools, from samples/quickstart/knowledge-base.ts:\n');
console.log(excerpt(readFileSync(new URL('knowledge-base.ts', import.meta.url), 'utf8')));
console.log('\nCompiling the package and the sample. The first time takes about 20 seconds.');
for (const step of steps) run(step, root);
run(['--enable-source-maps', `${root}samples/.build/quickstart/main.js`, ...process.argv.slice(2)], process.cwd());

/** The declaration of the class and of its first tool, without the bodies. */
function excerpt(source) {
  const [declaration = ''] = /^export class .*$/m.exec(source) ?? [];
  const [tool = ''] = /^ {2}\/\*\*\n {3}\* Search(?:.|\n)*?^ {2}\): .*$/m.exec(source) ?? [];
  return [declaration, tool, '    …', '  }', '}'].map((text) => text.replaceAll(/^/gm, '  ')).join('\n');
}

function run(args, cwd) {
  const { status, signal } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? (signal === 'SIGINT' ? 130 : 1));
}
