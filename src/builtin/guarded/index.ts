/**
 * Tools that reach the machine: text files, programs and memory.
 *
 * @module
 */
export type { ProgramRule, ProgramRules } from './shell/allowed-programs.js';
export { type ProgramOutput, type RunProgramInput, ShellTools, type ShellToolsOptions } from './shell/shell-tools.js';
