import { splitCommand } from '../checks/eval/split-command.js';
import { placeOptions, readPlace } from './checked-place.js';
import { readModelPlace } from './model-place.js';
import { defineCommand, type OptionDeclarations, UsageFailure } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { moduleArgument, moduleExit } from './tool-place-options.js';

const options = {
  model: {
    kind: 'value',
    flags: '--model <command or URL>',
    description: 'the model: a command that reads and writes lines of JSON, or the URL of chat completions',
  },
  modelName: { kind: 'value', flags: '--model-name <name>', description: 'with a URL: the name of the model' },
  key: {
    kind: 'value',
    flags: '--key <variable>',
    description: 'with a URL: the environment variable with a bearer token, which is not written',
  },
  timeout: {
    kind: 'value',
    flags: '--timeout <ms>',
    description: 'the longest time for the answer to a case (default: 60000)',
  },
  record: { kind: 'value', flags: '--record <file>', description: 'write the answers of the model', isPath: true },
  replay: {
    kind: 'value',
    flags: '--replay <file>',
    description: 'read recorded answers in the place of a model',
    isPath: true,
  },
  min: {
    kind: 'value',
    flags: '--min <percent>',
    description: 'how many of the cases have to be right (default: 100)',
  },
  sarif: {
    kind: 'value',
    flags: '--sarif <file>',
    description: 'write the cases that are not right as SARIF to a file too',
    isPath: true,
  },
  ...placeOptions,
  mcp: {
    kind: 'flag',
    flags: '--mcp',
    description: 'the tools of an MCP server: in the place of a module, its URL or its command in quotes',
  },
} as const satisfies OptionDeclarations;

/** The command `toolwright eval`. */
export const evalCommand = defineCommand({
  name: 'eval',
  summary: 'test which tools your model calls for which requests',
  description:
    'Asks a model for each case of a file, compares the calls that it wants with those that are expected, and prints which ' +
    'tools it confuses. No tool is called.',
  arguments: [
    moduleArgument,
    { name: 'cases', label: 'a file with cases', description: 'the cases, in YAML or JSON', completes: 'path' },
  ],
  options,
  examples: [
    'eval ./shop.ts cases.yaml --model "node model.mjs"',
    'eval ./shop.ts cases.yaml --model https://api.example.com/v1 --model-name small --key API_KEY --record answers.json',
    'eval ./shop.ts cases.yaml --replay answers.json --min 90',
    'eval --mcp "npx -y example-server" cases.yaml --model "node model.mjs"',
  ],
  exits: [
    [exitCodes.ok, 'enough of the cases are right'],
    [exitCodes.usage, 'invalid usage, cases or recorded answers, or a model that cannot be started'],
    moduleExit,
    [exitCodes.findings, 'too few of the cases are right, or an answer is not recorded'],
    [exitCodes.interrupted, 'interrupted'],
  ],
  prepare({ operands: [modulePath = '', casesPath = ''], values }) {
    const { record, sarif } = values;
    if (record !== undefined && values.replay !== undefined) {
      throw new UsageFailure("'eval' accepts --record or --replay, not both.");
    }
    const place = readPlace('eval', values.mcp ? readServer(modulePath) : [modulePath], values);
    const command = { place, casesPath, record, sarif, model: readModelPlace(values), min: readPercent(values.min) };
    return { run: async ({ report }) => (await import('./eval.js')).evaluateTools(command, report) };
  },
});

function readPercent(min: string | undefined): number {
  if (min === undefined) return 100;
  if (/^\d{1,3}(?:\.\d+)?$/.test(min) && Number(min) <= 100) return Number(min);
  throw new UsageFailure(`--min must be a number from 0 to 100, not '${min}'.`);
}

function readServer(text: string): readonly string[] {
  const words = splitCommand(text);
  if (words !== undefined && words.length > 0) return words;
  throw new UsageFailure(`--mcp requires the URL or the command of a server, not '${text}'.`);
}
