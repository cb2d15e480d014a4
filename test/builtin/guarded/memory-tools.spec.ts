import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefinitionError, Toolkit } from 'toolwright';
import { MemoryTools, TransientMemoryStore } from 'toolwright/builtin/guarded';
import { createFileWorld, type FileWorld, outsideText } from './file-world.js';

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

type Run = (input: Record<string, unknown>) => Promise<string>;

/** Returns a function that runs a command, and returns its text or the message of its error. */
function runOf(tools: MemoryTools): Run {
  const toolkit = new Toolkit();
  toolkit.register(tools);
  return async (input) => {
    const { data, error } = await toolkit.execute('memory', input);
    return error?.message ?? String(data);
  };
}

describe.each(['a folder', 'a store'])('MemoryTools over %s', (kind) => {
  let run: Run;

  beforeEach(async () => {
    const place = kind === 'a folder' ? { folder: world.userinput } : { store: new TransientMemoryStore() };
    run = runOf(new MemoryTools({ ...place, maxFileBytes: 1_000 }));
    if (kind === 'a folder') await run({ command: 'delete', path: '/memories/data.csv' });
    await run({ command: 'create', path: '/memories/notes.txt', file_text: 'one\ntwo\nthree\n' });
    await run({ command: 'create', path: '/memories/people/ada.md', file_text: 'Ada' });
  });

  it('views a folder with sizes, two levels deep, without hidden files', async () => {
    await run({ command: 'create', path: '/memories/.hidden', file_text: 'x' });
    await run({ command: 'create', path: '/memories/a/b/c/deep.txt', file_text: 'x'.repeat(600) });
    expect(await run({ command: 'view', path: '/memories' })).toBe(
      [
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:",
        '17\t/memories',
        '0\t/memories/a',
        '0\t/memories/a/b',
        '14\t/memories/notes.txt',
        '3\t/memories/people',
        '3\t/memories/people/ada.md',
      ].join('\n'),
    );
  });

  it.each([
    [undefined, '     1\tone\n     2\ttwo\n     3\tthree'],
    [[2, 2], '     2\ttwo'],
    [[2, -1], '     2\ttwo\n     3\tthree'],
  ])('views the lines %j of a file', async (range, lines) => {
    const input = { command: 'view', path: '/memories/notes.txt', ...(range && { view_range: range }) };
    expect(await run(input)).toBe(`Here's the content of /memories/notes.txt with line numbers:\n${lines}`);
  });

  it.each([[[0, 1]], [[3, 2]], [[9, -1]]])('refuses the lines %j', async (range) => {
    const text = await run({ command: 'view', path: '/memories/notes.txt', view_range: range });
    expect(text).toBe('Invalid view_range: Expected lines from 1 to 3, the first one before the last one.');
  });

  it('creates, changes, renames and deletes, with the texts of the documentation of Anthropic', async () => {
    const path = '/memories/new.txt';
    expect(await run({ command: 'create', path, file_text: 'a\nb\n' })).toBe(`File created successfully at: ${path}`);
    expect(await run({ command: 'str_replace', path, old_str: 'b', new_str: '$&' })).toBe(
      'The memory file has been edited.\n     1\ta\n     2\t$&',
    );
    expect(await run({ command: 'insert', path, insert_line: 1, insert_text: 'between' })).toBe(
      `The file ${path} has been edited.`,
    );
    expect(await run({ command: 'rename', old_path: path, new_path: '/memories/x/y.txt' })).toBe(
      `Successfully renamed ${path} to /memories/x/y.txt`,
    );
    expect(await run({ command: 'view', path: '/memories/x/y.txt' })).toMatch(
      /\n {5}1\ta\n {5}2\tbetween\n {5}3\t\$&$/,
    );
    expect(await run({ command: 'delete', path: '/memories/x' })).toBe('Successfully deleted /memories/x');
    expect(await run({ command: 'view', path: '/memories/x/y.txt' })).toBe(
      'The path /memories/x/y.txt does not exist. Please provide a valid path.',
    );
  });

  it('renames a folder with its files', async () => {
    await run({ command: 'rename', old_path: '/memories/people', new_path: '/memories/persons' });
    expect(await run({ command: 'view', path: '/memories/persons/ada.md' })).toContain('Ada');
    expect(await run({ command: 'view', path: '/memories/people' })).toContain('does not exist');
  });

  const missing = '/memories/missing.txt';
  it.each([
    [{ command: 'view', path: missing }, `The path ${missing} does not exist. Please provide a valid path.`],
    [
      { command: 'create', path: '/memories/notes.txt', file_text: '' },
      'Error: File /memories/notes.txt already exists',
    ],
    [
      { command: 'str_replace', path: missing, old_str: 'a', new_str: 'b' },
      `Error: The path ${missing} does not exist. Please provide a valid path.`,
    ],
    [
      { command: 'str_replace', path: '/memories/notes.txt', old_str: 'four', new_str: '4' },
      'No replacement was performed, old_str `four` did not appear verbatim in /memories/notes.txt.',
    ],
    [
      { command: 'str_replace', path: '/memories/notes.txt', old_str: 'o', new_str: '0' },
      'No replacement was performed. Multiple occurrences of old_str `o` in lines: 1, 2. Please ensure it is unique',
    ],
    [
      { command: 'insert', path: missing, insert_line: 0, insert_text: 'x' },
      `Error: The path ${missing} does not exist`,
    ],
    [
      { command: 'insert', path: '/memories/notes.txt', insert_line: 4, insert_text: 'x' },
      'Invalid insert_line: Error: Invalid `insert_line` parameter: 4. It should be within the range of lines of the file: [0, 3]',
    ],
    [{ command: 'delete', path: missing }, `Error: The path ${missing} does not exist`],
    [{ command: 'delete', path: '/memories' }, 'Error: The folder /memories cannot be deleted'],
    [{ command: 'rename', old_path: missing, new_path: '/memories/b' }, `Error: The path ${missing} does not exist`],
    [
      { command: 'rename', old_path: '/memories/notes.txt', new_path: '/memories/people/ada.md' },
      'Error: The destination /memories/people/ada.md already exists',
    ],
    [
      { command: 'rename', old_path: '/memories/people', new_path: '/memories/people/new' },
      'Error: The destination /memories/people/new is within /memories/people',
    ],
    [
      { command: 'rename', old_path: '/memories', new_path: '/memories/b' },
      'Error: The folder /memories cannot be renamed',
    ],
    [{ command: 'create', path: '/memories/b' }, "Invalid file_text: The command 'create' needs it."],
    [
      { command: 'create', path: '/memories/b', file_text: 'x'.repeat(1_001) },
      'Invalid text: A file of the memory has at most 1000 bytes.',
    ],
    [
      { command: 'insert', path: '/memories/notes.txt', insert_line: 0, insert_text: 'x'.repeat(999) },
      'Error: The file /memories/notes.txt would exceed its limit of 1000 bytes',
    ],
    [{ command: 'view', path: 'notes.txt' }, "A path of the memory begins with '/memories'."],
    [{ command: 'view', path: '/memories-evil' }, "A path of the memory begins with '/memories'."],
    [
      { command: 'view', path: '/memories/../outside' },
      "A path contains no '..'. Write the path from the name of its root.",
    ],
  ])('answers %j with an error', async (input, message) => {
    expect(await run(input)).toBe(message);
  });

  it('keeps a file that a path or a rename treats as a folder', async () => {
    const below = '/memories/notes.txt/below';
    const calls = [
      await run({ command: 'create', path: below, file_text: 'x' }),
      await run({ command: 'rename', old_path: '/memories/people', new_path: below }),
    ];
    expect(calls.filter((text) => text.startsWith('File created') || text.startsWith('Successfully'))).toEqual([]);
    expect(await run({ command: 'view', path: '/memories/notes.txt' })).toContain('     3\tthree');
    expect(await run({ command: 'view', path: '/memories/people/ada.md' })).toContain('Ada');
  });

  it('runs parallel commands one after the other', async () => {
    const path = '/memories/notes.txt';
    const inserts = Array.from({ length: 20 }, () =>
      run({ command: 'insert', path, insert_line: 0, insert_text: 'x' }),
    );
    await Promise.all(inserts);
    expect((await run({ command: 'view', path })).split('\n')).toHaveLength(24);
  });
});

