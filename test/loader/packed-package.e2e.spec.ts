import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackedPackage } from '../support/packed-package.js';
import { runNode } from '../support/repository.js';

describe('ToolManager of the packed package', () => {
  let project = '';

  beforeEach(() => {
    project = installPackedPackage();
    mkdirSync(join(project, 'tools'));
    writeFileSync(join(project, 'tools/clock.mjs'), `export function get_time() { return 'old'; }`);
  }, 120_000);

  afterEach(() => {
    rmSync(project, { recursive: true, force: true });
  });

  function run(code: string, type = 'module'): string {
    return runNode([`--input-type=${type}`, '-e', code], { cwd: project });
  }

  const list = `
    const show = (manager) => console.log(manager.tools.map(({ name }) => name).join(), manager.errors.join());
    ToolManager.load({ dirs: 'tools' }).then(show, (error) => console.log(error.code, error.message));`;

  it('loads toolwright/rest and toolwright/mcp only for definitions that name them', () => {
    for (const adapter of ['sources/rest', 'integrations/mcp']) {
      rmSync(join(project, 'node_modules/toolwright/dist', adapter), { recursive: true });
    }
    expect(run(`import { ToolManager } from 'toolwright/loader'; ${list}`)).toBe('get_time \n');
    writeFileSync(join(project, 'tools/a.yaml'), 'name: a\ndescription: A.\napi_url: https://a.example\n');
    expect(run(`import { ToolManager } from 'toolwright/loader'; ${list}`)).toMatch(
      /^get_time .*dist\/sources\/rest\/index\.js/,
    );
  });

  it('can be required, and then creates tools of definitions, too', () => {
    writeFileSync(join(project, 'tools/a.yaml'), 'name: a\ndescription: A.\napi_url: https://a.example\n');
    expect(run(`const { ToolManager } = require('toolwright/loader'); ${list}`, 'commonjs')).toBe('a,get_time \n');
  });

  it.each([
    ['tinyglobby', /^definition ToolManager requires the package tinyglobby\. Run: npm install 'tinyglobby@/],
    ['yaml', /^get_time .*toolwright\/loader requires the package yaml\. Run: npm install 'yaml@/],
  ])('names the package %s if it is missing and needed', (name, message) => {
    writeFileSync(join(project, 'tools/a.yaml'), 'name: a\n');
    rmSync(join(project, 'node_modules', name), { recursive: true });
    expect(run(`import { ToolManager } from 'toolwright/loader'; ${list}`)).toMatch(message);
  });

  it('imports a changed module again, and reports how to import TypeScript', () => {
    writeFileSync(join(project, 'tools/other.ts'), 'export function other(): void {}');
    const code = `
      import { writeFileSync } from 'node:fs';
      import { ToolManager } from 'toolwright/loader';
      const manager = await ToolManager.load({ dirs: 'tools', agents: [{ name: 'a', tools: ['get_time'] }] });
      const toolkit = await manager.toolkitFor('a');
      const before = (await toolkit.execute('get_time')).data;
      writeFileSync('tools/clock.mjs', "export function get_time() { return 'newer'; }");
      await manager.reload();
      console.log(before, (await toolkit.execute('get_time')).data, manager.errors.join());`;
    expect(run(code)).toMatch(/^old newer .*tools\/other\.ts: .* node --import toolwright\/register\n$/);
  });
});
