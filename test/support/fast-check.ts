import fc from 'fast-check';

const usualRuns = Number(process.env.FC_RUNS ?? 30);

/**
 * How many values a property is tried with: `factor` times as many as usual, for values of which few are interesting.
 * The usual number is 30, in the project `e2e` 300, and what `FC_RUNS` says where it is set.
 */
export function runs(factor: number): number {
  return Math.ceil(usualRuns * factor);
}

fc.configureGlobal({ numRuns: usualRuns });

export { fc };
