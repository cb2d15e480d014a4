import { createInterface, type Interface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { type CommandLine, defaults } from './command-line.js';
import { Failure } from './failure.js';
import { describeTemplates, readTemplateName, type TemplateName } from './templates.js';

/** Where questions are asked and answered. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** Where a project is created, and of which template. */
export interface Choice {
  readonly folder: string;
  readonly template: TemplateName;
}

/** Returns what the command line says, with the defaults for what it does not say. */
export function useDefaults({ folder, template }: CommandLine): Choice {
  return { folder: folder ?? defaults.folder, template: template ?? defaults.template };
}

/** Returns what the command line says, and asks for what it does not say. Throws a `Failure` if the user leaves. */
export async function askMissing(commandLine: CommandLine, terminal: Terminal): Promise<Choice> {
  const lines = createInterface(terminal);
  const left = new AbortController();
  // Ctrl-C and Ctrl-D close it, and no question is answered then.
  lines.once('close', () => left.abort());
  const ask = (question: string): Promise<string> => askOnce(lines, question, left.signal);
  try {
    const folder = commandLine.folder ?? ((await ask(`Folder (${defaults.folder}): `)) || defaults.folder);
    return { folder, template: commandLine.template ?? (await askTemplate(ask, terminal.output)) };
  } finally {
    lines.close();
  }
}

async function askOnce(lines: Interface, question: string, signal: AbortSignal): Promise<string> {
  try {
    return (await lines.question(question, { signal })).trim();
  } catch (error) {
    if (signal.aborted) throw new Failure('\nNothing was created.', 130);
    throw error;
  }
}

/** Asks until the answer is the name of a template. */
async function askTemplate(ask: (question: string) => Promise<string>, output: Writable): Promise<TemplateName> {
  output.write(`The templates are:\n${describeTemplates()}\n`);
  for (;;) {
    const answer = await ask(`Template (${defaults.template}): `);
    try {
      return readTemplateName(answer || defaults.template);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      output.write(`${error.message}\n`);
    }
  }
}
