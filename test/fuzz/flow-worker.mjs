// Runs a random session twice, with two contents, and compares the runs. With a seed as its argument, it shows the shortest
// session that fails in the same way.
import { compareRuns } from './flow-oracle.mjs';
import { runSession } from './flow-run.mjs';
import { randomSession } from './flow-steps.mjs';
import { serveCases } from './serve-cases.mjs';
import { shrink, tryUntilEqual } from './two-runs.mjs';

async function runCase(seed) {
  const session = randomSession(seed);
  const { problems, figures } = await tryUntilEqual(() => tryBoth(session));
  if (problems.length === 0) return { seed, longestMs: 0, problems, figures };
  const kind = kindOf(problems);
  const failsAlike = async (candidate) => kindOf((await tryBoth(candidate)).problems) === kind;
  const shortest = await shrink(session, { shorterThan, failsAlike });
  const shown = { ...shortest, tools: shortest.tools.filter((tool, at) => isUsed(shortest, tool, at)) };
  return {
    seed,
    longestMs: 0,
    problems: [
      ...(await tryBoth(shortest)).problems,
      JSON.stringify(process.argv.length > 2 && process.send === undefined ? shown : shown.steps),
    ],
    figures,
  };
}

async function tryBoth(session) {
  const runs = [await runSession(session, session.seed * 2 + 1), await runSession(session, session.seed * 2 + 2)];
  return compareRuns(...runs);
}

/** Drops steps, calls and arguments, one at a time. */
function* shorterThan(session) {
  const { steps, tools } = session;
  for (const [at, step] of steps.entries()) {
    yield { ...session, steps: steps.toSpliced(at, 1) };
    for (const [index, call] of (step.calls ?? []).entries()) {
      const replaced = (calls) => ({ ...session, steps: steps.with(at, { ...step, calls }) });
      if (step.calls.length > 1) yield replaced(step.calls.toSpliced(index, 1));
      for (const each of call.args.keys())
        yield replaced(step.calls.with(index, { ...call, args: call.args.toSpliced(each, 1) }));
    }
  }
  for (const [at, tool] of tools.entries()) {
    if (tool.middleware.length > 0) yield { ...session, tools: tools.with(at, { ...tool, middleware: [] }) };
    if (tool.postprocess !== undefined)
      yield { ...session, tools: tools.with(at, { ...tool, postprocess: undefined }) };
  }
}

function isUsed({ steps, tools }, { name }, at) {
  const used = steps.flatMap(({ calls = [] }) => calls.map(({ tool }) => tool));
  return used.includes(at) || used.some((one) => tools[one].inner === at) || name === '';
}

/** Returns a problem without what depends on the session. */
function kindOf([problem]) {
  if (problem === undefined) return undefined;
  return (
    /(ran with untrusted|without a deciding|shows|concerns|ran and|denied and|invalid and|ran with|cached and|one run)/.exec(
      problem,
    )?.[0] ?? problem
  );
}

serveCases(runCase);
