import { Readable } from 'node:stream';
import { runCommand } from '../../src/build/cli/run-command.js';
import { Workshop } from './command-line.js';

/** Clears a screen, shows text in another order, and sets the title of a window. */
const hostile = '\x1b[2Jred\u202eder\u2066\u200f\x9b31m\x07\rX';
const escaped = '\\u001b[2Jred\\u202eder\\u2066\\u200f\\u009b31m\\u0007\\u000dX';

describe('text that others have written', () => {
  const before = process.cwd();
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
    workshop.compile(
      'hostile.mjs',
      `const hostile = ${JSON.stringify(hostile)};
      const tool = (name, options, execute) => ToolSpec.create({ name, executor: { kind: 'test', execute }, ...options });
      const properties = { [hostile]: { type: 'string' } };
      const options = { description: hostile + '\\n\\tnext', group: hostile, inputSchema: { type: 'object', properties } };
      const fail = () => { throw new Error(hostile); };
      export const tools = [tool('print', options, () => hostile), tool('fail', {}, fail)];`,
    );
    process.chdir(workshop.folder);
  });

  afterAll(() => {
    process.chdir(before);
    workshop.remove();
  });

  /** Runs the command with outputs that are terminals. */
  async function runOnTerminal(...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
    const texts = { stdout: '', stderr: '' };
    const outputOf = (name: keyof typeof texts) => ({ isTTY: true, write: (text: string) => (texts[name] += text) });
    const streams = { stdin: Readable.from([]), stdout: outputOf('stdout'), stderr: outputOf('stderr') };
    await runCommand([...args, '--no-color'], streams);
    return texts;
  }

  it('is escaped in the list of tools', async () => {
    const { stdout } = await workshop.run('list', 'hostile.mjs');
    expect(stdout).toContain(`print [${escaped}]\n  ${escaped}\n  \tnext\n  print({ `);
    expect(
      stdout
        .split('\n\n', 1)
        .join()
        .replaceAll(/[\n\t]/g, ''),
    ).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  });

  it('is escaped in the list of costs', async () => {
    expect((await workshop.run('list', 'hostile.mjs', '--cost')).stdout).toContain(`print [${escaped}]\n`);
  });

  it.each([[[]], [['--stream']]])(
    'is escaped in the output of a tool on a terminal, with the options %j',
    async (options) => {
      expect(await runOnTerminal('call', 'hostile.mjs', 'print', ...options)).toEqual({
        stdout: `${escaped}\n`,
        stderr: '',
      });
    },
  );

  it.each([[[]], [['--stream']]])('is written to a pipe as it is, with the options %j', async (options) => {
    expect((await workshop.run('call', 'hostile.mjs', 'print', ...options)).stdout).toBe(`${hostile}\n`);
  });

  it('is escaped in errors', async () => {
    expect((await workshop.run('call', 'hostile.mjs', 'fail')).stderr).toBe(`${escaped}\n`);
    expect((await workshop.run('call', 'hostile.mjs', hostile)).stderr).toContain(escaped);
  });

  it('is unchanged in JSON', async () => {
    const { stdout } = await workshop.run('list', 'hostile.mjs', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ data: { tools: [{ description: `${hostile}\n\tnext` }, {}] } });
  });
});
