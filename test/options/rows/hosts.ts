import 'reflect-metadata';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Toolkit, ToolSpec } from 'toolwright';
import { createBuiltinToolkit, ObjectTools, StringTools } from 'toolwright/builtin';
import { MemoryTools, ShellTools, TextFileTools } from 'toolwright/builtin/guarded';
import { devHandler } from 'toolwright/dev';
import { toolHandler } from 'toolwright/http';
import { ToolManager } from 'toolwright/loader';
import { createToolkitContext, ScriptedModel, ToolkitModule, ToolkitTestingModule } from 'toolwright/nest';
import { CodeTools, FolderSnapshotStore, fromCode, QuickJsEngine, unsafeFromCode } from 'toolwright/sandbox';
import { expectTool, record, replay, scriptedModel } from 'toolwright/testing';
import toolwright from '../../../src/build/plugin/index.js';
import jest, { createTransformer } from '../../../src/build/plugin/jest.js';
import * as nestPlugin from '../../../src/build/plugin/nest.js';
import { withToolwright } from '../../../src/build/plugin/next.js';
import { TestFolder } from '../../loader/folder.js';
import { failing, type Rows, row } from '../check-rows.js';

const toolkitOptions = { history: { maxEntries: 1 }, permissions: [{ tool: 'one', action: 'allow' }] };
const mcp = {
  path: 'mcp',
  options: { authorization: { verify: () => undefined }, sessions: { maxSessions: 1 }, waitingCalls: { maxCalls: 1 } },
};
const structure = { http: { path: 'tools' }, mcp, dev: { path: '/dev' } };
const moduleOptions = { ...toolkitOptions, ...structure, groups: { mail: { active: true } } };
const retry = { maxRetries: 1 };
const limits = { computeMs: 100 };
const code = 'export const one = () => 1;';
const codeOptions = { retry, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };

class AppModule {}

function scripted(): ScriptedModel {
  const toolkit = new Toolkit();
  toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'one' }));
  return new ScriptedModel(toolkit);
}

const pluginOptions = { project: 'tsconfig.json', closed: false };
const transformer = { transformer: ['@swc/jest', {}], closed: false };

const compiler = { options: { context: '.' }, rspack: { rspackVersion: '1.0.0' } };
const plugins = ['rollup', 'vite', 'rolldown', 'rsbuild', 'esbuild', 'unloader', 'farm', 'raw'];

