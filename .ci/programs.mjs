// Bundles each `*.program.ts` of `src` to the text of one program, and writes it as a module next to it: `query.program.gen.ts`
// exports `queryProgram`. Programs that run in threads or in the sandbox are texts, because a file next to a module is lost
// when an app is bundled, and the text of a function when it is minified. The modules are committed, so that tsc, jest and
// bundlers find them without a step of their own.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const suffix = '.program.ts';
/** The folder of the programs that run in pages. */
const pageFolder = 'src/integrations/mcp/view/';

/** Returns the modules with the texts of all programs, by their paths from the package's folder. */
export async function buildPrograms() {
  const files = readdirSync(join(root, 'src'), { recursive: true }).filter((file) => file.endsWith(suffix));
  const sources = files.map((file) => join('src', file).replaceAll('\\', '/')).sort();
  return new Map(await Promise.all(sources.map(async (source) => [generatedFile(source), await buildModule(source)])));
}

function generatedFile(source) {
  return source.replace(/\.ts$/, '.gen.ts');
}

async function buildModule(source) {
  const words = basename(source, suffix).split('-');
  const name = words.map((word, index) => (index === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('');
  const text = (await buildText(source)).replace(/[\\`]|\$\{/g, String.raw`\$&`);
  return [
    `// Written by \`npm run generate\`. Change ${basename(source)} instead.`,
    `/** The text of the program ${basename(source)}. */`,
    `export const ${name}Program = \`${text}\`;\n`,
  ].join('\n');
}

/** Returns an expression whose value is the function that the program exports, or else a CommonJS module for a thread. */
async function buildText(source) {
  const [, body, name] = /^([\s\S]*)export \{\n {2}(\w+)\n\};\n$/.exec(await bundle(source, 'esm')) ?? [];
  if (name === undefined) return bundle(source, 'cjs');
  return `(() => {\n"use strict";\n${body}return ${name};\n})()\n`;
}

async function bundle(source, format) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [source],
    bundle: true,
    format,
    platform: 'node',
    target: 'node20',
    packages: 'external',
    // Hosts load it with each view that they show.
    minify: source.startsWith(pageFolder),
    tsconfig: 'src/tsconfig.json',
    write: false,
  });
  return outputFiles[0].text;
}

/** Writes the modules, or says which ones differ. Returns whether none differs. */
export async function generatePrograms({ isCheck }) {
  const programs = [...(await buildPrograms())];
  if (!isCheck) for (const [file, text] of programs) writeFileSync(join(root, file), text);
  const stale = programs.filter(([file, text]) => readFileSync(join(root, file), 'utf8') !== text);
  for (const [file] of stale) process.stderr.write(`${file} is out of date. Run: npm run generate\n`);
  return stale.length === 0;
}
