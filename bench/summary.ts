import type { PartRun } from './fork-part.js';
import type { ContenderInfo } from './messages.js';
import { median } from './statistics.js';

/** What was found out about one contender. */
export interface Finding {
  readonly contender: ContenderInfo;
  readonly isPeer: boolean;
  /** Nanoseconds or bytes for one unit of work, less what does not count: the median over the processes. */
  readonly value: number;
  /** How many times the base's; undefined without one. */
  readonly ratio: number | undefined;
}

/** All processes that measured one part. */
export interface PartRuns {
  readonly isPeer: boolean;
  readonly runs: readonly PartRun[];
}

/**
 * The findings of one row. A ratio is the median over the processes of the median over the rounds of each round's own
 * ratio: what slows down a machine slows down both. Where the base is in other processes, it is the ratio of medians.
 */
export function summarize(parts: readonly PartRuns[]): readonly Finding[] {
  const findings = parts.flatMap((part) => findingsOf(part)).filter(({ value }) => !Number.isNaN(value));
  return findings
    .map((finding) => (finding.ratio === undefined ? { ...finding, ratio: ratioAcross(finding, findings) } : finding))
    .filter(({ contender }) => contender.isHidden !== true);
}

function findingsOf({ runs, isPeer }: PartRuns): readonly Finding[] {
  const measured = runs.filter(({ rounds }) => rounds.length > 0);
  const contenders = measured[0]?.contenders ?? [];
  return contenders.map((contender) => ({
    contender,
    isPeer,
    value: median(measured.map((run) => median(valuesOf(run, contender)))),
    ratio: ratioWithin(measured, contender),
  }));
}

/** The values of all rounds, each less what does not count. */
function valuesOf({ contenders, rounds }: PartRun, { name, minus }: ContenderInfo): readonly number[] {
  const at = (wanted: string): number => contenders.findIndex((contender) => contender.name === wanted);
  return rounds.map((values) => {
    const value = values[at(name)] ?? Number.NaN;
    return minus === undefined ? value : value - (values[at(minus)] ?? Number.NaN);
  });
}

function ratioWithin(runs: readonly PartRun[], contender: ContenderInfo): number | undefined {
  const base = runs[0]?.contenders.find(({ name }) => name === contender.base);
  if (base === undefined) return undefined;
  return median(
    runs.map((run) => {
      const bases = valuesOf(run, base);
      return median(valuesOf(run, contender).map((value, round) => value / (bases[round] ?? Number.NaN)));
    }),
  );
}

function ratioAcross({ contender, value }: Finding, findings: readonly Finding[]): number | undefined {
  const base = findings.find((finding) => finding.contender.name === contender.base);
  return base === undefined ? undefined : value / base.value;
}
