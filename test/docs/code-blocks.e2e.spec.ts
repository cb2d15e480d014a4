import { codeBlocksOf, documentationPages, fenceWords, readPage } from './code-blocks.js';
import { type BlockResult, runBlocks } from './run-blocks.js';

const pages = documentationPages();
const blocks = pages.flatMap((page) => codeBlocksOf(page));
/** The blocks that continue the program of their page. */
const continued = pages.flatMap((page) =>
  fenceWords(page)
    .filter((words) => words === 'ts register')
    .slice(1),
);
const executed = blocks.filter((block) => block.notRun === undefined);

describe('the code blocks of README.md and docs', () => {
  let results: ReadonlyMap<string, BlockResult> = new Map();

  beforeAll(async () => {
    results = await runBlocks(blocks);
  }, 300_000);

  it('are marked ts if they are TypeScript or JavaScript', () => {
    const others = pages.flatMap((page) => fenceWords(page).map((words) => `${page}: ${words}`));
    // `js config` marks the configuration files of other tools, which the compiler matrix runs.
    const unmarked = others.filter((words) => !words.endsWith(': js config'));
    expect(unmarked.filter((words) => /: (typescript|tsx|js|jsx|javascript|mjs|mts)\b/i.test(words))).toEqual([]);
  });

  it('are found everywhere, including in lists and quotations', () => {
    const openings = pages.flatMap((page) => readPage(page).match(/^[ \t>*+-]*[`~]{3,} *ts\b(?! peer:)/gm) ?? []);
    expect(openings).toHaveLength(blocks.length + continued.length);
  });

  it('are run, except one in ten at most, each for a stated reason', () => {
    const others = blocks.filter((block) => block.notRun !== undefined);
    expect(others.filter((block) => block.notRun === '').map((block) => block.at)).toEqual([]);
    expect(others.length).toBeLessThanOrEqual((blocks.length + continued.length) / 10);
  });

  it.each(blocks)('compile: $at', ({ at }) => {
    expect(results.get(at)?.errors).toEqual([]);
  });

  it.each(executed)('run, and print what they say: $at', ({ at, printed }) => {
    expect(results.get(at)?.run).toEqual({ stdout: printed, stderr: '', ended: 'well' });
  });
});
