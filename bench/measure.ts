import type { Contender, TimedContender } from './row.js';

/** How long and how often to measure in one process. */
export interface Effort {
  readonly rounds: number;
  /** Rounds that do not count: the compiler is still at work. */
  readonly warmupRounds: number;
  /** How long each timed contender runs in each round, about, in milliseconds. */
  readonly sampleMs: number;
}

export const fullEffort: Effort = { rounds: 12, warmupRounds: 2, sampleMs: 25 };
export const smokeEffort: Effort = { rounds: 1, warmupRounds: 0, sampleMs: 0 };

// Calls that are timed together: one alone is shorter than the clock is exact.
const batchSize = 256;
// Longer work is timed one by one. In nanoseconds.
const batchThreshold = 250_000;

/**
 * Measures all contenders in rounds, each of them in each round, every other round backwards: whatever else the machine
 * does hits all alike. Gives the values of each round, in the contenders' order.
 */
export async function* measureRounds(
  contenders: readonly Contender[],
  effort: Effort,
): AsyncGenerator<readonly number[], void, undefined> {
  for (const contender of contenders) await checkWork(contender);
  for (let round = -effort.warmupRounds; round < effort.rounds; round++) {
    const values: number[] = [];
    for (const index of orderOf(contenders, round)) {
      const contender = contenders[index];
      if (contender !== undefined) values[index] = await sample(contender, effort);
    }
    if (round >= 0) yield values;
  }
}

function orderOf(contenders: readonly Contender[], round: number): readonly number[] {
  const order = [...contenders.keys()];
  return round % 2 === 0 ? order : order.reverse();
}

async function checkWork(contender: Contender): Promise<void> {
  if ('sample' in contender) return;
  const result = await contender.run();
  if (!contender.works(result)) {
    throw new TypeError(`'${contender.name}' does not do its work: it gave ${JSON.stringify(result)}.`);
  }
}

async function sample(contender: Contender, effort: Effort): Promise<number> {
  return 'sample' in contender ? await contender.sample() : await time(contender, effort);
}

/** Nanoseconds for one unit of work: the median of what mitata timed, which leaves out its own warming up. */
async function time({ run, units = 1 }: TimedContender, { sampleMs }: Effort): Promise<number> {
  const isSmoke = sampleMs === 0;
  const { measure } = await loadMitata();
  const { p50 } = await measure(run, {
    // V8 discards optimised code in a full collection: the time to compile it again would be all that is seen.
    gc: false,
    min_cpu_time: sampleMs * 1e6,
    min_samples: isSmoke ? 1 : 5,
    batch_samples: isSmoke ? 4 : batchSize,
    batch_threshold: batchThreshold,
  });
  return p50 / units;
}

/** The part of mitata that times with it. */
interface Mitata {
  measure(run: () => unknown, options: Readonly<Record<string, unknown>>): Promise<{ readonly p50: number }>;
}

// It is installed in a folder of its own, beside the one that the compiler writes to.
async function loadMitata(): Promise<Mitata> {
  return (await import(new URL('../mitata/measure.mjs', import.meta.url).href)) as Mitata;
}
