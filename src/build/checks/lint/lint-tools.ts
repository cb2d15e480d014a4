import type { ToolSpec } from '../../../index.js';
import { checkDescription } from './check-description.js';
import { checkParameters } from './check-parameters.js';
import { checkProviders } from './check-providers.js';
import { checkSize } from './check-size.js';
import { findConfusable } from './confusable-tools.js';
import { type Finding, lintLevels } from './finding.js';
import { findLostExamples } from './lost-examples.js';

/** The options of a check. */
export interface LintOptions {
  /** The largest number of tokens of one tool. @default 1000 */
  readonly toolTokens?: number | undefined;
}

/** Checks the definitions of the tools of one toolkit. Returns the gravest findings first. */
export async function lintTools(specs: readonly ToolSpec[], options: LintOptions = {}): Promise<readonly Finding[]> {
  const { toolTokens = 1_000 } = options;
  const findings = [
    ...specs.flatMap((spec) => [
      ...checkDescription(spec),
      ...checkParameters(spec),
      ...checkSize(spec, toolTokens),
      ...checkProviders(spec),
    ]),
    ...(await findConfusable(specs)),
    ...(await findLostExamples(specs)),
  ];
  return findings.toSorted((one, other) => lintLevels.indexOf(one.level) - lintLevels.indexOf(other.level));
}
