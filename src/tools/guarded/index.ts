/**
 * Tools that reach the machine: text files, programs and memory.
 *
 * @module
 */
import '../guarded.gen.js';

export { defaultDeny } from './files/deny-list.js';
export type { FileLimits } from './files/file-limits.js';
export type { FileRoot } from './files/file-roots.js';
export type { EntryKind } from './files/jailed-files.js';
export type { FileList, FileMatch, FileSearch, ListedEntry } from './files/search-files.js';
export {
  type DeletedFile,
  type EditedFile,
  type PathInput,
  TextFileTools,
  type TextFileToolsOptions,
  type WrittenFile,
} from './files/text-file-tools.js';
export type { MemoryInput } from './memory/memory-command.js';
export { type MemoryEntry, type MemoryPath, type MemoryStore, TransientMemoryStore } from './memory/memory-store.js';
export { MemoryTools, type MemoryToolsOptions } from './memory/memory-tools.js';
export type { ProgramRule, ProgramRules } from './shell/allowed-programs.js';
export type { AllowedOptions, OptionValue } from './shell/option-rules.js';
export { type ProgramOutput, type RunProgramInput, ShellTools, type ShellToolsOptions } from './shell/shell-tools.js';
