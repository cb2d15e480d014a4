// What random cases have in common that run twice, with two contents.

/** On a busy machine, calls that run at once may end in another order in the second run, which is no difference of contents. */
export async function tryUntilEqual(tryBoth) {
  const first = await tryBoth();
  for (let attempt = 0; attempt < 2 && first.problems.length > 0; attempt++) {
    const again = await tryBoth();
    if (again.problems.length === 0) return again;
  }
  return first;
}

/** Returns the shortest case that fails in the same way. It ends early after some attempts, or some time in milliseconds. */
export async function shrink(
  session,
  { shorterThan, failsAlike, maxAttempts = Number.POSITIVE_INFINITY, maxMs = Number.POSITIVE_INFINITY },
) {
  let shortest = session;
  let attempts = 0;
  const start = performance.now();
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const candidate of shorterThan(shortest)) {
      if (++attempts > maxAttempts || performance.now() - start > maxMs) return shortest;
      if (!(await failsAlike(candidate))) continue;
      shortest = candidate;
      isShorter = true;
      break;
    }
  }
  return shortest;
}

/** The figures of all cases. */
export class Figures {
  /** The number of cases. */
  cases = 0;
  all = {};

  add({ figures = {} }) {
    this.cases++;
    for (const [name, count] of Object.entries(figures)) this.all[name] = (this.all[name] ?? 0) + count;
  }
}
