import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DefinitionError } from 'toolwright';
import { FolderSnapshotStore } from 'toolwright/sandbox';
import { testSnapshotStore } from '../contracts/snapshot-store.contract.js';

const folder = mkdtempSync(join(tmpdir(), 'toolwright-programs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const nextFolder = (): string => join(folder, `store ${count++}`);

testSnapshotStore('FolderSnapshotStore', (limits) => new FolderSnapshotStore(nextFolder(), limits));

describe('FolderSnapshotStore', () => {
  it('shares its folder with other processes, and with no other user', async () => {
    const path = nextFolder();
    await new FolderSnapshotStore(path).put('a', Uint8Array.of(1), Date.now() + 60_000);
    expect(await new FolderSnapshotStore(path).get('a')).toEqual(Buffer.of(1));
    expect(readdirSync(path)).toEqual(['a.snapshot']);
    expect([statSync(path).mode & 0o777, statSync(join(path, 'a.snapshot')).mode & 0o777]).toEqual([0o700, 0o600]);
  });

  it.each(['../a', 'a/b', '', 'a\0', '..', 'a.b'])('refuses the ID %j', async (id) => {
    const store = new FolderSnapshotStore(nextFolder());
    await expect(store.get(id)).rejects.toThrow(DefinitionError);
    await expect(store.put(id, Uint8Array.of(1), Date.now())).rejects.toThrow(DefinitionError);
    await expect(store.delete(id)).rejects.toThrow(DefinitionError);
  });

  it('refuses a folder that is no path', () => {
    expect(() => new FolderSnapshotStore('')).toThrow(DefinitionError);
  });
});
