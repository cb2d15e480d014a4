import fc from 'fast-check';

const usualRuns = Number(process.env.FC_RUNS ?? 30);

/**
 * How many values a property is tried with: `factor` times as many as usual, for values of which few are interesting.
 * The default number is 30, or 300 in the project `e2e`. `FC_RUNS` overrides it.
 */
export function runs(factor: number): number {
  return Math.ceil(usualRuns * factor);
}

fc.configureGlobal({ numRuns: usualRuns });

export { fc };
