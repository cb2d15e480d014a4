import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { anchorsOf, headingsOf } from './docs/code-blocks.js';
import type { Requirement } from './requirements/requirement.js';
import { pagesOfPromises, requirements, sectionsWithoutPromises } from './requirements.js';
import { root } from './support/repository.js';
import { titlesOf } from './support/source-code.js';

/** The values that also occur earlier. */
function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function isStandard(source: string): boolean {
  return /^(?:MCP(?: Apps)? \d{4}-\d{2}-\d{2}|JSON Schema (?:draft-07|2020-12)|RFC \d+|OpenTelemetry \S+), \S/.test(
    source,
  );
}

function isSection(source: string): boolean {
  const [page = '', anchor = ''] = source.split('#');
  return existsSync(join(root, page)) && anchorsOf(page).includes(anchor);
}

/** The tests that a requirement cites and that do not exist, or that several tests could be. */
function wrongCitations({ id, tests }: Requirement): readonly string[] {
  return Object.entries(tests).flatMap(([file, titles]) => {
    if (!/\.(?:spec|contract)\.ts$/.test(file) || !existsSync(join(root, file)))
      return [`${id}: there is no spec ${file}`];
    return titles.flatMap((title) => {
      const found = findTests(file, title);
      return found === 1 ? [] : [`${id}: ${found} tests of ${file} are titled '${title}'`];
    });
  });
}

function findTests(file: string, title: string): number {
  const tests = titlesOf(file).filter(({ isSuite }) => !isSuite);
  return tests.filter(({ path }) => path === title || path.endsWith(` > ${title}`)).length;
}

const sources = new Set<string>(requirements.flatMap((requirement) => requirement.sources));
const citing = (page: string, anchor: string) => sources.has(`${page}#${anchor}`);

describe('the requirements', () => {
  it('are at least 200', () => {
    expect(requirements.length).toBeGreaterThanOrEqual(200);
  });

  it('have unique IDs, of an area and a name', () => {
    const ids = requirements.map(({ id }) => id);
    expect(repeated(ids)).toEqual([]);
    expect(ids.filter((id) => !/^[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it('are each one sentence, and different', () => {
    const promises = requirements.map(({ promise }) => promise);
    expect(repeated(promises)).toEqual([]);
    expect(promises.filter((promise) => !/^[A-Z`'@].*[^.]\.$/.test(promise) || /[.!?] [A-Z]/.test(promise))).toEqual(
      [],
    );
  });

  it('name sections that exist, and standards by their section', () => {
    const wrong = requirements.flatMap(({ id, sources }) =>
      sources.filter((source) => !isStandard(source) && !isSection(source)).map((source) => `${id}: ${source}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are made in at least one section of the documentation', () => {
    expect(requirements.filter(({ sources }) => !sources.some(isSection)).map(({ id }) => id)).toEqual([]);
  });

  it('are each shown by a test', () => {
    const untested = requirements.filter(({ tests }) => Object.values(tests).flat().length === 0);
    expect(untested.map(({ id }) => id)).toEqual([]);
  });

  it('cite tests that exist, each by a title that only one test has', () => {
    expect(requirements.flatMap(wrongCitations)).toEqual([]);
  });
});

describe.each(pagesOfPromises)('the sections of $page', ({ page, only }) => {
  const sections = headingsOf(page).filter(({ level, anchor }) => level > 1 && (only?.includes(anchor) ?? true));
  const excepted = new Map(Object.entries(sectionsWithoutPromises));

  it('each make a promise, except those that are listed with a reason', () => {
    expect(sections.length).toBeGreaterThan(0);
    const silent = sections.filter(({ anchor }) => !citing(page, anchor) && !excepted.has(`${page}#${anchor}`));
    expect(silent.map(({ anchor }) => `${page}#${anchor}`)).toEqual([]);
  });

  it('are listed as exceptions only if they exist and make no promise', () => {
    const listed = [...excepted].filter(([section]) => section.startsWith(`${page}#`));
    const wrong = listed.filter(([section, reason]) => sources.has(section) || !isSection(section) || reason === '');
    expect(wrong).toEqual([]);
  });
});

describe('the check of a citation', () => {
  const file = 'test/requirements.spec.ts';
  const check = (tests: Requirement['tests']) => wrongCitations({ id: 'a.b', promise: '', sources: [], tests });

  it('accepts a title, alone or after those of its suites, and the template of a table', () => {
    expect(check({ [file]: ['are at least 200', 'the requirements > are at least 200'] })).toEqual([]);
    expect(check({ 'test/docs/links.spec.ts': ['lead somewhere: $page -> $target'] })).toEqual([]);
  });

  it('rejects a part of a title, a suite, an ambiguous title and a spec that does not exist', () => {
    expect(check({ [file]: ['at least 200'] })).toEqual([`a.b: 0 tests of ${file} are titled 'at least 200'`]);
    expect(check({ [file]: ['the requirements'] })).toHaveLength(1);
    expect(check({ 'test/toolkit/access.spec.ts': ['is called'] })).toHaveLength(1);
    expect(check({ 'test/gone.spec.ts': ['works'] })).toEqual(['a.b: there is no spec test/gone.spec.ts']);
    expect(check({ 'test/support/repository.ts': [] })).toHaveLength(1);
  });
});
