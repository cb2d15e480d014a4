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
  /** A module whose own imports determine the specifiers of the classes that it imports. */
  readonly importer?: ts.SourceFile;
  /**
   * The format of the module in the output of a compiler that leaves specifiers as they are. Undefined if the module is
   * compiled like any other: then the specifiers of the importer may be names from the `paths` of the tsconfig file.
   */
  readonly emitted?: 'module' | 'commonjs' | undefined;
  /** The beginning of all local names. @default '' */
  readonly prefix?: string;
}

interface ImportSource {
  readonly specifier: string;
  readonly exported: string;
}

/** A class or a function that a module imports. */
export interface ClassImport extends ImportSource {
  readonly local: string;
}

/** The classes and functions that a generated module imports, each under a unique name. */
export class ImportNames {
  readonly #site: ImportSite;
  readonly #checker: ts.TypeChecker;
  readonly #imports = new Map<ts.Symbol, ClassImport>();
  // The names that the generated module uses in any case.
  readonly #taken = new Set([
    ...['defineToolSchemas', 'defineImportedFunction'],
    ...['Date', 'BigInt', 'Uint8Array', 'Buffer', 'Map', 'Set'],
  ]);

  constructor(site: ImportSite) {
    this.#site = site;
    this.#checker = site.program.getTypeChecker();
  }

  /** Returns the local name of a class or a function, or undefined if its module does not export it. */
  nameOf(symbol: ts.Symbol): string | undefined {
    const known = this.#imports.get(symbol);
    if (known !== undefined) return known.local;
    const source = symbol.declarations?.[0]?.getSourceFile();
    const found = source === undefined ? undefined : this.#findSource(symbol, source);
    if (found === undefined) return undefined;
    const { specifier, exported } = found;
    const name = exported === 'default' ? (symbol.name === 'default' ? 'Default' : symbol.name) : exported;
    const base = `${this.#site.prefix ?? ''}${name}`;
    let local = base;
    for (let suffix = 2; this.#taken.has(local); suffix++) local = `${base}${suffix}`;
    this.#taken.add(local);
    this.#imports.set(symbol, { specifier, exported, local });
    return local;
  }

  /** Returns where a generated module finds a class, or undefined if its module does not export it. */
  siteOf(symbol: ts.Symbol): ClassImport | undefined {
    return this.nameOf(symbol) === undefined ? undefined : this.#imports.get(symbol);
  }

  /** The specifier of the function that a generated module calls. The package itself imports its own source. */
  get generatedSpecifier(): string {
    const { outPath, projectFolder, program } = this.#site;
    const specifier = 'toolwright/generated';
    const { resolvedModule } = ts.resolveModuleName(specifier, outPath, program.getCompilerOptions(), ts.sys);
    const source = resolvedModule?.extension === ts.Extension.Ts ? resolvedModule.resolvedFileName : undefined;
    return source === undefined || isOutside(source, projectFolder) ? specifier : this.#relativeSpecifier(source);
  }

  /** The imports of all classes whose names were requested. */
  get imports(): readonly ClassImport[] {
    return [...this.#imports.values()];
  }

  /** Prints the import statements, sorted by module. */
  printStatements(): readonly string[] {
    const byModule = new Map<string, ClassImport[]>();
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

  #findSource(symbol: ts.Symbol, source: ts.SourceFile): ImportSource | undefined {
    const { importer, emitted } = this.#site;
    const ofImporter = importer === undefined ? undefined : this.#findImportIn(importer, symbol);
    const exported = this.#findExport(symbol, this.#checker.getSymbolAtLocation(source));
    if (ofImporter !== undefined) {
      const isAlias = !ofImporter.specifier.startsWith('.') && !source.isDeclarationFile;
      if (emitted === undefined || !isAlias || exported === undefined) return ofImporter;
      return { specifier: this.#relativeSpecifier(source.fileName), exported };
    }
    if (exported === undefined) return undefined;
    if (isOutside(source.fileName, this.#site.projectFolder)) {
      const used = this.#findImportInUse(symbol);
      if (used !== undefined) return used;
    }
    return { specifier: this.#relativeSpecifier(source.fileName), exported };
  }

  #relativeSpecifier(fileName: string): string {
    const { outPath, program, emitted } = this.#site;
    const path = relative(dirname(outPath), fileName).replaceAll('\\', '/');
    const specifier = path.startsWith('.') ? path : `./${path}`;
    // Node.js requires a module with or without its extension, and webpack and jest only without it.
    if (emitted === 'commonjs' && /\.tsx?$/.test(specifier)) return specifier.replace(/\.tsx?$/, '');
    return withExtension(specifier, program.getCompilerOptions());
  }

  #findExport(symbol: ts.Symbol, module: ts.Symbol | undefined): string | undefined {
    if (module === undefined) return undefined;
    const names = this.#checker
      .getExportsOfModule(module)
      .filter((one) => resolveAlias(one, this.#checker) === symbol)
      .map((one) => one.name);
    return names.find((name) => name === symbol.name) ?? names[0];
  }

  #findImportInUse(symbol: ts.Symbol): ImportSource | undefined {
    for (const file of this.#site.program.getSourceFiles()) {
      if (file.isDeclarationFile || isOutside(file.fileName, this.#site.projectFolder)) continue;
      const found = this.#findImportIn(file, symbol);
      if (found !== undefined && !found.specifier.startsWith('.')) return found;
    }
    return undefined;
  }

  /** Finds a module that a file imports and that exports a class, under any name. */
  #findImportIn(file: ts.SourceFile, symbol: ts.Symbol): ImportSource | undefined {
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const exported = this.#findExport(symbol, this.#checker.getSymbolAtLocation(statement.moduleSpecifier));
      if (exported !== undefined) return { specifier: statement.moduleSpecifier.text, exported };
    }
    return undefined;
  }
}

function isOutside(fileName: string, folder: string): boolean {
  return relative(folder, fileName).startsWith('..');
}

function printImport({ exported, local }: ClassImport): string {
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
