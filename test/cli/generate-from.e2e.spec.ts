import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Toolkit, tool } from 'toolwright';
import { type McpHttpOptions, serveMcp } from 'toolwright/mcp';
import ts from 'typescript';
import { packedFolder } from '../support/packed-package.js';
import { root } from '../support/repository.js';
import { type Run, Workshop } from './command-line.js';

const everything = join(root, 'test/programs/node_modules/@modelcontextprotocol/server-everything/dist/index.js');

/** A server whose names, descriptions and values try to become code. */
const hostileServer = `
import { createInterface } from 'node:readline';
const evil = "*/ globalThis.owned = 1; /* \${globalThis.owned = 1} \`'\\"\\\\ \\n*/globalThis.owned=1//\\u2028globalThis.owned=1";
const names = ['__proto__', 'constructor', 'then', 'delete', 'get-sum', 'get_sum', evil, '"];globalThis.owned=1;//', '1st', 'toString'];
const tools = names.map((name) => ({
  name,
  description: evil,
  inputSchema: {
    type: 'object',
    properties: { '"; }; globalThis.owned = 1; //': { type: 'number' }, a: { type: 'string' }, b: { $ref: '#/$defs/x' } },
    required: ['a'],
    $defs: { x: { description: evil, enum: [evil, "'", '\\\\'] } },
  },
  outputSchema: { type: 'object', properties: { [evil]: { type: 'string', description: evil }, name: { const: evil } } },
}));
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answers = {
    initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: evil, version: '1' } }),
    'tools/list': () => ({ tools }),
    'tools/call': () => ({ content: [], structuredContent: { [evil]: params.name } }),
  };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method]?.() ?? {} }) + '\\n');
});
`;

const compilerOptions: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  noUnusedLocals: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  skipLibCheck: true,
  types: [],
};

