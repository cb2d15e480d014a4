import { rm } from 'node:fs/promises';
import { firstValueFrom } from 'rxjs';
import { ToolManager, type ToolManagerOptions } from 'toolwright/loader';
import { deferred, until } from '../execution/waiting.js';
import { closeServers, listen, sendJson } from '../rest/listen.js';
import { warningsOf } from '../support/process-warnings.js';
import { TestFolder } from './folder.js';

let folder: TestFolder;
let manager: ToolManager;

afterEach(async () => {
  await manager.close();
  await closeServers();
  await folder.remove();
});

async function watch(files: Readonly<Record<string, string>>, options: ToolManagerOptions = {}): Promise<void> {
  folder = await TestFolder.create(files);
  manager = await ToolManager.load({ cwd: folder.path, env: {}, watch: true, ...options });
}

const namesOf = (tools: readonly { readonly name: string }[]): readonly string[] => tools.map(({ name }) => name);

function operation(name: string, url = 'https://api.example.com'): string {
  return `name: ${name}\ndescription: Returns the ${name}.\napi_url: ${url}/${name}\n`;
}

describe('ToolManager with watch', () => {
  it('updates a toolkit when a file is changed, added and removed', async () => {
    await watch({ 'tools/a.yaml': operation('first') }, { dirs: 'tools', agents: [{ name: 'all', tools: ['*'] }] });
    const toolkit = await manager.toolkitFor('all');
    await folder.write('tools/a.yaml', operation('changed'));
    await until(() => toolkit.get('changed') !== undefined);
    expect(namesOf(toolkit.list())).toEqual(['changed']);
    await folder.write('tools/deep/b.yaml', operation('added'));
    await until(() => toolkit.get('added') !== undefined);
    expect(namesOf(toolkit.list())).toEqual(['changed', 'added']);
    await rm(folder.pathOf('tools/a.yaml'));
    await until(() => toolkit.get('changed') === undefined);
    expect(namesOf(toolkit.list())).toEqual(['added']);
  });

  it('follows a folder that is removed and created again', async () => {
    await watch({ 'tools/a.yaml': operation('first') }, { dirs: 'tools' });
    await warningsOf(async () => {
      for (const removedMs of [0, 300]) {
        await rm(folder.pathOf('tools'), { recursive: true });
        await new Promise((resolve) => setTimeout(resolve, removedMs));
        for (const next of [`created_${removedMs}`, `changed_${removedMs}`]) {
          await folder.write('tools/a.yaml', operation(next));
          await until(() => namesOf(manager.tools)[0] === next);
        }
      }
    });
    expect(namesOf(manager.tools)).toEqual(['changed_300']);
  });

  it('updates the tools within two seconds', async () => {
    await watch({ 'tools/a.yaml': operation('first') }, { dirs: 'tools' });
    const changed = firstValueFrom(manager.changes$);
    const start = performance.now();
    await folder.write('tools/a.yaml', operation('second'));
    await changed;
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it('does not end a running call', async () => {
    const [received, released] = [deferred(), deferred()];
    const url = await listen((_, response) => {
      received.resolve();
      void released.promise.then(() => sendJson(response, 200, 'old'));
    });
    await watch(
      { 'tools/a.yaml': operation('report', url) },
      { dirs: 'tools', agents: [{ name: 'all', tools: ['*'] }] },
    );
    const toolkit = await manager.toolkitFor('all');
    const call = toolkit.execute('report');
    await received.promise;
    await folder.write('tools/a.yaml', operation('other', url));
    await until(() => toolkit.get('other') !== undefined);
    released.resolve();
    expect((await call).data).toBe('old');
  });

  it('keeps the former tools of a file that is broken, and warns', async () => {
    await watch({ 'tools/a.yaml': operation('first') }, { dirs: 'tools' });
    const warnings = await warningsOf(async () => {
      await folder.write('tools/a.yaml', 'name: first\n');
      await until(() => manager.errors.length > 0);
      await folder.write('tools/a.yaml', operation('mended'));
      await until(() => manager.errors.length === 0);
    });
    expect(warnings).toEqual([expect.stringContaining('a.yaml:1:1: ')]);
    expect(namesOf(manager.tools)).toEqual(['mended']);
  });

  it('follows the configuration, and the folders that it names', async () => {
    await watch({
      'toolwright.config.yaml': 'dirs: [one]\n',
      'one/a.yaml': operation('first'),
      'two/b.yaml': operation('second'),
    });
    await folder.write('toolwright.config.yaml', 'dirs: [two]\n');
    await until(() => namesOf(manager.tools)[0] === 'second');
    await folder.write('two/b.yaml', operation('third'));
    await until(() => namesOf(manager.tools)[0] === 'third');
    expect(namesOf(manager.tools)).toEqual(['third']);
  });

  it('remains as it is while its configuration is broken, and warns', async () => {
    await watch({ 'toolwright.config.yaml': 'dirs: [one]\n', 'one/a.yaml': operation('first') });
    const messages = await warningsOf(async () => {
      await folder.write('toolwright.config.yaml', 'dirs: [none]\n');
      await folder.write('one/b.yaml', operation('later'));
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    expect(messages).toContainEqual(expect.stringContaining('The tools remain as they are: '));
    expect(namesOf(manager.tools)).toEqual(['first']);
  });

  it('notices nothing more when it is closed', async () => {
    await watch({ 'tools/a.yaml': operation('first') }, { dirs: 'tools' });
    await manager.close();
    const warnings = await warningsOf(async () => {
      await folder.write('tools/a.yaml', operation('second'));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    expect(warnings).toEqual([]);
    expect(namesOf(manager.tools)).toEqual(['first']);
  });
});
