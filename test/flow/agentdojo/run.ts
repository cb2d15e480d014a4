// Replays the suites of AgentDojo with their policies, without a model:
// `npm run test:agentdojo -- <folder> [<folder with policies>] [--handles] [--rule deciding] [--min-tasks 52]
// [--min-stopped 95] [--json]`. Without --handles, the model reads all results, whatever the policies say of showing them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatReport } from './format-report.js';
import { readPolicies, rules, withoutHandles } from './policies.js';
import { measure, missedTargets, type SuiteReport, sum } from './report.js';
import { readSuites } from './suite.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    handles: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    rule: { type: 'string', default: 'deciding' },
    'min-tasks': { type: 'string', default: '0' },
    'min-stopped': { type: 'string', default: '0' },
  },
});

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`test:agentdojo: ${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

async function main(): Promise<number> {
  const [folder, policyFolder = join(import.meta.dirname, '../policies')] = positionals;
  if (folder === undefined) throw new Error('pass the folder with the JSON files of the suites.');
  const rule = rules.find((one) => one === values.rule);
  if (rule === undefined) throw new Error(`--rule is one of ${rules.join(', ')}.`);
  // No argument decides by that rule, so that nothing would ask in a session that has read nothing.
  if (values.handles && rule === 'any') throw new Error('--rule any compares results that the model reads.');
  const targets = { minTasks: readNumber('min-tasks'), minStopped: readNumber('min-stopped') };

  const reports: SuiteReport[] = [];
  for (const suite of readSuites(folder)) {
    const policies = readPolicies(readFileSync(join(policyFolder, `${suite.suite}.yaml`), 'utf8'), suite);
    reports.push(await measure(suite, values.handles ? policies : withoutHandles(policies), rule));
  }
  const total = sum(reports);
  const text = values.json
    ? JSON.stringify({ rule, handles: values.handles, total, suites: reports }, undefined, 2)
    : formatReport(reports);
  process.stdout.write(`${text}\n`);
  const missed = missedTargets(total, targets);
  for (const target of missed) process.stderr.write(`test:agentdojo: ${target}\n`);
  return missed.length > 0 ? 1 : 0;
}

/** Reads a target: a number of tasks, or a percentage of attacks. */
function readNumber(name: 'min-tasks' | 'min-stopped'): number {
  const number = Number(values[name]);
  if (Number.isNaN(number)) throw new Error(`--${name} is a number.`);
  return number;
}
