// `npm run generate` writes the modules and the tables that are generated and committed. With `-- --check`, it compares
// them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { generatePages } from './pages.mjs';
import { generatePrograms } from './programs.mjs';

const root = join(import.meta.dirname, '..');

/** The modules with the schemas of tools, by the project of which they are generated. */
const schemas = {
  'src/tsconfig.builtin.json': 'src/tools/builtin.gen.ts',
  'src/tsconfig.guarded.json': 'src/tools/guarded.gen.ts',
  'samples/quickstart': 'samples/quickstart/toolwright.gen.ts',
};

const options = process.argv.slice(2);
const isCheck = options.includes('--check');
const hasPages = generatePages({ isCheck });
const hasPrograms = await generatePrograms({ isCheck });
run(['node_modules/typescript/bin/tsc', '-b', 'src']);
const hasSchemas = Object.entries(schemas).map(([project, out]) => {
  return run(['dist/build/cli/main.js', 'generate', '--project', project, '--out', out, ...options]);
});
if (!hasPages || !hasPrograms || hasSchemas.includes(false)) process.exitCode = 1;

function run(args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}
