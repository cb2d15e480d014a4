import { isBuiltin } from 'node:module';
import { dirname, posix } from 'node:path';
import ts from 'typescript';
import { typescriptFiles } from './support/repository.js';
import { findCode, findCycles, findKnots, importsOf, testWord } from './support/source-code.js';

/**
 * The rank of each folder of src, and the packages that it may import. A file imports only from its own rank or a lower
 * one. `index.ts` is the public surface, above the core and below the adapters.
 * `name/*` represents the documented entries below a package.
 */
const layers: Readonly<Record<string, { readonly rank: number; readonly packages: readonly string[] }>> = {
  // What knows nothing of tools.
  base: { rank: 0, packages: ['@noble/hashes/hmac.js', '@noble/hashes/sha2.js'] },
  response: { rank: 0, packages: ['rxjs'] },
  // The state that several processes share: interfaces, and implementations in memory.
  stores: { rank: 1, packages: [] },
  metadata: { rank: 1, packages: ['reflect-metadata'] },
  decorators: { rank: 1, packages: [] },
  schema: { rank: 2, packages: ['ajv-formats/dist/formats.js'] },
  state: { rank: 3, packages: ['rxjs'] },
  format: { rank: 3, packages: [] },
  execution: { rank: 3, packages: ['rxjs'] },
  spec: { rank: 4, packages: ['rxjs'] },
  registry: { rank: 4, packages: ['rxjs'] },
  toolkit: { rank: 5, packages: ['rxjs', 'jsonrepair', 'limiter', 'lru-cache', 'minisearch'] },
  // What toolkits can do beyond listing and calling tools. A feature imports the toolkit, never the reverse.
  features: { rank: 5.2, packages: ['rxjs', 'limiter', 'lru-cache'] },
  'agent-loop': { rank: 5, packages: [] },
  'index.ts': { rank: 5.5, packages: [] },
  // Threads for the adapters that run untrusted expressions or code.
  worker: { rank: 5.8, packages: [] },
  // Documents and configurations.
  yaml: { rank: 5.9, packages: ['yaml'] },
  // The parts that the adapters for agent SDKs share.
  'agent-sdk': { rank: 5.9, packages: ['rxjs'] },
  // Below the adapters, because the sandbox reads the types of source text. It loads the folder when it first needs it.
  codegen: { rank: 5.9, packages: ['typescript', 'typescript-json-schema'] },
  dto: {
    rank: 6,
    packages: [
      ...['class-validator', 'class-validator/cjs/validation/ValidationExecutor.js'],
      ...['class-transformer', 'class-transformer/cjs/storage.js'],
    ],
  },
  builtin: { rank: 6, packages: ['decimal.js', 'temporal-polyfill', 'temporal-polyfill/full'] },
  rest: { rank: 6, packages: ['rxjs', 'undici', 'eventsource-parser', 'oauth4webapi', 're2js', 'yaml'] },
  mcp: {
    rank: 6,
    packages: [
      'rxjs',
      're2js',
      '@modelcontextprotocol/sdk/*',
      '@modelcontextprotocol/server',
      '@modelcontextprotocol/server/stdio',
      '@modelcontextprotocol/client',
    ],
  },
  // The routes of the module load the public subpath of the MCP adapter when a client calls the first one.
  nest: { rank: 6, packages: ['rxjs', '@nestjs/common', '@nestjs/core', '@nestjs/swagger', 'toolwright/mcp'] },
  // Loads the package that removes types from the source text of models.
  sandbox: { rank: 6, packages: ['rxjs'] },
  // Loads the public subpaths of the adapters that definitions name.
  loader: { rank: 6, packages: ['chokidar', 'rxjs', 'tinyglobby', 'toolwright/mcp', 'toolwright/rest', 'yaml'] },
  'ai-sdk': { rank: 6, packages: [] },
  openai: { rank: 6, packages: [] },
  anthropic: { rank: 6, packages: ['@anthropic-ai/sdk/lib/tools/ToolError'] },
  'google-genai': { rank: 6, packages: [] },
  'openai-agents': { rank: 6, packages: [] },
  // Attaches tools to a server of the MCP SDK by the public subpath of the MCP adapter.
  'claude-agent': {
    rank: 6,
    packages: ['@modelcontextprotocol/sdk/server/mcp.js', 'toolwright/mcp', 'toolwright/mcp/v1'],
  },
  'ag-ui': { rank: 6, packages: ['rxjs'] },
  langchain: {
    rank: 6,
    packages: ['@langchain/core/messages', '@langchain/core/tools', '@langchain/core/utils/json_schema'],
  },
  mastra: { rank: 6, packages: [] },
  nats: { rank: 6, packages: ['rxjs', '@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/kv'] },
  telemetry: { rank: 6, packages: ['rxjs', '@opentelemetry/api'] },
  // Above the adapters, because it uses the generator.
  plugin: { rank: 7, packages: ['unplugin'] },
  cli: { rank: 7, packages: [] },
};

