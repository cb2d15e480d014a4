import {
  chmodSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProgramRule } from 'toolwright/builtin/guarded';
import { fc, runs } from '../../../support/fast-check.js';
import { Workspace } from './workspace.js';

let workspace: Workspace;

beforeEach(() => {
  workspace = new Workspace();
});

afterEach(() => {
  workspace.remove();
});

/** Writes a program that prints a word. */
function writeProgram(path: string, word: string): void {
  writeFileSync(path, `#!/bin/sh\necho ${word}\n`);
  chmodSync(path, 0o755);
}

/** Returns the arguments that a program receives. */
async function received(args: readonly string[]): Promise<unknown> {
  const script = 'console.log(JSON.stringify(process.argv.slice(1)))';
  const { data } = await workspace.run({ program: 'node', args: ['-e', script, '--', ...args] });
  return JSON.parse(data?.stdout ?? 'null');
}

describe('the arguments of a program', () => {
  const hostile = [
    ...['; touch pwned', '&& touch pwned', '| touch pwned', '& touch pwned', '$(touch pwned)', '`touch pwned`'],
    ...['> pwned', '>> pwned', '< /etc/passwd', '2>&1', '\ntouch pwned\n', '\r\ntouch pwned', '$IFS;touch$IFS pwned'],
    ...[
      '$HOME',
      '~',
      '%PATH%',
      '!!',
      '*',
      '?',
      '{a,b}',
      '[a-z]',
      "'",
      '"',
      '\\',
      "'; touch pwned; '",
      '"; touch pwned; "',
    ],
    ...['', ' ', 'a b', '\t', '\u001b[2J', '\u202e', '#', '--', '-e', '--eval=1', '@file', '=', '\u{1F600}', 'ä'],
  ];

  it('are passed as they are, whatever they mean to a shell', async () => {
    expect(await received(hostile)).toEqual(hostile);
    expect(readdirSync(workspace.path)).toEqual([]);
  });

  it('are passed as they are, for any text', async () => {
    const args = fc.array(
      fc.string({ unit: 'binary' }).map((arg) => arg.replaceAll('\0', '')),
      { maxLength: 50 },
    );
    const property = fc.asyncProperty(args, async (list) => expect(await received(list)).toEqual(list));
    await fc.assert(property, { numRuns: runs(0.1) });
  });

  it('may not contain NUL', async () => {
    const { error, metadata } = await workspace.run({ program: 'echo', args: ['a\0--b'] });
    expect(error).toMatchObject({ code: 'invalid_parameters', message: expect.stringContaining('NUL') });
    expect(metadata).toMatchObject({ dangerousIo: { policy: 'allow', blocked: false } });
  });

  it.each<[string, object]>([
    ['a text instead of a list', { program: 'echo', args: 'a; b' }],
    ['a shell option', { program: 'echo', shell: true }],
    ['an environment', { program: 'echo', env: { NODE_OPTIONS: '--require=/tmp/a.js' } }],
    ['a program with arguments', { program: 'echo a' }],
    ...[
      '../bin/echo',
      '/bin/echo',
      './echo',
      'ECHO',
      ' echo',
      'echo;id',
      'echo\0',
      '',
      'sh',
      '__proto__',
      'constructor',
    ].map((program): [string, object] => [`the program ${JSON.stringify(program)}`, { program }]),
  ])('are refused with %s', async (_, input) => {
    expect((await workspace.run(input)).error?.code).toBe('invalid_parameters');
  });

  it.each<[ProgramRule, readonly string[], string | undefined]>([
    [{ options: ['-n'] }, ['-n', 'a'], undefined],
    [{ options: ['-n'] }, ['a', '-e'], "'-e' is not allowed. The options -n are."],
    [{ options: ['-n'] }, ['-ne'], "'-ne' is not allowed"],
    [{ options: ['-n'] }, ['-n=1'], "'-n=1' is not allowed"],
    [{ options: ['-n'] }, ['--', '-e'], "'-e' begins with '-'. Such arguments are not allowed after '--'. (The rule"],
    [{ options: ['-n'] }, ['--', 'e', '-', '--'], "'--' begins with '-'"],
    [{ options: ['-n'] }, ['--', 'e', '-'], undefined],
    [{ options: ['-n'], endOfOptions: true }, ['a', '--', '-e', '--'], undefined],
    [{ options: ['-n'], endOfOptions: true }, ['-n', '--', '-e'], "'--' directly after '-n' may be the value"],
    [{ options: ['-n'] }, ['-n', '--'], "options: { '-n': 'none' }"],
    [{ options: ['--format'] }, ['--format', '--', 'a'], "'--' directly after '--format' may be the value"],
    [{ options: ['--format'] }, ['--format=a', '--', 'b'], undefined],
    [{ options: ['--format'] }, ['--format', 'a', '--', 'b'], undefined],
    [{ options: { '-n': 'none' } }, ['-n', '--', 'a'], undefined],
    [{ options: { '-n': 'none' } }, ['-n', '--', '-e'], 'not allowed after'],
    [{ options: { '-n': 'none' } }, ['-n=1'], "'-n=1' is not allowed"],
    [{ options: { '-n': 'none', '-e': 'none', '-o': 'required' } }, ['-neoval', '-neo', '-x', 'a'], undefined],
    [{ options: { '-n': 'none', '-o': 'required' } }, ['-no', '--', '-x'], "'-x' is not allowed"],
    [{ options: { '-n': 'none', '-o': 'required' } }, ['-nx'], "'-nx' is not allowed"],
    [{ options: { '-c': 'optional' } }, ['-c', '--', 'a'], undefined],
    [{ options: { '-c': 'optional' } }, ['-cx', '-c', '-x'], "'-x' is not allowed"],
    [{ options: { '--exclude': 'required' } }, ['--exclude', '--', '--other'], "'--other' is not allowed"],
    [{ options: { '--exclude': 'required' } }, ['--exclude', '--other', 'a'], undefined],
    [{ options: { '--exclude': 'required' } }, ['--exclude=--', '--', '-x'], 'not allowed after'],
    [{ options: { '--color': 'optional' } }, ['--color=always', '--color', 'a'], undefined],
    [{ options: { '--all': 'none' } }, ['--all=1'], "'--all' takes no value."],
    [{ options: { '-name': 'required' } }, ['-name', '-x', '-nam'], "'-nam' is not allowed"],
    [{ leadingArgs: ['-o'], options: ['-n'] }, ['--', 'a'], "'--' directly after '-o' may be the value"],
    [{ leadingArgs: ['-o'], options: ['-n'], endOfOptions: true }, ['--', '-x'], "'--' directly after '-o'"],
    [{ leadingArgs: ['-o=1'], options: ['-n'] }, ['--', 'a'], undefined],
    [{ leadingArgs: ['-o'], options: { '-o': 'required' } }, ['--', '-x'], "'-x' is not allowed"],
    [{ commands: ['log'], options: ['-n'] }, ['log', '-n', '--', '-p'], "'--' directly after '-n'"],
    [{ commands: ['log'], options: ['-n'] }, ['log', '--', '-p'], "'-p' begins with '-'"],
    [{ commands: ['log'], options: [] }, ['--', 'log'], 'The first argument must be one of log.'],
    [{ check: (args) => (args.includes('-x') ? 'Not x.' : undefined) }, ['-n', '--', '-x'], 'Not x.'],
    [{}, ['-n', '--', '-x'], undefined],
    [{ options: ['-n'] }, ['-'], undefined],
    [{ options: [] }, ['-n'], 'No option is.'],
    [{ options: ['--format'] }, ['--format=%H=1'], undefined],
    [{ options: ['--format'] }, ['--form=%H'], "'--form=%H' is not allowed"],
    [{ options: ['--format'] }, ['--output=a'], "'--output=a' is not allowed"],
    [{ commands: ['log', 'diff'] }, ['log', '-p'], undefined],
    [{ commands: ['log', 'diff'] }, ['push'], 'The first argument must be one of log, diff.'],
    [{ commands: ['log', 'diff'] }, ['-c', 'core.pager=id', 'log'], 'The first argument must be one of log, diff.'],
    [{ commands: ['log', 'diff'] }, [], 'The first argument must be one of log, diff.'],
    [{ check: ([first]) => (first === 'a' ? undefined : 'It begins with a.') }, ['a'], undefined],
    [{ check: ([first]) => (first === 'a' ? undefined : 'It begins with a.') }, ['b'], 'It begins with a.'],
  ])('under the rule %j: %j', async (rule, args, refusal) => {
    const { data, error, metadata } = await workspace.run({ program: 'echo', args }, { programs: { echo: rule } });
    expect([error?.code, data?.exitCode]).toEqual(refusal === undefined ? [undefined, 0] : ['permission', undefined]);
    expect(error?.message ?? '').toContain(refusal ?? '');
    expect(metadata).toMatchObject({ dangerousIo: { policy: 'allow', blocked: refusal !== undefined } });
  });

  it.each<[string, ProgramRule, readonly string[]]>([
    [
      'tar',
      { options: ['-c', '--file', '--exclude'] },
      ['-c', '--file', '/dev/null', '--exclude', '--', '--checkpoint=1', '--checkpoint-action=exec=touch pwned', '.'],
    ],
    [
      'tar',
      { options: { '-c': 'none', '--file': 'required', '--exclude': 'required' }, endOfOptions: true },
      ['-c', '--file', '/dev/null', '--exclude', '--', '--checkpoint=1', '--checkpoint-action=exec=touch pwned', '.'],
    ],
    ['find', { options: ['-name'] }, ['.', '!', '-name', '--', '-exec', 'touch', 'pwned', ';']],
    ['find', { options: { '-name': 'required' } }, ['.', '!', '-name', '--', '-exec', 'touch', 'pwned', ';']],
    ['sort', { options: ['-T'], endOfOptions: true }, ['-T', '--', '-o', 'pwned', '/dev/null']],
    ['sort', { leadingArgs: ['-T'], options: [], endOfOptions: true }, ['--', '-o', 'pwned', '/dev/null']],
    ['sort', { options: { '-T': 'required', '-u': 'none' } }, ['-uT', '--', '-o', 'pwned', '/dev/null']],
  ])('of %s reach no other option after a `--` that is a value: %j', async (program, rule, args) => {
    const { error } = await workspace.run({ program, args }, { programs: { [program]: rule } });
    expect(error?.code).toBe('permission');
    expect(readdirSync(workspace.path)).toEqual([]);
    // Without the rule about options, the program reads them in this way.
    const { options: _, ...open } = rule;
    writeFileSync(join(workspace.path, 'file'), '');
    await workspace.run({ program, args }, { programs: { [program]: open } });
    expect(readdirSync(workspace.path)).toContain('pwned');
  });

  it.each<[ProgramRule, string]>([
    [{ options: ['n'] }, '"n" is not an option'],
    [{ options: ['--'] }, '"--" is not an option'],
    [{ options: { '--a=': 'required' } }, '"--a=" is not an option'],
    [{ options: { '-a': 'yes' as 'none' } }, "'-a' must be 'none', 'required' or 'optional', not \"yes\""],
    [{ options: '-a' as never }, 'must be an array or an object'],
    [{ options: [], endOfOptions: 'yes' as never }, 'endOfOptions must be true or false'],
  ])('have valid rules: %j', (rule, message) => {
    expect(() => workspace.toolkit({ programs: { echo: rule } })).toThrow(message);
  });

  it('follow those of the rule', async () => {
    const programs = { echo: { leadingArgs: ['--', 'first'], options: [] } };
    const { data } = await workspace.run({ program: 'echo', args: ['second'] }, { programs });
    expect(data?.stdout).toBe('-- first second\n');
  });

  it.each<[string, (args: string[]) => void]>([
    ['adds to', (args) => args.push('added')],
    ['replaces', (args) => (args[0] = 'replaced')],
    ['empties', (args) => args.splice(0)],
  ])('start no program if a check %s them', async (_, change) => {
    const check = (args: readonly string[]) => void change(args as string[]);
    const { data, error } = await workspace.run({ program: 'echo', args: ['a'] }, { programs: { echo: { check } } });
    expect([data, error?.code]).toEqual([undefined, 'execution']);
  });
});

