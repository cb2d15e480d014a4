// Runs the programs of a random session twice, with two contents, and compares the runs. With a seed as its argument, it shows
// the shortest session that fails in the same way.
import { shorterThan, sourceOf } from './program-code.mjs';
import { compareRuns } from './program-oracle.mjs';
import { runSession } from './program-run.mjs';
import { randomSession } from './program-steps.mjs';
import { serveCases } from './serve-cases.mjs';
import { shrink, tryUntilEqual } from './two-runs.mjs';

// Each attempt runs two sessions.
const maxAttempts = 250;
// The watchdog ends a case after 10 seconds.
const maxShrinkMs = 6_000;

async function runCase(seed) {
  const session = randomSession(seed);
  const { problems, figures } = await tryUntilEqual(() => tryBoth(session));
  if (problems.length === 0) return { seed, longestMs: 0, problems, figures };
  const kind = kindOf(problems);
  const failsAlike = async (candidate) => kindOf((await tryBoth(candidate)).problems) === kind;
  const shortest = await shrink(session, { shorterThan: shorterSessions, failsAlike, maxAttempts, maxMs: maxShrinkMs });
  const steps = shortest.steps.map(({ op, program, ...step }) =>
    program === undefined ? `${op} ${JSON.stringify(step)}` : sourceOf(program),
  );
  const used = shortest.tools.filter(({ name }) => steps.join().includes(name));
  const tools = used.map(({ params, bind: _, ...tool }) => ({ ...tool, params: Object.keys(params).join() }));
  return {
    seed,
    longestMs: 0,
    problems: [
      (await tryBoth(shortest)).problems[0] ?? problems[0],
      `\n${steps.join('\n--\n')}\n`,
      JSON.stringify(tools),
    ],
    figures,
  };
}

async function tryBoth(session) {
  return compareRuns(await runSession(session, 1), await runSession(session, 2));
}

/** Drops steps and statements, one at a time. */
function* shorterSessions(session) {
  const { steps } = session;
  for (const at of steps.keys()) yield { ...session, steps: steps.toSpliced(at, 1) };
  for (const [at, step] of steps.entries()) {
    if (step.op !== 'program') continue;
    for (const program of shorterThan(step.program)) yield { ...session, steps: steps.with(at, { ...step, program }) };
  }
}

const kinds = /made in one run only|differs|shows|ran with untrusted|ran after a look|its result/;

/** Returns a problem without what depends on the session. */
function kindOf([problem]) {
  return problem === undefined ? undefined : (kinds.exec(problem)?.[0] ?? problem);
}

serveCases(runCase);
