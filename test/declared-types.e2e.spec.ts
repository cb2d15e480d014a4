import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { installPackedPackage } from './support/packed-package.js';
import { createProgram, textOf } from './support/program.js';

const subpaths = ['toolwright', 'toolwright/stores', 'toolwright/middleware', 'toolwright/sandbox', 'toolwright/rest'];

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  strict: true,
  declaration: true,
  emitDeclarationOnly: true,
  types: [],
};

/**
 * A library that exports what it gets from toolwright, without a type annotation, compiles with `declaration`: the compiler
 * can name the type with a subpath of the package.
 */
describe('the types that functions and methods of the package return', () => {
  let project = '';

  beforeAll(() => {
    project = installPackedPackage();
  });

  afterAll(() => {
    rmSync(project, { recursive: true });
  });

  it.each(subpaths)('can be named in the declarations of a library: %s', (subpath) => {
    const file = join(project, 'library.mts');
    writeFileSync(file, `export * from '${subpath}';`);
    const exported = exportsOf(file);
    expect(exported.length).toBeGreaterThan(2);
    writeFileSync(file, libraryOf(subpath, exported));
    const program = createProgram({ files: [file], options });
    const written: string[] = [];
    const { diagnostics } = program.emit(undefined, (name) => written.push(name));
    expect([...ts.getPreEmitDiagnostics(program), ...diagnostics].map(textOf)).toEqual([]);
    expect(written).toEqual([join(project, 'library.d.mts')]);
  });
});

interface Exported {
  readonly name: string;
  /** The names of the methods and getters of a class. Undefined for a function. */
  readonly members?: readonly string[];
}

/** The functions and the classes that a module exports. */
function exportsOf(file: string): readonly Exported[] {
  const program = createProgram({ files: [file], options });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.SourceFile) as ts.Symbol;
  return checker.getExportsOfModule(module).flatMap((alias) => {
    const symbol = (alias.flags & ts.SymbolFlags.Alias) === 0 ? alias : checker.getAliasedSymbol(alias);
    const name = alias.name;
    if ((symbol.flags & ts.SymbolFlags.Class) !== 0) {
      const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
      return [{ name, members: members.map((member) => member.name).filter((member) => /^\w+$/.test(member)) }];
    }
    return (symbol.flags & ts.SymbolFlags.Function) === 0 ? [] : [{ name }];
  });
}

/** The source of a library that exports what each function and each member returns. */
function libraryOf(subpath: string, exported: readonly Exported[]): string {
  const lines = exported.flatMap(({ name, members }) => {
    if (members === undefined) return [`export const ${name} = resultOf(toolwright.${name});`];
    const instance = `({} as InstanceType<typeof toolwright.${name}>)`;
    return members.map((member) => `export const ${name}_${member} = resultOf(${instance}.${member});`);
  });
  return [
    // The compiler names types by the modules that the library imports somewhere.
    "import 'toolwright';",
    `import * as toolwright from '${subpath}';`,
    'declare function resultOf<Result>(method: (...args: never) => Result): Result;',
    'declare function resultOf<Value>(value: Value): Value;',
    ...lines,
  ].join('\n');
}
