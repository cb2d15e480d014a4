import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../support/repository.js';

const file = join(root, 'samples/hovered.ts');

const program = `
import { z } from 'zod';
import { Tool, Toolkit, ToolRegistry, tool, toolTypes, type TypesOf } from 'toolwright';

interface ShopTools {
  readonly find: { readonly input: { readonly query: string; readonly limit?: number }; readonly output: string[] };
}
class Shop extends ToolRegistry {
  @Tool() find(query: string, limit = 10): string[] { return [query].slice(0, limit); }
}
interface Shop { readonly [toolTypes]?: TypesOf<ShopTools> }

const toolkit = Toolkit.of(new Shop());
const result = await toolkit.execute('find', { query: 'tea' });
const weather = tool((input) => input.city, { name: 'weather', inputSchema: z.object({ city: z.string() }) });
const text = await weather.call({ city: 'Rome' });
`;

/** What an editor shows for the names after a text of the program. */
function hoverOf(before: string): string {
  const position = program.indexOf(before) + before.length;
  const { displayParts } = service.getQuickInfoAtPosition(file, position) ?? {};
  return ts.displayPartsToString(displayParts).replaceAll(/\s+/g, ' ');
}

const service = ts.createLanguageService({
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot: (name) =>
    name === file || ts.sys.fileExists(name)
      ? ts.ScriptSnapshot.fromString(name === file ? program : readFileSync(name, 'utf8'))
      : undefined,
  getCurrentDirectory: () => root,
  getCompilationSettings: () => ({
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    experimentalDecorators: true,
    types: [],
  }),
  getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: ts.sys.readFile,
});

describe('what an editor shows', () => {
  it('are the arguments and the results of a typed toolkit', () => {
    expect(service.getSemanticDiagnostics(file)).toEqual([]);
    expect(hoverOf('const ')).toBe('const toolkit: Toolkit<ShopTools>');
    expect(hoverOf('const result = await toolkit.')).toBe(
      '(method) ToolScope<ShopTools>.execute<"find">(tool: "find", args: string | { readonly query: string; ' +
        'readonly limit?: number; }, options?: OptionsWithApprover<ShopTools, ExecuteOptions> | undefined): ' +
        'Promise<ToolResult<string[]>>',
    );
  });

  it('are the arguments and the result of a function with a schema', () => {
    expect(hoverOf('const weather = tool((input) => input.')).toBe('(property) city: string');
    expect(hoverOf('const text = await weather.')).toBe(
      '(method) ToolSpec<string, { city: string; }, "weather">.call(args: string | { city: string; }, ' +
        'options?: CallOptions | undefined): Promise<string>',
    );
  });
});
