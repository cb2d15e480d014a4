import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { hasRecords } from '../codegen/inserted-names.js';
import { applyInsertions, type Insertion } from './insertion.js';
import { findUp, type ModuleText, mayHaveTools, moduleFileOf } from './module-file.js';
import type { RecordOptions } from './plugin-options.js';
import type { ProjectCompiler } from './project-compiler.js';
import { type ModuleRecords, RecordFiles } from './record-files.js';
import { createSourceMap, type SourceMap } from './source-map.js';

/** A module with the records of its classes. */
export interface TransformedModule {
  readonly code: string;
  /** The texts that were inserted, with their positions in the original text. */
  readonly insertions: readonly Insertion[];
  /** The absolute paths of the files that declare the types of the tools. */
  readonly typeFiles: readonly string[];
  /** The parameters that are published with a wider type than their TypeScript type, one line each. */
  readonly warnings: readonly string[];
}

/** A function that returns the module with the compiler. */
export type CompilerLoader = () => { readonly ProjectCompiler: typeof ProjectCompiler };

/** Adds the records of tools to the text of modules. The compiler of a project is loaded at its first file with tools. */
export class ModuleTransformer {
  readonly #project: string | undefined;
  readonly #closed: boolean;
  readonly #load: CompilerLoader;
  readonly #onRead: (fileName: string) => void;
  readonly #compilers = new Map<string | undefined, ProjectCompiler>();
  readonly #files: RecordFiles;

  /** @param onRead - Called before the types of a file are read, which takes seconds for the first file. */
  constructor(
    { project, closed = true }: RecordOptions,
    load: CompilerLoader,
    onRead: (fileName: string) => void = () => {},
  ) {
    this.#project = project === undefined ? undefined : resolve(project);
    this.#closed = closed;
    this.#files = new RecordFiles({ closed });
    this.#load = load;
    this.#onRead = onRead;
  }

  /** Notes that files may have changed. Called once per rebuild. */
  refresh(): void {
    for (const compiler of this.#compilers.values()) compiler.refresh();
  }

  /**
   * Adds the records to a text of a module. Returns undefined for a module without tools.
   *
   * @param code - The text of the module: TypeScript, or what another compiler made of it.
   * @param id - The path of the module's file, with or without a query.
   * @throws DefinitionError if JSON Schema cannot represent a type of a tool.
   */
  transform(code: string, id: string): TransformedModule | undefined {
    const fileName = moduleFileOf(id);
    const records = fileName === undefined ? undefined : this.describe({ code, fileName });
    return records && { ...records, code: applyInsertions(code, records.insertions) };
  }

  /**
   * Describes the records of a module's tools. Returns undefined for a module without tools, and for one that has its
   * records.
   *
   * @throws DefinitionError if JSON Schema cannot represent a type of a tool.
   */
  describe(text: ModuleText): ModuleRecords | undefined {
    if (hasRecords(text.code)) return undefined;
    const source = readSource(text.fileName);
    if (source === undefined || !mayHaveTools(source)) return undefined;
    const configPath = this.configOf(text.fileName);
    const known = this.#files.read(text, configPath);
    const records = known ?? this.#read(text, configPath);
    return records.insertions.length === 0 ? undefined : records;
  }

  #read(text: ModuleText, configPath: string | undefined): ModuleRecords {
    this.#onRead(text.fileName);
    const records = this.compilerOf(text.fileName).describe(text);
    this.#files.write(text, configPath, records);
    return records;
  }

  /** Returns the compiler of the project that a file belongs to. */
  compilerOf(fileName: string): ProjectCompiler {
    const configPath = this.configOf(fileName);
    const compiler =
      this.#compilers.get(configPath) ?? new (this.#load().ProjectCompiler)(configPath, { closed: this.#closed });
    this.#compilers.set(configPath, compiler);
    return compiler;
  }

  /** Returns the path of the tsconfig file of the project that a file belongs to. */
  configOf(fileName: string): string | undefined {
    return this.#project ?? findUp(dirname(fileName), 'tsconfig.json');
  }
}

/** Creates the source map of a transformed module. */
export function mapOf({ insertions }: TransformedModule, original: string, id: string): SourceMap {
  return createSourceMap(original, moduleFileOf(id) ?? id, insertions);
}

function readSource(fileName: string): string | undefined {
  try {
    return readFileSync(fileName, 'utf8');
  } catch {
    // A virtual module may have a name like that of a file.
    return undefined;
  }
}
