import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PermissionRule, Toolkit } from 'toolwright';
import { MemoryTools, ShellTools, TextFileTools, TransientMemoryStore } from 'toolwright/builtin/guarded';

let parent: string;
let folder: string;

beforeEach(() => {
  process.env.TOOLWRIGHT_DANGEROUS_IO = 'allow';
  parent = mkdtempSync(join(tmpdir(), 'toolwright-permissions-'));
  folder = join(parent, 'workspace');
  for (const name of ['drafts/deep', 'final', '../input']) mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['drafts/a.txt', 'final/a.txt', '../input/a.txt']) writeFileSync(join(folder, name), 'text\n');
  symlinkSync('drafts', join(folder, 'in'));
  symlinkSync('../final', join(folder, 'drafts/out'));
  symlinkSync(join(folder, 'drafts/a.txt'), join(folder, 'file'));
});

afterEach(() => {
  delete process.env.TOOLWRIGHT_DANGEROUS_IO;
  rmSync(parent, { recursive: true, force: true });
});

/** Returns 'ran', or the code of the error. */
async function viewWith(rule: PermissionRule, path: string): Promise<string> {
  const toolkit = new Toolkit({ permissions: [{ tool: 'file_list', action: 'allow' }, rule] });
  const roots = { workspace: folder, input: { folder: join(parent, 'input'), readOnly: true } };
  toolkit.register(new TextFileTools({ roots }), { needsApproval: rule.action === 'allow' });
  const { error } = await toolkit.execute('file_view', { path });
  return error?.code ?? 'ran';
}

describe('a permission rule for the paths of TextFileTools', () => {
  const deny: PermissionRule = { tool: 'file_*', when: { path: 'drafts/**' }, action: 'deny' };
  const allow: PermissionRule = { tool: 'file_view', when: { path: 'drafts/**' }, action: 'allow' };

  it.each([
    'drafts/a.txt',
    './drafts//a.txt',
    '/workspace/drafts/a.txt',
    'drafts/./a.txt',
    'in/a.txt',
    'file',
    'drafts/out/a.txt',
  ])('denies %j, however it is written and wherever it leads', async (path) => {
    expect(await viewWith(deny, path)).toBe('denied');
  });

  it.each(['final/a.txt', '/input/a.txt'])('does not deny %j', async (path) => {
    expect(await viewWith(deny, path)).toBe('ran');
  });

  it.each([
    ['drafts/a.txt', 'ran'],
    ['drafts/out/a.txt', 'denied'],
    ['in/a.txt', 'denied'],
    ['final/a.txt', 'denied'],
    ['drafts/missing/b.txt', 'not_found'],
    ['../outside', 'permission'],
  ])('allows a path only if it is in the folder, and leads into it: %j', async (path, expected) => {
    expect(await viewWith(allow, path)).toBe(expected);
  });

  describe('for a write through links to folders that do not exist', () => {
    const links: Readonly<Record<string, string>> = {
      hole: '../final/new/deep/b.txt',
      folder: '../final/new',
      back: '../nope/deeper/../../final/new/b.txt',
      again: '../nope/../in/../final/new/b.txt',
      chain: 'hole',
      through: 'folder/deep/b.txt',
      under: 'a.txt/../../final/new/b.txt',
    };
    const absolute = { root: () => join(folder, 'final/new/b.txt') };

    beforeEach(() => {
      for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, 'drafts', name));
      symlinkSync(absolute.root(), join(folder, 'drafts/absolute'));
    });

    async function createWith(rule: PermissionRule, path: string): Promise<string> {
      const toolkit = new Toolkit({ permissions: [rule] });
      toolkit.register(new TextFileTools({ roots: { workspace: folder } }), { needsApproval: rule.action === 'allow' });
      const { error } = await toolkit.execute('file_write', { path, text: 'pwned' });
      return error?.code ?? 'ran';
    }

    const paths = ['hole', 'folder/b.txt', 'folder/x/y.txt', 'back', 'again', 'chain', 'through', 'absolute'];

    it.each(paths)('sees where the file would be created, to deny it: drafts/%s', async (name) => {
      const rule: PermissionRule = { tool: 'file_*', when: { path: 'final/new/**' }, action: 'deny' };
      expect(await createWith(rule, `drafts/${name}`)).toBe('denied');
      expect(existsSync(join(folder, 'final/new'))).toBe(false);
    });

    it.each([...paths, 'under'])('sees where the file would be created, to allow it: drafts/%s', async (name) => {
      const rule: PermissionRule = { tool: 'file_*', when: { path: 'drafts/**' }, action: 'allow' };
      expect(await createWith(rule, `drafts/${name}`)).not.toBe('ran');
      expect(existsSync(join(folder, 'final/new'))).toBe(false);
    });

    it('creates the file there if that is allowed', async () => {
      const rule: PermissionRule = { tool: 'file_*', when: { path: 'final/new/**' }, action: 'allow' };
      const both: PermissionRule = { ...rule, when: { path: ['final/new/**', 'drafts/**'] } };
      expect(await createWith(rule, 'drafts/back')).toBe('denied');
      expect(await createWith(both, 'drafts/back')).toBe('ran');
      expect(existsSync(join(folder, 'final/new/b.txt'))).toBe(true);
    });

    it('is not asked about a link that leads to itself', async () => {
      symlinkSync('loop', join(folder, 'drafts/loop'));
      const rule: PermissionRule = { tool: 'file_*', when: { path: 'drafts/**' }, action: 'allow' };
      expect(await createWith(rule, 'drafts/loop/a.txt')).toBe('permission');
    });
  });

  it('has patterns for each root, and for all', async () => {
    expect(await viewWith({ ...deny, when: { path: '/input/**' } }, '/input/a.txt')).toBe('denied');
    expect(await viewWith({ ...deny, when: { path: '/**/a.txt' } }, 'final/a.txt')).toBe('denied');
    expect(await viewWith({ ...deny, when: { path: { not: ['drafts/**', '/input/**'] } } }, 'in/a.txt')).toBe('denied');
    expect(await viewWith({ ...deny, when: { path: { not: ['drafts/**', '/input/**'] } } }, 'drafts/a.txt')).toBe(
      'ran',
    );
  });

  it('names an argument of the tools', () => {
    const toolkit = new Toolkit({ permissions: [{ tool: 'file_view', when: { file: 'a' }, action: 'deny' }] });
    expect(() => toolkit.register(new TextFileTools({ roots: { workspace: folder } }))).toThrow(
      "permissions: the rule for 'file_view': 'file_view' has no argument 'file'.",
    );
  });
});

