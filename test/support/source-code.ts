import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { root } from './repository.js';

/** One import of a file, dynamic and type-only ones included. */
export interface SourceImport {
  readonly specifier: string;
  /** The file it leads to, from the repository's root; undefined for packages. */
  readonly file: string | undefined;
}

/** Returns the imports of `file`, in the order of appearance. */
export function importsOf(file: string): readonly SourceImport[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'), true, true);
  return importedFiles.map(({ fileName: specifier }) => ({ specifier, file: fileBehind(specifier, file) }));
}

function fileBehind(specifier: string, importer: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = posix.join(posix.dirname(importer), specifier);
  const source = path.replace(/\.js$/, '.ts');
  return existsSync(join(root, source)) ? source : path;
}

/** Every node of `file` that `matches`, as `file:line text`, with the text cut to its first line. */
export function findCode(file: string, matches: (node: ts.Node) => boolean): readonly string[] {
  const source = parseFile(file);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (matches(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      found.push(`${file}:${line + 1} ${node.getText(source).split('\n', 1)[0]}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const parsedFiles = new Map<string, ts.SourceFile>();

function parseFile(file: string): ts.SourceFile {
  const known = parsedFiles.get(file);
  if (known !== undefined) return known;
  const parsed = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  parsedFiles.set(file, parsed);
  return parsed;
}

/** Groups of files that import each other in a circle; none in an orderly graph. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at !== -1) cycles.push([...path.slice(at), file]);
    if (at !== -1 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return cycles;
}

/** The sets of nodes of a graph each of which leads to all others of its set, without those of a single node. */
export function findKnots(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachableFrom(node, graph)]));
  const leads = (from: string, to: string): boolean => reached.get(from)?.has(to) === true;
  const knots = [...graph.keys()].map((node) =>
    [...graph.keys()].filter((other) => leads(node, other) && leads(other, node)).sort(),
  );
  const first = ([name]: readonly string[]): string => name ?? '';
  return [...new Map(knots.filter(({ length }) => length > 1).map((knot) => [first(knot), knot])).values()].sort(
    (a, b) => first(a).localeCompare(first(b)),
  );
}

function reachableFrom(start: string, graph: ReadonlyMap<string, ReadonlySet<string>>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [start];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      waiting.push(next);
    }
  }
  return reached;
}

/** A test or a suite of a spec. */
export interface TestTitle {
  /** The title after the titles of its suites: `suite > suite > test`. A table's template is literal: `adds %d`. */
  readonly path: string;
  readonly isSuite: boolean;
}

/** Returns the titles of the suites and the tests in `file`, in the order of appearance. */
export function titlesOf(file: string): readonly TestTitle[] {
  const titles: TestTitle[] = [];
  const visit = (node: ts.Node, suites: readonly string[]): void => {
    const test = readTest(node);
    const path = test === undefined ? suites : [...suites, test.title];
    if (test !== undefined) titles.push({ path: path.join(' > '), isSuite: test.isSuite });
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(parseFile(file), []);
  return titles;
}

/** Reads a call of `it` or `describe`. Of `it.each(table)(title, …)`, that is the outer call. */
function readTest(node: ts.Node): { readonly title: string; readonly isSuite: boolean } | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const name = testWord(node.expression);
  const [title, body] = node.arguments;
  if (name === undefined || title === undefined || body === undefined) return undefined;
  return { title: ts.isStringLiteralLike(title) ? title.text : title.getText(), isSuite: name.endsWith('describe') };
}

/** Returns `describe`, `it` or `test` if a call calls one of them, including calls such as `it.each(...)(...)`. */
export function testWord(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return /^[fx]?(describe|it|test)$/.test(callee.text) ? callee.text : undefined;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) {
    return isMember(callee) ? undefined : testWord(callee.expression);
  }
  return undefined;
}

/** Distinguishes `pattern.test(...)` from `test.each(...)`. */
function isMember(callee: ts.Expression): boolean {
  return ts.isPropertyAccessExpression(callee) && !/^(each|skip|only|todo|failing|concurrent)$/.test(callee.name.text);
}
