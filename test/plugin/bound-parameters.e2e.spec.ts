import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, runNode } from '../support/repository.js';
import { createPluginProject, writeFiles } from './plugin-project.js';

const tsx = pathToFileURL(join(root, 'test/programs/node_modules/tsx/dist/loader.mjs')).href;
const register = 'toolwright/register';
const command = 'node_modules/toolwright/dist/build/cli/main.js';

const shop = `import { type Bound, Tool, ToolRegistry } from 'toolwright';

interface User {
  readonly id: string;
}
type Tenant = Bound<string, 'session.tenant'>;

export class Shop extends ToolRegistry {
  @Tool()
  find(query: string, tenant: Tenant, limit: number = 10): string {
    return [query, tenant, limit].join(' ');
  }

  @Tool({ inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } })
  weather(input: { city: string }, user?: Bound<User, 'session.user'>): string {
    return [input.city, user?.id].join(' ');
  }
}
`;

const main = `import { type Bound, Toolkit, tool, ToolSpec } from 'toolwright';
import { Shop } from './shop.ts';

const count = (word: string, tenant: Bound<string, 'session.tenant'> = 'nobody'): string => word + ' ' + tenant;
const kit = Toolkit.of(
  new Shop(),
  tool((text: string, tenant: Bound<string, 'session.tenant'>) => text + ' ' + tenant, { name: 'note' }),
  ToolSpec.fromFunction((input: { day: string }, tenant: Bound<string, 'session.tenant'>) => input.day + ' ' + tenant, {
    name: 'plan',
    inputSchema: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
  }),
) as Toolkit;
kit.register(count);
const state = { session: { tenant: 'acme', user: { id: 'ann' } } };
const call = async (name: string, args: object, given: object = state) =>
  (await kit.execute(name, args, { state: given })).toText();
const report = {
  sent: Object.fromEntries(kit.list().map((spec) => [spec.name, Object.keys(spec.inputSchema.properties ?? {})])),
  results: [
    await call('find', { query: 'tea' }),
    await call('find', { query: 'tea', tenant: 'other' }),
    await call('weather', { city: 'Rome' }),
    await call('weather', { city: 'Rome' }, {}),
    await call('note', { text: 'x' }),
    await call('note', { text: 'x' }, {}),
    await call('plan', { day: 'Monday' }),
    await call('count', { word: 'a' }),
    await call('count', { word: 'a' }, {}),
  ],
};
process.stdout.write(JSON.stringify(report));
`;

const expected = {
  sent: { find: ['query', 'limit'], weather: ['city'], note: ['text'], plan: ['day'], count: ['word'] },
  results: [
    'tea acme 10',
    "Invalid arguments for 'find': unknown argument 'tenant'",
    'Rome ann',
    'Rome ',
    'x acme',
    "'note' cannot run, because the application has not set a value that it needs.",
    'Monday acme',
    'a acme',
    'a nobody',
  ],
};

describe('parameters of the type Bound', () => {
  let project = '';

  beforeAll(() => {
    project = createPluginProject();
    writeFiles(project, { 'src/shop.ts': shop, 'src/main.ts': main });
  }, 120_000);

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  const useDecorators = (experimentalDecorators: boolean): void => {
    const path = join(project, 'tsconfig.json');
    const { compilerOptions, ...others } = JSON.parse(readFileSync(path, 'utf8'));
    const changed = { ...others, compilerOptions: { ...compilerOptions, experimentalDecorators } };
    writeFiles(project, { 'tsconfig.json': JSON.stringify(changed) });
  };

  it.each([
    ['legacy decorators', true],
    ['TC39 decorators', false],
  ])('are hidden and filled from the state with %s, and so are those of functions', (_, legacy) => {
    useDecorators(legacy);
    const output = runNode(['--import', register, '--import', tsx, 'src/main.ts'], { cwd: project });
    expect(JSON.parse(output)).toEqual(expected);
  });

  it('are hidden in a minified bundle', () => {
    writeFiles(project, {
      'build.mjs': `import esbuild from '${pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href}';
import toolwright from 'toolwright/plugin';
await esbuild.build({ entryPoints: ['src/main.ts'], outfile: 'bundle.mjs', bundle: true, minify: true, format: 'esm',
  target: 'es2022', platform: 'node', packages: 'external', plugins: [toolwright.esbuild()] });
`,
    });
    runNode(['build.mjs'], { cwd: project });
    expect(JSON.parse(runNode(['bundle.mjs'], { cwd: project }))).toEqual(expected);
  });

  it('are hidden by the command and by toolwright generate, and are no part of the written types', () => {
    const listed = JSON.parse(runNode([command, 'list', 'src/shop.ts', '--json'], { cwd: project }));
    expect(listed.data.tools.map((one: { parameters: object }) => one.parameters)).toEqual([
      expect.objectContaining({ properties: { query: { type: 'string' }, limit: { type: 'number', default: 10 } } }),
      expect.objectContaining({ properties: { city: { type: 'string' } } }),
    ]);
    const { compilerOptions } = JSON.parse(readFileSync(join(project, 'tsconfig.json'), 'utf8'));
    writeFiles(project, { 'tsconfig.json': JSON.stringify({ compilerOptions, files: ['src/shop.ts'] }) });
    runNode([command, 'generate', '--out', 'src/shop.gen.ts', '--types', 'src/shop.types.ts'], { cwd: project });
    expect(readFileSync(join(project, 'src/shop.gen.ts'), 'utf8')).toContain(
      "bindings: { '1': { stateKey: 'session.tenant' } },",
    );
    const types = readFileSync(join(project, 'src/shop.types.ts'), 'utf8');
    expect(types).toContain('limit?: number;');
    expect(types).not.toMatch(/tenant|user/);
  });

  it.each([
    [
      'another key in the option bind',
      "const find = (tenant: Bound<string, 'session.tenant'>) => tenant;\ntool(find, { bind: { tenant: 'user' } });",
      "parameter 'tenant' is bound to 'session.tenant' by its type, but to 'user' by the option 'bind'. Remove one of them.",
    ],
    [
      'a key that is no literal',
      'const find = (tenant: Bound<string, string>) => tenant;\ntool(find);',
      "parameter 'tenant' has the type Bound with a state key that is no literal.",
    ],
  ])('are refused with %s', (_, source, message) => {
    writeFiles(project, { 'src/refused.ts': `import { type Bound, tool } from 'toolwright';\n${source}\n` });
    const { stderr } = spawnSync(process.execPath, ['--import', register, '--import', tsx, 'src/refused.ts'], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    expect(stderr).toContain(message);
  });

  it('of a function whose types are not read are refused', () => {
    writeFiles(project, {
      'src/unread.ts':
        "import { type Bound, tool } from 'toolwright';\n" +
        "tool((text: string, tenant: Bound<string, 'session.tenant'>) => text + tenant, { name: 'note', params: { text: { type: String } } }).inputSchema;\n",
    });
    const { stderr } = spawnSync(process.execPath, ['--import', tsx, 'src/unread.ts'], {
      cwd: project,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    });
    expect(stderr).toContain(
      "note: parameter 'tenant' has no runtime type, because the types of the function were not read.",
    );
  });
});
