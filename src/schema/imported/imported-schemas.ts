import { DefinitionError } from '../../errors.js';
import type { JsonSchema } from '../../json-schema.js';
import type { Interpretation } from '../interpreter/schema-interpreter.js';
import { countExpanded } from '../json-schema/count-expanded.js';
import { createLinearPatterns, type Re2 } from '../patterns/linear-patterns.js';
import type { ImportLimits } from './import-limits.js';

/** Creates the settings with which the schemas of an untrusted source are checked. */
export function createInterpretation(limits: ImportLimits, re2: Re2): Interpretation {
  return Object.freeze({ limits, compilePattern: createLinearPatterns(re2, limits) });
}

/** Checks how large the exports of an imported schema become. @throws DefinitionError if they exceed the limit. */
export function checkImportedExpansion(schema: JsonSchema, { expandedNodes }: ImportLimits): void {
  if (expandedNodes === Number.POSITIVE_INFINITY || countExpanded(schema, expandedNodes) <= expandedNodes) return;
  throw new DefinitionError(
    `its schema has more than ${expandedNodes} JSON values once its references are expanded (expandedNodes)`,
  );
}
