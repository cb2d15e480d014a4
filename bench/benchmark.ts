import { forkPart, type PartJob, type PartRun, type Problem } from './fork-part.js';
import type { Row } from './row.js';
import { loadRow, rowNames } from './rows.js';
import { type Finding, type PartRuns, summarize } from './summary.js';

/** What to measure, and how thoroughly. */
export interface BenchmarkOptions {
  /** The rows' names. @default all of them */
  readonly rows?: readonly string[] | undefined;
  /** How many processes measure each part. */
  readonly processes: number;
  /** Whether peers are measured too. */
  readonly withPeers: boolean;
  readonly isSmoke: boolean;
  /** The folders of the repositories whose builds are measured, in turn. */
  readonly roots: readonly string[];
  /** Ends the measuring at once. What is known by then is given. */
  readonly signal: AbortSignal;
  /** Hears how far it has come, from 0 to 1, and with which row. */
  readonly onProgress: (done: number, row: string) => void;
}

/** What was found out about one row. */
export interface RowFindings {
  readonly name: string;
  readonly row: Row;
  /** Of each root, in their order. */
  readonly findings: readonly (readonly Finding[])[];
  readonly problems: readonly Problem[];
}

interface Job extends PartJob {
  readonly isPeer: boolean;
}

/**
 * Measures the rows: each part in processes of its own, one at a time, all of them once before any of them again.
 *
 * @throws TypeError on the name of a row that there is not.
 */
export async function benchmark(options: BenchmarkOptions): Promise<readonly RowFindings[]> {
  const { processes, signal, onProgress, roots } = options;
  const rows = await Promise.all((options.rows ?? rowNames).map(async (name) => ({ name, row: await loadRow(name) })));
  const jobs = rows.flatMap(({ name, row }) => jobsOf(name, row, options));
  const runs = new Map<Job, PartRun[]>(jobs.map((job) => [job, []]));
  const total = jobs.length * processes;
  for (let at = 0; at < total && !signal.aborted; at++) {
    const job = jobs[at % jobs.length];
    if (job === undefined) break;
    const run = await forkPart(job, { signal, onProgress: (done) => onProgress((at + done) / total, job.row) });
    runs.get(job)?.push(run);
  }
  return rows.map(({ name, row }) => {
    const own = jobs.filter((job) => job.row === name);
    const findings = roots.map((root) =>
      summarize(own.filter((job) => job.root === root).map((job) => runsOf(job, runs))),
    );
    return { name, row, findings, problems: problemsOf(own.flatMap((job) => runs.get(job) ?? [])) };
  });
}

function jobsOf(name: string, row: Row, { withPeers, isSmoke, roots }: BenchmarkOptions): readonly Job[] {
  const parts = row.parts.filter(({ isPeer }) => withPeers || isPeer !== true);
  return parts.flatMap((part) => {
    return roots.map((root) => ({ row: name, part: part.name, isPeer: part.isPeer === true, isSmoke, root }));
  });
}

function runsOf(job: Job, runs: ReadonlyMap<Job, readonly PartRun[]>): PartRuns {
  return { isPeer: job.isPeer, runs: runs.get(job) ?? [] };
}

/** Each problem once, however many processes had it. */
function problemsOf(runs: readonly PartRun[]): readonly Problem[] {
  const problems = runs.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  return [...new Map(problems.map((problem) => [problem.text, problem])).values()];
}
