import { firstValueFrom, tap, toArray } from 'rxjs';
import type { ToolEvent, ToolLogEntry, ToolResponse } from 'toolwright';
import { type ProgramOutput, ShellTools, type ShellToolsOptions } from 'toolwright/builtin/guarded';
import { fc, runs } from '../../../support/fast-check.js';
import { warningsOf } from '../../../support/process-warnings.js';
import { Workspace } from './workspace.js';

const variable = 'TOOLWRIGHT_DANGEROUS_IO';
const allowed = { policy: 'allow', tool: 'run_program', blocked: false };
let workspace: Workspace;

beforeEach(() => {
  workspace = new Workspace();
});

afterEach(() => {
  workspace.remove();
});

describe('ShellTools', () => {
  it('runs a program, and returns its output, its exit code and the decision', async () => {
    const result = await workspace.script('console.log("out"); console.error("err"); process.exitCode = 3');
    expect(result).toMatchObject({
      success: true,
      data: { exitCode: 3, signal: null, stdout: 'out\n', stderr: 'err\n', omittedBytes: 0 },
      structuredContent: { exitCode: 3, signal: null, stdout: 'out\n', stderr: 'err\n', omittedBytes: 0 },
      metadata: { dangerousIo: { ...allowed, path: '/workspace', reason: "runs the program 'node'" } },
    });
    expect(result.toText()).toBe('out\n[stderr]\nerr\n[exit code 3]');
  });

  it('returns the signal that ended a program', async () => {
    const result = await workspace.script('process.kill(process.pid, "SIGKILL")');
    expect(result.data).toEqual({ exitCode: null, signal: 'SIGKILL', stdout: '', stderr: '', omittedBytes: 0 });
    expect(result.toText()).toBe('[ended by SIGKILL]');
  });

  it('passes the standard input, also to a program that does not read it', async () => {
    const stdin = 'ä'.repeat(500_000);
    const { data } = await workspace.run({ program: 'cat', stdin }, { maxOutputBytes: 1_000_000 });
    expect(data?.stdout).toBe(stdin);
    const unread = await workspace.run({ program: 'echo', args: ['done'], stdin });
    expect(unread.data).toMatchObject({ exitCode: 0, stdout: 'done\n' });
  });

  it('has an empty standard input by default', async () => {
    expect((await workspace.run({ program: 'cat' })).data).toMatchObject({ exitCode: 0, stdout: '' });
  });

  it('streams the output as it arrives', async () => {
    const toolkit = workspace.toolkit();
    const script = 'console.log("first"); process.stdin.once("data", () => 0); setInterval(() => {}, 1000)';
    const input = { program: 'node', args: ['-e', script] };
    const texts: string[] = [];
    for await (const { isLast, content, metadata, toText } of toolkit.iterate({ name: 'run_program', input })) {
      texts.push(content.map((block) => (block.type === 'text' ? block.text : '')).join(''));
      if (texts.length === 1) expect(metadata).toMatchObject({ dangerousIo: allowed });
      expect([isLast, typeof toText]).toEqual([false, 'function']);
      // The program runs on until the call is cancelled.
      if (texts.at(-1) === 'first\n') break;
    }
    expect(texts).toEqual(['', 'first\n']);
  });

  it('returns the output until the time limit', async () => {
    const script = 'console.log("begun"); setInterval(() => {}, 1000)';
    const result = await workspace.script(script, { timeLimitMs: 2_000 });
    expect(result).toMatchObject({
      error: { code: 'timeout', details: { reason: 'time_limit', exitCode: null, signal: 'SIGTERM' } },
      metadata: { dangerousIo: allowed },
    });
    expect(result.toText()).toBe('begun\n\nThe program ran longer than its limit of 2000 ms and was ended.');
  });

  it('runs no program twice', async () => {
    const toolkit = workspace.toolkit({ timeLimitMs: 100 });
    const input = { program: 'node', args: ['-e', 'setInterval(() => {}, 1000)'] };
    const result = await toolkit.execute('run_program', input, { retry: { maxRetries: 3 } });
    expect(result).toMatchObject({ error: { code: 'timeout', retryable: true }, attempts: 1 });
  });

  it('returns the output until the call is aborted', async () => {
    const controller = new AbortController();
    const script = 'console.log("begun"); setInterval(() => {}, 1000)';
    const input = { program: 'node', args: ['-e', script] };
    const responses = workspace.toolkit().callTool({ name: 'run_program', input }, { signal: controller.signal });
    const abort = ({ content }: ToolResponse): void => {
      if (content.length > 0) controller.abort();
    };
    const all = await firstValueFrom(responses.pipe(tap(abort), toArray()));
    expect(all.map(({ state }) => state)).toEqual(['running', 'running', 'interrupted']);
    expect(all.at(-1)).toMatchObject({ metadata: { dangerousIo: allowed } });
    expect(all.at(-1)?.content[0]).toMatchObject({ text: 'begun\n' });
  });
});

