import type { DefinitionError, ToolSource, ToolSpec } from '../../index.js';
import { CountedSource } from './counted-source.js';

/** An export or a file without tools. */
export interface SkippedTool {
  /** The absolute path of the file. */
  readonly file: string;
  /** The name of the export. Undefined for an entire file. */
  readonly exportName?: string | undefined;
  /** The reason, as a sentence. */
  readonly reason: string;
}

/** The tools that are read together: those of an export, or of a definition. */
export interface ToolPart {
  /** The tools, and the resources, prompts and completions. */
  readonly specs: readonly ToolSpec[];
  /** The source of the tools, if they come from one. */
  readonly source?: CountedSource | undefined;
}

/** Reads the tools of a source. If that fails, the source is closed. */
export async function readSource(source: ToolSource): Promise<ToolPart> {
  const counted = new CountedSource(source);
  try {
    return { specs: await counted.specs(), source: counted };
  } catch (error) {
    await counted.close().catch(() => {});
    throw error;
  }
}

/** The tools of a file, and what was not loaded. */
export interface FileTools {
  readonly parts: readonly ToolPart[];
  readonly skipped: readonly SkippedTool[];
  readonly errors: readonly DefinitionError[];
  /** The further files from which the tools were created, such as OpenAPI documents. */
  readonly documents?: readonly string[] | undefined;
}

/** Returns the sources of files. */
export function sourcesOf(files: readonly Pick<FileTools, 'parts'>[]): readonly CountedSource[] {
  return files.flatMap(({ parts }) => parts.flatMap(({ source }) => source ?? []));
}

/** The result of a file that cannot be read. */
export function failFile(...errors: readonly DefinitionError[]): FileTools {
  return { parts: [], skipped: [], errors };
}
