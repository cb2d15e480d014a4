import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ts } from './compiler.js';
import { createProject, type Project, readProject } from './project.js';

/**
 * The types of one project for a build that may run for hours. The program is updated once per rebuild: asking the
 * compiler for it compares the versions of all files.
 */
export class TypeService {
  readonly #configPath: string | undefined;
  readonly #added = new Set<string>();
  readonly #versions = new Map<string, string>();
  #project: Project;
  #configVersion: string;
  #service: ts.LanguageService;
  #program: ts.Program | undefined;

  /**
   * @param configPath - The path of the tsconfig file. Undefined for a project without one.
   * @throws DefinitionError if the file is not a tsconfig file.
   */
  constructor(configPath: string | undefined) {
    this.#configPath = configPath;
    this.#configVersion = this.#readConfigVersion();
    this.#project = this.#readProject();
    this.#service = this.#createService();
  }

  get project(): Project {
    return this.#project;
  }

  /** Notes that files may have changed. The next call of `programWith` reads the changed ones. */
  refresh(): void {
    this.#program = undefined;
    this.#versions.clear();
    const version = this.#readConfigVersion();
    if (version === this.#configVersion) return;
    this.#configVersion = version;
    this.#project = this.#readProject();
    this.#service.dispose();
    this.#service = this.#createService();
  }

  /** Returns the program, and adds a file to it that the tsconfig file does not include. */
  programWith(fileName: string): ts.Program {
    const program = this.program();
    if (program.getSourceFile(fileName) !== undefined) return program;
    this.#added.add(fileName);
    return this.#update();
  }

  /** Returns the program. */
  program(): ts.Program {
    return this.#program ?? this.#update();
  }

  #update(): ts.Program {
    const program = this.#service.getProgram();
    if (program === undefined) throw new TypeError('The compiler returned no program.');
    this.#program = program;
    return program;
  }

  #readProject(): Project {
    return this.#configPath === undefined ? createProject(process.cwd()) : readProject(this.#configPath);
  }

  #createService(): ts.LanguageService {
    const { options, references } = this.#project;
    const host: ts.LanguageServiceHost = {
      ...ts.sys,
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      getScriptFileNames: () => [...new Set([...this.#project.rootNames, ...this.#added])].filter(ts.sys.fileExists),
      getScriptVersion: (fileName) => this.#versionOf(fileName),
      getScriptSnapshot: (fileName) => {
        const text = ts.sys.readFile(fileName);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => dirname(this.#project.configPath),
      getCompilationSettings: () => options,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getProjectReferences: () => references,
    };
    // Types come from the sources of the referenced projects, whether those are built or not.
    Object.assign(host, { useSourceOfProjectReferenceRedirect: () => true });
    return ts.createLanguageService(host, ts.createDocumentRegistry());
  }

  #versionOf(fileName: string): string {
    const known = this.#versions.get(fileName);
    if (known !== undefined) return known;
    const version = readVersion(fileName);
    this.#versions.set(fileName, version);
    return version;
  }

  #readConfigVersion(): string {
    return this.#configPath === undefined ? '' : readVersion(this.#configPath);
  }
}

function readVersion(fileName: string): string {
  const stats = statSync(fileName, { throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.mtimeMs} ${stats.size}`;
}