/** The folders above the core that run in every runtime, as the core does. */
const portableAdapters = ['telemetry'];

/** The folders below the adapters that only Node runs. */
const nodeFolders = ['worker', 'codegen'];

/** The packages that only a single file may import. */
const packagesOfOneFile = ['reflect-metadata'];

/** The files that bundlers, jest and Next.js load by their default export. */
const filesWithDefaultExport = ['src/plugin/index.ts', 'src/plugin/jest.ts', 'src/plugin/next-loader.ts'];

/** The files that load a package when it is first needed, without `import()`: in synchronous functions. */
const filesWithCreateRequire = [
  'src/base/runtime/node-require.ts',
  // Hooks of Node.js and transformers of jest are synchronous.
  'src/plugin/load-compiler.ts',
  'src/plugin/jest.ts',
  // Finds the packages of the module that is served. What it finds is loaded with `import()`.
  'src/cli/load-server.ts',
];

const adapterRank = 6;

const sources = typescriptFiles('src');
const edges = sources.flatMap((file) => importsOf(file).map((imported) => ({ from: file, ...imported })));

function folderOf(file: string): string {
  const [, first = '', ...deeper] = file.split('/');
  if (first === 'index.ts') return first;
  return deeper.length === 0 ? '.' : first;
}

function layerOf(file: string): { readonly rank: number; readonly packages: readonly string[] } {
  return layers[folderOf(file)] ?? { rank: Number.NaN, packages: [] };
}

function allows(packages: readonly string[], specifier: string): boolean {
  return packages.some(
    (name) => name === specifier || (name.endsWith('/*') && specifier.startsWith(name.slice(0, -1))),
  );
}

function inSources(matches: (node: ts.Node) => boolean, files: readonly string[] = sources): readonly string[] {
  return files.flatMap((file) => findCode(file, matches));
}

function folders(parent: string, names: readonly string[]): readonly string[] {
  return names.map((name) => posix.join(parent, name)).sort();
}

