import { createInterface } from 'node:readline/promises';
import { visibleText } from '../../base/text/visible-text.js';
import { ToolError } from '../../index.js';
import { withText } from './find-entry.js';
import { createFileFailure, readConfigFile, type WriteOptions, writeConfigFile } from './host-files/config-file.js';
import { type ChangedEntry, describeDifference } from './host-files/difference.js';
import { findTerminal } from './questioner.js';
import type { CommandEnvironment } from './shared/declaration.js';
import { CommandFailure, exitCodes } from './shared/exit-codes.js';
import type { TextStyle } from './shared/text-style.js';

/** The new text of a configuration file. */
export interface EditedText {
  readonly text: string;
  readonly entry: ChangedEntry;
}

/** A change of a configuration file. */
export interface Change extends WriteOptions {
  readonly path: string;
  readonly dryRun: boolean;
  /** Whether to write without asking. */
  readonly yes: boolean;
  /** Returns the new text, and the entry that changes. */
  readonly edit: (text: string) => EditedText;
}

/** The report and the streams of a command that changes files. */
export type ChangeIo = Pick<CommandEnvironment, 'report' | 'streams'>;

/** The result of a change. */
export interface Changed {
  readonly isChanged: boolean;
  readonly difference: string;
  /** The copy of the previous content. Undefined if nothing was written, or the file was new. */
  readonly backup: string | undefined;
}

// Each attempt fails only if another program writes to the file within milliseconds.
const maxAttempts = 20;

/**
 * Shows a change of a file, asks for permission, and writes it.
 *
 * @throws CommandFailure if the file cannot be changed, or permission is refused.
 */
export async function changeFile(change: Change, io: ChangeIo): Promise<Changed> {
  try {
    return await writeChange(change, io);
  } catch (error) {
    if (!ToolError.is(error)) throw error;
    throw new CommandFailure(error.message, exitCodes.usage, { code: 'configuration' });
  }
}

async function writeChange(change: Change, io: ChangeIo): Promise<Changed> {
  const { path, dryRun, yes, edit } = change;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const file = readConfigFile(path);
    const { text, entry } = withText(path, file.text, edit);
    if (text === file.text) return { isChanged: false, difference: '', backup: undefined };
    const difference = visibleText(describeDifference({ path, before: file.text, after: text }, entry));
    if (dryRun) return { isChanged: false, difference, backup: undefined };
    if (attempt === 0) io.report.note(colorDifference(difference, io.report.styles.stderr));
    if (!yes) await confirm(io, path);
    const written = await writeConfigFile(file, text, change);
    if (written !== undefined) return { isChanged: true, difference, backup: written.backup };
    // What the person has confirmed is another change.
    if (!yes) break;
  }
  throw createFileFailure(path, 'Another program has changed it in the meantime. Run the command again.');
}

/** Formats the removed and the added lines of a difference. */
function colorDifference(difference: string, style: TextStyle): string {
  const lines = difference.split('\n').map((line) => {
    if (/^(?:---|\+\+\+)/.test(line)) return style('bold', line);
    return line.startsWith('-') ? style('red', line) : line.startsWith('+') ? style('green', line) : line;
  });
  return lines.join('\n');
}

async function confirm({ report, streams }: ChangeIo, path: string): Promise<void> {
  const terminal = findTerminal(streams, report.styles.stderr);
  if (terminal === undefined) {
    throw createRefusal(
      `'${path}' is changed only with permission, and there is no terminal to ask. Pass --yes, or --dry-run.`,
    );
  }
  const lines = createInterface({ input: terminal.input, output: terminal.output, terminal: true });
  const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('no')));
  try {
    const answer = await Promise.race([lines.question(`Write this change to '${path}' (yes or no): `), closed]);
    if (!/^\s*y(?:es)?\s*$/i.test(answer)) throw createRefusal(`'${path}' was not changed.`);
  } finally {
    lines.close();
  }
}

function createRefusal(message: string): CommandFailure {
  return new CommandFailure(message, exitCodes.usage, { code: 'unconfirmed' });
}
