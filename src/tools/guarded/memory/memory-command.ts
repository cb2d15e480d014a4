import type { FileText } from '../files/file-types.js';
import type { MemoryPath } from './memory-store.js';

/** A path in the memory, as the model writes it. @description @minLength 1 @maxLength 1024 */
export type ShownPath = string;

/** The number of a line, or -1. @description @asType integer */
export type MemoryLine = number;

/** The arguments of the memory tool. Each command needs some of them. @description */
export interface MemoryInput {
  readonly command: 'view' | 'create' | 'str_replace' | 'insert' | 'delete' | 'rename';
  /** The path, from '/memories' on. For all commands except rename */
  readonly path?: ShownPath;
  /** For view: the first and the last line. -1 is the end @minItems 2 @maxItems 2 */
  readonly view_range?: readonly MemoryLine[];
  /** For create: the text of the file */
  readonly file_text?: FileText;
  /** For str_replace: the text to replace, verbatim @minLength 1 */
  readonly old_str?: FileText;
  /** For str_replace: the text that replaces it. Empty if omitted */
  readonly new_str?: FileText;
  /** For insert: the line after which to insert. 0 is the beginning */
  readonly insert_line?: MemoryLine;
  /** For insert: the text to insert */
  readonly insert_text?: FileText;
  /** For rename: the path of what to rename */
  readonly old_path?: ShownPath;
  /** For rename: the new path */
  readonly new_path?: ShownPath;
}

/** A command with valid paths. */
export interface MemoryCommand {
  readonly command: MemoryInput['command'];
  /** The path as the model wrote it, which results repeat. */
  readonly shown: string;
  readonly path: MemoryPath;
  readonly shownTarget: string;
  readonly target: MemoryPath;
  readonly range: readonly number[] | undefined;
  readonly line: number;
  readonly oldText: string;
  readonly text: string;
}

/** The arguments that each command needs. */
export const requiredFields: Readonly<Record<MemoryInput['command'], readonly (keyof MemoryInput)[]>> = {
  view: ['path'],
  create: ['path', 'file_text'],
  str_replace: ['path', 'old_str'],
  insert: ['path', 'insert_line', 'insert_text'],
  delete: ['path'],
  rename: ['old_path', 'new_path'],
};