describe('architecture', () => {
  describe('folders of src', () => {
    it('all have a rank', () => {
      expect(sources.length).toBeGreaterThan(0);
      expect(sources.filter((file) => !(folderOf(file) in layers))).toEqual([]);
    });

    it('import only from their own rank or a lower one', () => {
      const upward = edges.filter(
        ({ from, file }) => file !== undefined && !(layerOf(file).rank <= layerOf(from).rank),
      );
      expect(upward.map(({ from, file }) => `${from} -> ${file}`)).toEqual([]);
    });

    it('contain adapters that do not import each other', () => {
      const crossing = edges.filter(({ from, file }) => {
        if (file === undefined || folderOf(from) === folderOf(file)) return false;
        return layerOf(from).rank === adapterRank && layerOf(file).rank === adapterRank;
      });
      expect(crossing.map(({ from, file }) => `${from} -> ${file}`)).toEqual([]);
    });
  });

  describe('folders at any depth', () => {
    it('form no cycle other than those of the folders that are still to be taken apart', () => {
      const graph = new Map<string, Set<string>>();
      for (const { from, file } of edges) {
        if (file === undefined || from.endsWith('/index.ts') || file.endsWith('/index.ts')) continue;
        const [folder, imported] = [dirname(from), dirname(file)];
        if (folder !== imported) graph.set(folder, (graph.get(folder) ?? new Set()).add(imported));
      }
      expect(findKnots(graph)).toEqual([
        folders('src/mcp', ['client', 'client/http', 'client/stdio', 'sdk-v1', 'sdk-v2', 'server', 'server/cluster']),
        folders('src/nest', ['', 'execution', 'routes']),
        folders('src/toolkit', [
          ...['', 'agents', 'approval', 'background', 'client-tools', 'code-mode', 'durable', 'extended', 'meta'],
          ...['offload', 'pipeline', 'skills'],
        ]),
      ]);
    });
  });

  describe('imports', () => {
    it('lead to files that exist in src', () => {
      const known = new Set(sources);
      const astray = edges.filter(({ file }) => file !== undefined && !known.has(file));
      expect(astray.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
    });

    it('form no cycle, type-only imports included', () => {
      const graph = new Map(sources.map((file) => [file, [] as string[]]));
      for (const { from, file } of edges) if (file !== undefined) graph.get(from)?.push(file);
      expect(findCycles(graph).map((cycle) => cycle.join(' -> '))).toEqual([]);
    });

    it("never go through a folder's own index", () => {
      const inward = edges.filter(({ from, file }) => {
        if (file === undefined || file === 'src/index.ts' || !file.endsWith('/index.ts')) return false;
        return from.startsWith(file.slice(0, -'index.ts'.length));
      });
      expect(inward.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
    });

    it('name third-party packages only where the layers allow them', () => {
      const foreign = edges.filter(({ from, file, specifier }) => {
        return file === undefined && !isBuiltin(specifier) && !allows(layerOf(from).packages, specifier);
      });
      expect(foreign.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
    });

    it.each(packagesOfOneFile)('of %s are in exactly one file', (name) => {
      const importers = edges.filter(({ specifier }) => specifier === name || specifier.startsWith(`${name}/`));
      expect(new Set(importers.map(({ from }) => from)).size).toBe(1);
    });

    it('write the prefix of Node built-ins', () => {
      const bare = edges.filter(({ specifier }) => isBuiltin(specifier) && !specifier.startsWith('node:'));
      expect(bare.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
    });

    it('of the core name no Node built-in, so that it runs in every runtime', () => {
      const builtins = edges.filter(({ from, specifier }) => {
        const folder = folderOf(from);
        const isPortable = layerOf(from).rank < adapterRank || portableAdapters.includes(folder);
        return isPortable && !nodeFolders.includes(folder) && isBuiltin(specifier);
      });
      expect(builtins.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
    });
  });

  describe('code in src', () => {
    it('writes to the console only in the command, and in runtimes without process warnings', () => {
      const quiet = sources.filter((file) => folderOf(file) !== 'cli' && file !== 'src/base/errors/emit-warning.ts');
      const isConsole = (node: ts.Node): boolean =>
        ts.isPropertyAccessExpression(node) && isNamed(node.expression, 'console');
      expect(inSources(isConsole, quiet)).toEqual([]);
    });

    it('throws no bare Error', () => {
      const isBareError = (node: ts.Node): boolean => {
        if (!ts.isThrowStatement(node)) return false;
        const thrown = node.expression;
        return (ts.isNewExpression(thrown) || ts.isCallExpression(thrown)) && isNamed(thrown.expression, 'Error');
      };
      expect(inSources(isBareError)).toEqual([]);
    });

    it('has no default export, except where another program requires one', () => {
      const isDefault = (node: ts.Node): boolean =>
        ts.isExportAssignment(node) || node.kind === ts.SyntaxKind.DefaultKeyword;
      const isExport = (node: ts.Node): boolean => isDefault(node) && !(node.parent && ts.isDefaultClause(node.parent));
      const files = sources.filter((file) => !filesWithDefaultExport.includes(file));
      expect(inSources(isExport, files)).toEqual([]);
    });

    it('needs createRequire only for what is loaded late and synchronously', () => {
      const files = sources.filter((file) => !filesWithCreateRequire.includes(file));
      expect(inSources((node) => isNamed(node, 'createRequire'), files)).toEqual([]);
    });

    it('generates no code from strings, which some runtimes forbid', () => {
      const isGenerator = (node: ts.Node): boolean => {
        if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
        return isNamed(node.expression, 'Function') || isNamed(node.expression, 'eval');
      };
      expect(inSources(isGenerator)).toEqual([]);
    });

    it('awaits nothing at the top level, which would prevent require()', () => {
      expect(inSources((node) => isAwait(node) && !insideFunction(node))).toEqual([]);
    });
  });

  describe('tests', () => {
    const everything = ['src', 'test', 'samples', 'bench'].flatMap(typescriptFiles);

    it('are only in files that the runner finds, here or in the projects of the matrix', () => {
      const found = /^test\/.*\.(spec|contract)\.ts$|^test\/matrix\/(?:jest|vitest)[\w-]*\//;
      const elsewhere = everything.filter((file) => !found.test(file));
      expect(
        inSources((node) => ts.isCallExpression(node) && testWord(node.expression) !== undefined, elsewhere),
      ).toEqual([]);
    });

    it('are never skipped, focused or postponed', () => {
      expect(inSources(isHeldBack, everything)).toEqual([]);
    });

    it('mock no module, so that they test the real code', () => {
      const isModuleMock = (node: ts.Node): boolean =>
        ts.isIdentifier(node) && /^(mock|doMock|setMock|unstable_mockModule|createMockFromModule)$/.test(node.text);
      const isCalledOnJest = (node: ts.Node): boolean =>
        ts.isPropertyAccessExpression(node) && isNamed(node.expression, 'jest') && isModuleMock(node.name);
      expect(inSources(isCalledOnJest, everything)).toEqual([]);
    });

    it('are titled with facts in the present tense', () => {
      expect(inSources((node) => ts.isCallExpression(node) && hasShouldInTitle(node), everything)).toEqual([]);
    });
  });
});

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

function isAwait(node: ts.Node): boolean {
  return ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
}

function insideFunction(node: ts.Node): boolean {
  return ts.findAncestor(node, ts.isFunctionLike) !== undefined;
}

function isHeldBack(node: ts.Node): boolean {
  if (ts.isIdentifier(node)) return /^[fx](describe|it|test)$/.test(node.text) && ts.isCallExpression(node.parent);
  if (!ts.isPropertyAccessExpression(node)) return false;
  return /^(skip|only|todo|failing)$/.test(node.name.text) && testWord(node.expression) !== undefined;
}

function hasShouldInTitle(call: ts.CallExpression): boolean {
  const [title] = call.arguments;
  if (title === undefined || !ts.isStringLiteralLike(title) || testWord(call.expression) === undefined) return false;
  return /\bshould\b/i.test(title.text);
}
