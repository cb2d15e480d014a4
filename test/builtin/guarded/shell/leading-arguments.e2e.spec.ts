import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OptionValue, ProgramRule } from 'toolwright/builtin/guarded';
import { Random } from '../../../fuzz/random.mjs';
import { Workspace } from './workspace.js';

let workspace: Workspace;

beforeEach(() => {
  workspace = new Workspace();
});

afterEach(() => {
  workspace.remove();
});

function writeScript(name: string, source: string): string {
  const path = join(workspace.path, name);
  writeFileSync(path, `#!/bin/sh\n${source}\n`);
  chmodSync(path, 0o755);
  return path;
}

async function refusalOf(rule: ProgramRule, args: readonly string[]): Promise<string | undefined> {
  const { error } = await workspace.run({ program: 'echo', args }, { programs: { echo: rule } });
  if (error !== undefined) expect(error.code).toBe('permission');
  return error?.message;
}

const exclude = { '-v': 'none', '--exclude': 'required' } as const;
const file = { '-t': 'none', '-f': 'required', '--list': 'none', '--file': 'required' } as const;

describe('leading arguments', () => {
  it.each<[string, ProgramRule, readonly string[]]>([
    ['tar', { leadingArgs: ['-t', '-f'], options: exclude }, ['--exclude', '-I./evil.sh']],
    ['tar', { leadingArgs: ['-t', '-f'], options: exclude }, ['-v', '--exclude', '-I./evil.sh']],
    ['tar', { leadingArgs: ['-tf'], options: exclude }, ['--exclude', '-I./evil.sh']],
    ['tar', { leadingArgs: ['-tf'], options: { ...exclude, ...file } }, ['--exclude', '-I./evil.sh']],
    ['tar', { leadingArgs: ['--list', '--file'], options: exclude }, ['--exclude', '-I./evil.sh']],
    ['tar', { leadingArgs: ['-t', '--fil'], options: exclude }, ['--exclude', '-I./evil.sh']],
    ['tar', { options: { ...exclude, ...file } }, ['tIf', './evil.sh', 'a.tar']],
    ['tar', { commands: ['tf'], options: exclude }, ['tf', '--exclude', '-I./evil.sh']],
    ['grep', { leadingArgs: ['-e'], options: { '-A': 'required' } }, ['-A', '-f/etc/passwd', 'a']],
    ['sort', { leadingArgs: ['-T'], options: { '-k': 'required' } }, ['-k', '-opwned', 'a']],
    ['find', { leadingArgs: ['.', '-name'], options: { '-type': 'required' } }, ['-type', '-fprint', 'pwned']],
    ['git', { leadingArgs: ['log', '--author'], options: { '--grep': 'required' } }, ['--grep', '--output=pwned']],
    ['git', { leadingArgs: ['-c', '--author'], options: { '--author': 'required' } }, ['--output=pwned']],
  ])('of %s give no option of a model another meaning: %j %j', async (program, rule, args) => {
    writeScript('evil.sh', 'touch pwned');
    writeFileSync(join(workspace.path, 'a'), 'a\n');
    execFileSync('tar', ['-cf', 'a.tar', 'a'], { cwd: workspace.path });
    copyFileSync(join(workspace.path, 'a.tar'), join(workspace.path, '--exclude'));
    const { error } = await workspace.run({ program, args }, { programs: { [program]: rule } });
    expect(error?.code).toBe('permission');
    expect(existsSync(join(workspace.path, 'pwned'))).toBe(false);
  });

  it.each<[readonly string[], ProgramRule['options'], readonly string[]]>([
    [['log'], { '--author': 'required' }, ['--author', '--ann']],
    [['--no-pager', 'log'], { '--author': 'required' }, ['--author', '--ann']],
    [['-C', '/srv', 'log'], { '-n': 'none' }, ['-n']],
    [['-n'], { '-n': 'none' }, ['-n', 'a']],
    [['-n', '-n'], { '-n': 'none', '-m': 'none' }, ['-m']],
    [['-mn'], { '-n': 'none', '-m': 'none' }, ['-m']],
    [['-e'], { '-e': 'required', '-n': 'none' }, ['-n', '-n']],
    [['-e', '-x'], { '-e': 'required', '-n': 'none' }, ['-n']],
    [['-ne'], { '-e': 'required', '-n': 'none' }, ['-anything', '-n']],
    [['-nex'], { '-e': 'required', '-n': 'none' }, ['-n']],
    [['--color'], { '--color': 'optional', '-n': 'none' }, ['-n']],
    [['--file=a'], { '-n': 'none' }, ['-n']],
    [['--file', 'a'], { '-n': 'none' }, ['-n']],
    [['run', 'test', '--'], { '--watch': 'none' }, ['--watch']],
    [['-t', '-f'], { '-v': 'none', '--exclude': 'required' }, ['a.tar', '-v', '--exclude', '-x']],
    [['-'], { '-n': 'none' }, ['-n']],
  ])('%j permit the options %j of a model as before: %j', async (leadingArgs, options, args) => {
    expect(await refusalOf({ leadingArgs, options }, args)).toBeUndefined();
  });

  it.each<[readonly string[], ProgramRule['options'], string]>([
    [['-t', '-f'], { '-v': 'none' }, "'-v' directly after '-f' may be the value of that option."],
    [['-t', '-f'], { '-v': 'none' }, "options: { '-t': 'none', '-f': 'none' }, or with 'required'"],
    [['-t', '-f'], { '-v': 'none', '-f': 'required' }, "options: { '-t': 'none' }, or with 'required'"],
    [['-x'], ['-v'], 'its `leadingArgs` can contain the value.'],
  ])('%j with the options %j are refused with what to write: %s', async (leadingArgs, options, message) => {
    expect(await refusalOf({ leadingArgs, options }, ['-v'])).toContain(message);
  });

  it('of tar begin with a dash if there are options', () => {
    const create = (leadingArgs: readonly string[], options?: ProgramRule['options']) => (): unknown =>
      workspace.toolkit({ programs: { tar: { leadingArgs, options } } });
    expect(create(['tf'], exclude)).toThrow(
      "Write '-tf' instead of 'tf', because tar reads its first argument as options",
    );
    expect(create(['-tf'], exclude)).not.toThrow();
    expect(create(['tf'])).not.toThrow();
  });

  it('do not take the command as the value of their last option', () => {
    const rule = { leadingArgs: ['-C'], commands: ['log'], options: { '-C': 'required' } } as const;
    expect(() => workspace.toolkit({ programs: { echo: rule } })).toThrow("'-C' would take the command as its value");
  });
});

