import type { ToolSpec } from '../../index.js';
import type { FileTools } from './tool-file.js';

/** A tool and the file that defines it. */
export interface FoundTool {
  readonly spec: ToolSpec;
  /** The absolute path of the file. */
  readonly file: string;
}

/** A tool that is not used, because an earlier file defines a tool of its name. */
export interface DuplicateTool extends FoundTool {
  readonly name: string;
  /** The absolute path of the file whose tool is used. */
  readonly usedFile: string;
}

/** A file with its tools. */
export interface LoadedFile extends FileTools {
  readonly path: string;
  /** A text that changes if the file or one of its documents is changed. */
  readonly signature: string;
}

/** The tools of files by name, and the duplicates. */
export interface ToolTable {
  readonly tools: ReadonlyMap<string, FoundTool>;
  readonly duplicates: readonly DuplicateTool[];
}

/** Creates the table of the tools of files. The first tool of a name is used. */
export function createToolTable(files: readonly LoadedFile[]): ToolTable {
  const tools = new Map<string, FoundTool>();
  const duplicates: DuplicateTool[] = [];
  for (const { path: file, parts } of files) {
    // A spec may be exported twice.
    for (const spec of new Set(parts.flatMap(({ specs }) => specs))) {
      const { name, offer } = spec;
      if (offer !== undefined) continue;
      const used = tools.get(name);
      if (used === undefined) tools.set(name, { spec, file });
      else if (used.spec !== spec) duplicates.push(Object.freeze({ name, spec, file, usedFile: used.file }));
    }
  }
  return { tools, duplicates };
}
