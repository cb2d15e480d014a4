import { documentationPages, readPage } from './code-blocks.js';

/** The commands that run a TypeScript file, one for each program, with `app.ts` in place of the file. */
const recommended = [
  'node --import toolwright/register app.ts',
  'npx tsx --import toolwright/register app.ts',
  'node --import tsx --import toolwright/register app.ts',
  'node --import toolwright/register --loader ts-node/esm app.ts',
  'npx ts-node --require toolwright/register app.ts',
];

/** The commands of a page that run a TypeScript file with Node.js, tsx or ts-node, in blocks and in the text. */
function commandsOf(page: string): readonly string[] {
  const commands = readPage(page).matchAll(
    /(?<![\w./-])(?:node|(?:npx )?(?:tsx|ts-node)) [^`'"|\n,;]*?(?<![\w.])[\w./-]+\.[cm]?tsx?\b/g,
  );
  return [...commands].map(([command]) => command.replaceAll(/\s+/g, ' ').replace(/\S+$/, 'app.ts'));
}

describe('the set-up in README.md and docs', () => {
  it.each(documentationPages())('runs TypeScript files with the same commands: %s', (page) => {
    expect(commandsOf(page).filter((command) => !recommended.includes(command))).toEqual([]);
  });

  it('is described once for each way to run a file', () => {
    expect([...new Set(commandsOf('docs/build-plugin.md'))].sort()).toEqual([...recommended].sort());
  });

  it.each([
    'getting-started',
    'schemas',
    'troubleshooting',
    'compilers-and-bundlers',
    'build-plugin',
    'loader',
    'commonjs',
  ])('begins with the one flag: %s', (name) => {
    expect(readPage(`docs/${name}.md`).replaceAll('\n', ' ')).toMatch(/node --import toolwright\/register [\w/]+\.ts/);
  });

  it.each(['getting-started', 'testing', 'troubleshooting', 'schemas'])('refers to the build plugin: %s', (name) => {
    expect(readPage(`docs/${name}.md`)).toContain('](build-plugin.md');
  });
});
