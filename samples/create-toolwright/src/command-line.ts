import { parseArgs } from 'node:util';
import { Failure } from './failure.js';
import { describeTemplates, readTemplateName, type TemplateName } from './templates.js';

/** What is used if neither the command line nor the user says otherwise. */
export const defaults = { folder: 'toolwright-app', template: 'plain' } as const;

/** What the command line says. */
export interface CommandLine {
  readonly folder: string | undefined;
  readonly template: TemplateName | undefined;
  readonly install: boolean;
  readonly yes: boolean;
  readonly force: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

const options = {
  template: { type: 'string', short: 't' },
  install: { type: 'boolean', short: 'i', default: false },
  yes: { type: 'boolean', short: 'y', default: false },
  force: { type: 'boolean', short: 'f', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'v', default: false },
} as const;

/** The text of `--help`. */
export const usage = `Usage: npm create toolwright [folder] -- [options]

Creates a project with a tool, a test and instructions for agents.

Options:
  -t, --template <name>  the template
  -i, --install          install the packages of the project
  -y, --yes              ask nothing, and use the defaults
  -f, --force            use a folder that is not empty; its files remain as they are
  -h, --help             print this help
  -v, --version          print the version

Templates:
${describeTemplates()}

A missing folder or template is asked for on a terminal. Elsewhere, they are ${defaults.folder} and ${defaults.template}.`;

/** Reads the command line. Throws a `Failure` if it is not valid. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  const [folder, ...others] = positionals;
  if (others.length > 0) throw refuse(`Name one folder, not ${positionals.length}: ${positionals.join(', ')}.`);
  const { template, ...flags } = values;
  return {
    ...flags,
    folder: folder === '' ? undefined : folder,
    template: template === undefined ? undefined : readTemplateName(template),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // Its messages explain how to pass an option as an argument, which no folder needs.
    throw refuse(`${String(error instanceof Error ? error.message : error).split(/\.\s/, 1)[0]}.`);
  }
}

function refuse(message: string): Failure {
  return new Failure(`${message} See: npm create toolwright -- --help`);
}