/** The rows of the built-in tools, the sandbox, the loader, the module for NestJS and the build plugins. */
export const hostRows: Rows = {
  'builtin: createBuiltinToolkit(options)': row((options) => createBuiltinToolkit(options), {
    ...toolkitOptions,
    queryTimeoutMs: 100,
  }),
  'new builtin: ObjectTools(options)': row((options) => new ObjectTools(options), { queryTimeoutMs: 100 }),
  'new builtin: StringTools(options)': row((options) => new StringTools(options), { queryTimeoutMs: 100 }),
  'new builtin/guarded: TextFileTools(options)': row((options) => new TextFileTools(options), {
    roots: { files: { folder: tmpdir() } },
    limits: { maxEntries: 10 },
  }),
  'new builtin/guarded: MemoryTools(options)': row((options) => new MemoryTools(options), { folder: tmpdir() }),
  'new builtin/guarded: ShellTools(options)': row((options) => new ShellTools(options), {
    roots: { files: tmpdir() },
    programs: { node: { path: process.execPath, check: () => undefined } },
  }),
  'testing: expectTool(options)': row(
    (options) =>
      expectTool(
        ToolSpec.fromFunction(() => 1, { name: 'one' }),
        options,
      ),
    {
      retry,
    },
  ),
  'testing: ToolExpectations#toRefuse(issue)': row(
    (issue) => expectTool(ToolSpec.fromFunction(() => 1, { name: 'one' })).toRefuse({ two: 2 }, issue),
    { path: '/two', rule: 'unknown', message: 'two' },
  ),
  'testing: scriptedModel(turns)': row(
    (turns) => scriptedModel('openai', turns),
    [{ text: 'Hello.', calls: [{ name: 'one', input: {}, id: 'a' }] }],
  ),
  'testing: record(options)': row((options) => record(join(tmpdir(), 'none.calls.json'), options), { redact: 'x' }),
  'testing: replay(options)': row((options) => replay(join(tmpdir(), 'none.calls.json'), options), {
    pace: 'instant',
    update: true,
  }),
  'http: toolHandler(options)': row((options) => toolHandler(new Toolkit(), options), { approvals: { by: 'caller' } }),
  'dev: devHandler(options)': row((options) => devHandler(new Toolkit(), options), {}),
  'new sandbox: CodeTools(options)': row((options) => new CodeTools(options), { limits }),
  'new sandbox: FolderSnapshotStore(limits)': row((given) => new FolderSnapshotStore(tmpdir(), given), {
    maxBytes: 10,
  }),
  'sandbox: fromCode(options)': row((options) => fromCode(code, options), { ...codeOptions, limits }),
  'sandbox: unsafeFromCode(options)': row((options) => unsafeFromCode(code, options), codeOptions),
  'new sandbox: QuickJsEngine(options)': row((options) => new QuickJsEngine(options), { limits }),
  'sandbox: QuickJsEngine#run(request)': row(
    async (request) => {
      const engine = new QuickJsEngine();
      await engine.run(request).finally(() => engine.close());
    },
    { source: '1', limits },
  ),
  'sandbox: QuickJsEngine#resume(request)': failing(
    /snapshot was not written/,
    async (request) => {
      const engine = new QuickJsEngine();
      await engine.resume(new Uint8Array(), new Map(), request).finally(() => engine.close());
    },
    { limits },
  ),
  'loader: ToolManager.load(options)': failing(/there are no tools in/, (options) => ToolManager.load(options), {
    cwd: tmpdir(),
  }),
  'loader: ToolManager#toolkitFor(options)': row(async (options) => {
    const folder = await TestFolder.create({ 'one.mjs': 'export function one() { return 1; }' });
    try {
      await using manager = await ToolManager.load({
        cwd: folder.path,
        dirs: '*.mjs',
        agents: [{ name: 'a', tools: ['one'] }],
      });
      await manager.toolkitFor('a', options);
    } finally {
      await folder.remove();
    }
  }, toolkitOptions),
  'nest: createToolkitContext(options)': failing(
    /could not find/,
    (options) => createToolkitContext(AppModule, options),
    {
      name: 'a',
    },
  ),
  'nest: ToolkitModule.forRoot(options)': row((options) => ToolkitModule.forRoot(options), moduleOptions),
  'nest: ToolkitModule.forRootAsync(options)': row((options) => ToolkitModule.forRootAsync(options), {
    ...structure,
    useFactory: () => ({}),
  }),
  'nest: ToolkitModule.forFeature(options)': row((options) => ToolkitModule.forFeature(options), {
    groups: { mail: { active: true } },
    register: { prefix: 'a' },
  }),
  'nest: ToolkitTestingModule.forRoot(options)': row((options) => ToolkitTestingModule.forRoot(options), moduleOptions),
  'nest: ScriptedModel#run(options)': row((options) => scripted().run([{ name: 'one', input: {} }], options), {
    retry,
  }),
  'jest: createTransformer(options)': row((options) => createTransformer(options), transformer),
  'jest: default.createTransformer(options)': row((options) => jest.createTransformer(options), transformer),
  'nest-plugin: before(options)': row((options) => nestPlugin.before(options), pluginOptions),
  'nest-plugin: factory(options)': row((options) => nestPlugin.factory(undefined, options), pluginOptions),
  'next: withToolwright(options)': row((options) => withToolwright({}, options), pluginOptions),
  ...Object.fromEntries(
    // These read their options when they are applied to a compiler.
    ['webpack', 'rspack'].map((name) => [
      `plugin: default.${name}(options)`,
      failing(/./, (options) => Reflect.get(toolwright, name)(options).apply(compiler), pluginOptions),
    ]),
  ),
  ...Object.fromEntries(
    plugins.map((name) => [
      `plugin: default.${name}(options)`,
      row((options) => Reflect.get(toolwright, name)(options, { framework: 'vite' }), pluginOptions),
    ]),
  ),
};
