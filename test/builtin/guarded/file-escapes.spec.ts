import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Toolkit, type ToolResult } from 'toolwright';
import { MemoryTools, TextFileTools } from 'toolwright/builtin/guarded';
import { addTraps, createFileWorld, escapePaths, outsideText } from './file-world.js';

const variable = 'TOOLWRIGHT_DANGEROUS_IO';
const before = process.env[variable];
const platform = Object.getOwnPropertyDescriptor(process, 'platform') as PropertyDescriptor;
const world = createFileWorld();
addTraps(world);
const paths = escapePaths(world);
const outsideBefore = world.outsideNow();

beforeEach(() => {
  process.env[variable] = 'allow';
});

afterEach(() => {
  Object.defineProperty(process, 'platform', platform);
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});

afterAll(() => world.remove());

/** Expects a result without the text of a file outside, or a path of the host. */
function expectNoLeak(result: ToolResult): void {
  const shown = JSON.stringify([result.data, result.toText(), result.error?.message, result.structuredContent]);
  expect(shown).not.toContain(outsideText);
  expect(shown).not.toContain('root:x:');
}

function expectNothingOutsideChanged(): void {
  expect(world.outsideNow()).toEqual(outsideBefore);
}

// Where there is no /proc, each name is opened by its path.
describe.each(['linux', 'darwin'])('paths of a model on %s', (system) => {
  const createToolkit = (): Toolkit => {
    const toolkit = new Toolkit();
    toolkit.register(new TextFileTools({ roots: { workspace: world.workspace } }));
    toolkit.register(new MemoryTools({ folder: world.workspace }));
    return toolkit;
  };

  it('are at least 30 that try to escape', () => {
    expect(new Set(paths).size).toBeGreaterThanOrEqual(30);
  });

  it.each(paths.map((path, at) => [at, path] as const))(
    'reach nothing outside of their root: %i %j',
    async (_at, path) => {
      Object.defineProperty(process, 'platform', { value: system });
      const toolkit = createToolkit();
      const memory = path.startsWith('/memories') ? path : `/memories/${path}`;
      const reads = [
        await toolkit.execute('file_view', { path }),
        await toolkit.execute('file_search', { path, text: outsideText.slice(0, 5) }),
        await toolkit.execute('memory', { command: 'view', path }),
        ...(/hard|env|git/i.test(path) ? [] : [await toolkit.execute('memory', { command: 'view', path: memory })]),
      ];
      for (const result of reads) {
        if (result.metadata !== undefined)
          expect(result.metadata).toMatchObject({ dangerousIo: { tool: result.toolName } });
        expectNoLeak(result);
      }
      expect(reads[0]?.success).toBe(false);
      const inside = !/[%\uff0e\u2025\u2215]|^(?:file:|~|C:|\.{4})/u.test(path);
      const write = await toolkit.execute('file_insert', { path, line: 0, text: 'ESCAPED' });
      expect(write.success).toBe(false);
      const created = await toolkit.execute('file_write', { path: `${path}/ESCAPED.txt`, text: 'ESCAPED' });
      if (inside && !/^(?:[xy]|a\/)/.test(path)) expect(created.success).toBe(false);
      expectNothingOutsideChanged();
    },
  );

  it('change and delete nothing outside', async () => {
    Object.defineProperty(process, 'platform', { value: system });
    const world = createFileWorld();
    addTraps(world);
    const unchanged = world.outsideNow();
    const toolkit = new Toolkit();
    toolkit.register(new TextFileTools({ roots: { workspace: world.workspace } }));
    toolkit.register(new MemoryTools({ folder: world.workspace }));
    for (const path of escapePaths(world)) {
      const memory = `/memories/${path}`;
      await toolkit.execute('file_write', { path, text: 'ESCAPED' });
      await toolkit.execute('file_replace', { path, oldText: 'TOP', newText: 'ESCAPED' });
      await toolkit.execute('memory', { command: 'create', path: memory, file_text: 'ESCAPED' });
      await toolkit.execute('memory', { command: 'str_replace', path: memory, old_str: 'TOP', new_str: 'ESCAPED' });
      await toolkit.execute('memory', { command: 'insert', path: memory, insert_line: 0, insert_text: 'ESCAPED' });
      await toolkit.execute('memory', { command: 'rename', old_path: '/memories/notes.txt', new_path: memory });
      await toolkit.execute('memory', { command: 'rename', old_path: memory, new_path: `/memories/moved` });
      await toolkit.execute('file_delete', { path });
      await toolkit.execute('memory', { command: 'delete', path: memory });
    }
    expect(world.outsideNow()).toEqual(unchanged);
    expect(readFileSync(join(world.outside, 'secret.txt'), 'utf8')).toBe(outsideText);
    world.remove();
  });
});
