import { ts } from './compiler.js';
import { type GenerateOptions, type Generation, generateFrom } from './generate.js';
import { readProject } from './project.js';
import { RecordCache } from './record-cache.js';

// Editors write a file in several steps. In milliseconds.
const debounceMs = 30;

/** A watch that runs until it is closed. */
export interface Watch {
  close(): void;
}

/**
 * Generates a project's module now and after each change of its files, and passes each result to `onGeneration`.
 *
 * @throws DefinitionError if the project does not exist.
 */
export function watchToolSchemas(options: GenerateOptions, onGeneration: (generation: Generation) => void): Watch {
  const project = readProject(options.project ?? 'tsconfig.json');
  const silent = (): void => undefined;
  // A configuration that only references other projects is watched by its files; any other by its `include`, which
  // covers new files too.
  const host = project.isSolution
    ? ts.createWatchCompilerHost(
        [...project.rootNames],
        project.options,
        ts.sys,
        ts.createSemanticDiagnosticsBuilderProgram,
        silent,
        silent,
        project.references,
      )
    : ts.createWatchCompilerHost(
        project.configPath,
        project.readingOptions,
        ts.sys,
        ts.createSemanticDiagnosticsBuilderProgram,
        silent,
        silent,
      );
  Object.assign(host, { useSourceOfProjectReferenceRedirect: () => true });
  // The compiler's own delay is longer than saving a file needs.
  host.setTimeout = (callback, _delay, ...rest) => setTimeout(callback, debounceMs, ...rest);
  const records = new RecordCache();
  let start = performance.now();
  const create = host.createProgram;
  host.createProgram = (...args) => {
    start = performance.now();
    return create(...args);
  };
  // Replaces the callback that would emit the program and report its errors.
  host.afterProgramCreate = (builder) => {
    const program = builder.getProgram();
    program.getTypeChecker();
    // Checking for type errors would take longer than generating the schemas.
    const programOptions = {
      ...options,
      programMs: performance.now() - start,
      checksFiles: false,
      getOrCreateRecord: records.beginProgram(builder),
    };
    onGeneration(generateFrom(program, project, programOptions));
  };
  return ts.createWatchProgram(host as ts.WatchCompilerHostOfConfigFile<ts.SemanticDiagnosticsBuilderProgram>);
}
