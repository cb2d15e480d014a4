import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A temporary folder with the files of one test. */
export class TestFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(files: Readonly<Record<string, string>> = {}): Promise<TestFolder> {
    const folder = new TestFolder(await mkdtemp(join(tmpdir(), 'loader-')));
    for (const [path, text] of Object.entries(files)) await folder.write(path, text);
    return folder;
  }

  async write(path: string, text: string): Promise<void> {
    await mkdir(dirname(this.pathOf(path)), { recursive: true });
    await writeFile(this.pathOf(path), text);
  }

  pathOf(path: string): string {
    return join(this.path, path);
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true });
  }
}
