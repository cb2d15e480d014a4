import { readArguments, readPairs } from './argument-pairs.js';
import { defineCommand } from './shared/declaration.js';
import { exitCodes } from './shared/exit-codes.js';
import { moduleArgument, moduleExit, readToolPlace, toolPlaceOptions } from './tool-place-options.js';

/** The command `toolwright call`. */
export const call = defineCommand({
  name: 'call',
  summary: 'run one tool',
  description: 'Runs one tool of a module and prints its result. Ctrl-C cancels the call.',
  arguments: [
    moduleArgument,
    { name: 'tool', label: 'a tool', description: 'the name of the tool', completes: 'tool' },
    {
      name: 'arguments',
      label: 'arguments',
      description:
        'pairs: key=text, key:=json, key=@file; or one JSON object; or - to read the object from standard input',
      isOptional: true,
      isRepeatable: true,
      completes: 'tool argument',
    },
  ],
  options: {
    stream: { kind: 'flag', flags: '--stream', description: 'print each chunk as it arrives' },
    answers: {
      kind: 'value',
      flags: '--answers <file>',
      description: 'a JSON file with answers to what the tool asks, for use without a terminal',
      isPath: true,
    },
    state: {
      kind: 'list',
      flags: '--state <pair>',
      description:
        'a value of the state, which bound parameters read: <key>=<text> or <key>:=<json>, which may be repeated',
    },
    ...toolPlaceOptions,
  },
  examples: [
    'call ./shop.ts find query=tea limit=5',
    `call ./shop.ts find filter.state=open tags=new tags=hot price:='{"max":9}' notes=@notes.txt`,
    `call ./shop.ts find '{"query":"tea"}'`,
    'call ./shop.ts find - < arguments.json',
    'call ./shop.ts order --state user.id=7 --answers answers.json --json',
  ],
  exits: [
    [exitCodes.ok, 'success'],
    [exitCodes.usage, 'invalid usage, or an unknown tool'],
    moduleExit,
    [exitCodes.tool, 'the tool failed, rejected its arguments, or asked a question that was not answered'],
    [exitCodes.interrupted, 'interrupted'],
  ],
  prepare({ operands: [modulePath = '', toolName = '', ...operands], values }) {
    const { stream, answers } = values;
    const state = readPairs(values.state, '--state');
    const place = readToolPlace(modulePath, values);
    const command = { ...place, toolName, ...readArguments(operands), state, stream, answers };
    return {
      run: async (environment) => (await import('./call.js')).callTool(command, environment),
    };
  },
});
