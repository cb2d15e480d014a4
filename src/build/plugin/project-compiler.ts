import { readFileSync } from 'node:fs';
import { DefinitionError } from '../../base/errors/errors.js';
import { ts } from '../codegen/compiler.js';
import { describeFile, type FileDescription } from '../codegen/describe-file.js';
import { generateTypes, type TypesGeneration } from '../codegen/generate.js';
import { findModuleSyntax, isModuleText } from '../codegen/module-syntax.js';
import { RecordCache } from '../codegen/record-cache.js';
import { TypeService } from '../codegen/type-service.js';
import { createInsertions } from './create-insertions.js';
import type { ModuleFormat, ModuleText } from './module-file.js';
import type { ModuleRecords } from './record-files.js';

/** The compiler of one TypeScript project: describes the tools of its files, and compiles them for Node.js. */
export class ProjectCompiler {
  readonly #types: TypeService;
  readonly #closed: boolean;
  /** The records of the tools whose types were generated last. */
  readonly #records = new RecordCache();
  /** The program whose types were generated last. */
  #typesProgram: ts.Program | undefined;
  #builder: ts.SemanticDiagnosticsBuilderProgram | undefined;

  /**
   * @param configPath - The path of the tsconfig file. Undefined for a project without one.
   * @param closed - Whether the inputs of tools are closed, unless a tool decides itself.
   * @throws DefinitionError if the file is not a tsconfig file.
   */
  constructor(configPath: string | undefined, { closed }: { readonly closed: boolean }) {
    this.#types = new TypeService(configPath);
    this.#closed = closed;
  }

  /** Notes that files may have changed. */
  refresh(): void {
    this.#types.refresh();
  }

  /**
   * Describes the tools of a file for a text of its module.
   *
   * @throws DefinitionError that lists the problems of the file: types that JSON Schema cannot represent.
   */
  describe(text: ModuleText): ModuleRecords {
    const { fileName, format } = text;
    const described = describeFile(this.#programWith(fileName), {
      fileName,
      project: this.#types.project,
      closed: this.#closed,
      emitted: format,
    });
    if (described === undefined || isEmpty(described)) {
      return { insertions: [], typeFiles: described?.typeFiles ?? [fileName], warnings: [] };
    }
    if (described.problems.length > 0) throw new DefinitionError(described.problems.join('\n'));
    return {
      insertions: createInsertions(text, described),
      typeFiles: [...new Set([fileName, ...described.typeFiles, ...this.#types.project.configFiles])],
      warnings: described.warnings,
    };
  }

  /** Generates the file with the types of the project's tools. Returns undefined if nothing has changed since the last call. */
  generateTypes(types: string): TypesGeneration | undefined {
    const program = this.#types.program();
    if (program === this.#typesProgram) return undefined;
    this.#typesProgram = program;
    const builder = ts.createSemanticDiagnosticsBuilderProgram(program, {}, this.#builder);
    this.#builder = builder;
    const getOrCreateRecord = this.#records.beginProgram(builder);
    return generateTypes(program, this.#types.project, { types, closed: this.#closed, getOrCreateRecord });
  }

  /** Returns the format of a file whose package states none. */
  formatOf(code: string, fileName: string): ModuleFormat {
    return isModuleText(code, fileName) ? 'module' : 'commonjs';
  }

  /**
   * Compiles the text of one file as Node.js runs it, with the decorators and the class fields of the project.
   *
   * @throws SyntaxError if the text is not TypeScript.
   * @throws DefinitionError if a CommonJS module contains syntax of ES modules that has no other form.
   */
  transpile(code: string, fileName: string, format: ModuleFormat): string {
    if (format === 'commonjs') checkCommonJs(code, fileName);
    const { options } = this.#types.project;
    const { outputText, diagnostics = [] } = ts.transpileModule(code, {
      fileName,
      reportDiagnostics: true,
      compilerOptions: {
        ...options,
        target: ts.ScriptTarget.ES2022,
        // The target decides by default.
        useDefineForClassFields: options.useDefineForClassFields ?? (options.target ?? 0) >= ts.ScriptTarget.ES2022,
        // Node16 is CommonJS here, and keeps `import()`.
        module: format === 'module' ? ts.ModuleKind.ESNext : ts.ModuleKind.Node16,
        moduleResolution: undefined,
        noEmit: false,
        inlineSourceMap: true,
        inlineSources: true,
        sourceMap: false,
      },
    });
    // Those without a file are about the options.
    const error = diagnostics.find(({ category, file }) => file && category === ts.DiagnosticCategory.Error);
    if (error !== undefined) throw createSyntaxError(error, fileName);
    return outputText;
  }

  /** Finds the file that an import refers to by `paths`, `baseUrl` or the `imports` of a package. Undefined for others. */
  resolve(specifier: string, fileName: string): string | undefined {
    const options = {
      ...this.#types.project.options,
      // Node.js has found the imports for which the other settings differ, except those without an extension.
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      allowJs: true,
      resolveJsonModule: true,
    };
    const { resolvedModule } = ts.resolveModuleName(specifier, fileName, options, ts.sys);
    const isSource = resolvedModule?.isExternalLibraryImport !== true && !resolvedModule?.extension.startsWith('.d.');
    return isSource ? resolvedModule?.resolvedFileName : undefined;
  }

  #programWith(fileName: string): ts.Program {
    const program = this.#types.programWith(fileName);
    // Some bundlers do not report every change before they transform a file.
    if (program.getSourceFile(fileName)?.text === readFileSync(fileName, 'utf8')) return program;
    this.#types.refresh();
    return this.#types.programWith(fileName);
  }
}

function createSyntaxError({ file, start = 0, messageText }: ts.Diagnostic, fileName: string): SyntaxError {
  const { line, character } = file?.getLineAndCharacterOfPosition(start) ?? { line: 0, character: 0 };
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  return new SyntaxError(`${fileName}:${line + 1}:${character + 1}: ${message}`);
}

function checkCommonJs(code: string, fileName: string): void {
  const found = findModuleSyntax(code, fileName);
  if (found === undefined) return;
  const fix = fileName.endsWith('.cts')
    ? 'Name the file .mts.'
    : 'Make its package one of ES modules: npm pkg set type=module';
  throw new DefinitionError(`${fileName}:${found.line} uses ${found.what}, which a CommonJS module cannot. ${fix}`);
}

function isEmpty({ classes, functions, problems }: FileDescription): boolean {
  return [classes, functions, problems].every(({ length }) => length === 0);
}
