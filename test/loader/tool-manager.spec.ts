import { ToolManager, type ToolManagerOptions } from 'toolwright/loader';
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
    let resume = (): void => {};
    const waiting = new Promise<void>((resolve) => {
      resume = resolve;
    });
    let started = (): void => {};
    const hasStarted = new Promise<void>((resolve) => {
      started = resolve;
    });
    const url = await listen((request, response) => {
      if (request.url === '/new') return sendJson(response, 200, 'new');
      started();
      void waiting.then(() => sendJson(response, 200, 'old'));
    });
    const definition = (path: string): string => `name: fetch\ndescription: Fetches.\napi_url: ${url}/${path}\n`;
    const manager = await load(
      { 'tools/fetch.yaml': definition('old'), 'agent.yaml': 'name: reader\ntools: fetch\n' },
      { dirs: 'tools', agents: 'agent.yaml' },
    );
    const toolkit = await manager.toolkitFor('reader');
    const running = toolkit.execute('fetch');
    await hasStarted;
    await folder.write('tools/fetch.yaml', `${definition('new')}# changed`);
    expect(await manager.reload()).toBe(true);
    expect((await toolkit.execute('fetch')).data).toBe('new');
    resume();
    expect((await running).data).toBe('old');
    expect(await manager.reload()).toBe(false);
  });
});
