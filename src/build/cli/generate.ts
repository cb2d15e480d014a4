import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { GenerateOptions, Generation } from '../codegen/generate.js';
import { isUpToDate, writeGenerated } from '../codegen/generated-file.js';
import { CommandFailure, exitCodes, missingPackageCode } from './shared/exit-codes.js';
import { messageOf } from './shared/message-of.js';
import type { CommandResult, Report } from './shared/report.js';

/** The options of `toolwright generate`. */
export interface GenerateCommand {
  readonly project: string | undefined;
  readonly out: string | undefined;
  readonly types: string | undefined;
  /** Whether only the file with types is written. */
  readonly typesOnly: boolean;
  readonly check: boolean;
  readonly watch: boolean;
  /** Whether inputs reject properties that their types do not declare. */
  readonly closed: boolean;
}

/**
 * Runs `toolwright generate`: writes the module with the schemas of a project's tools, or checks that it is current.
 */
export async function generate(command: GenerateCommand, report: Report): Promise<CommandResult | undefined> {
  const { generateToolSchemas, watchToolSchemas } = await loadCodegen();
  const project = command.project ?? 'tsconfig.json';
  if (!existsSync(project)) {
    throw new CommandFailure(
      `Project '${project}' does not exist. Set the path of tsconfig.json with --project.`,
      exitCodes.module,
    );
  }
  const options: GenerateOptions = {
    project,
    closed: command.closed,
    ...(command.out === undefined ? {} : { out: command.out }),
    ...(command.types === undefined ? {} : { types: command.types }),
    onStep: ({ subject, done, total }) => {
      report.showProgress({ toolName: 'Reading', value: done, total, message: subject });
    },
  };
  if (!command.watch) return finishGeneration(generateToolSchemas(options), command, report);
  let written: string | undefined;
  const watch = watchToolSchemas(options, (generation) => {
    // The module itself is a file of the project, so writing it triggers another generation.
    const texts = generation.text === undefined ? undefined : [generation.text, generation.types?.text].join();
    if (texts !== undefined && texts === written) return;
    written = texts;
    try {
      report.finish(finishGeneration(generation, command, report));
    } catch (error) {
      // The next edit may fix the problem.
      report.fail(error);
    }
  });
  await once(process, 'SIGINT');
  watch.close();
  return undefined;
}

/** Returns the result of a generation, and writes its files unless `check` is set. */
function finishGeneration(
  generation: Generation,
  { check, typesOnly }: GenerateCommand,
  report: Report,
): CommandResult {
  const { outPath, text, types, problems, warnings, toolCount, classCount, functionCount } = generation;
  for (const warning of warnings) report.warn(warning);
  if (text === undefined) {
    const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
    const details = { code: 'unsupported_types', problems };
    throw new CommandFailure(`Found ${count}. No file was written.`, exitCodes.module, details);
  }
  const module = { path: outPath, text };
  const files = types === undefined ? [module] : typesOnly ? [types] : [module, types];
  const stale = files.filter((file) => !isUpToDate(file));
  const [first] = stale;
  if (check && first !== undefined) {
    throw new CommandFailure(`'${relative('', first.path)}' is stale. Run 'toolwright generate'.`, exitCodes.usage, {
      code: 'stale',
    });
  }
  stale.forEach(writeGenerated);
  const path = relative('', files[0]?.path ?? outPath);
  const isCurrent = stale.length === 0;
  return {
    data: {
      path,
      ...(types === undefined ? {} : { types: relative('', types.path) }),
      toolCount,
      classCount,
      functionCount,
      isCurrent,
    },
    text: `${path}: ${describeCounts(generation)}${isCurrent ? ', up to date' : ''}`,
  };
}

function describeCounts({ toolCount, classCount, functionCount, programMs, toolsMs }: Generation): string {
  const tools = `${toolCount} ${toolCount === 1 ? 'tool' : 'tools'}`;
  const classes = `${classCount} ${classCount === 1 ? 'class' : 'classes'}`;
  const functions =
    functionCount === 0 ? '' : ` and ${functionCount} ${functionCount === 1 ? 'function' : 'functions'}`;
  const times = `${Math.round(programMs)} ms for the program, ${Math.round(toolsMs)} ms for the tools`;
  return `${tools} of ${classes}${functions} (${times})`;
}

type Codegen = typeof import('../codegen/generate.js') & typeof import('../codegen/watch.js');

// Loaded only for this command because the compiler is a large, optional dependency.
async function loadCodegen(): Promise<Codegen> {
  try {
    const generateModule = await import('../codegen/generate.js');
    return { ...generateModule, ...(await import('../codegen/watch.js')) };
  } catch (error) {
    if (!messageOf(error).includes('typescript-json-schema')) throw error;
    throw new CommandFailure(
      "'generate' needs the package typescript-json-schema: npm install --save-dev typescript-json-schema",
      exitCodes.usage,
      { code: missingPackageCode },
    );
  }
}
