import { dirname, join } from 'node:path';
import { ts } from './compiler.js';
import type { DecoratorOptions } from './decorator-options.js';
import { describeTool, type ToolRecord } from './describe-tool.js';
import { GenerationProblem } from './generation-problem.js';
import { createProject } from './project.js';
import { skipOuter } from './resolve-function.js';

/** A function of a source text whose types are read. */
export interface SourceFunction {
  readonly source: string;
  /** The name of the function, or `default` for a default export without a name. */
  readonly name: string;
}

/**
 * The types of single source texts that are no files. The program is kept, so that only the first text waits for the
 * declarations of the language to be read.
 */
export class SourceTypes {
  readonly #fileName = join(process.cwd(), 'program.ts');
  readonly #service: ts.LanguageService;
  #source = '';
  #version = 0;

  constructor() {
    const options: ts.CompilerOptions = {
      ...createProject(process.cwd()).options,
      types: [],
      lib: ['lib.es2023.d.ts'],
    };
    // A text reads no files but the declarations of the language.
    const library = dirname(ts.getDefaultLibFilePath(options));
    const isLibrary = (path: string): boolean => dirname(path) === library;
    const host: ts.LanguageServiceHost = {
      getScriptFileNames: () => [this.#fileName],
      getScriptVersion: (path) => (path === this.#fileName ? String(this.#version) : ''),
      getScriptSnapshot: (path) => {
        const text = path === this.#fileName ? this.#source : isLibrary(path) ? ts.sys.readFile(path) : undefined;
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: (path) => path === this.#fileName || (isLibrary(path) && ts.sys.fileExists(path)),
      readFile: (path) => (isLibrary(path) ? ts.sys.readFile(path) : undefined),
      getCurrentDirectory: () => process.cwd(),
      getCompilationSettings: () => options,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
    };
    this.#service = ts.createLanguageService(host, ts.createDocumentRegistry());
  }

  /**
   * Describes a function by its types and comments, as `generate` describes a method.
   *
   * @throws GenerationProblem if JSON Schema cannot represent a type, a tag has an invalid value, or the text has no such
   * function.
   */
  describe({ source, name }: SourceFunction): ToolRecord {
    this.#source = source;
    this.#version++;
    const program = this.#service.getProgram();
    const file = program?.getSourceFile(this.#fileName);
    if (program === undefined || file === undefined) throw new TypeError('The compiler returned no program.');
    const checker = program.getTypeChecker();
    const declaration = findFunction(file, name);
    if (declaration === undefined) throw new GenerationProblem(file, `there is no function '${name}'.`);
    const [signature] = checker.getTypeAtLocation(declaration).getCallSignatures();
    if (signature === undefined) throw new TypeError(`'${name}' has no signature.`);
    const site = { owner: undefined, method: name, declaration, signature, options: noOptions };
    return describeTool(site, { checker, closed: true });
  }
}

const noOptions: DecoratorOptions = {
  isDisabled: false,
  has: () => false,
  states: () => false,
  typeOf: () => undefined,
  flag: () => undefined,
  text: () => undefined,
  keys: () => [],
  boundKey: () => undefined,
  param: () => undefined,
};

/** Finds the implementation of a function at the top level, or its last declaration if it has none. */
function findFunction(file: ts.SourceFile, name: string): ts.SignatureDeclaration | undefined {
  let found: ts.SignatureDeclaration | undefined;
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && (statement.name?.text ?? 'default') === name) found = statement;
    if (ts.isExportAssignment(statement) && name === 'default') found = functionIn(statement.expression) ?? found;
    if (!ts.isVariableStatement(statement)) continue;
    for (const one of statement.declarationList.declarations) {
      if (ts.isIdentifier(one.name) && one.name.text === name) found = functionIn(one.initializer) ?? found;
    }
  }
  return found;
}

function functionIn(expression: ts.Expression | undefined): ts.SignatureDeclaration | undefined {
  const inner = expression === undefined ? undefined : skipOuter(expression);
  return inner !== undefined && (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) ? inner : undefined;
}
