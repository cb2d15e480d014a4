import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import ts from 'typescript';
import { root } from '../support/repository.js';

const source = `
import { Complete, Prompt, Resource, Toolkit, ToolRegistry } from 'toolwright';
class Desk extends ToolRegistry {
  @Resource('desk://orders/{id}', { params: { id: { type: String } }, list: true })
  order(id: string) { return 'order ' + id; }
  @Complete('id', { params: { typed: { type: String } } })
  ids(typed: string) { return ['a', 'b'].filter((id) => id.startsWith(typed)); }
  @Prompt({ name: 'say', params: { what: { type: String } } })
  say(what: string) { return 'Say ' + what; }
}
const toolkit = new Toolkit();
toolkit.register(new Desk());
const { resources } = await toolkit.listResources();
const { messages } = await toolkit.getPrompt('say', { what: 'hi' });
console.log(JSON.stringify([resources.map(({ uri }) => uri), messages[0].content.text]));
`;

describe('a bundle of a class with resources and prompts only, and TC39 decorators', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolwright-bundle-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('runs', () => {
    const { outputText } = ts.transpileModule(source, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
    });
    const file = join(folder, 'desk.mjs');
    writeFileSync(file, outputText);
    const outfile = join(folder, 'bundle.mjs');
    const alias = { toolwright: join(root, 'dist/index.js') };
    buildSync({ entryPoints: [file], outfile, alias, bundle: true, platform: 'node', format: 'esm' });
    const printed = execFileSync(process.execPath, [outfile], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(JSON.parse(printed)).toEqual([['desk://orders/a', 'desk://orders/b'], 'Say hi']);
  });
});
