import type { Contender } from './contenders.js';

/** How long and how often to measure. */
export interface Effort {
  readonly rounds: number;
  /** How long each contender runs in each round, about. */
  readonly sampleMs: number;
  /** How long each contender runs beforehand, so that the compiler has done its work. */
  readonly warmupMs: number;
  /** Ends the measuring after the sample that is under way. */
  readonly signal?: AbortSignal;
  /** Hears how far it has come, from 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

/** What was found out about one contender. */
export interface Measurement {
  readonly contender: Contender;
  /** Nanoseconds for one unit of work: the median over all rounds. */
  readonly ns: number;
  /** How many times the base's: the median of each round's own ratio. */
  readonly ratio: number | undefined;
}

/**
 * Times all contenders in rounds, each of them in each round, every other round backwards: whatever else the machine
 * does hits all alike. An interrupted round does not count. No collection is forced in between: V8 discards optimised
 * code in a full one, and the time to compile it again would be all that is seen.
 */
export async function measure(contenders: readonly Contender[], effort: Effort): Promise<readonly Measurement[]> {
  const { rounds, signal, onProgress } = effort;
  const timesOf = new Map<Contender, number>();
  for (const contender of contenders) {
    if (signal?.aborted === true) return [];
    timesOf.set(contender, await warmUp(contender, effort));
  }
  const results: ReadonlyMap<string, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    const result = new Map<string, number>();
    for (const [index, contender] of order.entries()) {
      if (signal?.aborted === true) return summarize(contenders, results);
      result.set(contender.name, await sample(contender, timesOf.get(contender) ?? 1));
      onProgress?.((round + (index + 1) / order.length) / rounds);
    }
    results.push(result);
  }
  return summarize(contenders, results);
}

/** Runs a contender for a while. Gives how many times fit into a sample. */
async function warmUp(contender: Contender, { warmupMs, sampleMs }: Effort): Promise<number> {
  const end = performance.now() + warmupMs;
  let times = 1;
  let perTime = await sample(contender, times);
  do {
    times = Math.max(1, Math.round((sampleMs * 1e6) / (perTime * (contender.units ?? 1))));
    perTime = await sample(contender, Math.min(times, 1_000));
  } while (performance.now() < end);
  return times;
}

/** Nanoseconds for one unit of work. */
async function sample({ run, units = 1 }: Contender, times: number): Promise<number> {
  const start = process.hrtime.bigint();
  await run(times);
  return Number(process.hrtime.bigint() - start) / times / units;
}

function summarize(
  contenders: readonly Contender[],
  results: readonly ReadonlyMap<string, number>[],
): readonly Measurement[] {
  if (results.length === 0) return [];
  return contenders.map((contender) => {
    const { name, base } = contender;
    const ratios = base === undefined ? [] : results.map((result) => timeOf(result, name) / timeOf(result, base));
    return {
      contender,
      ns: median(results.map((result) => timeOf(result, name))),
      ratio: base === undefined ? undefined : median(ratios),
    };
  });
}

function timeOf(result: ReadonlyMap<string, number>, name: string): number {
  const time = result.get(name);
  if (time === undefined) throw new TypeError(`There is no contender '${name}' to measure by.`);
  return time;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}