function outputOf(responses: readonly ToolResponse[]): ProgramOutput {
  return responses.at(-1)?.structuredContent as ProgramOutput;
}

describe('the output of a program', () => {
  it('is kept at both ends', async () => {
    const script = 'process.stdout.write("a".repeat(100_000) + "b".repeat(100_000)); process.stderr.write("short")';
    const { data } = await workspace.script(script, { maxOutputBytes: 20 });
    expect(data).toEqual({
      exitCode: 0,
      signal: null,
      stdout: `${'a'.repeat(10)}\n[199980 bytes omitted]\n${'b'.repeat(10)}`,
      stderr: 'short',
      omittedBytes: 199_980,
    });
  });

  it('can be omitted entirely', async () => {
    const { data } = await workspace.run({ program: 'echo', args: ['text'] }, { maxOutputBytes: 0 });
    expect(data).toMatchObject({ stdout: '\n[5 bytes omitted]\n', omittedBytes: 5 });
  });

  it('contains no split character, and the chunks are the output', async () => {
    const chars = fc.constantFrom('a', 'ß', '€', '😀', '\n', '\uFEFF');
    await fc.assert(
      fc.asyncProperty(fc.array(chars, { maxLength: 40 }), fc.nat(40), async (list, maxOutputBytes) => {
        const stdin = list.join('');
        const toolkit = workspace.toolkit({ maxOutputBytes });
        const responses = toolkit.callTool({ name: 'run_program', input: { program: 'cat', stdin } });
        const all = await firstValueFrom(responses.pipe(toArray()));
        const { stdout, omittedBytes } = outputOf(all);
        const chunks = all.slice(0, -1).map((response) => response.toText());
        expect(chunks.join('')).toBe(stdout);
        if (omittedBytes === 0) {
          expect(stdout).toBe(stdin);
          return;
        }
        const [head = '', tail = ''] = stdout.split(`\n[${omittedBytes} bytes omitted]\n`);
        expect([stdin.startsWith(head), stdin.endsWith(tail)]).toEqual([true, true]);
        expect(Buffer.byteLength(head + tail) + omittedBytes).toBe(Buffer.byteLength(stdin));
        expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(maxOutputBytes);
        expect(Buffer.byteLength(head + tail)).toBeGreaterThan(maxOutputBytes - 7);
      }),
      { numRuns: runs(0.4) },
    );
  });
});

describe('the policy of ShellTools', () => {
  it.each(['deny', 'Allow', '1', 'no'])('refuses each program if it is %s', async (policy) => {
    process.env[variable] = policy;
    const result = await workspace.run({ program: 'echo', args: ['ran'] });
    expect(result).toMatchObject({
      success: false,
      error: { code: 'denied', message: expect.stringContaining('the host denies that') },
      metadata: { dangerousIo: { policy: 'deny', tool: 'run_program', blocked: true } },
    });
    expect(result.toText()).not.toContain('ran\n');
  });

  it.each([undefined, '', 'warn'])('warns of each call if it is %j', async (policy) => {
    if (policy === undefined) delete process.env[variable];
    else process.env[variable] = policy;
    const warnings = await warningsOf(async () => {
      const result = await workspace.run({ program: 'echo', args: ['ran'] });
      expect(result).toMatchObject({
        data: { stdout: 'ran\n' },
        metadata: { dangerousIo: { policy: 'warn', blocked: false } },
      });
    });
    expect(warnings).toEqual([expect.stringContaining("'run_program' runs the program 'echo'")]);
  });

  it('is in an event before the program starts, and in that of its end', async () => {
    const toolkit = workspace.toolkit();
    const events: ToolEvent[] = [];
    toolkit.events$.subscribe((event) => events.push(event));
    await toolkit.execute('run_program', { program: 'echo' });
    await toolkit.execute('run_program', { program: 'echo', cwd: '..' });
    process.env[variable] = 'deny';
    await toolkit.execute('run_program', { program: 'echo' });
    const decisions = events.map((event) => {
      const end = 'result' in event ? event.result.metadata : undefined;
      const metadata = event.type === 'chunk' ? event.response.metadata : end;
      return [event.type, (metadata?.dangerousIo as { policy?: string } | undefined)?.policy];
    });
    expect(decisions).toEqual([
      ...[
        ['started', undefined],
        ['chunk', 'allow'],
        ['chunk', undefined],
        ['completed', 'allow'],
      ],
      ...[
        ['started', undefined],
        ['chunk', 'allow'],
        ['failed', 'allow'],
      ],
      ...[
        ['started', undefined],
        ['denied', 'deny'],
      ],
    ]);
  });
});

