import { mergeLimits } from '../../base/options/merge-limits.js';
import type { CheckLimits } from '../interpreter/check-budget.js';
import type { PatternLimits } from '../patterns/linear-patterns.js';

/** The limits for the schemas of an untrusted source, and for the work that they cause. */
export interface ImportLimits extends CheckLimits, PatternLimits {
  /** The largest size of the definition of one tool as JSON text, in bytes. @default 262144 */
  readonly schemaBytes: number;
  /** The largest number of JSON values in the definition of one tool. @default 10000 */
  readonly schemaNodes: number;
  /** The largest nesting depth of a schema, in levels. @default 64 */
  readonly schemaDepth: number;
  /** The largest number of members of one object or array of a schema, such as its properties. @default 2000 */
  readonly schemaMembers: number;
  /**
   * The largest number of JSON values in a schema once each reference is replaced by its definition, as exports do.
   *
   * @default 25000
   */
  readonly expandedNodes: number;
  /** The largest nesting depth of a schema once each reference is replaced by its definition. @default 256 */
  readonly expandedDepth: number;
  /** The largest number of states of a compiled pattern. @default 1000 */
  readonly patternStates: number;
  /**
   * The largest work of matching patterns in one call: the sum of the states of each pattern times the characters that
   * it is matched with. @default 200000
   */
  readonly patternWork: number;
  /** The largest number of steps of validating one call: about one for each schema that is applied to a value. @default 200000 */
  readonly validationSteps: number;
}

/** The default limits. */
export const defaultImportLimits: ImportLimits = Object.freeze({
  schemaBytes: 262_144,
  schemaNodes: 10_000,
  schemaDepth: 64,
  schemaMembers: 2_000,
  expandedNodes: 25_000,
  expandedDepth: 256,
  patternStates: 1_000,
  patternWork: 200_000,
  validationSteps: 200_000,
});

/**
 * Returns the limits with the defaults filled in.
 *
 * @throws DefinitionError that begins with `where` if a limit does not exist or is not a number above 0.
 */
export function readImportLimits(limits: Partial<ImportLimits> | undefined, where: string): ImportLimits {
  return mergeLimits(defaultImportLimits, limits, where);
}
