import { checkOptionNames, type OptionNames } from '../../../base/options/check-options.js';
import { count } from '../../../base/options/option-rules.js';

/** The limits of {@link TextFileTools}. */
export interface FileLimits {
  /** The largest file that is read or written, in bytes. @default 1_048_576 */
  readonly maxFileBytes?: number | undefined;
  /** The number of lines that one view returns. @default 2_000 */
  readonly maxViewLines?: number | undefined;
  /** The number of characters that one view returns. @default 100_000 */
  readonly maxViewCharacters?: number | undefined;
  /** The number of entries of a list, and of entries that are read of one folder. @default 1_000 */
  readonly maxEntries?: number | undefined;
  /** The number of files that one search reads. @default 2_000 */
  readonly maxSearchFiles?: number | undefined;
  /** The number of matches of one search. @default 200 */
  readonly maxMatches?: number | undefined;
}

/** All limits with their values. */
export type ResolvedFileLimits = { readonly [Name in keyof FileLimits]-?: number };

const defaults: ResolvedFileLimits = {
  maxFileBytes: 1_048_576,
  maxViewLines: 2_000,
  maxViewCharacters: 100_000,
  maxEntries: 1_000,
  maxSearchFiles: 2_000,
  maxMatches: 200,
};

const names: OptionNames<FileLimits> = {
  maxFileBytes: count,
  maxViewLines: count,
  maxViewCharacters: count,
  maxEntries: count,
  maxSearchFiles: count,
  maxMatches: count,
};

/** @throws DefinitionError if a limit is unknown or not a positive integer. */
export function resolveFileLimits(limits: FileLimits, where: string): ResolvedFileLimits {
  checkOptionNames(limits, names, `${where}: limits`);
  const chosen = Object.entries(limits).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(chosen) };
}
