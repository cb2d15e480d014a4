import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefinitionError, Toolkit } from 'toolwright';
import { MemoryTools, ShellTools, TextFileTools } from 'toolwright/builtin/guarded';

const variable = 'TOOLWRIGHT_DANGEROUS_IO';
const before = process.env[variable];
const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
let folder: string;

beforeEach(() => {
  process.env[variable] = 'allow';
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-roots-')));
  for (const name of ['work/locked', 'work-2', 'outside']) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync('work', join(folder, 'link'));
  symlinkSync('work/locked', join(folder, 'link-inside'));
  writeFileSync(join(folder, 'outside/secret.txt'), 'SECRET');
});

afterEach(() => {
  Object.defineProperty(process, 'platform', platform);
  rmSync(folder, { recursive: true, force: true });
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});

describe('the folders of roots', () => {
  const inFolder = (name: string): string => join(folder, name);

  it.each([
    ['work', 'work/locked'],
    ['work/locked', 'work'],
    ['work', 'work'],
    ['work', 'work-2/../work/'],
    ['work', 'link'],
    ['work', 'link-inside'],
    ['link', 'link-inside'],
  ])('are refused if one is the other or in it: %j, %j', (one, other) => {
    const message = /the folder of the root '(one|other)' is that of '(one|other)' or in it/;
    const files = { one: inFolder(one), other: { folder: inFolder(other), readOnly: true } };
    expect(() => new TextFileTools({ roots: files })).toThrow(DefinitionError);
    expect(() => new TextFileTools({ roots: files })).toThrow(message);
    const roots = { one: inFolder(one), other: inFolder(other) };
    expect(() => new ShellTools({ programs: { echo: true }, roots })).toThrow(message);
  });

  it('may be next to each other, with names that begin in the same way', () => {
    const roots = { one: inFolder('work'), other: inFolder('work-2') };
    expect(() => new TextFileTools({ roots })).not.toThrow();
  });
});

// Where there is no /proc, each name is opened by its path.
describe.each(['linux', 'darwin'])('a root that is replaced on %s', (system) => {
  const createToolkit = (root: string): Toolkit => {
    const toolkit = new Toolkit();
    toolkit.register(new TextFileTools({ roots: { workspace: root } }));
    toolkit.register(new MemoryTools({ folder: root }));
    toolkit.register(new ShellTools({ programs: { pwd: true }, roots: { workspace: root } }));
    Object.defineProperty(process, 'platform', { value: system });
    return toolkit;
  };
  const calls: readonly (readonly [string, object])[] = [
    ['file_view', { path: 'secret.txt' }],
    ['file_write', { path: 'new.txt', text: 'x' }],
    ['file_delete', { path: 'secret.txt' }],
    ['file_list', { path: '.' }],
    ['file_search', { text: 'SECRET' }],
    ['memory', { command: 'view', path: '/memories/secret.txt' }],
    ['memory', { command: 'create', path: '/memories/new.txt', file_text: 'x' }],
    ['run_program', { program: 'pwd' }],
  ];

  it.each(calls)('by a link is refused by %s: %j', async (tool, input) => {
    const toolkit = createToolkit(join(folder, 'work'));
    renameSync(join(folder, 'work'), join(folder, 'moved'));
    symlinkSync('outside', join(folder, 'work'));
    const result = await toolkit.execute(tool, input);
    expect(result.toText()).toMatch(/^'\/(workspace|memories)' has been replaced by a link/);
    expect(readdirSync(join(folder, 'outside'))).toEqual(['secret.txt']);
  });

  it('by a link in front of it is refused', async () => {
    mkdirSync(join(folder, 'outside/locked'));
    const toolkit = createToolkit(join(folder, 'work/locked'));
    renameSync(join(folder, 'work'), join(folder, 'moved'));
    symlinkSync('outside', join(folder, 'work'));
    const { error } = await toolkit.execute('file_write', { path: 'new.txt', text: 'x' });
    expect(error?.code).toBe('permission');
    expect(readdirSync(join(folder, 'outside/locked'))).toEqual([]);
  });

  it('remains the folder that its link led to', async () => {
    const toolkit = createToolkit(join(folder, 'link'));
    rmSync(join(folder, 'link'));
    symlinkSync('outside', join(folder, 'link'));
    expect((await toolkit.execute('file_write', { path: 'new.txt', text: 'x' })).success).toBe(true);
    expect(readFileSync(join(folder, 'work/new.txt'), 'utf8')).toBe('x');
  });

  it('by a folder of the same name is used', async () => {
    const toolkit = createToolkit(join(folder, 'work-2'));
    rmSync(join(folder, 'work-2'), { recursive: true });
    mkdirSync(join(folder, 'work-2'));
    expect((await toolkit.execute('file_write', { path: 'new.txt', text: 'x' })).success).toBe(true);
  });
});
