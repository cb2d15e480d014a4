import { Readable } from 'node:stream';
import { runCommand } from '../../src/build/cli/run-command.js';
import { Workshop } from './command-line.js';
import { shelf } from './shelf.js';

const bold = (text: string) => `\x1b[1m${text}\x1b[22m`;
const dim = (text: string) => `\x1b[2m${text}\x1b[22m`;
const red = (text: string) => `\x1b[31m${text}\x1b[39m`;
const yellow = (text: string) => `\x1b[33m${text}\x1b[39m`;

describe('colours', () => {
  const names = ['NO_COLOR', 'FORCE_COLOR', 'TERM'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  const folder = process.cwd();
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
    workshop.compile(
      'shelf.mjs',
      `${shelf}
      export class Needy extends ToolRegistry { constructor(store: object) { super(); } @Tool() one() {} }`,
    );
    process.chdir(workshop.folder);
  });

  beforeEach(() => setVariables({ TERM: 'xterm' }));

  afterAll(() => {
    process.chdir(folder);
    setVariables(Object.fromEntries(before));
    workshop.remove();
  });

  function setVariables(variables: Readonly<Record<string, string | undefined>>): void {
    for (const name of names) {
      const value = variables[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }

  /** Runs the command with outputs of which some are terminals. */
  async function run(
    args: readonly string[],
    terminals: readonly ('stdout' | 'stderr')[] = ['stdout', 'stderr'],
  ): Promise<{ stdout: string; stderr: string }> {
    const texts = { stdout: '', stderr: '' };
    const outputOf = (name: keyof typeof texts) => ({
      isTTY: terminals.includes(name),
      write: (text: string) => (texts[name] += text),
    });
    await runCommand(args, { stdin: Readable.from([]), stdout: outputOf('stdout'), stderr: outputOf('stderr') });
    return texts;
  }

  it('emphasize the names of tools, the labels of warnings and errors, and the headings of help', async () => {
    const { stdout, stderr } = await run(['list', 'shelf.mjs']);
    expect(stdout).toContain(`${bold('find')} ${dim('[basic]')}\n`);
    expect(stderr).toContain(`${yellow('warning:')} 'Needy' is skipped`);
    expect((await run(['list', 'shelf.mjs', '--cost'])).stdout).toContain(`  ${bold('find')} ${dim('[basic]')}\n`);
    expect((await run(['tell'])).stderr).toBe(
      `${red('toolwright:')} Unknown command 'tell'. See 'toolwright --help'.\n`,
    );
    const help = (await run(['help', 'list'])).stdout;
    for (const heading of ['Usage:', 'Arguments:', 'Options:', 'Examples:', 'Exit codes:']) {
      expect(help).toContain(bold(heading));
    }
  });

  it('are decided for each output', async () => {
    const piped = await run(['list', 'shelf.mjs'], ['stderr']);
    expect(piped.stdout).toContain('find [basic]\n');
    expect(piped.stderr).toContain(yellow('warning:'));
    const redirected = await run(['list', 'shelf.mjs'], ['stdout']);
    expect(redirected.stdout).toContain(bold('find'));
    expect(redirected.stderr).toContain("warning: 'Needy'");
  });

  it.each([
    [{ NO_COLOR: '1' }, [], true, false],
    [{ NO_COLOR: '' }, [], true, true],
    [{ TERM: 'dumb' }, [], true, false],
    [{ FORCE_COLOR: '1' }, [], false, true],
    [{ FORCE_COLOR: '0' }, [], true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, [], false, true],
    [{ NO_COLOR: '1' }, ['--color'], false, true],
    [{ FORCE_COLOR: '1' }, ['--no-color'], true, false],
    [{}, ['--no-color', '--color'], false, true],
    [{}, ['--color', '--no-color'], true, false],
    [{ FORCE_COLOR: '1' }, ['--color', '--json'], true, false],
  ])('with %j and %j on a terminal (%s): %s', async (variables, options, isTerminal, isColored) => {
    setVariables(variables);
    const terminals = isTerminal ? (['stdout', 'stderr'] as const) : [];
    const { stdout, stderr } = await run(['list', 'shelf.mjs', ...options], terminals);
    expect(stdout.includes('\x1b')).toBe(isColored);
    expect(stderr.includes('\x1b')).toBe(isColored);
  });
});
