import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { ToolManager, type ToolManagerOptions } from 'toolwright/loader';
import { deferred } from '../execution/waiting.js';
import { closeServers, listen, sendJson } from '../rest/listen.js';
import { warningsOf } from '../support/process-warnings.js';
import { TestFolder } from './folder.js';

let folder: TestFolder;
const managers: ToolManager[] = [];

afterEach(async () => {
  await Promise.all(managers.splice(0).map((manager) => manager.close()));
  await closeServers();
  await folder.remove();
});

async function load(files: Readonly<Record<string, string>>, options: ToolManagerOptions = {}): Promise<ToolManager> {
  folder = await TestFolder.create(files);
  const manager = await ToolManager.load({ cwd: folder.path, env: {}, ...options });
  managers.push(manager);
  return manager;
}

const sumModule = `
  import { ToolSpec } from 'toolwright';
  const number = { type: 'number' };
  export const sum = ToolSpec.fromFunction((a, b) => a + b, { name: 'sum', params: { a: number, b: number } });
`;

function constant(name: string, value: string): string {
  return `import { ToolSpec } from 'toolwright';
    export const ${name} = ToolSpec.fromFunction(() => '${value}', { name: '${name}' });`;
}

const namesOf = (tools: readonly { readonly name: string }[]): readonly string[] => tools.map(({ name }) => name);