describe('a program that reads its options with getopt', () => {
  const values: Readonly<Record<string, OptionValue>> = {
    ...{ '-a': 'none', '-b': 'none', '-r': 'required', '-s': 'required', '-o': 'optional' },
    ...{ '--none': 'none', '--req': 'required', '--opt': 'optional' },
  };
  const words = [
    ...['-a', '-b', '-ab', '-r', '-ar', '-ra', '-rx', '-s', '-as', '-o', '-oa', '-ao', '-a-', '-r--', '-a=x', '-r='],
    ...[
      '--none',
      '--req',
      '--opt',
      '--req=',
      '--req=v',
      '--opt=v',
      '--none=v',
      '--no',
      '--re',
      '--',
      '-',
      '',
      'w',
      'r',
    ],
  ];
  const read = 'exec getopt -q -o abr:s:o:: -l none,req:,opt:: -- "$@"';

  /** Returns the options that getopt has read. The values in its output are quoted. */
  function optionsIn(output: string | undefined): readonly string[] {
    const words = (output ?? '').replaceAll(/'[^']*'/g, '').split(/\s+/);
    return words.slice(0, words.indexOf('--')).filter((word) => word !== '');
  }

  it('receives no option that its rule does not permit, after any leading arguments', async () => {
    const path = writeScript('read', read);
    let accepted = 0;
    for (let seed = 0; seed < 600; seed++) {
      const random = new Random(seed);
      const list = (least: number, most: number) => random.list(random.between(least, most), () => random.pick(words));
      const allowed = Object.entries(values).filter(() => random.chance(0.6));
      const options = random.chance(0.2) ? allowed.map(([name]) => name) : Object.fromEntries(allowed);
      const rule = { path, options, leadingArgs: list(0, 3), endOfOptions: random.chance(0.5) };
      const input = { program: 'read', args: list(1, 4) };
      const { data } = await workspace.run(input, { programs: { read: rule } });
      if (data === undefined) continue;
      accepted++;
      const ofAuthor = await workspace.run({ program: 'read', args: ['w'] }, { programs: { read: rule } });
      const ofModel = optionsIn(data.stdout).slice(optionsIn(ofAuthor.data?.stdout).length);
      const forbidden = ofModel.filter((name) => !allowed.some(([one]) => one === name));
      expect({ seed, rule, input, forbidden }).toEqual({ seed, rule, input, forbidden: [] });
    }
    expect(accepted).toBeGreaterThan(100);
  });
});
