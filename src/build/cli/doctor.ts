import { checkModule } from './check-module.js';
import { checkCompiler } from './doctor/check-compiler.js';
import { checkPackages, checkRuntime } from './doctor/check-project.js';
import type { Finding } from './doctor/finding.js';
import { readProjectFacts } from './doctor/project-facts.js';
import type { ToolPlace } from './load-tools.js';
import { exitCodes } from './shared/exit-codes.js';
import type { CommandResult } from './shared/report.js';

/** Runs `toolwright doctor`: reports what is installed and configured, and what is wrong with it. */
export async function diagnose(place: ToolPlace | undefined): Promise<CommandResult> {
  const facts = readProjectFacts(place?.document === undefined ? place?.modulePath : undefined);
  const findings = [
    ...checkRuntime(facts),
    ...checkCompiler(facts),
    ...checkPackages(facts),
    ...(place === undefined ? [] : await checkModule(place)),
  ];
  const [errors, warnings] = [count(findings, 'error'), count(findings, 'warning')];
  const data = { errors, warnings, findings };
  const text = describeFindings(findings);
  if (errors === 0) return { data, text };
  const message = `${errors} ${errors === 1 ? 'error was' : 'errors were'} found.`;
  return { data, text, failure: { exitCode: exitCodes.usage, error: { code: 'problems', message }, text: '' } };
}

function count(findings: readonly Finding[], status: Finding['status']): number {
  return findings.filter((finding) => finding.status === status).length;
}

function describeFindings(findings: readonly Finding[]): string {
  const facts = findings.filter(({ status }) => status === 'ok');
  const width = Math.max(...facts.map(({ area }) => area.length));
  const problems = (['warning', 'error'] as const).flatMap((status) => {
    return findings.filter((finding) => finding.status === status).map(describeProblem);
  });
  const [errors, warnings] = [count(findings, 'error'), count(findings, 'warning')];
  return [
    ...facts.map(({ area, message }) => `${area.padEnd(width)}  ${message}`),
    '',
    ...problems.flatMap((lines) => [lines, '']),
    errors + warnings === 0 ? 'No problem was found.' : `${plural(errors, 'error')}, ${plural(warnings, 'warning')}`,
  ].join('\n');
}

function describeProblem({ status, area, message, remedy = '' }: Finding): string {
  return `${status}: ${area}: ${message}\n  ${remedy}`;
}

function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
