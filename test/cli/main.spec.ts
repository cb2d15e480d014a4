import { readManifest } from '../support/repository.js';
import { Workshop } from './command-line.js';

describe('toolwright', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
  });

  afterAll(() => workshop.remove());

  it.each(['--help', '-h', 'help'])('lists commands, options and exit codes on one screen for %s', async (option) => {
    const { code, stdout, stderr } = await workshop.run(option);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of ['list', 'call', 'serve', 'generate', '--json', '--help', '--version']) {
      expect(stdout).toContain(word);
    }
    expect(stdout).toMatch(/Exit codes: 0 .+,\s1 .+,\s2 .+,\s3 .+,\s5 .+,\s130 .+\./s);
    expect(stdout).not.toContain('__complete');
    const lines = stdout.split('\n');
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  it.each(['list', 'call', 'serve', 'generate', 'eval', 'flow', 'completion', 'help'])(
    'explains the arguments, options, examples and exit codes of %s',
    async (command) => {
      const { code, stdout, stderr } = await workshop.run('help', command);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^Usage: toolwright ${command} [[<]`));
      expect(stdout).toMatch(new RegExp(`\nExamples:\n(?: {2}toolwright ${command}.*\n)+\nExit codes:\n {2}0 {4}.+\n`));
      expect(await workshop.run(command, '--help')).toEqual({ code, stdout, stderr });
      expect(await workshop.run('--help', command, '--unknown')).toEqual({ code, stdout, stderr });
    },
  );

  it('shows the default of an option in the help of its command', async () => {
    const { stdout } = await workshop.run('serve', '--help');
    expect(stdout).toMatch(/--port <port> +with --http: where to listen \(default: 3000\)/);
  });

  it('prints its help without arguments', async () => {
    const { stdout } = await workshop.run('--help');
    expect(await workshop.run()).toEqual({ code: 0, stdout, stderr: '' });
  });

  it.each(['--version', '-v'])('prints its version for %s', async (option) => {
    const run = await workshop.run(option);
    expect(run).toEqual({ code: 0, stdout: `${readManifest().version}\n`, stderr: '' });
  });

  it.each([
    [['--stream'], '', 'Missing command.'],
    [['tell'], '', "Unknown command 'tell'."],
    [['lst', 'a.mjs'], '', "Unknown command 'lst'. Did you mean 'list'?"],
    [['help', 'lst'], '', "Unknown command 'lst'. Did you mean 'list'?"],
    [['--josn'], '', "Unknown option '--josn'. Did you mean '--json'?"],
    [['list'], 'list ', "'list' needs a module."],
    [['list', 'a.mjs', 'b.mjs'], 'list ', "'list' accepts one module. Unexpected argument: 'b.mjs'."],
    [['list', 'a.mjs', '--stream'], 'list ', "'list' has no option --stream."],
    [['list', 'a.mjs', '--josn'], 'list ', "'list' has no option --josn. Did you mean '--json'?"],
    [['list', 'a.mjs', '--bugdet=3'], 'list ', "'list' has no option --bugdet. Did you mean '--budget'?"],
    [['list', 'a.mjs', '--cost=yes'], 'list ', '--cost accepts no value.'],
    [['list', 'a.mjs', '--budget'], 'list ', '--budget needs a value: --budget <tokens>.'],
    [['list', 'a.mjs', '--agent', '--cost'], 'list ', "--agent needs a value, not the option '--cost'."],
    [['call', 'a.mjs'], 'call ', "'call' needs a module and a tool."],
    [['call', 'a.mjs', 'add', '{', '}'], 'call ', "'call' accepts a module, a tool and one JSON text. Quote the text."],
    [['serve'], 'serve ', "'serve' needs a module."],
    [['serve', 'a.mjs', 'b.mjs'], 'serve ', "'serve' accepts one module. Unexpected argument: 'b.mjs'."],
    [['serve', 'a.mjs', '--stdio', '--http'], 'serve ', "'serve' accepts --stdio or --http, not both."],
    [['serve', 'a.mjs', '--port', '80'], 'serve ', '--host and --port require --http.'],
    [['serve', 'a.mjs', '--era', '2024'], 'serve ', "--era must be 2025-11-25 or 2026-07-28, not '2024'."],
    [
      ['serve', 'a.mjs', '--http', '--port', '65536'],
      'serve ',
      "--port must be a number from 0 to 65535, not '65536'.",
    ],
    [['completion', 'tcsh'], 'completion ', "There is no script for 'tcsh'. Use one of: bash, zsh, fish, powershell."],
    [
      ['generate', 'a.ts'],
      'generate ',
      "'generate' accepts no module: it reads all that belong to the project. Run it without 'a.ts'.",
    ],
    [['generate', 'a'], 'generate ', "'generate' accepts no module. To set the project, use --project a."],
  ])('rejects the arguments %j and refers to the help of %j', async (args, command, message) => {
    const { code, stdout, stderr } = await workshop.run(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(`toolwright: ${message} See 'toolwright ${command}--help'.\n`);
  });

  it('accepts options before the name of the command', async () => {
    workshop.write('empty.mjs', 'export const nothing = 1;');
    const { code, stderr } = await workshop.run('--cost', '--budget', '1', 'list', 'empty.mjs');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("'empty.mjs' exports no tools.") });
  });
});