describe('the program', () => {
  it('is not looked up in the roots, in relative folders or in the working folder', async () => {
    mkdirSync(join(workspace.path, 'bin'));
    for (const folder of ['.', 'bin']) writeProgram(join(workspace.path, folder, 'echo'), 'shadowed');
    const link = `${workspace.path}-link`;
    symlinkSync(workspace.path, link);
    try {
      const shadows = ['', '.', 'bin', workspace.path, join(workspace.path, 'bin'), link];
      process.env.PATH = [...shadows, process.env.PATH].join(':');
      const { data } = await workspace.run({ program: 'echo', args: ['real'] });
      expect(data?.stdout).toBe('real\n');
      const path = await workspace.script('console.log(process.env.PATH)');
      const folders = path.data?.stdout.trim().split(':') ?? [];
      expect(folders.filter((folder) => shadows.includes(folder))).toEqual([]);
      expect(folders).toContain('/usr/bin');
    } finally {
      rmSync(link);
    }
  });

  it('is the one that existed when the tools were created', async () => {
    const link = join(workspace.path, 'link');
    writeProgram(join(workspace.path, 'one'), 'one');
    writeProgram(join(workspace.path, 'two'), 'two');
    symlinkSync('one', link);
    const toolkit = workspace.toolkit({ programs: { count: { path: link } } });
    rmSync(link);
    symlinkSync('two', link);
    process.env.PATH = workspace.path;
    const result = await toolkit.execute('run_program', { program: 'count' });
    expect(result.data).toMatchObject({ stdout: 'one\n' });
  });

  it.each<[string, (path: string) => void, string]>([
    ['has been removed', (path) => rmSync(path), 'does not exist'],
    ['has no interpreter', (path) => writeFileSync(path, '#!/no/such/interpreter\n'), 'does not exist'],
    ['may not be run', (path) => chmodSync(path, 0o644), 'has no permission to run it'],
  ])('that %s is an error without a path of the host', async (_, change, message) => {
    const path = join(workspace.path, 'program');
    writeProgram(path, 'ran');
    const toolkit = workspace.toolkit({ programs: { program: { path } } });
    change(path);
    const { error, metadata } = await toolkit.execute('run_program', { program: 'program' });
    expect(error).toMatchObject({
      code: 'execution',
      message: expect.stringContaining(message),
      details: { reason: 'start' },
    });
    expect(JSON.stringify(error?.toJSON())).not.toContain(workspace.path);
    expect(metadata).toMatchObject({ dangerousIo: { policy: 'allow' } });
  });

  it('whose arguments are too long for the system is an error', async () => {
    const { error } = await workspace.run({ program: 'echo', args: ['€'.repeat(100_000)] });
    expect(error?.message).toBe("The program 'echo' could not be started: its arguments are too long.");
  });
});

