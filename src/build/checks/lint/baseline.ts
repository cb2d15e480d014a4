import { DefinitionError } from '../../../base/errors/errors.js';
import { isRecord } from '../../../schema/json-schema/schema-walk.js';
import { hasMergeMarks } from '../text-file.js';
import type { Finding } from './finding.js';

const baselineVersion = 1;

/** Writes findings as the text of a baseline: they are known from then on. */
export function writeBaseline(findings: readonly Finding[]): string {
  const known = [...new Set(findings.map(({ key }) => key))].sort();
  return `${JSON.stringify({ baselineVersion, known }, undefined, 2)}\n`;
}

/**
 * Reads the keys of the findings of a baseline.
 *
 * @throws DefinitionError if the text is no baseline.
 */
export function readBaseline(text: string): ReadonlySet<string> {
  if (hasMergeMarks(text)) throw refuse('it contains the marks of a merge that is not resolved');
  let baseline: unknown;
  try {
    baseline = JSON.parse(text);
  } catch (error) {
    throw refuse('it is not JSON', error);
  }
  const known = isRecord(baseline) && baseline.baselineVersion === baselineVersion ? baseline.known : undefined;
  if (Array.isArray(known) && known.every((key) => typeof key === 'string')) return new Set(known);
  throw refuse('it is no list of findings');
}

function refuse(reason: string, cause?: unknown): DefinitionError {
  return new DefinitionError(`The baseline cannot be used: ${reason}. Write it again with --update-baseline.`, {
    cause,
  });
}