describe('a permission rule for MemoryTools', () => {
  const when = { path: 'drafts/**' };
  const view = async (options: ConstructorParameters<typeof MemoryTools>[0], path: string): Promise<string> => {
    const toolkit = new Toolkit({ permissions: [{ tool: 'memory', when, action: 'deny' }] });
    toolkit.register(new MemoryTools(options));
    const { error } = await toolkit.execute('memory', { command: 'view', path });
    return error?.code ?? 'ran';
  };

  it('sees where the links of a folder lead', async () => {
    expect(await view({ folder }, '/memories/drafts/a.txt')).toBe('denied');
    expect(await view({ folder }, '/memories/in/a.txt')).toBe('denied');
    expect(await view({ folder }, '/memories/final/a.txt')).toBe('ran');
  });

  it('sees the paths of a store', async () => {
    const store = new TransientMemoryStore();
    expect(await view({ store }, '/memories//drafts/a.txt')).toBe('denied');
    expect(await view({ store }, '/memories')).toBe('ran');
  });
});

describe('a permission rule for ShellTools', () => {
  const run = async (when: PermissionRule['when'], input: object): Promise<string> => {
    const toolkit = new Toolkit({ permissions: [{ tool: 'run_program', when, action: 'deny' }] });
    toolkit.register(new ShellTools({ programs: { echo: true, ls: true }, roots: { workspace: folder } }));
    const { error } = await toolkit.execute('run_program', input);
    return error?.code ?? 'ran';
  };

  it('sees the program, each argument and the working folder', async () => {
    expect(await run({ program: 'ls' }, { program: 'ls' })).toBe('denied');
    expect(await run({ program: 'ls' }, { program: 'echo' })).toBe('ran');
    expect(await run({ args: '-*' }, { program: 'ls', args: ['drafts', '-l'] })).toBe('denied');
    expect(await run({ args: '-*' }, { program: 'ls', args: ['drafts'] })).toBe('ran');
    expect(await run({ cwd: 'drafts/**' }, { program: 'ls', cwd: 'in' })).toBe('denied');
    expect(await run({ cwd: 'drafts/**' }, { program: 'ls' })).toBe('ran');
    expect(await run({ cwd: '/workspace' }, { program: 'ls' })).toBe('denied');
  });
});
