import { spawn, spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { packedCommand, packedFolder } from '../support/packed-package.js';
import { Workshop } from './command-line.js';
import { travel } from './travel.js';

// Of util-linux.
const pseudoTerminal = 'script';
const hasTerminal = (spawnSync(pseudoTerminal, ['--version'], { encoding: 'utf8' }).stdout ?? '').includes(
  'util-linux',
);
const interrupt = '\x03';

describe('toolwright call on a terminal', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.compile('travel.mjs', travel);
  });

  afterAll(() => workshop.remove());

  /** Runs a call, and types each answer when its prompt appears. Returns the text on the terminal. */
  function converse(
    tool: string,
    json: string,
    answers: readonly (readonly [prompt: string, answer: string])[],
  ): Promise<{ readonly code: number | null; readonly screen: string }> {
    const command = `'${process.execPath}' '${packedCommand}' call travel.mjs ${tool} '${json}'`;
    const child = spawn(pseudoTerminal, ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: workshop.folder,
      env: { PATH: process.env.PATH, TERM: 'xterm-256color' },
    });
    const remaining = [...answers];
    let screen = '';
    let unread = '';
    child.stdout.on('data', (chunk) => {
      screen += String(chunk);
      unread += String(chunk);
      const [next] = remaining;
      if (next === undefined || !stripVTControlCharacters(unread).includes(next[0])) return;
      unread = '';
      remaining.shift();
      child.stdin.write(next[1]);
    });
    return new Promise((resolve) => {
      child.on('close', (code) => {
        resolve({ code, screen: stripVTControlCharacters(screen).replaceAll('\r', '') });
      });
    });
  }

  /** Runs a command line of the shell on a terminal. */
  function runOnTerminal(command: string, variables: Readonly<Record<string, string>>): Promise<{ screen: string }> {
    const child = spawn(pseudoTerminal, ['--quiet', '--return', '--command', command, '/dev/null'], {
      cwd: workshop.folder,
      env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...variables },
    });
    let screen = '';
    child.stdout.on('data', (chunk) => (screen += String(chunk)));
    return new Promise((resolve) => child.on('close', () => resolve({ screen })));
  }

  // Where `script` is missing, no terminal can be simulated.
  if (hasTerminal) {
    it('asks for approval and shows the arguments as they run', async () => {
      const { code, screen } = await converse('pay', '{"amount":"5"}', [['Allow this call (yes or no): ', 'yes\n']]);
      expect(code).toBe(0);
      expect(screen).toContain(`Allow the call of 'pay' with these arguments?`);
      expect(screen).toContain('"amount": 5,\n  "currency": "EUR"');
      expect(screen).toMatch(/\npaid 5 EUR\n$/);
    });

    it.each([
      [{}, true],
      [{ NO_COLOR: '1' }, false],
      [{ TERM: 'dumb' }, false],
    ])('prints what is piped without colours, and errors in colour, with %j: %s', async (variables, isColored) => {
      const command = `'${process.execPath}' '${packedCommand}' list travel.mjs | cat; '${process.execPath}' '${packedCommand}' list none.mjs`;
      const { screen } = await runOnTerminal(command, variables);
      const [list, error] = screen.split('toolwright');
      expect(stripVTControlCharacters(String(list))).toContain('pay [basic]');
      expect(list?.slice(0, list.lastIndexOf('\n'))).not.toContain('\x1b');
      expect(error?.startsWith(':\x1b[39m File')).toBe(isColored);
      expect(screen.includes('\x1b')).toBe(isColored);
    });

    it('denies a call with the reason that the user types', async () => {
      const { code, screen } = await converse('pay', '{"amount":5}', [
        ['Allow this call (yes or no): ', 'no\n'],
        ['Why not', 'Too much.\n'],
      ]);
      expect(code).toBe(5);
      expect(screen).toContain("The call of 'pay' was denied: Too much.");
    });

    it('asks for each field of a question, and again for a value that does not fit', async () => {
      const { code, screen } = await converse('book', '{}', [
        ['City: ', '\n'],
        ['A value is required.', 'Rome\n'],
        ['nights (whole number): ', 'many\n'],
        ['"many" is not a number.', '0\n'],
        ['must be >= 1', '3\n'],
        ['room (single, double) [single]: ', 'triple\n'],
        ['is not one of: single, double.', 'double\n'],
        ['breakfast (yes or no): ', 'maybe\n'],
        ['is not yes or no.', 'y\n'],
        ['wishes (JSON; optional): ', '["quiet"]\n'],
      ]);
      expect(code).toBe(0);
      expect(screen).toContain('Where to?');
      const answer = '{"city":"Rome","nights":3,"room":"double","breakfast":true,"wishes":["quiet"]}';
      expect(screen.trimEnd().split('\n').at(-1)).toBe(answer);
    });

    it('declines a question on Ctrl-C, and denies a call that needs approval', async () => {
      expect(await converse('book', '{}', [['City: ', interrupt]])).toMatchObject({
        code: 0,
        screen: expect.stringMatching(/\ndecline\n$/),
      });
      const { code, screen } = await converse('pay', '{"amount":5}', [['Allow this call', interrupt]]);
      expect(code).toBe(5);
      expect(screen).toContain("The call of 'pay' was denied: The user did not allow it.");
    });
  }
});
