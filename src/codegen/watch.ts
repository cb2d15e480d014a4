import { ts } from './compiler.js';
import { type GenerateOptions, type Generation, generateFrom } from './generate.js';
import { readProject } from './project.js';
import { RecordCache } from './record-cache.js';

// Editors write a file in more than one step. In milliseconds.
const settleMs = 30;

/** A watch that runs until it is closed. */
export interface Watch {
  close(): void;
}

/**
 * Generates a project's module now and after each change of its files, and tells what came of it.
 *
 * @throws DefinitionError if there is no such project.
 */
export function watchToolSchemas(options: GenerateOptions, onGeneration: (generation: Generation) => void): Watch {
  const project = readProject(options.project ?? 'tsconfig.json');
  const silent = (): void => undefined;
  // A configuration that only refers to others is watched by its files; any other by its `include`, for new ones too.
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
  // The compiler gathers changes for longer than a saved file needs.
  host.setTimeout = (callback, _delay, ...rest) => setTimeout(callback, settleMs, ...rest);
  const records = new RecordCache();
  let start = performance.now();
  const create = host.createProgram;
  host.createProgram = (...given) => {
    start = performance.now();
    return create(...given);
  };
  // In the place of what would emit the program and report its errors.
  host.afterProgramCreate = (builder) => {
    const program = builder.getProgram();
    program.getTypeChecker();
    // Looking for all type errors would take longer than the schemas themselves.
    const how = {
      ...options,
      programMs: performance.now() - start,
      checksFiles: false,
      recall: records.recall(builder),
    };
    onGeneration(generateFrom(program, project, how));
  };
  return ts.createWatchProgram(host as ts.WatchCompilerHostOfConfigFile<ts.SemanticDiagnosticsBuilderProgram>);
}
