import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lets guarded tools run in each spec of a file. Returns a function that returns a new folder of the spec. */
export function useGuardedFolder(): () => string {
  let folder = '';
  beforeEach(async () => {
    process.env.TOOLWRIGHT_DANGEROUS_IO = 'allow';
    folder = await mkdtemp(join(tmpdir(), 'flow-'));
  });
  afterEach(async () => {
    delete process.env.TOOLWRIGHT_DANGEROUS_IO;
    await rm(folder, { recursive: true });
  });
  return () => folder;
}
