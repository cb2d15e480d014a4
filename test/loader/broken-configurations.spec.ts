import { DefinitionError } from 'toolwright';
import { ToolManager } from 'toolwright/loader';
import { brokenConfigurations } from './broken-configurations.js';
import { TestFolder } from './folder.js';

const folders: TestFolder[] = [];

afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => folder.remove()));
});

async function errorsOf(folder: TestFolder): Promise<readonly unknown[]> {
  try {
    await using manager = await ToolManager.load({ cwd: folder.path, env: {} });
    return manager.errors;
  } catch (error) {
    return [error];
  }
}

describe('a broken configuration', () => {
  it('is tested with at least 30 mistakes', () => {
    expect(brokenConfigurations.length).toBeGreaterThanOrEqual(30);
  });

  it.each(brokenConfigurations)(
    'with $title causes an error with the file, the line and the column',
    async (broken) => {
      const folder = await TestFolder.create(broken.files);
      folders.push(folder);
      const [error, ...others] = await errorsOf(folder);
      const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(broken.at) ?? [];
      expect(others).toEqual([]);
      expect(error).toBeInstanceOf(DefinitionError);
      const { message, details } = error as DefinitionError;
      expect(details).toEqual({ file: folder.pathOf(file), line: Number(line), column: Number(column) });
      expect(message).toContain(`${file}:${line}:${column}: `);
      expect(message).toContain(broken.message);
    },
  );
});