describe('the log of ShellTools', () => {
  it('has the decision about each call', async () => {
    const entries: ToolLogEntry[] = [];
    const options = { onLog: (entry: ToolLogEntry) => void entries.push(entry) };
    await workspace.toolkit().execute('run_program', { program: 'echo', cwd: '/workspace' }, options);
    process.env[variable] = 'deny';
    await workspace.toolkit().execute('run_program', { program: 'echo' }, options);
    expect(entries).toMatchObject([
      { level: 'info', data: { dangerousIo: { policy: 'allow', reason: "runs the program 'echo'", blocked: false } } },
      { level: 'warn', data: { dangerousIo: { policy: 'deny', reason: "runs the program 'echo'", blocked: true } } },
    ]);
  });
});

describe('the definition of run_program', () => {
  it('names the programs and the folders, and no path of the host', () => {
    const toolkit = workspace.toolkit();
    const [spec] = toolkit.list();
    expect(spec).toMatchObject({
      kind: 'builtin',
      description: expect.stringContaining('node, echo, cat'),
      inputSchema: { properties: { program: { enum: ['node', 'echo', 'cat'] } }, required: ['program'] },
    });
    expect(JSON.stringify(toolkit.getJsonSchemas())).not.toContain(workspace.path);
  });

  it.each<[string, object, string]>([
    ['an unknown option', { program: {} }, "'programs'"],
    ['no program', { programs: {} }, '`programs` must name at least one program'],
    ['a program that does not exist', { programs: { 'no-such-program': true } }, "no program 'no-such-program'"],
    ['a path as a name', { programs: { '/bin/echo': true } }, 'Write { "echo": { path } }'],
    ['a relative path', { programs: { echo: { path: 'bin/echo' } } }, "the path of 'echo' must be absolute"],
    ['a path of a folder', { programs: { echo: { path: '/' } } }, "no program 'echo' at its path"],
    ['an unknown rule', { programs: { echo: { arguments: [] } } }, 'programs.echo'],
    ['no root', { roots: {} }, "'roots' needs at least one folder"],
    ['a root that does not exist', { roots: { work: '/no/such/folder' } }, "the root 'work' is not an existing folder"],
    ['a root that is a file', { roots: { work: process.execPath } }, "the root 'work' is not an existing folder"],
    ['a name of a root with a slash', { roots: { 'a/b': '/' } }, "'a/b' cannot name a root"],
    ['an invalid name of a variable', { env: { 'A=B': '' } }, "'A=B' cannot be the name"],
    ['an inherited variable with an invalid name', { inheritEnv: [''] }, "'' cannot be the name"],
    ['a variable with NUL', { env: { A: '\0' } }, "the value of 'A'"],
    ['a fraction as a limit', { timeLimitMs: 0.5 }, 'timeLimitMs must be an integer'],
    ['a negative limit', { maxOutputBytes: -1 }, 'maxOutputBytes must be an integer'],
  ])('refuses %s', (_, options, message) => {
    const all = { programs: { echo: true }, roots: { workspace: workspace.path }, ...options };
    expect(() => new ShellTools(all as ShellToolsOptions)).toThrow(message);
  });
});
