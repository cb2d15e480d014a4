import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { createProgram } from './support/program.js';
import { readManifest } from './support/repository.js';

const golden = new URL('package-names.txt', import.meta.url);

/** The names that each subpath exports. Run with UPDATE_SCHEMA=1 to update `package-names.txt`. */
describe('the exported names of the package', () => {
  it('are those of the golden file', () => {
    const text = `${exportedNames().join('\n')}\n`;
    if (process.env.UPDATE_SCHEMA === '1') writeFileSync(golden, text);
    expect(text).toBe(readFileSync(golden, 'utf8'));
  });
});

function exportedNames(): readonly string[] {
  const subpaths = Object.entries(readManifest().exports).filter(([subpath]) => subpath !== './package.json');
  const entries = subpaths.map(([subpath, conditions]) => {
    const { import: target } = conditions as { readonly import: { readonly default: string } };
    const file = target.default.replace('./dist/', `${process.cwd()}/src/`).replace(/\.js$/, '.ts');
    return { subpath: subpath.replace(/^\./, 'toolwright'), file };
  });
  const files = entries.map(({ file }) => file);
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    process.cwd(),
  );
  const program = createProgram({ files, options });
  const checker = program.getTypeChecker();
  return entries.flatMap(({ subpath, file }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile);
    const exported = module === undefined ? [] : checker.getExportsOfModule(module);
    return exported.map((symbol) => `${subpath} ${isValue(symbol, checker) ? 'value' : 'type'} ${symbol.name}`).sort();
  });
}

function isValue(symbol: ts.Symbol, checker: ts.TypeChecker): boolean {
  const target = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  return (target.flags & ts.SymbolFlags.Value) !== 0;
}
