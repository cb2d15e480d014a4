import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryTools, TextFileTools, TransientMemoryStore } from 'toolwright/builtin/guarded';
import { longestPath } from '../../../src/tools/guarded/files/path-rules.js';
import { deepest } from '../../../src/tools/guarded/files/search-files.js';

describe('the limits of guarded tools', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolwright-limits-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('are the same in the schemas and in the code that enforces them', () => {
    const files = new TextFileTools({ roots: { workspace: folder } });
    const memory = new MemoryTools({ store: new TransientMemoryStore() });
    const paths = ['file_view', 'file_write', 'file_insert', 'file_replace', 'file_delete', 'file_list', 'file_search'];
    for (const name of paths) {
      expect(files.toolSpec(name).inputSchema.properties).toMatchObject({ path: { maxLength: longestPath } });
    }
    const path = { maxLength: longestPath };
    expect(memory.toolSpec('memory').inputSchema.properties).toMatchObject({ path, old_path: path, new_path: path });
    expect(files.toolSpec('file_list').inputSchema.properties).toMatchObject({ depth: { maximum: deepest } });
  });
});
