import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, typescriptFiles } from './support/repository.js';
import { titlesOf } from './support/source-code.js';

/** Words that this project does not use, with the terms of CONTRIBUTING.md that replace them. */
const retired: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\bbreaths?\b/i, 'tick, microtask'],
  [/\bunheard\b/i, 'unobserved'],
  [/\bgoOn\b/, 'resume'],
  [/\b(?:tells?|telling|told)\b/i, 'report, notify, show'],
  [/\b(?:hears?|hearing|heard)\b/i, 'receive, be notified'],
  [/\b(?:stands?|standing|stood)\b/i, 'is, applies, represents'],
  [/\b(?:lends?|lending|lent)\b/i, 'offer, provide, pass'],
  [/\bwhoever\b/i, 'the caller, anyone who'],
  [/\bnobody\b/i, 'no one, no caller'],
  [/\bwitness(?:es)?\b/i, 'observer'],
  [/\bjudg(?:e|es|ed|ing)\b/i, 'validate, check, decide'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bdearer\b/i, 'slower, more expensive'],
  [/\bfor ever\b/i, 'forever'],
  [/\bgiv(?:e|es|en|ing)\b(?:\s\w+){0,3}\sout\b/i, 'serve, publish'],
  [/\bstrangers?\b/i, 'untrusted server'],
  [/\bstand-?ins?\b/i, 'fallback, placeholder'],
  [/\bintakes?\b|[a-z]Intake\b/i, 'importer, copier'],
  [/\bmakers?\b|[a-z]Maker\b/, 'factory'],
  [/\bsurgery\b/i, 'edit'],
  [/\btall(?:y|ies)\b|[a-z]Tally\b/i, 'counter, stats'],
  [/\bjournal(?:s|led)?\b/i, 'events, history'],
  [/\bdesks?\b|[a-z]Desk\b/, 'service'],
  [/\bbeside\b/i, 'next to, in addition to'],
  [/\bputs? right\b/i, 'coerce, repair'],
  [/\bforgiving\b/i, 'coercion'],
  [/\btak(?:e|es|ing) turns\b/i, 'concurrency limit'],
  [/^\s*(?:\/\*\*|\*) (?:The same\b|As above\b)/, 'a sentence that is complete'],
  [/^\s*\/\*\* (?:Of|By) /, 'a sentence that is complete'],
];

const documents = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The scripts that build the package and the site, and those that run tests, benches and samples. */
const scripts = ['.ci', 'docs', 'test', 'bench', 'samples'].flatMap((folder) => scriptsIn(folder, 5));

function scriptsIn(folder: string, depth: number): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile()) return entry.name.endsWith('.mjs') ? [path] : [];
    const isOwn = entry.isDirectory() && depth > 0 && entry.name !== 'node_modules' && !entry.name.startsWith('.');
    return isOwn ? scriptsIn(path, depth - 1) : [];
  });
}

/** Returns the subjects of the commits since the check exists. Returns none outside of a repository of git. */
function commitSubjects(): readonly string[] {
  if (!existsSync(join(root, '.git'))) return [];
  const format = ['log', '--since=2026-11-26T12:00:00Z', '--no-merges', '--format=%s'];
  return execFileSync('git', format, { cwd: root, encoding: 'utf8' }).split('\n');
}

describe('retired words', () => {
  it.each(['src', 'samples'])('do not occur in %s', (folder) => {
    const files = typescriptFiles(folder).filter((file) => !/\.gen\.ts$|\/checks\/lock\/texts\//.test(file));
    expect(files.length).toBeGreaterThan(5);
    expect(files.flatMap((file) => findRetired(file, linesOf(file)))).toEqual([]);
  });

  it('do not occur in the documents', () => {
    expect(documents.flatMap((file) => findRetired(file, linesOf(file)))).toEqual([]);
  });

  it('do not occur in scripts', () => {
    expect(scripts).toContain('.ci/bundle.mjs');
    expect(scripts.flatMap((file) => findRetired(file, linesOf(file)))).toEqual([]);
  });

  it('do not occur in the subjects of commits since the check exists', () => {
    expect(findRetired('git log', commitSubjects())).toEqual([]);
  });

  it('do not occur in the titles of tests', () => {
    const specs = typescriptFiles('test').filter((file) => /\.(?:spec|contract)\.ts$/.test(file));
    // Parsing a file takes long, so only files with such a word in any place are parsed.
    const candidates = specs.filter((file) => findRetired(file, linesOf(file)).length > 0);
    const found = candidates.flatMap((file) => titlesOf(file).flatMap(({ path }) => findRetired(file, [path])));
    expect(found).toEqual([]);
  });

  it('are found', () => {
    const found = findRetired('a.ts', ['/** Tells nobody. */', '/** The same for others. */', 'const standInFor = 1;']);
    expect(found.map((line) => line.split(': ')[0])).toEqual(['a.ts:1', 'a.ts:1', 'a.ts:2']);
  });
});

function linesOf(file: string): readonly string[] {
  return readFileSync(join(root, file), 'utf8').split('\n');
}

function findRetired(file: string, lines: readonly string[]): readonly string[] {
  return lines.flatMap((line, index) =>
    retired
      .filter(([word]) => word.test(line))
      .map(([, instead]) => `${file}:${index + 1}: use ${instead}: ${line.trim()}`),
  );
}