describe('the environment of a program', () => {
  const environmentOf = async (options: object = {}): Promise<Record<string, string>> => {
    const { data } = await workspace.script('console.log(JSON.stringify(process.env))', options);
    return JSON.parse(data?.stdout ?? '{}');
  };
  const hostile = {
    ...{ NODE_OPTIONS: '--no-deprecation', NODE_PATH: '/tmp', LD_PRELOAD: '', LD_LIBRARY_PATH: '/tmp', LD_AUDIT: '' },
    ...{
      DYLD_INSERT_LIBRARIES: '/tmp/a.dylib',
      BASH_ENV: '/tmp/a.sh',
      ENV: '/tmp/a.sh',
      SHELLOPTS: 'xtrace',
      IFS: ',',
    },
    ...{ GIT_SSH_COMMAND: 'id', GIT_DIR: '/tmp', GIT_EXTERNAL_DIFF: 'id', PAGER: 'id', EDITOR: 'id' },
    ...{ PYTHONPATH: '/tmp', PYTHONSTARTUP: '/tmp/a.py', PERL5OPT: '-Mx', RUBYOPT: '-rx', JAVA_TOOL_OPTIONS: '-x' },
    ...{ HOME: '/root', MY_SECRET: 'hunter2', AWS_SECRET_ACCESS_KEY: 'hunter2', TOOLWRIGHT_DANGEROUS_IO: 'allow' },
  };

  it('contains nothing that is not allowed by name', async () => {
    Object.assign(process.env, hostile);
    const names = Object.keys(await environmentOf());
    const usual = ['PATH', 'TOOLWRIGHT_PROGRAM', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ'];
    expect(names.filter((name) => !usual.includes(name))).toEqual([]);
  });

  it('contains no PATH if no folder of it is absolute and outside of the roots', async () => {
    process.env.PATH = ['', '.', workspace.path].join(':');
    expect(Object.keys(await environmentOf({ programs: { node: { path: process.execPath } } }))).not.toContain('PATH');
  });

  it('contains what is set, and what is inherited by name', async () => {
    Object.assign(process.env, hostile, { FUNCTION: '() { id; }' });
    const inheritEnv = ['NODE_OPTIONS', 'FUNCTION', 'NOT_SET'];
    const { PATH, TOOLWRIGHT_PROGRAM, ...others } = await environmentOf({
      env: { COLOR: 'no', LANG: 'C' },
      inheritEnv,
    });
    expect(others).toMatchObject({ COLOR: 'no', LANG: 'C', NODE_OPTIONS: '--no-deprecation' });
    expect(Object.keys(others)).not.toContain('FUNCTION');
    expect([typeof PATH, typeof TOOLWRIGHT_PROGRAM]).toEqual(['string', 'string']);
  });
});

describe('the working folder', () => {
  const folderOf = async (cwd: string, roots?: Record<string, string>) => {
    const input = { program: 'node', args: ['-e', 'console.log(process.cwd())'], cwd };
    const { data, error } = await workspace.run(input, roots === undefined ? {} : { roots });
    return error?.code ?? data?.stdout.trim().replace(workspace.path, '');
  };

  beforeEach(() => {
    mkdirSync(join(workspace.path, 'inside/sub'), { recursive: true });
    mkdirSync(join(workspace.path, 'inside-evil'));
    mkdirSync(join(workspace.path, 'input'));
    writeFileSync(join(workspace.path, 'inside/file'), '');
    symlinkSync('/', join(workspace.path, 'inside/out'));
    symlinkSync('../inside-evil', join(workspace.path, 'inside/evil'));
    symlinkSync('sub', join(workspace.path, 'inside/in'));
    symlinkSync('loop', join(workspace.path, 'inside/loop'));
  });

  const roots = () => ({ workspace: join(workspace.path, 'inside'), input: join(workspace.path, 'input') });

  it.each([
    ...[
      ['.', '/inside'],
      ['', '/inside'],
      ['sub', '/inside/sub'],
      ['/workspace', '/inside'],
      ['/workspace/', '/inside'],
    ],
    ...[
      ['/workspace/sub', '/inside/sub'],
      ['in', '/inside/sub'],
      ['/input', '/input'],
    ],
    ['sub/', '/inside/sub'],
  ])('%j is %s', async (cwd, expected) => {
    expect(await folderOf(cwd, roots())).toBe(expected);
  });

  it.each([
    ...[
      '..',
      '../..',
      '/',
      '//',
      '/etc',
      '/tmp',
      '/workspace/..',
      '/workspace/../..',
      '/workspace/../input',
      'sub/../..',
      'sub/..',
      './sub/../in',
    ],
    ...['out', 'out/etc', 'out/proc/self/cwd', 'evil', '../inside-evil', '/workspace-evil', '/workspace/evil'],
    ...['/proc/self/cwd', '/input/../inside', 'loop'],
  ])('%j is refused as outside of the roots', async (cwd) => {
    expect(await folderOf(cwd, roots())).toBe('permission');
  });

  it.each(['file', 'missing', '~', 'file:///etc'])('%j is refused as no folder', async (cwd) => {
    expect(await folderOf(cwd, roots())).toBe('not_found');
  });

  it.each(['sub\0', '..\\..', 'x'.repeat(4_000)])('%j is refused as malformed', async (cwd) => {
    expect(await folderOf(cwd, roots())).toBe('invalid_parameters');
  });

  it('is refused by its path on the host', async () => {
    expect(await folderOf(join(workspace.path, 'inside'), roots())).toBe('permission');
  });

  it('never is outside of the root while a link is swapped', async () => {
    const path = join(workspace.path, 'inside/swapped');
    let isOver = false;
    const swapping = (async () => {
      for (let round = 0; !isOver; round++) {
        symlinkSync(round % 2 === 0 ? 'sub' : '../inside-evil', `${path}.new`);
        renameSync(`${path}.new`, path);
        await nextTurn();
      }
    })();
    const toolkit = workspace.toolkit({ programs: { pwd: true }, roots: roots() });
    const found = new Set<string>();
    for (let round = 0; round < 300; round++) {
      const { data, error } = await toolkit.execute('run_program', { program: 'pwd', args: ['-P'], cwd: 'swapped' });
      found.add(error?.code ?? (data as { readonly stdout: string }).stdout.trim());
    }
    isOver = true;
    await swapping;
    const possible = [realpathSync(join(workspace.path, 'inside/sub')), 'permission'];
    expect([...found].filter((one) => !possible.includes(one))).toEqual([]);
    expect(found.has(possible[0] ?? '')).toBe(true);
  });

  it('is closed after the call', async () => {
    const open = (): number => readdirSync('/proc/self/fd').length;
    await folderOf('sub', roots());
    const before = open();
    for (const cwd of ['sub', 'evil', 'missing', '..']) await folderOf(cwd, roots());
    expect(open()).toBeLessThanOrEqual(before);
  });
});