describe('toolwright generate --from', () => {
  let workshop: Workshop;

  beforeAll(() => {
    workshop = new Workshop(packedFolder);
    workshop.write('package.json', '{ "type": "module" }');
  });

  afterAll(() => workshop.remove());

  const read = (name: string): string => readFileSync(join(workshop.folder, name), 'utf8');

  /** Compiles modules under strict rules to the folder of the workshop, and returns the errors. */
  async function compile(...names: readonly string[]): Promise<readonly string[]> {
    const files = names.map((name) => join(workshop.folder, name));
    const program = ts.createProgram(files, compilerOptions);
    program.emit();
    // Meanwhile the server in this process closed idle connections, which the client must notice before it connects.
    await pause(200);
    return ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
  }

  async function serve(toolkit: Toolkit, options: Partial<McpHttpOptions> = {}): Promise<string> {
    const serving = await serveMcp(toolkit, { transport: 'http', port: 0, ...options });
    servings.push(() => serving.close());
    return String(serving.url);
  }

  const servings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(servings.splice(0).map((close) => close()));
  });

  /** A shop with a description that a change of the server replaces. */
  function shop(description = 'Adds numbers.'): Toolkit {
    const toolkit = new Toolkit();
    const number = { type: 'number' } as const;
    const add = tool(({ a, b }) => ({ sum: a + (b ?? 1) }), {
      name: 'add',
      description,
      inputSchema: { type: 'object', properties: { a: number, b: number }, required: ['a'] },
      outputSchema: { type: 'object', properties: { sum: number }, required: ['sum'] },
    });
    toolkit.register([add]);
    return toolkit;
  }

  it('writes typed calls that compile under strict rules and run, and is then up to date', async () => {
    const url = await serve(shop());
    const args = ['generate', '--from', url, '--out', 'src/corner-shop.ts'];
    expect(await workshop.run(...args)).toEqual({ code: 0, stdout: 'src/corner-shop.ts: 1 tool\n', stderr: '' });
    expect((await workshop.run(...args, '--check')).stdout).toBe('src/corner-shop.ts: 1 tool, up to date\n');
    workshop.write(
      'src/use.ts',
      `import { type CornerShopTools, connectCornerShop } from './corner-shop.js';
const client = await connectCornerShop({ transport: { url: '${url}' } });
const { sum }: CornerShopTools['add']['output'] = await client.tools.add({ a: 1, b: 4 });
const result = await client.toolkit.execute('add', { a: sum });
const failure = await client.tools.add({ a: 'x' as never }).catch((error: unknown) => error as { code?: string });
// @ts-expect-error: there is no such argument.
() => client.tools.add({ c: 1 });
// @ts-expect-error: there is no such tool.
() => client.tools.subtract;
export const seen = [sum, result.data?.sum, 'code' in failure ? failure.code : undefined];
await client.close();
`,
    );
    expect(await compile('src/use.ts')).toEqual([]);
    const { seen } = (await import(join(workshop.folder, 'src/use.js'))) as { readonly seen: unknown };
    expect(seen).toEqual([5, 6, 'invalid_parameters']);
  });

  it('notices at the connection that a tool has changed, or refuses it', async () => {
    workshop.write('drift/.keep', '');
    const url = await serve(shop());
    await workshop.run('generate', '--from', url, '--out', 'drift/shop.ts');
    expect(await compile('drift/shop.ts')).toEqual([]);
    const module = (await import(join(workshop.folder, 'drift/shop.js'))) as {
      readonly connectShop: (options: object) => Promise<{ readonly toolkit: Toolkit; close(): Promise<void> }>;
    };
    const changed = await serve(shop('Adds numbers. Always call it first.'));
    expect((await workshop.run('generate', '--from', changed, '--out', 'drift/shop.ts', '--check')).code).toBe(1);
    const warnings: string[] = [];
    const onWarning = ({ message }: { readonly message: string }): unknown => warnings.push(message);
    const client = await module.connectShop({ transport: { url: changed }, onWarning });
    expect(warnings).toEqual([expect.stringContaining("the tool 'add' has changed")]);
    await client.close();
    const strict = await module.connectShop({ transport: { url: changed }, onWarning, onDrift: 'deny' });
    expect(strict.toolkit.list()).toEqual([]);
    await strict.close();
  });

  it('sends the token of a variable, and does not write it', async () => {
    process.env.SHOP_TOKEN = 'the-token';
    const verify = (token: string) => (token === 'the-token' ? { subject: 'ada' } : undefined);
    const url = await serve(shop(), { authorization: { verify } });
    const args = ['generate', '--from', url, '--out', 'src/closed.ts'];
    expect((await workshop.run(...args)).code).toBe(2);
    expect((await workshop.run(...args, '--auth', 'SHOP_TOKEN')).code).toBe(0);
    expect(read('src/closed.ts')).not.toContain('the-token');
  });

  it('starts a server with its arguments', async () => {
    const run = await workshop.run('generate', '--from', 'node', '-o', 'src/everything.ts', '--', everything, 'stdio');
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/: \d\d tools\n$/) });
    workshop.write(
      'src/use-everything.ts',
      `import { connectEverything } from './everything.js';
const transport = { command: 'node', args: [${JSON.stringify(everything)}, 'stdio'] };
const { tools, close } = await connectEverything({ transport });
export const seen = [await tools.echo({ message: 'hi' }), await tools.get_sum({ a: 2, b: 3 })];
export const { temperature } = await tools.get_structured_content({ location: 'Chicago' });
const celsius: number = temperature;
void celsius;
await close();
`,
    );
    expect(await compile('src/use-everything.ts')).toEqual([]);
    const seen = (await import(join(workshop.folder, 'src/use-everything.js'))) as Record<string, unknown>;
    expect(seen).toMatchObject({ seen: [expect.stringContaining('hi'), expect.stringContaining('5')] });
    expect(typeof seen.temperature).toBe('number');
  }, 60_000);

  it('lets nothing that a server sends become code', async () => {
    workshop.write('hostile.mjs', hostileServer);
    const run = await workshop.run('generate', '--from', 'node', '--out', 'src/hostile.ts', '--', 'hostile.mjs');
    // Names that could reach a prototype are not imported at all.
    expect(run.stderr).toContain("the tool '__proto__' was not imported");
    expect(run).toMatchObject({ code: 0, stdout: 'src/hostile.ts: 7 tools\n' });
    expect(await compile('src/hostile.ts')).toEqual([]);
    const { connectHostile } = (await import(join(workshop.folder, 'src/hostile.js'))) as {
      readonly connectHostile: (options: object) => Promise<HostileClient>;
    };
    const transport = { command: 'node', args: ['hostile.mjs'], cwd: workshop.folder };
    const client = await connectHostile({ transport, onDrift: 'deny' });
    const names = Object.keys(client.tools);
    expect(names.sort()).toEqual([
      expect.stringMatching(/^_1st$/),
      ...['_then', '_toString', 'delete', 'get_sum', 'get_sum2', 'globalThis_owned_1'],
    ]);
    for (const name of names) expect(await client.tools[name]?.({ a: '' })).toBeDefined();
    expect(globalThis).not.toHaveProperty('owned');
    await client.close();
  });

  interface HostileClient {
    readonly tools: Readonly<Record<string, (input: object) => Promise<unknown>>>;
    close(): Promise<void>;
  }

  it.each([
    [['--from', 'https://shop.example/mcp'], '--from requires --out <file>, the TypeScript module to write.'],
    [['--from', 'node', '--out', 'shop.js'], '--from requires --out <file>, the TypeScript module to write.'],
    [
      ['--from', 'node', '--out', 'shop.ts', '--watch'],
      '--from accepts only --out, --auth and --check: it reads a server, and no project.',
    ],
    [['--from', 'https://shop.example/mcp', '--out', 'a.ts', '--', 'b'], 'A URL of --from has no arguments.'],
    [['--from', 'node', '--out', 'a.ts', '--auth', 'TOKEN'], '--auth requires the URL of a server.'],
    [['--auth', 'TOKEN'], '--auth requires --from.'],
  ])('refuses %j', async (args, message) => {
    const expected: Run = { code: 1, stdout: '', stderr: `toolwright: ${message} See 'toolwright generate --help'.\n` };
    expect(await workshop.run('generate', ...args)).toEqual(expected);
  });

  it('writes nothing if the server cannot be read', async () => {
    const run = await workshop.run('generate', '--from', 'http://127.0.0.1:9/mcp', '--out', 'src/none.ts');
    expect(run).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining("Cannot read the tools of 'http://127.0.0.1:9/mcp':"),
    });
    expect(existsSync(join(workshop.folder, 'src/none.ts'))).toBe(false);
  });
});
