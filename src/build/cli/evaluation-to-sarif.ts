import { type Evaluation, statusOf } from '../checks/eval/evaluate.js';
import { explainCase } from '../checks/eval/explain-case.js';
import { labelOf } from '../checks/eval/match-case.js';
import { type SarifResult, writeSarif } from '../checks/sarif.js';
import { readTextFile } from '../checks/text-file.js';
import { readVersion } from './version.js';

const rules = { wrong: 'A model calls something else than expected.', error: 'A model has not answered.' } as const;

/** Writes the cases that are not right as SARIF, at their lines in the file of the cases. */
export function evaluationToSarif(casesPath: string, { results }: Evaluation): string {
  const lines = readTextFile(casesPath).split('\n');
  const failing = results.flatMap((result): readonly SarifResult[] => {
    const status = statusOf(result);
    if (status === 'ok') return [];
    const { name, expect } = result.case;
    const index = lines.findIndex((line) => line.includes(name));
    return [
      {
        rule: status,
        level: status === 'wrong' ? 'error' : 'warning',
        message: `${name}: ${explainCase(result) ?? status}`,
        tool: expect.map(labelOf).join(', ') || 'none',
        line: index === -1 ? undefined : index + 1,
        key: name,
      },
    ];
  });
  return writeSarif({ version: readVersion(), rules, file: casesPath, results: failing });
}
