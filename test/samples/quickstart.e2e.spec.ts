import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Toolkit } from 'toolwright';
import { root } from '../support/repository.js';

const main = join(root, 'samples/.build/quickstart/main.js');
const controlSequence = '\x1b[';

interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
}

function run(args: readonly string[], env: object = {}): Run {
  return start(process.execPath, [main, ...args], env);
}

/** Runs the sample on a pseudo terminal, with `script` of util-linux. */
function runOnTerminal(args: readonly string[], env: object = {}): Run {
  const command = [process.execPath, main, ...args].map((word) => `'${word}'`).join(' ');
  return start('script', ['--quiet', '--return', '--command', command, '/dev/null'], env);
}

function start(command: string, args: readonly string[], env: object): Run {
  return spawnSync(command, args, {
    cwd: tmpdir(),
    encoding: 'utf8',
    timeout: 30_000,
    env: { PATH: process.env.PATH, TERM: 'xterm-256color', ...env },
  });
}

/** A part of the output by its number, without heading. */
function partOf(output: string, number: number): string {
  const parts = output.split(/^\d\. .*$/m);
  return parts[number] ?? '';
}

const hasTerminal = (start('script', ['--version'], {}).stdout ?? '').includes('util-linux');

describe('the quickstart', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolwright-quickstart-'));
    mkdirSync(join(folder, 'deeper'));
    writeFileSync(join(folder, 'one.md'), '# Lighthouses\n\nA lighthouse stands on a rock.\n');
    writeFileSync(join(folder, 'two.md'), 'No ship passes a lighthouse by day.\n');
    writeFileSync(join(folder, 'deeper/three.md'), 'The lighthouse keeper sleeps.\n');
    writeFileSync(join(folder, 'deeper/four.MD'), 'Every lighthouse is lit. \x1b[2J\n');
    writeFileSync(join(folder, 'not-markdown.txt'), 'lighthouse\n');
  }, 60_000);

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  describe('piped, on a folder', () => {
    let output = '';
    let result: Run = { stdout: '', stderr: '', status: null };

    beforeAll(() => {
      result = run([folder]);
      output = result.stdout;
    });

    it('exits with 0, and writes nothing to stderr', () => {
      expect({ status: result.status, stderr: result.stderr }).toEqual({ status: 0, stderr: '' });
    });

    it('uses no control characters', () => {
      expect(output).toBe(stripVTControlCharacters(output));
      expect(output).not.toContain('\r');
    });

    it('prints the folder, its Markdown files and the query', () => {
      expect(output.split('\n')[0]).toBe(`Searching 4 Markdown files in ${folder} for 'lighthouse'`);
    });

    it('shows the schema of one tool and the names of all, and no hidden or inactive part', () => {
      const part = partOf(output, 1);
      const [schemas = '', note = ''] = part.split('Not in the schemas');
      expect(schemas.match(/^ {2}\w+(?=: )/gm)).toEqual(['  search', '  read', '  watch']);
      expect(schemas).toContain('"minimum": 1');
      expect(schemas).toContain('"additionalProperties": false');
      expect(schemas).not.toContain('userId');
      expect(schemas).not.toContain('addItem');
      expect(note).toContain('userId');
    });

    it('shows a call with valid arguments', () => {
      expect(partOf(output, 2)).toContain('search { "query": "lighthouse", "limit": 3 }');
      expect(partOf(output, 2)).toContain('deeper/four.MD:1  Every lighthouse is lit.');
      expect(partOf(output, 2)).toContain('result: success, ');
    });

    it('shows a call with invalid arguments, and the error that the model reads', () => {
      expect(partOf(output, 3)).toContain('search { "querry": "lighthouse", "limit": "ten" }');
      expect(partOf(output, 3)).toContain("unknown argument 'querry' (did you mean 'query'?)");
      expect(partOf(output, 3)).toContain('/limit must be number, got "ten"');
      expect(partOf(output, 3)).toContain('result: error, code invalid_parameters, attempts: 0');
    });

    it('activates a group and deactivates it', () => {
      const part = partOf(output, 4);
      expect(part.match(/active groups: .*/g)).toEqual([
        'active groups: basic; tools: search, read, watch',
        'active groups: basic, editing; tools: search, read, addItem, watch',
        'active groups: basic; tools: search, read, watch',
      ]);
      expect(part).toContain("The tool 'addItem' is in the group 'editing', which is not active.");
      expect(part).toContain('Instructions for the model: Add an item only when the user asks for it.');
      expect(part).toContain(
        '{"id":1,"title":"My own words","text":"What I think of lighthouse","priority":2,"author":"ann"}',
      );
      expect(part).toContain('/priority must be <= 5, got 9');
    });

    it('reads a hidden parameter from the state in each call', () => {
      const part = partOf(output, 5);
      expect(part).toMatch(/ann in the state:\n +item 1:1 {2}What I think of lighthouse\n/);
      expect(part).toMatch(/bob in the state:\n +deeper\/four\.MD:1 {2}/);
      expect(part).toContain("unknown argument 'userId'");
    });

    it('shows a stream as it arrives, with its progress and its end', () => {
      const part = partOf(output, 6);
      expect(part.match(/progress \d\/\d/g)).toEqual(['progress 1/4', 'progress 2/4', 'progress 3/4', 'progress 4/4']);
      expect(part.indexOf('progress 1/4')).toBeLessThan(part.indexOf('deeper/four.MD (1)'));
      expect(part.indexOf('deeper/four.MD (1)')).toBeLessThan(part.indexOf('progress 2/4'));
      expect(part).toContain('log: watch cleaned up after 4 of 4 files');
      expect(part).toContain('final response: success, 4 chunks combined');
    });

    it('cancels a stream early, and shows that its finally block has run', () => {
      const part = partOf(output, 7);
      expect(part.match(/progress \d\/\d/g)).toEqual(['progress 1/4', 'progress 2/4']);
      expect(part).toContain('log: watch cleaned up after 2 of 4 files');
      expect(part).toContain("cancelled after chunk 2; the generator's finally block has run");
    });
  });

  it('ends with what to try next, which works', () => {
    const part = partOf(run([folder]).stdout, 8);
    const commands = part.match(/^ {2}(?:np[mx]|docs).*$/gm)?.map((line) => line.trim()) ?? [];
    expect(commands).toHaveLength(5);
    const list = start(
      process.execPath,
      [join(root, 'dist/build/cli/main.js'), 'list', join(root, 'samples/.build/quickstart/served.js')],
      {},
    );
    expect(list.stdout).toContain('search');
    for (const path of part.match(/(?:samples|docs)\/[\w./-]+/g) ?? []) expect(existsSync(join(root, path))).toBe(true);
  });

  it('shows the class within two seconds of npm start, before anything is compiled', async () => {
    const starting = spawn(process.execPath, [join(root, 'samples/quickstart/start.mjs')], { stdio: 'pipe' });
    const [first] = (await once(starting.stdout, 'data')) as [Buffer];
    starting.kill();
    const text = first.toString();
    expect(text).toMatch(/^A class with tools, from samples\/quickstart\/knowledge-base\.ts:\n/);
  });

  it('searches the documentation of this repository by default', () => {
    const { status, stdout, stderr } = run([]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toMatch(/^Searching \d+ Markdown files in .* for 'schema'$/);
    expect(stdout).toContain('docs/binding-and-state.md (');
    expect(stdout).toContain('README.md');
  });

  it('reads a file that the model names, and no other', async () => {
    const { toolkit } = (await import(join(root, 'samples/.build/quickstart/served.js'))) as { toolkit: Toolkit };
    const read = await toolkit.execute('read', { file: 'README.md' });
    expect(read.toText()).toMatch(/^# toolwright\n/);
    const outside = await toolkit.execute('read', { file: '../package.json' });
    expect(outside.error).toMatchObject({ code: 'not_found', message: expect.stringContaining('Use search') });
  });

  it('reports an invalid folder, and exits with 1', () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    const missing = join(folder, 'missing');
    const file = join(folder, 'one.md');
    expect(run([missing])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `There is no folder ${missing}. Name one that has Markdown files.\n`,
    });
    expect(run([file])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `${file} is not a folder. Name one that has Markdown files.\n`,
    });
    expect(run([empty])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `There are no Markdown files in ${empty}. Name a folder that has some.\n`,
    });
  });

  // Where `script` is missing, only the plain output can be looked at. A merge needs all of it.
  if (process.env.CI !== undefined) {
    it('has a terminal for the tests', () => {
      expect(hasTerminal).toBe(true);
    });
  }

  if (hasTerminal) {
    describe('on a terminal', () => {
      it('writes in colour, redraws its progress bar, and escapes control characters of files', () => {
        const { status, stdout } = runOnTerminal([folder]);
        expect(status).toBe(0);
        expect(stdout).toContain(`${controlSequence}1m1. What a model gets${controlSequence}22m`);
        expect(stripVTControlCharacters(stdout)).toMatch(/█{6}░{18} 1\/4 deeper\/four\.MD/);
        expect(stdout).toContain(`\r${controlSequence}2K`);
        expect(stdout).not.toContain(`${controlSequence}2J`);
        expect(stdout).not.toContain('progress 1/4');
        expect(stripVTControlCharacters(stdout)).toContain("the generator's finally block has run");
      });

      it('writes no colour if NO_COLOR is set', () => {
        const { status, stdout } = runOnTerminal([folder], { NO_COLOR: '1' });
        expect(status).toBe(0);
        expect(stdout).toContain('1. What a model gets  toolkit.getJsonSchemas()');
        expect(stdout).not.toContain(`${controlSequence}1m`);
        expect(stdout).not.toContain(`${controlSequence}3`);
      });
    });
  }
});
