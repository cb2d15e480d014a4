import { readManifest } from '../support/repository.js';
import { Workshop } from './command-line.js';

describe('toolwright', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop();
  });

  afterAll(() => workshop.remove());

  it.each(['--help', '-h'])('explains commands, options and exit codes for %s', async (option) => {
    const { code, stdout, stderr } = await workshop.run(option);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const word of ['list', 'call', '--json', '--stream', '--help', '--version']) expect(stdout).toContain(word);
    expect(stdout).toMatch(/Exit codes:\n {2}0 {4}.+\n {2}1 {4}.+\n {2}2 {4}.+\n {2}5 {4}.+\n {2}130 {2}.+\n$/);
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
    [['--stream'], 'Missing command.'],
    [['tell'], "Unknown command 'tell'."],
    [['list'], "'list' needs a module."],
    [['list', 'a.mjs', 'b.mjs'], "'list' accepts one module. Unexpected argument: 'b.mjs'."],
    [['list', 'a.mjs', '--stream'], "'list' has no option --stream."],
    [['call', 'a.mjs'], "'call' needs a module and a tool."],
    [['call', 'a.mjs', 'add', '{', '}'], "'call' accepts a module, a tool and one JSON text. Quote the text."],
    [['serve'], "'serve' needs a module."],
    [['serve', 'a.mjs', 'b.mjs'], "'serve' accepts one module. Unexpected argument: 'b.mjs'."],
    [['serve', 'a.mjs', '--stdio', '--http'], "'serve' accepts --stdio or --http, not both."],
    [['serve', 'a.mjs', '--port', '80'], '--host and --port require --http.'],
    [['serve', 'a.mjs', '--era', '2024'], "--era must be 2025-11-25 or 2026-07-28, not '2024'."],
    [['serve', 'a.mjs', '--http', '--port', '65536'], "--port must be a number from 0 to 65535, not '65536'."],
  ])('rejects the arguments %j and refers to its help', async (args, message) => {
    const { code, stdout, stderr } = await workshop.run(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`toolwright: ${message}`);
    expect(stderr).toMatch(/^.+ See 'toolwright --help'\.\n$/);
  });
});
