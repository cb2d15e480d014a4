import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { visibleText } from '../../base/text/visible-text.js';
import { ToolError } from '../../index.js';
import { type Change, type ChangeClass, changeClasses } from '../checks/lock/change.js';
import { compareWithLock } from '../checks/lock/compare-with-lock.js';
import type { Definitions } from '../checks/lock/definition.js';
import { readLock, writeLock } from '../checks/lock/lock-file.js';
import { readDefinitions } from '../checks/lock/read-definitions.js';
import { type SarifResult, writeSarif } from '../checks/sarif.js';
import { readTextFile, writeTextFile } from '../checks/text-file.js';
import { countOf } from './count-of.js';
import type { DevPlace } from './dev-place.js';
import { loadChecked } from './load-checked.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import type { CommandResult, Report, ResultFailure } from './shared/report.js';
import type { TextFormat, TextStyle } from './shared/text-style.js';
import { readVersion } from './version.js';

/** The options of `toolwright lock`. */
export interface LockCommand {
  readonly place: DevPlace;
  /** The path of the lock file. */
  readonly file: string;
  /** Whether to compare with the lock file, and not to write it. */
  readonly check: boolean;
  /** The classes of changes that are no failure. */
  readonly allowed: readonly ChangeClass[];
  /** The file for SARIF. Undefined for none. */
  readonly sarif: string | undefined;
}

/** Runs `toolwright lock`. The result of a check is a failure if a definition has changed. */
export async function lockTools(command: LockCommand, report: Report): Promise<CommandResult> {
  const { file, check, sarif } = command;
  const locked = readLocked(command, report);
  const current = await readCurrent(command.place, report);
  const changes = locked === undefined ? [] : compareWithLock(locked, current);
  if (sarif !== undefined) writeTextFile(sarif, describeInSarif(file, changes));
  if (!check) writeTextFile(file, writeLock(current));
  const toolCount = Object.keys(current.tools).length;
  const data = { file: relative('', resolve(file)), toolCount, changes };
  const summary = `${data.file}: ${countOf(toolCount, 'tool')}, ${locked === undefined ? 'new' : summarize(changes)}`;
  const { stdout, stderr } = report.styles;
  const text = [...changes.map((change) => lineOf(change, stdout)), summary].join('\n');
  const remote = new Set([locked, current].flatMap((one) => (one === undefined ? [] : remoteToolsOf(one))));
  const refused = changes.filter((change) => !isAllowed(change, command.allowed, remote));
  if (!check || refused.length === 0) return { data, text };
  return { data, text, failure: createFailure(data.file, refused, stderr) };
}

/** Reads the lock file. Without --check it may be missing or broken, because it is written again. */
function readLocked({ file, check }: LockCommand, report: Report): Definitions | undefined {
  if (!existsSync(file)) {
    if (!check) return undefined;
    throw new CommandFailure(`There is no lock file '${file}'. Write it with 'toolwright lock'.`, exitCodes.usage);
  }
  const text = readTextFile(file);
  try {
    return readLock(text);
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    if (check) throw new CommandFailure(`${file}: ${error.message}`, exitCodes.module, { code: 'lock' });
    if (!text.includes('"lockVersion"')) {
      throw new CommandFailure(`'${file}' is another file, and is not overwritten.`, exitCodes.usage);
    }
    report.warn(`${file}: ${error.message}`);
    return undefined;
  }
}

async function readCurrent(place: DevPlace, report: Report): Promise<Definitions> {
  const { tools, sources, warnings, close } = await loadChecked(place);
  try {
    for (const warning of warnings) report.warn(warning);
    const specs = tools.map(({ spec }) => spec);
    return readDefinitions(specs, sources);
  } finally {
    await close();
  }
}

/**
 * Checks whether a change is no failure. What a server changes or adds was reviewed by no one, so that only another form with
 * the same meaning and the same words can be allowed.
 */
function isAllowed(
  { class: changeClass, subject: { kind, name } }: Change,
  allowed: readonly ChangeClass[],
  remote: ReadonlySet<string>,
): boolean {
  const isRemote = kind === 'server' || remote.has(name);
  return allowed.includes(changeClass) && (!isRemote || changeClass === 'cost');
}

/** Returns the names of the tools of MCP servers. */
function remoteToolsOf({ tools }: Definitions): readonly string[] {
  return Object.entries(tools).flatMap(([name, { origin = [] }]) => (origin.some((one) => 'tool' in one) ? name : []));
}

const formats: Readonly<Record<ChangeClass, TextFormat>> = {
  breaking: 'red',
  wording: 'yellow',
  compatible: 'green',
  cost: 'dim',
};

function lineOf({ class: changeClass, subject, text }: Change, style: TextStyle): string {
  const name = subject.kind === 'server' ? `the server ${subject.name}` : subject.name;
  return `${style(formats[changeClass], changeClass.padEnd(10))}  ${style('bold', visibleText(name))}: ${visibleText(text)}`;
}

function summarize(changes: readonly Change[]): string {
  const counts = changeClasses.flatMap((name) => {
    const { length } = changes.filter((change) => change.class === name);
    return length === 0 ? [] : `${length} ${name}`;
  });
  return counts.length === 0 ? 'unchanged' : `${countOf(changes.length, 'change')} (${counts.join(', ')})`;
}

function createFailure(file: string, changes: readonly Change[], style: TextStyle): ResultFailure {
  const message =
    `The definitions differ from ${file}: ${summarize(changes)}. ` +
    "If they are right, run 'toolwright lock' without --check, and have the difference reviewed.";
  return {
    exitCode: exitCodes.findings,
    error: { code: 'changed', message },
    text: `${style('red', 'toolwright:')} ${message}`,
  };
}

const rules: Readonly<Record<ChangeClass, string>> = {
  breaking: 'A call that was right may fail or do something else.',
  wording: 'Words that models read have changed.',
  compatible: 'What was right still is.',
  cost: 'The definition needs another number of tokens.',
};

const levels: Readonly<Record<ChangeClass, SarifResult['level']>> = {
  breaking: 'error',
  wording: 'warning',
  compatible: 'note',
  cost: 'note',
};

function describeInSarif(file: string, changes: readonly Change[]): string {
  const lines = existsSync(file) ? readTextFile(file).split('\n') : [];
  const results = changes.map(({ class: changeClass, subject, text }): SarifResult => {
    const index = lines.findIndex((line) => line.startsWith(`    ${JSON.stringify(subject.name)}: {`));
    return {
      rule: changeClass,
      level: levels[changeClass],
      message: `${subject.name}: ${text}`,
      tool: subject.name,
      line: index === -1 ? undefined : index + 1,
      key: `${subject.kind}:${subject.name}:${text}`,
    };
  });
  return writeSarif({ version: readVersion(), rules, file: relative('', resolve(file)), results });
}
