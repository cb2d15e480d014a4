// Prints the numbers that show how large the parts of `src` are, and how much they know of each other:
// node test/structure/measure.mjs
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => `src/${file.replaceAll(sep, '/')}`)
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.endsWith('.gen.ts'))
  .sort();
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

/** The imports within `src`, dynamic and type-only ones included. */
const edges = files.flatMap((from) =>
  ts.preProcessFile(texts.get(from), true, true).importedFiles.flatMap(({ fileName }) => {
    if (!fileName.startsWith('.')) return [];
    return [{ from, to: posix.join(posix.dirname(from), fileName).replace(/\.js$/, '.ts') }];
  }),
);

function linesIn(folder) {
  const own = files.filter((file) => file.startsWith(`src/${folder}/`));
  return own.reduce((sum, file) => sum + texts.get(file).trimEnd().split('\n').length, 0);
}

/** Counts the lines with a token, without blank lines and comments. */
function codeLinesOf(text) {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const lines = new Set();
  const visit = (node) => {
    const children = node
      .getChildren(source)
      .filter(({ kind }) => kind < ts.SyntaxKind.FirstJSDocNode || kind > ts.SyntaxKind.LastJSDocNode);
    if (children.length === 0 && node.getWidth(source) > 0) {
      const [start, end] = [node.getStart(source), node.getEnd()].map((at) => source.getLineAndCharacterOfPosition(at));
      for (let line = start.line; line <= end.line; line++) lines.add(line);
    }
    for (const child of children) visit(child);
  };
  visit(source);
  return lines.size;
}

/** Returns the groups of folders that import each other in a circle. A node is the files directly in a folder. */
function folderCycles() {
  const graph = new Map();
  for (const { from, to } of edges) {
    if (from.endsWith('/index.ts') || to.endsWith('/index.ts') || dirname(from) === dirname(to)) continue;
    graph.set(dirname(from), (graph.get(dirname(from)) ?? new Set()).add(dirname(to)));
  }
  const reach = (start) => {
    const seen = new Set();
    const queue = [start];
    for (const folder of queue) {
      for (const next of graph.get(folder) ?? []) if (!seen.has(next)) seen.add(next) && queue.push(next);
    }
    return seen;
  };
  const reached = new Map([...graph.keys()].map((folder) => [folder, reach(folder)]));
  const inCircles = [...graph.keys()].filter((folder) => reached.get(folder).has(folder));
  const groups = inCircles.map((folder) =>
    inCircles
      .filter((other) => reached.get(folder).has(other) && reached.get(other).has(folder))
      .sort()
      .join(', '),
  );
  return [...new Set(groups)];
}

/** Returns the public members of a class, those of its base classes included, and how many of them are internal. */
function membersOf(file, name) {
  const program = ts.createProgram([join(root, file)], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
  });
  const checker = program.getTypeChecker();
  const declared = program.getSourceFile(join(root, file)).statements.find((one) => one.name?.text === name);
  const members = checker
    .getTypeAtLocation(declared)
    .getProperties()
    .filter((member) => !member.name.includes('#'));
  const isInternal = (member) => member.getJsDocTags().some((tag) => tag.name === 'internal');
  return { visible: members.filter((one) => !isInternal(one)).length, internal: members.filter(isInternal).length };
}

/** Returns the files, and the number of functions, that the second call of a plain tool enters. */
async function enteredByCall() {
  const output = mkdtempSync(join(tmpdir(), 'toolwright-structure-'));
  try {
    await build({
      absWorkingDir: root,
      entryPoints: files,
      outdir: output,
      outbase: 'src',
      format: 'esm',
      target: 'node20',
    });
    symlinkSync(join(root, 'node_modules'), join(output, 'node_modules'));
    writeFileSync(join(output, 'package.json'), '{ "type": "module" }');
    const { Toolkit, ToolSpec } = await import(pathToFileURL(join(output, 'index.js')).href);
    const toolkit = new Toolkit();
    const inputSchema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    const executor = { kind: 'measure', execute: ({ a }) => a };
    toolkit.register(ToolSpec.create({ name: 'add', inputSchema, executor }));
    await toolkit.execute('add', { a: 1 });
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await toolkit.execute('add', { a: 2 });
    const { result } = await session.post('Profiler.takePreciseCoverage');
    session.disconnect();
    const own = result.filter(({ url }) => url.startsWith(pathToFileURL(output).href) && !url.includes('node_modules'));
    const called = own.map(({ url, functions }) => ({
      url: url.slice(pathToFileURL(output).href.length + 1),
      functions: functions.filter(({ ranges }) => ranges[0].count > 0).length,
    }));
    const entered = called.filter(({ functions }) => functions > 0);
    return { files: entered.map(({ url }) => url), functions: entered.reduce((sum, one) => sum + one.functions, 0) };
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

function featureOf(file) {
  return /^src\/features\/([^/]+)\//.exec(file)?.[1];
}

const count = (matches) => edges.filter(matches).length;
const matchesIn = (pattern) => [...texts.values()].reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);
const names = readFileSync(join(root, 'test/package-names.txt'), 'utf8').trimEnd().split('\n');
const cycles = folderCycles();
const call = await enteredByCall();
const { visible, internal } = membersOf('src/facade/toolkit.ts', 'Toolkit');

const rows = {
  'folders + loose files in src': `${new Set(files.filter((file) => file.split('/').length > 2).map((file) => file.split('/')[1])).size} + ${files.filter((file) => file.split('/').length === 2).length}`,
  'folder cycles': `${cycles.length}${cycles.map((cycle) => `\n    ${cycle}`).join('')}`,
  'kernel: lines; code lines; imports of features': [
    linesIn('toolkit'),
    files
      .filter((file) => file.startsWith('src/toolkit/'))
      .reduce((sum, file) => sum + codeLinesOf(texts.get(file)), 0),
    count(({ from, to }) => from.startsWith('src/toolkit/') && featureOf(to) !== undefined),
  ].join('; '),
  'lines of features; of the facade': `${linesIn('features')}; ${linesIn('facade')}`,
  'imports between features': count(
    ({ from, to }) => featureOf(from) !== undefined && featureOf(to) !== undefined && featureOf(from) !== featureOf(to),
  ),
  'files that a plain execute enters; functions; files of features': `${call.files.length}; ${call.functions}; ${call.files.filter((file) => file.startsWith('features/')).length}`,
  'members of Toolkit + internal': `${visible} + ${internal}`,
  'public names in the root; in all': `${names.filter((line) => line.startsWith('toolwright ')).length}; ${new Set(names.map((line) => line.split(' ').at(-1))).size}`,
  'functions that check options; tables of names': `${matchesIn(/function check[A-Z]\w*/g)}; ${matchesIn(/: OptionNames<|satisfies OptionNames</g)}`,
  'code lines of src, neither blank nor comment': files.reduce((sum, file) => sum + codeLinesOf(texts.get(file)), 0),
};
for (const [row, value] of Object.entries(rows)) process.stdout.write(`${row}: ${value}\n`);