describe('ToolManager', () => {
  it('finds the tools in tools/native, tools/builtin and tools/mcp', async () => {
    const manager = await load({
      'tools/builtin/sum.mjs': sumModule,
      'tools/native/weather.yaml':
        'name: get_weather\ndescription: Returns the weather.\napi_url: https://api.example.com/weather\n',
    });
    expect(namesOf(manager.tools)).toEqual(['get_weather', 'sum']);
    expect(manager).toMatchObject({ duplicates: [], skipped: [], errors: [] });
    expect(await manager.getTool('sum').call({ a: 1, b: 2 })).toBe(3);
    expect(manager.getTool('get_weather').kind).toBe('rest');
  });

  it('loads the specs, functions, registry classes and instances that a module exports', async () => {
    const manager = await load(
      {
        'all.ts': `
          import { Tool, ToolRegistry, ToolSpec } from 'toolwright';
          export class Clock extends ToolRegistry {
            @Tool({ description: 'Returns the hour' }) hour(): number { return 12; }
          }
          export class Counter extends ToolRegistry {
            constructor(readonly start: number) { super(); }
            @Tool({ description: 'Returns the count' }) count(): number { return this.start; }
          }
          export const counter = new Counter(7);
          export function ping(): string { return 'pong'; }
          export const list = [ToolSpec.fromFunction(() => 1, { name: 'one' })];
          export default function greet(): string { return 'hello'; }
        `,
      },
      { dirs: '.' },
    );
    expect(manager).toMatchObject({ skipped: [], errors: [] });
    expect([...namesOf(manager.tools)].sort()).toEqual(['count', 'greet', 'hour', 'one', 'ping']);
    expect(await manager.getTool('count').call({})).toBe(7);
  });

  it('loads the other files if a module never ends its import', async () => {
    const endless = 'export const never = 1; await new Promise(() => {});';
    const manager = await load(
      { 'a.mjs': endless, 'b.mjs': constant('who', 'b') },
      { dirs: '.', importTimeoutMs: 500 },
    );
    expect(namesOf(manager.tools)).toEqual(['who']);
    expect(manager.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/a\.mjs: The module cannot be imported: .*500 ms \(importTimeoutMs\)\. A top-level await/),
    ]);
    const other = await TestFolder.create({ 'toolwright.config.mjs': endless });
    try {
      const loading = ToolManager.load({ cwd: other.path, importTimeoutMs: 50 });
      await expect(loading).rejects.toThrow('The configuration cannot be imported: it took longer than 50 ms');
      await expect(ToolManager.load({ cwd: other.path, importTimeoutMs: 0 })).rejects.toThrow('importTimeoutMs');
    } finally {
      await other.remove();
    }
  });

  it('uses the first tool of a name, and warns about each other', async () => {
    folder = await TestFolder.create({
      'a.mjs': constant('who', 'a'),
      'b.mjs': constant('who', 'b'),
      'first/c.mjs': constant('who', 'c'),
    });
    let manager: ToolManager | undefined;
    const warnings = await warningsOf(async () => {
      manager = await ToolManager.load({ cwd: folder.path, dirs: ['first', '*.mjs'] });
    });
    expect(await manager?.getTool('who').call({})).toBe('c');
    expect(manager?.duplicates).toMatchObject(
      ['a.mjs', 'b.mjs'].map((file) => ({
        name: 'who',
        file: folder.pathOf(file),
        usedFile: folder.pathOf('first/c.mjs'),
      })),
    );
    expect(warnings).toEqual(
      ['a.mjs', 'b.mjs'].map(
        (file) =>
          `The tool 'who' of ${folder.pathOf(file)} is not used, because ${folder.pathOf('first/c.mjs')} defines a tool of this name.`,
      ),
    );
  });

  it('creates the toolkit of an agent from its tools and its tool sets', async () => {
    const manager = await load({
      'tools/native/tools.mjs': `
        import { ToolSpec } from 'toolwright';
        export const tools = ['a', 'b', 'c', 'd'].map((name) => ToolSpec.fromFunction(() => name, { name }));
      `,
      'configs/tool_sets/data.yaml':
        'name: data_analysis_set\ndescription: Analyses data.\ntools: [b, c]\ntimeout: 30s\n',
      'configs/agents/analyst.yaml': `
name: analyst
tools: [a]
tool_sets: [data_analysis_set]
output_strategy:
  function_calling: false
  fallback_to_structured_output: true
parallel: false
`,
    });
    expect(manager.errors).toEqual([]);
    expect(namesOf(manager.getToolSet('data_analysis_set'))).toEqual(['b', 'c']);
    const toolkit = await manager.toolkitFor('analyst');
    expect(namesOf(toolkit.list({ active: true }))).toEqual(['a', 'b', 'c']);
    expect((await toolkit.execute('c')).data).toBe('c');
    const strategy = await manager.formatterFor('analyst').detectStrategy({ supportsFunctionCalling: () => true });
    expect(strategy).toBe('structured_output');
  });

  it('replaces the tools of a file that was changed while a call continues', async () => {
    const started = deferred();
    const resumed = deferred();
    const url = await listen((request, response) => {
      if (request.url === '/new') return sendJson(response, 200, 'new');
      started.resolve();
      void resumed.promise.then(() => sendJson(response, 200, 'old'));
    });
    const definition = (path: string): string => `name: fetch\ndescription: Fetches.\napi_url: ${url}/${path}\n`;
    const manager = await load(
      { 'tools/fetch.yaml': definition('old'), 'agent.yaml': 'name: reader\ntools: fetch\n' },
      { dirs: 'tools', agents: 'agent.yaml' },
    );
    const toolkit = await manager.toolkitFor('reader');
    const running = toolkit.execute('fetch');
    await started.promise;
    await folder.write('tools/fetch.yaml', `${definition('new')}# changed`);
    expect(await manager.reload()).toBe(true);
    expect((await toolkit.execute('fetch')).data).toBe('new');
    resumed.resolve();
    expect((await running).data).toBe('old');
    expect(await manager.reload()).toBe(false);
  });

  it.each([
    ['toolwright.config.yaml', 'dirs: my-tools\ntool_sets: [{ name: all, tools: "*" }]\nagents: agents/*.yaml\n'],
    [
      'toolwright.config.json',
      '{ "dirs": ["my-tools"], "toolSets": [{ "name": "all", "tools": ["*"] }], "agents": "agents" }',
    ],
    [
      'toolwright.config.mjs',
      `export default { dirs: 'my-tools', toolSets: [{ name: 'all', tools: ['*'] }], agents: ['agents'] };`,
    ],
    [
      'toolwright.config.ts',
      `import type { ToolConfiguration } from 'toolwright/loader';
      const config: ToolConfiguration = { dirs: 'my-tools', toolSets: [{ name: 'all', tools: ['*'] }], agents: 'agents' };
      export default config;`,
    ],
  ])('reads %s in the working folder', async (name, text) => {
    const manager = await load({
      [name]: text,
      'my-tools/sum.mjs': sumModule,
      'agents/adder.yaml': 'name: adder\ntoolSets: all\noutputStrategy: { functionCalling: true }\n',
    });
    expect(manager.errors).toEqual([]);
    expect(namesOf(manager.getToolSet('all'))).toEqual(['sum']);
    expect(namesOf((await manager.toolkitFor('adder')).list())).toEqual(['sum']);
  });

  it('replaces the fields of a configuration by options', async () => {
    const manager = await load(
      { 'conf/tools.yaml': 'dirs: missing\nagents: [{ name: a, tools: sum }]\n', 'sum.mjs': sumModule },
      { config: 'conf/tools.yaml', dirs: '*.mjs' },
    );
    expect(namesOf(manager.tools)).toEqual(['sum']);
    expect(namesOf(manager.agents)).toEqual(['a']);
  });

  it.each([
    [
      'an option that does not exist',
      { dir: 'tools' } as ToolManagerOptions,
      "ToolManager.load: there is no option 'dir'. Did you mean 'dirs'?",
    ],
    [
      'a folder that does not exist',
      { dirs: ['a.mjs', 'tools'] },
      "ToolManager.load: dirs[1]: There is no folder and no file 'tools'.",
    ],
    ['a misspelled key of a tool set', { dirs: 'a.mjs', toolSets: [{ name: 'a', tool: 'a' } as never] }, undefined],
    ['a folder without tools', {}, 'Pass { dirs }, or create toolwright.config.yaml.'],
  ])('rejects or reports %s', async (_, options, message) => {
    const loaded = load({ 'a.mjs': constant('a', 'a') }, options);
    if (message !== undefined) await expect(loaded).rejects.toThrow(message);
    else
      expect((await loaded).errors[0]?.message).toBe(
        "ToolManager.load: toolSets[0]: There is no key 'tool'. Did you mean 'tools'?",
      );
  });

  it('lists the exports and files without tools, and the reasons', async () => {
    const manager = await load(
      {
        'types.d.ts': 'export type A = string;',
        'empty.mjs': '',
        'other.mjs': `import { Toolkit, ToolRegistry } from 'toolwright';
          export const limit = 5;
          export class Service {}
          export const toolkit = new Toolkit();`,
        'store.ts': `import { Tool, ToolRegistry } from 'toolwright';
          export class Store extends ToolRegistry {
            constructor(readonly url: string) { super(); }
            @Tool({ description: 'Reads' }) read(): string { return this.url; }
          }`,
        'sum.spec.ts': 'throw 1;',
        'package.json': '{ "name": "tools" }',
        'node_modules/other/index.mjs': 'throw 1;',
        'README.md': 'Tools',
      },
      { dirs: '.' },
    );
    expect(manager).toMatchObject({ tools: [], errors: [] });
    expect(manager.skipped.map(({ file, exportName, reason }) => [basename(file), exportName, reason])).toEqual([
      ['empty.mjs', undefined, 'It exports nothing.'],
      ['other.mjs', 'Service', 'It is a class without tools.'],
      ['other.mjs', 'limit', 'It is not a tool.'],
      ['other.mjs', 'toolkit', 'It is a toolkit. Export its tools instead.'],
      ['store.ts', 'Store', 'Its constructor requires arguments. Export an instance of it.'],
      ['sum.spec.ts', undefined, 'It contains tests.'],
      ['types.d.ts', undefined, 'It contains only types.'],
    ]);
  });

  it('loads the other files and exports if one fails', async () => {
    const manager = await load(
      {
        'a.mjs': 'import "./missing.mjs";',
        'b.mjs': `${sumModule} export function half(n) { return n / 2; }`,
        'c.yaml': 'name: [\n',
      },
      { dirs: '.' },
    );
    expect(namesOf(manager.tools)).toEqual(['sum']);
    expect(manager.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/a\.mjs: The module cannot be imported: /),
      expect.stringMatching(/b\.mjs: The export 'half' cannot be loaded: /),
      expect.stringMatching(/c\.yaml:2:1: /),
    ]);
    expect(() => manager.getTool('sun')).toThrow(
      "There is no tool named 'sun'. Did you mean 'sum'? Files that could not be loaded, see errors: 3.",
    );
  });

  it('rejects names of tool sets and agents that do not exist', async () => {
    const manager = await load(
      { 'sum.mjs': sumModule },
      { dirs: '.', agents: [{ name: 'adder', tools: ['sum'] }], toolSets: [{ name: 'math', tools: ['sum'] }] },
    );
    expect(() => manager.getToolSet('maths')).toThrow("There is no tool set named 'maths'. Did you mean 'math'?");
    await expect(manager.toolkitFor('ader')).rejects.toThrow("There is no agent named 'ader'. Did you mean 'adder'?");
  });

  it('applies the time limit of a tool set to its tools', async () => {
    const manager = await load(
      { 'slow.mjs': constant('slow', '').replace("''", 'new Promise(() => {})') },
      { dirs: '.', toolSets: [{ name: 'all', tools: ['slow'], timeoutMs: 20 }] },
    );
    const [slow] = manager.getToolSet('all');
    expect((await slow?.exec({}))?.error?.code).toBe('timeout');
  });

  it('runs the calls of an agent one after the other if it is not parallel', async () => {
    const module = `import { ToolSpec } from 'toolwright';
      let running = 0;
      export const peak = ToolSpec.fromFunction(async () => {
        const count = ++running;
        await new Promise((resolve) => setTimeout(resolve, 5));
        running--;
        return count;
      }, { name: 'peak' });`;
    const manager = await load(
      { 'peak.mjs': module },
      {
        dirs: '.',
        agents: [
          { name: 'serial', tools: ['peak'], parallel: false },
          { name: 'parallel', tools: ['peak'] },
        ],
      },
    );
    const peaksOf = async (agent: string): Promise<readonly unknown[]> => {
      const toolkit = await manager.toolkitFor(agent);
      const results = await Promise.all([1, 2, 3].map(() => toolkit.execute('peak')));
      return results.map(({ data }) => data);
    };
    expect(await peaksOf('serial')).toEqual([1, 1, 1]);
    expect(await peaksOf('parallel')).toEqual([1, 2, 3]);
  });

  it('keeps the former tools of a file that can no longer be read', async () => {
    const definition = 'name: a\ndescription: A.\napi_url: https://a.example\n';
    const manager = await load({ 'a.yaml': definition, 'b.yaml': definition.replace('a', 'b') }, { dirs: '.' });
    await folder.write('a.yaml', 'name: [a\n');
    await rm(folder.pathOf('b.yaml'));
    await folder.write('c.yaml', definition.replace('name: a', 'name: c'));
    expect(await manager.reload()).toBe(true);
    expect(namesOf(manager.tools)).toEqual(['a', 'c']);
    expect(manager.errors).toHaveLength(1);
    await folder.write('a.yaml', definition);
    await manager.reload();
    expect(manager.errors).toEqual([]);
  });
});
