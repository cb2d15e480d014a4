import { dirname, relative } from 'node:path';
import { ts } from './compiler.js';
import { resolveAlias } from './type-predicates.js';

/** The location of a generated module, and the program whose modules it may import. */
export interface ImportSite {
  /** The absolute path of the generated module. */
  readonly outPath: string;
  /** The folder of the project. Classes from outside are imported with the specifier that the project uses. */
  readonly projectFolder: string;
  readonly program: ts.Program;
}

interface Import {
  readonly specifier: string;
  readonly exported: string;
  readonly local: string;
}

/** The classes that a generated module imports, each under a unique name. */
export class ImportNames {
  readonly #site: ImportSite;
  readonly #checker: ts.TypeChecker;
  readonly #imports = new Map<ts.Symbol, Import>();
  // The names that the generated module uses in any case.
  readonly #taken = new Set(['defineToolSchemas', 'Date', 'BigInt', 'Uint8Array', 'Buffer', 'Map', 'Set']);

  constructor(site: ImportSite) {
    this.#site = site;
    this.#checker = site.program.getTypeChecker();
  }

  /** Returns the local name of a class, or undefined if its module does not export it. */
  nameOf(symbol: ts.Symbol): string | undefined {
    const known = this.#imports.get(symbol);
    if (known !== undefined) return known.local;
    const source = symbol.declarations?.[0]?.getSourceFile();
    const exported = source === undefined ? undefined : this.#findExport(symbol, source);
    if (source === undefined || exported === undefined) return undefined;
    const base = exported === 'default' ? (symbol.name === 'default' ? 'Default' : symbol.name) : exported;
    let local = base;
    for (let suffix = 2; this.#taken.has(local); suffix++) local = `${base}${suffix}`;
    this.#taken.add(local);
    this.#imports.set(symbol, { specifier: this.#specifierFor(symbol, source), exported, local });
    return local;
  }

  /** Prints the import statements, sorted by module. */
  printStatements(): readonly string[] {
    const byModule = new Map<string, Import[]>();
    for (const one of this.#imports.values()) {
      byModule.set(one.specifier, [...(byModule.get(one.specifier) ?? []), one]);
    }
    return [...byModule]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([specifier, imports]) => {
        const names = imports.sort((one, other) => (one.local < other.local ? -1 : 1)).map(printImport);
        return `import { ${names.join(', ')} } from '${specifier}';`;
      });
  }

  #findExport(symbol: ts.Symbol, source: ts.SourceFile): string | undefined {
    const module = this.#checker.getSymbolAtLocation(source);
    if (module === undefined) return undefined;
    const names = this.#checker
      .getExportsOfModule(module)
      .filter((one) => resolveAlias(one, this.#checker) === symbol)
      .map((one) => one.name);
    return names.find((name) => name === symbol.name) ?? names[0];
  }

  #specifierFor(symbol: ts.Symbol, { fileName }: ts.SourceFile): string {
    const { outPath, projectFolder, program } = this.#site;
    if (relative(projectFolder, fileName).startsWith('..')) {
      const used = this.#findSpecifierInUse(symbol);
      if (used !== undefined) return used;
    }
    const path = relative(dirname(outPath), fileName).replaceAll('\\', '/');
    return withExtension(path.startsWith('.') ? path : `./${path}`, program.getCompilerOptions());
  }

  #findSpecifierInUse(symbol: ts.Symbol): string | undefined {
    for (const file of this.#site.program.getSourceFiles()) {
      if (file.isDeclarationFile || relative(this.#site.projectFolder, file.fileName).startsWith('..')) continue;
      for (const statement of file.statements) {
        if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
        const { text } = statement.moduleSpecifier;
        const bindings = statement.importClause?.namedBindings;
        if (text.startsWith('.') || bindings === undefined || !ts.isNamedImports(bindings)) continue;
        const isUsed = bindings.elements.some((element) => {
          const imported = this.#checker.getSymbolAtLocation(element.name);
          return imported !== undefined && resolveAlias(imported, this.#checker) === symbol;
        });
        if (isUsed) return text;
      }
    }
    return undefined;
  }
}

function printImport({ exported, local }: Import): string {
  return exported === local ? local : `${exported} as ${local}`;
}

/** Adds the extension that the project's `moduleResolution` requires in imports. */
function withExtension(path: string, options: ts.CompilerOptions): string {
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true) return path;
  const bare = path.replace(/\.[cm]?tsx?$/, '');
  const kind = path.match(/\.([cm]?)tsx?$/)?.[1] ?? '';
  const { moduleResolution, module } = options;
  const needsExtension =
    moduleResolution === ts.ModuleResolutionKind.NodeNext ||
    moduleResolution === ts.ModuleResolutionKind.Node16 ||
    (moduleResolution === undefined &&
      module !== undefined &&
      module >= ts.ModuleKind.Node16 &&
      module <= ts.ModuleKind.NodeNext);
  return needsExtension || kind !== '' ? `${bare}.${kind}js` : bare;
}
