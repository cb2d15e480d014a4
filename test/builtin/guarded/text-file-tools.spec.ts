import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ToolEvent, Toolkit, type ToolResult } from 'toolwright';
import { TextFileTools, type TextFileToolsOptions } from 'toolwright/builtin/guarded';
import { warningsOf } from '../../support/process-warnings.js';
import { createFileWorld, type FileWorld } from './file-world.js';

const variable = 'TOOLWRIGHT_DANGEROUS_IO';
const before = process.env[variable];
let world: FileWorld;

beforeEach(() => {
  process.env[variable] = 'allow';
  world = createFileWorld();
});

afterEach(() => {
  world.remove();
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});

function createToolkit(options: Partial<TextFileToolsOptions> = {}): Toolkit {
  const toolkit = new Toolkit();
  const roots = { workspace: world.workspace, userinput: { folder: world.userinput, readOnly: true } };
  toolkit.register(new TextFileTools({ roots, ...options }));
  return toolkit;
}

function inWorkspace(name: string): string {
  return readFileSync(join(world.workspace, name), 'utf8');
}

describe('TextFileTools', () => {
  it('views a file with line numbers', async () => {
    const { data } = await createToolkit().execute('file_view', { path: '/workspace/notes.txt' });
    expect(data).toBe('     1\tone\n     2\ttwo\n     3\tthree');
  });

  it.each([
    [{ from: 2 }, '     2\ttwo\n     3\tthree'],
    [{ from: 2, to: 2 }, '     2\ttwo'],
    [{ from: 3, to: 99 }, '     3\tthree'],
  ])('views the lines %j', async (range, expected) => {
    const { data } = await createToolkit().execute('file_view', { path: 'notes.txt', ...range });
    expect(data).toBe(expected);
  });

  it.each([
    [{ from: 4 }, 'Invalid from: The file has 3 lines.'],
    [{ from: 3, to: 2 }, 'Invalid to: Expected a line from 3 to 3.'],
  ])('refuses the lines %j', async (range, message) => {
    const { error } = await createToolkit().execute('file_view', { path: 'notes.txt', ...range });
    expect(error).toMatchObject({ code: 'invalid_parameters', message });
  });

  it('cuts a view at its limits, and names the next line', async () => {
    const byLines = createToolkit({ limits: { maxViewLines: 2 } });
    expect((await byLines.execute('file_view', { path: 'notes.txt' })).data).toBe(
      '     1\tone\n     2\ttwo\n[Lines 1 to 2 of 3. Continue from 3.]',
    );
    const byCharacters = createToolkit({ limits: { maxViewCharacters: 12 } });
    expect((await byCharacters.execute('file_view', { path: 'notes.txt' })).data).toBe(
      '     1\tone\n \n[Cut after 12 characters, in line 2 of 3.]',
    );
  });

  it('resolves a path without a root in the first root', async () => {
    const toolkit = createToolkit();
    const views = ['notes.txt', './notes.txt', 'workspace/notes.txt', '/workspace//notes.txt'].map(
      async (path) => (await toolkit.execute('file_view', { path, to: 1 })).data,
    );
    expect(await Promise.all(views)).toEqual(Array.from({ length: 4 }, () => '     1\tone'));
    expect((await toolkit.execute('file_view', { path: 'userinput/data.csv', to: 1 })).data).toBe('     1\ta,b');
  });

  it('writes a file with its folders, and replaces it with its permissions', async () => {
    const toolkit = createToolkit();
    const created = await toolkit.execute('file_write', { path: 'new/folder/a.txt', text: 'x\ny' });
    expect(created.data).toEqual({ path: '/workspace/new/folder/a.txt', created: true, lines: 2 });
    chmodSync(join(world.workspace, 'new/folder/a.txt'), 0o640);
    const replaced = await toolkit.execute('file_write', { path: 'new/folder/a.txt', text: 'z' });
    expect(replaced.data).toEqual({ path: '/workspace/new/folder/a.txt', created: false, lines: 1 });
    expect(inWorkspace('new/folder/a.txt')).toBe('z');
    expect(statSync(join(world.workspace, 'new/folder/a.txt')).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(world.workspace, 'new/folder'))).toEqual(['a.txt']);
  });

  it.each([
    [0, 'zero\none\ntwo\nthree\n'],
    [1, 'one\nzero\ntwo\nthree\n'],
    [3, 'one\ntwo\nthree\nzero\n'],
  ])('inserts after line %j', async (line, expected) => {
    const { data } = await createToolkit().execute('file_insert', { path: 'notes.txt', line, text: 'zero' });
    expect(data).toMatchObject({ path: '/workspace/notes.txt', changes: 1 });
    expect(inWorkspace('notes.txt')).toBe(expected);
  });

  it('refuses to insert after a line that does not exist', async () => {
    const { error } = await createToolkit().execute('file_insert', { path: 'notes.txt', line: 4, text: 'x' });
    expect(error?.message).toBe("Invalid line: '/workspace/notes.txt' has 3 lines. Expected 0 to 3.");
  });

  it('replaces a text that occurs once, and returns the lines around it', async () => {
    const input = { path: 'notes.txt', oldText: 'two', newText: 'TWO $& $1' };
    const { data } = await createToolkit().execute('file_replace', input);
    expect(data).toEqual({
      path: '/workspace/notes.txt',
      changes: 1,
      excerpt: '     1\tone\n     2\tTWO $& $1\n     3\tthree',
    });
    expect(inWorkspace('notes.txt')).toBe('one\nTWO $& $1\nthree\n');
  });

  it('replaces all occurrences only if it is asked to', async () => {
    const toolkit = createToolkit();
    const input = { path: 'notes.txt', oldText: 'o', newText: '0' };
    const { error } = await toolkit.execute('file_replace', input);
    expect(error?.message).toBe(
      "Invalid oldText: It occurs 2 times, in the lines 1, 2. Add lines around it, or set 'all'.",
    );
    expect((await toolkit.execute('file_replace', { ...input, all: true })).data).toMatchObject({ changes: 2 });
    expect(inWorkspace('notes.txt')).toBe('0ne\ntw0\nthree\n');
    const missing = await toolkit.execute('file_replace', { ...input, oldText: 'nothing' });
    expect(missing.error?.message).toContain('View the file and copy it verbatim.');
  });

  it('keeps the line breaks of a file', async () => {
    writeFileSync(join(world.workspace, 'crlf.txt'), 'a\r\nb\r\nc\r\n');
    const toolkit = createToolkit();
    await toolkit.execute('file_replace', { path: 'crlf.txt', oldText: 'a\nb', newText: 'A\nB' });
    await toolkit.execute('file_insert', { path: 'crlf.txt', line: 2, text: 'x\ny' });
    expect(inWorkspace('crlf.txt')).toBe('A\r\nB\r\nx\r\ny\r\nc\r\n');
  });

  it('makes parallel changes of a file one after the other', async () => {
    const toolkit = createToolkit();
    const calls = Array.from({ length: 20 }, (_, at) =>
      toolkit.execute('file_insert', { path: 'notes.txt', line: 0, text: `line ${at}` }),
    );
    expect((await Promise.all(calls)).every(({ success }) => success)).toBe(true);
    expect(inWorkspace('notes.txt').split('\n')).toHaveLength(24);
  });

  it('deletes files and empty folders', async () => {
    const toolkit = createToolkit();
    const full = await toolkit.execute('file_delete', { path: 'sub' });
    expect(full.error?.message).toBe("The folder '/workspace/sub' is not empty. Delete what it contains first.");
    for (const path of ['sub/deep.txt', 'sub'])
      expect((await toolkit.execute('file_delete', { path })).success).toBe(true);
    const root = await toolkit.execute('file_delete', { path: '/workspace' });
    expect(root.error).toMatchObject({ code: 'permission' });
    expect(readdirSync(world.workspace)).toEqual(['notes.txt']);
  });

  it('lists the roots, and folders by levels', async () => {
    const toolkit = createToolkit();
    const top = await toolkit.execute('file_list', {});
    expect(top.data).toEqual({
      entries: [
        { path: '/workspace', kind: 'folder', size: 0 },
        { path: '/userinput', kind: 'folder', size: 0 },
      ],
      truncated: false,
    });
    const deep = await toolkit.execute('file_list', { path: '/workspace', depth: 2 });
    expect(deep.data).toEqual({
      entries: [
        { path: '/workspace/notes.txt', kind: 'file', size: 14 },
        { path: '/workspace/sub', kind: 'folder', size: 0 },
        { path: '/workspace/sub/deep.txt', kind: 'file', size: 5 },
      ],
      truncated: false,
    });
    const short = await createToolkit({ limits: { maxEntries: 1 } }).execute('file_list', { path: '.' });
    expect(short.data).toMatchObject({ entries: [{}], truncated: true });
  });

  it('searches the lines of files', async () => {
    writeFileSync(join(world.workspace, 'image.bin'), Buffer.from([0, 255, 111]));
    writeFileSync(join(world.workspace, '.env'), 'two=2');
    const toolkit = createToolkit();
    const { data } = await toolkit.execute('file_search', { text: 'E', ignoreCase: true });
    expect(data).toEqual({
      matches: [
        { path: '/workspace/notes.txt', line: 1, text: 'one' },
        { path: '/workspace/notes.txt', line: 3, text: 'three' },
        { path: '/workspace/sub/deep.txt', line: 1, text: 'deep' },
      ],
      truncated: false,
    });
    expect((await toolkit.execute('file_search', { text: 'two' })).data).toMatchObject({ matches: [{ line: 2 }] });
  });

  it('refuses to change a read-only root', async () => {
    const toolkit = createToolkit();
    const path = '/userinput/data.csv';
    const calls = [
      toolkit.execute('file_write', { path, text: 'x' }),
      toolkit.execute('file_insert', { path, line: 0, text: 'x' }),
      toolkit.execute('file_replace', { path, oldText: 'a', newText: 'b' }),
      toolkit.execute('file_delete', { path }),
    ];
    for (const { error } of await Promise.all(calls)) {
      expect(error).toMatchObject({ code: 'permission', message: "'/userinput' is read-only. Write to /workspace." });
    }
    expect(readFileSync(join(world.userinput, 'data.csv'), 'utf8')).toBe('a,b\n1,2\n');
  });

  it.each([
    ['notse.txt', "There is no '/workspace/notse.txt'. Did you mean '/workspace/notes.txt'?"],
    ['sup/deep.txt', "There is no '/workspace/sup'. Did you mean '/workspace/sub'?"],
    ['sub/other-name', "There is no '/workspace/sub/other-name'. '/workspace/sub' contains deep.txt."],
    ['notes.txt/a', "'/workspace/notes.txt' is not a folder."],
    ['sub', "Invalid path: '/workspace/sub' is a folder. Expected a file."],
    ['/workspaces/a', "There is no root '/workspaces'. Did you mean '/workspace'?"],
    ['/home/a', "There is no root '/home'. A path begins with /workspace or /userinput."],
  ])('explains a mistake in %s', async (path, message) => {
    const { error } = await createToolkit().execute('file_view', { path });
    expect(error?.message).toBe(message);
  });

  it('reads and writes no file that is larger than the limit', async () => {
    writeFileSync(join(world.workspace, 'large.txt'), 'x'.repeat(101));
    const toolkit = createToolkit({ limits: { maxFileBytes: 100 } });
    const read = await toolkit.execute('file_view', { path: 'large.txt' });
    expect(read.error?.message).toBe("'/workspace/large.txt' has 101 bytes, and the limit is 100 bytes.");
    const written = await toolkit.execute('file_write', { path: 'new.txt', text: 'é'.repeat(51) });
    expect(written.error?.message).toBe("'/workspace/new.txt' has 102 bytes, and the limit is 100 bytes.");
    await toolkit.execute('file_write', { path: 'full.txt', text: 'x'.repeat(100) });
    const grown = await toolkit.execute('file_insert', { path: 'full.txt', line: 1, text: 'y' });
    expect(grown.error?.message).toContain('the limit is 100 bytes');
    expect(inWorkspace('full.txt')).toBe('x'.repeat(100));
  });

  it('refuses a file that is not text', async () => {
    writeFileSync(join(world.workspace, 'a.bin'), Buffer.from([0xff, 0xfe, 0]));
    const { error } = await createToolkit().execute('file_view', { path: 'a.bin' });
    expect(error?.message).toBe("'/workspace/a.bin' is not a text file in UTF-8.");
  });

  it('follows links that stay in their root, and writes to their target', async () => {
    symlinkSync('sub/deep.txt', join(world.workspace, 'inside'));
    symlinkSync(join(world.workspace, 'sub'), join(world.workspace, 'inside-dir'));
    const toolkit = createToolkit();
    expect((await toolkit.execute('file_view', { path: 'inside' })).data).toBe('     1\tdeep');
    expect((await toolkit.execute('file_view', { path: 'inside-dir/deep.txt' })).data).toBe('     1\tdeep');
    await toolkit.execute('file_write', { path: 'inside', text: 'changed' });
    expect(inWorkspace('sub/deep.txt')).toBe('changed');
    await toolkit.execute('file_delete', { path: 'inside' });
    expect(readdirSync(world.workspace).sort()).toEqual(['inside-dir', 'notes.txt', 'sub']);
  });

  it('hides the names of the deny list, which the host may change', async () => {
    writeFileSync(join(world.workspace, '.env'), 'KEY=1');
    writeFileSync(join(world.workspace, 'server.PEM'), 'key');
    const listOf = async (toolkit: Toolkit): Promise<unknown> =>
      ((await toolkit.execute('file_list', { path: '.' })).data as { entries: { path: string }[] }).entries.map(
        (entry) => entry.path,
      );
    expect(await listOf(createToolkit())).toEqual(['/workspace/notes.txt', '/workspace/sub']);
    const own = createToolkit({ deny: ['*otes*'] });
    expect(await listOf(own)).toEqual(['/workspace/.env', '/workspace/server.PEM', '/workspace/sub']);
    const { error } = await own.execute('file_write', { path: 'notes.txt', text: '' });
    expect(error).toMatchObject({ code: 'permission', message: "The host denies the name 'notes.txt'." });
  });

  it('ends when its call is cancelled, before it changes anything', async () => {
    const aborted = AbortSignal.abort();
    const { error } = await createToolkit().execute('file_write', { path: 'a.txt', text: 'x' }, { signal: aborted });
    expect(error).toMatchObject({ code: 'interrupted' });
    expect(readdirSync(world.workspace)).toEqual(['notes.txt', 'sub']);
  });

  it.each([
    [{ roots: {} }, "'roots' needs at least one folder"],
    [{ roots: { 'a/b': '.' } }, 'cannot name a root'],
    [{ roots: { a: './does-not-exist' } }, "the root 'a' is not an existing folder"],
    [{ roots: { a: { folder: '.', readonly: true } } }, "Did you mean 'readOnly'?"],
    [{ roots: { a: '.' }, deny: ['a/b'] }, "'deny' contains"],
    [{ roots: { a: '.' }, limits: { maxFileBytes: 0 } }, 'limits: maxFileBytes must be a whole number from 1'],
    [{ roots: { a: '.' }, denny: [] }, "Did you mean 'deny'?"],
  ])('refuses the options %j', (options, message) => {
    expect(() => new TextFileTools(options as TextFileToolsOptions)).toThrow(message);
  });
});

