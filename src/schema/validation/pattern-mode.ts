import { DefinitionError } from '../../base/errors/errors.js';
import { memoize } from '../../base/values/memoize.js';
import { previewValue } from '../../base/values/value-preview.js';
import type { Interpretation } from '../interpreter/schema-interpreter.js';
import { createLinearPatterns, type Re2 } from '../patterns/linear-patterns.js';
import { requireRe2 } from '../patterns/require-re2.js';

// An author's schema is trusted. These limits only keep one call below about a second.
const authorLimits = Object.freeze({ patternStates: 10_000, patternWork: 2_000_000, validationSteps: 2_000_000 });

const createInterpretation = memoize((re2: Re2): Interpretation => {
  return Object.freeze({ limits: authorLimits, compilePattern: createLinearPatterns(re2, authorLimits) });
});

/**
 * Returns the settings of the interpreter for an author's option `patterns`; undefined for the native engine.
 *
 * @throws DefinitionError that begins with `where` if the option is invalid, or the linear-time engine is missing.
 */
export function interpretationFor(patterns: unknown, where: string): Interpretation | undefined {
  if (patterns === undefined || patterns === 'native') return undefined;
  if (patterns === 'linear') return createInterpretation(requireRe2());
  throw new DefinitionError(`${where}: patterns must be 'native' or 'linear', not ${previewValue(patterns)}.`);
}