describe('MemoryTools', () => {
  it('keeps the memory in its folder', async () => {
    const create = { command: 'create', path: '/memories/a/b.md', file_text: 'kept' };
    await runOf(new MemoryTools({ folder: world.workspace }))(create);
    expect(readFileSync(join(world.workspace, 'a', 'b.md'), 'utf8')).toBe('kept');
    const later = runOf(new MemoryTools({ folder: world.workspace }));
    expect(await later({ command: 'view', path: '/memories/a/b.md' })).toContain('     1\tkept');
  });

  it('deletes a folder and the links in it, not what they lead to', async () => {
    symlinkSync(world.outside, join(world.workspace, 'sub', 'out'));
    symlinkSync(join(world.outside, 'secret.txt'), join(world.workspace, 'sub', 'file'));
    const run = runOf(new MemoryTools({ folder: world.workspace }));
    expect(await run({ command: 'delete', path: '/memories/sub' })).toBe('Successfully deleted /memories/sub');
    expect(readdirSync(world.workspace)).toEqual(['notes.txt']);
    expect(readFileSync(join(world.outside, 'secret.txt'), 'utf8')).toBe(outsideText);
  });

  it('does nothing if the policy denies it, and adds the decision to the result', async () => {
    process.env[variable] = 'deny';
    const toolkit = new Toolkit();
    toolkit.register(new MemoryTools({ folder: world.workspace }));
    const input = { command: 'delete', path: '/memories/notes.txt' };
    const { error, metadata } = await toolkit.execute('memory', input);
    expect(error?.code).toBe('denied');
    const decision = { policy: 'deny', tool: 'memory', path: '/memories/notes.txt', blocked: true };
    expect(metadata).toMatchObject({ dangerousIo: decision });
    expect(readdirSync(world.workspace)).toContain('notes.txt');
  });

  it('refuses invalid options', () => {
    writeFileSync(join(world.folder, 'file'), '');
    const store = new TransientMemoryStore();
    for (const options of [
      {},
      { folder: world.workspace, store },
      { folder: join(world.folder, 'missing') },
      { folder: join(world.folder, 'file') },
      { store, maxFileBytes: 0 },
      { store, unknown: 1 },
    ]) {
      expect(() => new MemoryTools(options)).toThrow(DefinitionError);
    }
  });
});
