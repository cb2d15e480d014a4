import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root, typescriptFiles } from './support/repository.js';
import { findCode, findCycles, findKnots, importsOf, testWord } from './support/source-code.js';

/**
 * The rank of each folder of src, and the packages that it may import. A file imports only from its own rank or a lower
 * one. A folder within another one may have a rank of its own. `index.ts` is the public surface, above the core and below the adapters.
 * `name/*` represents the documented entries below a package.
 */
const layers: Readonly<Record<string, { readonly rank: number; readonly packages: readonly string[] }>> = {
  // What knows nothing of tools.
  base: { rank: 0, packages: ['@noble/hashes/hmac.js', '@noble/hashes/sha2.js'] },
  'base/async': { rank: 0, packages: ['rxjs', 'rxjs/*'] },
  'call/response': { rank: 0, packages: ['rxjs'] },
  // The state that several processes share: interfaces, and implementations in memory.
  stores: { rank: 1, packages: [] },
  'tool/metadata': { rank: 1, packages: ['reflect-metadata'] },
  'tool/decorators': { rank: 1, packages: [] },
  schema: { rank: 2, packages: ['ajv-formats/dist/formats.js'] },
  'call/state': { rank: 3, packages: ['rxjs'] },
  format: { rank: 3, packages: [] },
  call: { rank: 3, packages: ['rxjs'] },
  'tool/spec': { rank: 4, packages: ['rxjs'] },
  // The arguments of a tool as guards, approvers and the tool see them.
  'tool/arguments': { rank: 4, packages: ['jsonrepair'] },
  'tool/registry': { rank: 4, packages: ['rxjs'] },
  // The tools of a toolkit, and the pipeline of their calls. It knows no feature.
  toolkit: { rank: 5, packages: ['rxjs'] },
  // What toolkits can do beyond listing and calling tools. A feature imports the toolkit, never the reverse.
  features: { rank: 5.2, packages: ['rxjs', 'limiter', 'lru-cache'] },
  'features/search': { rank: 5.2, packages: ['minisearch', 'porter2'] },
  // The public classes Toolkit and ToolkitSession, which alone know all features.
  facade: { rank: 5.3, packages: ['rxjs'] },
  // The features that create sessions.
  'features/agents': { rank: 5.4, packages: [] },
  'features/durable/worker': { rank: 5.4, packages: [] },
  'features/shared-sessions': { rank: 5.4, packages: [] },
  'sdks/agent-loop': { rank: 5.4, packages: [] },
  'index.ts': { rank: 5.5, packages: [] },
  // Threads for the adapters that run untrusted expressions or code.
  'base/worker': { rank: 5.8, packages: [] },
  // Documents and configurations.
  'base/yaml': { rank: 5.9, packages: ['yaml'] },
  // The parts that the adapters for agent SDKs share.
  'sdks/shared': { rank: 5.9, packages: ['rxjs'] },
  // The parts that the servers of tools share.
  'integrations/shared': { rank: 5.9, packages: [] },
  // Below the adapters, because the sandbox reads the types of source text. It loads the folder when it first needs it.
  'build/codegen': { rank: 5.9, packages: ['typescript', 'typescript-json-schema'] },
  // What the command checks of tools. It knows no command line.
  'build/checks': { rank: 5.9, packages: [] },
  'schema/class-validator': {
    rank: 6,
    packages: [
      ...['class-validator', 'class-validator/cjs/validation/ValidationExecutor.js'],
      ...['class-transformer', 'class-transformer/cjs/storage.js'],
    ],
  },
  // Of jmespath and re2js, which its threads load, the types only.
  tools: {
    rank: 6,
    packages: [
      ...['decimal.js', 'temporal-polyfill', 'temporal-polyfill/full'],
      ...['@jmespath-community/jmespath', 're2js'],
    ],
  },
  'sources/rest': { rank: 6, packages: ['rxjs', 'undici', 'eventsource-parser', 'oauth4webapi', 're2js', 'yaml'] },
  'integrations/mcp': {
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
  // The module loads the public subpaths of the MCP adapter and of the developer page when an application with them starts.
  'integrations/nest': {
    rank: 6,
    packages: ['rxjs', '@nestjs/common', '@nestjs/core', '@nestjs/swagger', 'toolwright/dev', 'toolwright/mcp'],
  },
  'integrations/http': { rank: 6, packages: [] },
  // Offers the link of the MCP adapter by its public subpath.
  'integrations/testing': { rank: 6, packages: ['toolwright/mcp'] },
  'integrations/dev': { rank: 6, packages: ['rxjs'] },
  // A page loads it: it imports nothing of the package.
  'integrations/client': { rank: 6, packages: [] },
  // Bundled with its packages. Nothing of it is a part of the API.
  'integrations/dev/page': { rank: 6.1, packages: ['preact', 'preact/hooks', '@preact/signals', 'htm/preact'] },
  // Of the packages that its threads load, the types only.
  'sources/sandbox': { rank: 6, packages: ['rxjs', 'quickjs-wasi', '@swc/wasm-typescript'] },
  // Loads the public subpaths of the adapters that definitions name.
  'sources/loader': {
    rank: 6,
    packages: ['chokidar', 'rxjs', 'tinyglobby', 'toolwright/mcp', 'toolwright/rest', 'yaml'],
  },
  'sdks/ai-sdk': { rank: 6, packages: [] },
  'sdks/openai': { rank: 6, packages: [] },
  'sdks/anthropic': { rank: 6, packages: ['@anthropic-ai/sdk/lib/tools/ToolError'] },
  'sdks/google-genai': { rank: 6, packages: [] },
  'sdks/openai-agents': { rank: 6, packages: [] },
  // Attaches tools to a server of the MCP SDK by the public subpath of the MCP adapter.
  'sdks/claude-agent': {
    rank: 6,
    packages: ['@modelcontextprotocol/sdk/server/mcp.js', 'toolwright/mcp', 'toolwright/mcp/v1'],
  },
  'sdks/ag-ui': { rank: 6, packages: ['rxjs'] },
  'sdks/langchain': {
    rank: 6,
    packages: ['@langchain/core/messages', '@langchain/core/tools', '@langchain/core/utils/json_schema'],
  },
  'sdks/mastra': { rank: 6, packages: [] },
  'integrations/nats': { rank: 6, packages: ['rxjs', '@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/kv'] },
  'features/telemetry': { rank: 6, packages: ['rxjs', '@opentelemetry/api'] },
  // Above the adapters, because it uses the generator.
  build: { rank: 7, packages: [] },
  'build/plugin': { rank: 7, packages: ['unplugin'] },
  'build/cli': { rank: 7, packages: ['commander'] },
  'build/cli/hosts': { rank: 7, packages: [] },
  'build/cli/doctor': { rank: 7, packages: ['jsonc-parser'] },
  'build/cli/host-files': { rank: 7, packages: ['jsonc-parser'] },
};

/** The folders above the core that run in every runtime, as the core does. */
const portableAdapters = ['features/telemetry', 'integrations/http', 'integrations/client'];

/** The portable folders that respond to requests of Node.js too: of its built-ins, they may import types. */
const foldersWithNodeTypes = ['integrations/http', 'integrations/shared'];

/** The folders below the adapters that only Node runs. */
const nodeFolders = ['base/worker', 'build/checks', 'build/codegen'];

/** The packages that only a single file may import. */
const packagesOfOneFile = ['reflect-metadata'];

/** The files that bundlers, jest and Next.js load by their default export. */
const filesWithDefaultExport = [
  'src/build/plugin/index.ts',
  'src/build/plugin/jest.ts',
  'src/build/plugin/next-loader.ts',
];

/** The files that load a package when it is first needed, without `import()`: in synchronous functions. */
const filesWithCreateRequire = [
  'src/base/runtime/node-require.ts',
  // Hooks of Node.js and transformers of jest are synchronous.
  'src/build/plugin/load-compiler.ts',
  'src/build/plugin/jest.ts',
  // Transformers of TypeScript are synchronous.
  'src/build/plugin/host-compiler.ts',
  // Finds the packages of the module that is served. What it finds is loaded with `import()`.
  'src/build/cli/load-server.ts',
  // Finds the compiler that the options of Node.js name, for the configuration of a host.
  'src/build/cli/hosts/server-command.ts',
];

/** The only file that relies on members of NestJS outside of its documented interface. */
const nestInternals = 'src/integrations/nest/execution/nest-internals.ts';

/** The members of NestJS that only this file names, with the keys of metadata. */
const nestMembers: readonly string[] = [
  // ExternalContextCreator.
  ...['getContextModuleKey', 'getHostModuleKey', 'handlerMetadataStorage', 'pipesContextCreator', 'getParamValue'],
  ...['interceptorsConsumer', 'transformToResult', 'createConcreteContext'],
  // ValidationPipe.
  ...['validatorOptions', 'exceptionFactory', 'createExceptionFactory'],
  // MiddlewareBuilder.
  'routeInfoPathExtractor',
  // InstanceWrapper, Module and ContextId.
  ...['injectables', 'isAlias', 'isNotMetatype', 'isDependencyTreeStatic', 'isDependencyTreeDurable', 'payload'],
  // Metadata.
  ...['__routeArguments__', '__customRouteArgs__', 'microservices:pattern'],
];

const adapterRank = 6;

const sources = typescriptFiles('src');
const edges = sources.flatMap((file) => importsOf(file).map((imported) => ({ from: file, ...imported })));

/** Returns the folder of a file that has a rank, the innermost one. */
function folderOf(file: string): string {
  const [, ...path] = file.split('/');
  const names = path.map((_, index) => path.slice(0, path.length - index).join('/'));
  return names.find((name) => name in layers) ?? '.';
}

function layerOf(file: string): { readonly rank: number; readonly packages: readonly string[] } {
  return layers[folderOf(file)] ?? { rank: Number.NaN, packages: [] };
}

/** Returns the name of a feature for a file of it. */
function featureOf(file: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(file)?.[1];
}

function allows(packages: readonly string[], specifier: string): boolean {
  return packages.some(
    (name) => name === specifier || (name.endsWith('/*') && specifier.startsWith(name.slice(0, -1))),
  );
}

function inSources(matches: (node: ts.Node) => boolean, files: readonly string[] = sources): readonly string[] {
  return files.flatMap((file) => findCode(file, matches));
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

  it('has at most fourteen folders in src, and one file', () => {
    const names = new Set(sources.map((file) => file.split('/')[1]));
    expect([...names].filter((name) => name?.endsWith('.ts'))).toEqual(['index.ts']);
    expect(names.size - 1).toBeLessThanOrEqual(14);
  });

  describe('features', () => {
    it('are unknown to the toolkit', () => {
      const known = edges.filter(
        ({ from, file }) => from.startsWith('src/toolkit/') && featureOf(file ?? '') !== undefined,
      );
      expect(known.map(({ from, file }) => `${from} -> ${file}`)).toEqual([]);
    });

    it('do not import the files of each other', () => {
      const crossing = edges.filter(({ from, file = '' }) => {
        const [feature, imported] = [featureOf(from), featureOf(file)];
        return feature !== undefined && imported !== undefined && feature !== imported;
      });
      expect(crossing.map(({ from, file }) => `${from} -> ${file}`)).toEqual([]);
    });
  });

  describe('folders at any depth', () => {
    it('form no cycle', () => {
      const graph = new Map<string, Set<string>>();
      for (const { from, file } of edges) {
        if (file === undefined || from.endsWith('/index.ts') || file.endsWith('/index.ts')) continue;
        const [folder, imported] = [dirname(from), dirname(file)];
        if (folder !== imported) graph.set(folder, (graph.get(folder) ?? new Set()).add(imported));
      }
      expect(findKnots(graph)).toEqual([]);
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

    it("name only types of 'rxjs', whose parts are imported by one file", () => {
      const values = inSources((node) => {
        if (!ts.isImportDeclaration(node)) return false;
        return /^'rxjs\b/.test(node.moduleSpecifier.getText()) && node.importClause?.isTypeOnly !== true;
      });
      expect(values).toEqual([]);
    });

    it('of programs for threads and the sandbox lead to their generated texts', () => {
      const programs = edges.filter(({ file }) => file?.endsWith('.program.ts'));
      expect(programs.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
    });

    it('write the prefix of Node built-ins', () => {
      const bare = edges.filter(({ specifier }) => isBuiltin(specifier) && !specifier.startsWith('node:'));
      expect(bare.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
    });

    it('of the core name no Node built-in, so that it runs in every runtime', () => {
      const builtins = edges.filter(({ from, specifier }) => {
        const folder = folderOf(from);
        const isPortable = layerOf(from).rank < adapterRank || portableAdapters.includes(folder);
        const isAllowed = [...nodeFolders, ...foldersWithNodeTypes].includes(folder);
        return isPortable && !isAllowed && isBuiltin(specifier);
      });
      expect(builtins.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
    });

    it('of Node built-ins are imports of types in portable folders that respond to its requests', () => {
      const files = sources.filter((file) => foldersWithNodeTypes.includes(folderOf(file)));
      expect(files.length).toBeGreaterThan(0);
      const values = inSources((node) => {
        if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return false;
        return isBuiltin(node.moduleSpecifier.text) && node.importClause?.isTypeOnly !== true;
      }, files);
      expect(values).toEqual([]);
    });
  });

  describe('code in src', () => {
    it('writes to the console only in the command, and in runtimes without process warnings', () => {
      const quiet = sources.filter(
        (file) => folderOf(file) !== 'build/cli' && file !== 'src/base/errors/emit-warning.ts',
      );
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

    it('names the private members of NestJS in one file of its adapter', () => {
      const files = sources.filter((file) => file.startsWith('src/integrations/nest/') && file !== nestInternals);
      const isPrivate = (node: ts.Node): boolean =>
        (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && nestMembers.includes(node.text);
      expect(inSources(isPrivate, files)).toEqual([]);
      expect(nestMembers.filter((name) => !namesIn(nestInternals).has(name))).toEqual([]);
      const deep = edges.filter(
        ({ from, specifier }) => from.startsWith('src/integrations/nest/') && /^@nestjs\/[^/]+\//.test(specifier),
      );
      expect(deep.map(({ from, specifier }) => `${from} -> ${specifier}`)).toEqual([]);
    });

    // A dependency that the compiler cannot see begins with a type assertion. Change the file only with a reason.
    it('has as many type assertions in each folder as test/type-assertions.json states', () => {
      const counts: Record<string, number> = {};
      for (const file of sources) {
        const count = findCode(file, isTypeAssertion).length;
        const folder = file.split('/').slice(1, -1).slice(0, 2).join('/');
        if (count > 0) counts[folder] = (counts[folder] ?? 0) + count;
      }
      expect(counts).toEqual(JSON.parse(readFileSync(join(root, 'test/type-assertions.json'), 'utf8')));
    });

    it('awaits nothing at the top level, which would prevent require()', () => {
      expect(inSources((node) => isAwait(node) && !insideFunction(node))).toEqual([]);
    });
  });

  describe('tests', () => {
    const everything = ['src', 'test', 'samples', 'bench'].flatMap(typescriptFiles);

    it('are only in files that the runner finds, here or in the projects of the matrix and of create-toolwright', () => {
      const ofProjects =
        /^test\/matrix\/(?:jest|vitest)[\w-]*\/|^samples\/create-toolwright\/.*(?:\.test|\.e2e-spec)\.ts$/;
      const found = new RegExp(`^test/.*\\.(spec|contract)\\.ts$|${ofProjects.source}`);
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

/** Returns the identifiers and the texts in a file. */
function namesIn(file: string): ReadonlySet<string> {
  const names = new Set<string>();
  findCode(file, (node) => {
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) names.add(node.text);
    return false;
  });
  return names;
}

function isTypeAssertion(node: ts.Node): boolean {
  return ts.isAsExpression(node) && !ts.isConstTypeReference(node.type);
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
