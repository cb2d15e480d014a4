import { existsSync, statSync } from 'node:fs';
import { visibleText } from '../../base/text/visible-text.js';
import { readBaseline, writeBaseline } from '../checks/lint/baseline.js';
import { type Finding, type LintLevel, lintLevels, lintRules } from '../checks/lint/finding.js';
import { lintTools } from '../checks/lint/lint-tools.js';
import { type SarifResult, writeSarif } from '../checks/sarif.js';
import { readTextFile, writeTextFile } from '../checks/text-file.js';
import { withUsageFailure } from './check-failure.js';
import { countOf } from './count-of.js';
import { type DevPlace, isMcpPlace } from './dev-place.js';
import { loadChecked } from './load-checked.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import type { CommandResult, Report, ResultFailure } from './shared/report.js';
import type { TextFormat, TextStyle } from './shared/text-style.js';
import { readVersion } from './version.js';

/** The options of `toolwright lint`. */
export interface LintCommand {
  readonly place: DevPlace;
  /** The largest number of tokens of one tool. Undefined for the default. */
  readonly toolTokens: number | undefined;
  /** The least grave findings that are a failure. @default 'warning' */
  readonly level: LintLevel | undefined;
  /** The file with findings that are known. Undefined for none. */
  readonly baseline: string | undefined;
  readonly updateBaseline: boolean;
  /** The file for SARIF. Undefined for none. */
  readonly sarif: string | undefined;
}

/** Runs `toolwright lint`. The result is a failure if there are findings that are not known. */
export async function lint(command: LintCommand, report: Report): Promise<CommandResult> {
  const { place, baseline, updateBaseline, sarif, toolTokens, level = 'warning' } = command;
  const known = baseline === undefined || updateBaseline ? new Set<string>() : await readKnown(baseline);
  const { specs, all } = await check(place, { toolTokens, report });
  if (baseline !== undefined && updateBaseline) {
    writeTextFile(baseline, writeBaseline(all));
    return {
      data: { toolCount: specs, baseline, known: all.length },
      text: `${baseline}: ${countOf(all.length, 'finding')}`,
    };
  }
  const findings = all.filter(({ key }) => !known.has(key));
  if (sarif !== undefined) writeTextFile(sarif, describeInSarif(place, findings));
  const counted = lintLevels.slice(0, lintLevels.indexOf(level) + 1);
  const failing = findings.filter((finding) => counted.includes(finding.level));
  const { stdout, stderr } = report.styles;
  const summary = `${countOf(specs, 'tool')}, ${summarize(findings)}${known.size === 0 ? '' : `, ${all.length - findings.length} known`}`;
  const data = { toolCount: specs, findings, known: all.length - findings.length };
  const text = [...failing.map((finding) => lineOf(finding, stdout)), summary].join('\n');
  return failing.length === 0 ? { data, text } : { data, text, failure: createFailure(failing, stderr) };
}

async function check(
  place: DevPlace,
  { toolTokens, report }: { readonly toolTokens: number | undefined; readonly report: Report },
): Promise<{ readonly specs: number; readonly all: readonly Finding[] }> {
  const { tools, warnings, close } = await loadChecked(place);
  try {
    for (const warning of warnings) report.warn(warning);
    const specs = tools.map(({ spec }) => spec);
    return { specs: specs.length, all: await lintTools(specs, { toolTokens }) };
  } finally {
    await close();
  }
}

async function readKnown(file: string): Promise<ReadonlySet<string>> {
  if (!existsSync(file)) {
    const message = `There is no baseline '${file}'. Write it with --update-baseline.`;
    throw new CommandFailure(message, exitCodes.usage);
  }
  return withUsageFailure('baseline', () => readBaseline(readTextFile(file)));
}

const formats: Readonly<Record<LintLevel, TextFormat>> = { error: 'red', warning: 'yellow', note: 'dim' };

function lineOf({ level, tool, rule, message }: Finding, style: TextStyle): string {
  return `${style(formats[level], level.padEnd(7))}  ${style('bold', visibleText(tool))}: ${visibleText(message)} ${style('dim', `[${rule}]`)}`;
}

function summarize(findings: readonly Finding[]): string {
  const counts = lintLevels.flatMap((level) => {
    const { length } = findings.filter((finding) => finding.level === level);
    return length === 0 ? [] : countOf(length, level);
  });
  return counts.length === 0 ? 'nothing found' : counts.join(', ');
}

function createFailure(findings: readonly Finding[], style: TextStyle): ResultFailure {
  const message = `${countOf(findings.length, 'finding')}. What is intended can be listed in the file of --baseline.`;
  return {
    exitCode: exitCodes.findings,
    error: { code: 'findings', message },
    text: `${style('red', 'toolwright:')} ${message}`,
  };
}

function describeInSarif(place: DevPlace, findings: readonly Finding[]): string {
  const path = isMcpPlace(place) || /^https?:/i.test(place.modulePath) ? undefined : place.modulePath;
  const lines = path === undefined || !isFile(path) ? [] : readTextFile(path).split('\n');
  const results = findings.map((finding): SarifResult => ({ ...finding, line: lineWith(lines, finding.tool) }));
  return writeSarif({ version: readVersion(), rules: lintRules, file: path, results });
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Returns the first line that contains a name as a word, from 1. Undefined if the file does not write it so. */
function lineWith(lines: readonly string[], name: string): number | undefined {
  const index = lines.findIndex((line) => isWordIn(line, name));
  return index === -1 ? undefined : index + 1;
}

function isWordIn(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at !== -1; at = line.indexOf(name, at + 1)) {
    const [before = '', after = ''] = [line[at - 1], line[at + name.length]];
    if (!/[\w$-]/.test(before) && !/[\w$-]/.test(after)) return true;
  }
  return false;
}