describe('the policy of TextFileTools', () => {
  const calls = [
    ['file_view', { path: 'notes.txt' }],
    ['file_write', { path: 'notes.txt', text: 'x' }],
    ['file_insert', { path: 'notes.txt', line: 0, text: 'x' }],
    ['file_replace', { path: 'notes.txt', oldText: 'one', newText: 'x' }],
    ['file_delete', { path: 'notes.txt' }],
    ['file_list', { path: 'notes.txt' }],
    ['file_search', { path: 'notes.txt', text: 'x' }],
  ] as const;

  it.each(calls)('refuses %s if it denies', async (tool, input) => {
    process.env[variable] = 'deny';
    const result = await createToolkit().execute(tool, input);
    expect(result).toMatchObject({
      success: false,
      error: { code: 'denied' },
      metadata: { dangerousIo: { policy: 'deny', tool, path: '/workspace/notes.txt', blocked: true } },
    });
    expect(inWorkspace('notes.txt')).toBe('one\ntwo\nthree\n');
  });

  it('warns of each call by default, with the path that the model sees', async () => {
    delete process.env[variable];
    let result: ToolResult | undefined;
    const warnings = await warningsOf(async () => {
      result = await createToolkit().execute('file_view', { path: 'notes.txt' });
    });
    expect(result?.metadata).toEqual({
      dangerousIo: {
        policy: 'warn',
        tool: 'file_view',
        path: '/workspace/notes.txt',
        blocked: false,
        reason: 'reads a file',
      },
    });
    expect(warnings).toEqual([expect.stringContaining("'file_view' reads a file (/workspace/notes.txt).")]);
  });

  it('adds the decision to refusals, to the events and to the log', async () => {
    const events: ToolEvent[] = [];
    const logs: unknown[] = [];
    const toolkit = createToolkit();
    toolkit.events$.subscribe((event) => events.push(event));
    const input = { path: '/userinput/a.txt', text: 'x' };
    const result = await toolkit.execute('file_write', input, { onLog: (entry) => logs.push(entry) });
    const dangerousIo = {
      policy: 'allow',
      tool: 'file_write',
      path: '/userinput/a.txt',
      blocked: true,
      reason: "'/userinput' is read-only. Write to /workspace.",
    };
    expect(result.metadata).toEqual({ dangerousIo });
    expect(events.at(-1)).toMatchObject({ type: 'failed', result: { metadata: { dangerousIo } } });
    expect(logs).toEqual([
      expect.objectContaining({ level: 'info', message: "'file_write' writes a file" }),
      expect.objectContaining({
        level: 'warn',
        message: "'file_write' was refused",
        data: { dangerousIo: expect.objectContaining({ path: 'userinput/a.txt', blocked: true }) },
      }),
    ]);
  });
});
