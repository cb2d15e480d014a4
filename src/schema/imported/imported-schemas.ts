import { DefinitionError } from '../../base/errors/errors.js';
import type { JsonSchema } from '../../base/json/json-schema.js';
import type { CheckLimits } from '../interpreter/check-budget.js';
import type { Interpretation } from '../interpreter/schema-interpreter.js';
import { measureExpansion } from '../json-schema/measure-expansion.js';
import { createLinearPatterns, type PatternLimits, type Re2 } from '../patterns/linear-patterns.js';
import type { ImportLimits } from './import-limits.js';

/** Creates the settings with which the schemas of an untrusted source are checked. */
export function createInterpretation(limits: CheckLimits & PatternLimits, re2: Re2): Interpretation {
  return Object.freeze({ limits, compilePattern: createLinearPatterns(re2, limits) });
}

/** Checks how large the exports of an imported schema become. @throws DefinitionError if they exceed a limit. */
export function checkImportedExpansion(schema: JsonSchema, { expandedNodes, expandedDepth }: ImportLimits): void {
  // Without a limit, the number of values is not counted, because that could take forever.
  if (expandedNodes === Number.POSITIVE_INFINITY) return;
  const { nodes, depth } = measureExpansion(schema, { nodes: expandedNodes, depth: expandedDepth });
  const problem =
    depth > expandedDepth
      ? `is nested deeper than ${expandedDepth} levels once its references are expanded (expandedDepth)`
      : `has more than ${expandedNodes} JSON values once its references are expanded (expandedNodes)`;
  if (depth > expandedDepth || nodes > expandedNodes) throw new DefinitionError(`its schema ${problem}`);
}
