import type { Requirement } from './requirement.js';

const contract = 'test/contracts/sandbox-engine.contract.ts';
const fromCode = 'test/sandbox/from-code.e2e.spec.ts';
const codeTools = 'test/sandbox/code-tools.spec.ts';
const lifecycle = 'test/sandbox/sandbox-lifecycle.spec.ts';
const packed = 'test/sandbox/sandbox-package.e2e.spec.ts';

/** The promises about the sandbox. */
export const sandboxRequirements: readonly Requirement[] = [
  {
    id: 'sandbox.confinement',
    promise: 'A program in the sandbox sees only the language and what it is given, and nothing of an earlier program.',
    sources: [
      'SECURITY.md#code-of-models',
      'SECURITY.md#what-is-a-vulnerability',
      'docs/sandbox.md#what-the-sandbox-protects',
      'docs/sandbox.md#sandbox-for-code-that-models-write',
    ],
    tests: {
      [contract]: [
        'its globals and functions, and nothing of the host',
        'no data of the program before',
        'copies of the globals',
        'without the stack or the cause of an error',
      ],
      [fromCode]: ['keeps the code away from the host'],
    },
  },
  {
    id: 'sandbox.hostile',
    promise: 'Each hostile program ends within its limits with a typed error, and the next call is clean.',
    sources: ['SECURITY.md#code-of-models'],
    tests: { [contract]: ['$name', 'a flood of hostile programs at once'] },
  },
  {
    id: 'sandbox.json',
    promise: 'Only JSON data crosses the boundary of the sandbox, and anything else is an error that says where it is.',
    sources: ['SECURITY.md#code-of-models', 'docs/sandbox.md#run-a-program'],
    tests: {
      [contract]: [
        'refuses a value without a JSON form > %s',
        'without a property that could set a prototype',
        'and refuses arguments without a JSON form',
        'with JSON data in both directions',
      ],
    },
  },
  {
    id: 'sandbox.program',
    promise:
      'The value of a program is that of its last expression, its errors name its own lines, and its console is captured.',
    sources: ['docs/sandbox.md#run-a-program'],
    tests: {
      [contract]: [
        'of %s',
        'with the line of a program that %s',
        'and removes its types',
        'with the lines of its own text in errors',
        'by level',
        'of a program that waits for nothing',
        'whose errors a program can catch',
        'and aborts the calls that the program does not await',
      ],
      [lifecycle]: [
        'ends its workers when it is closed, and can be used again',
        'leaves no worker and no handle behind, whether programs end, fail or are cancelled',
      ],
    },
  },
  {
    id: 'sandbox.limits',
    promise:
      'A program is limited in computing time, waiting time, memory, stack, calls, transferred characters and console output.',
    sources: ['SECURITY.md#programs-in-the-sandbox', 'docs/sandbox.md#limits'],
    tests: {
      [contract]: [
        'the time that a program computes, not the time that it waits',
        'the time that it computes in all its steps',
        'the time that it waits',
        'the number of calls',
        'the arguments that are sent at once',
        'the source text',
        'that has too many characters',
        'up to its limit',
        'runs more programs at once than it has workers, even if all wait for each other',
      ],
    },
  },
  {
    id: 'sandbox.pause',
    promise:
      'A program that waits for later answers is paused and continued, also in another process, and no finished call is repeated.',
    sources: ['docs/sandbox.md#pause-a-program-and-continue-it-later'],
    tests: {
      [contract]: [
        'a program whose calls are answered later, and runs each other call once',
        'once more, until all calls have answers',
        'and refuses a snapshot of %s',
      ],
      [packed]: ['continues a program in another process'],
    },
  },
  {
    id: 'sandbox.engines',
    promise: 'An engine other than the default one fulfils the same contract.',
    sources: ['docs/sandbox.md#use-another-engine'],
    tests: { [contract]: ['runs a program inside a call of another program'] },
  },
  {
    id: 'sandbox.from-code',
    promise:
      'The one exported or only function of a source text becomes a tool with the schemas of its types and comments.',
    sources: ['docs/sandbox.md#create-a-tool-from-source-text'],
    tests: {
      [fromCode]: [
        'creates a tool with the schemas and the description of its types and comments',
        'validates arguments against the types',
        'reads %s',
        'chooses one of several functions by name',
        'needs no types with an input schema',
        'streams the chunks of a generator',
        'refuses %s',
        'runs each call anew',
      ],
      [packed]: ['names the package %s if it is missing', 'runs from %s, and lets the process exit'],
    },
  },
  {
    id: 'sandbox.allow',
    promise: 'Code from text awaits the functions and the tools that are allowed, and sees the values that are given.',
    sources: ['docs/sandbox.md#give-the-code-functions-to-call'],
    tests: { [fromCode]: ['shows the code its values and functions', 'lets the code call a tool'] },
  },
  {
    id: 'sandbox.round-trip',
    promise: 'A tool that `spec.code` printed is read again as the same tool.',
    sources: ['docs/sandbox.md#load-what-speccode-printed'],
    tests: {
      [fromCode]: ['round-trips the code of > %s', 'a tool that still runs'],
    },
  },
  {
    id: 'sandbox.unsafe',
    promise: '`unsafeFromCode` reads the same text and runs it in the process.',
    sources: ['docs/sandbox.md#run-trusted-text-without-a-sandbox'],
    tests: { [fromCode]: ['names a default export that has no name', 'binds parameters'] },
  },
  {
    id: 'sandbox.patterns',
    promise: 'The patterns of a tool from text match in linear time.',
    sources: ['SECURITY.md#code-of-models'],
    tests: { [fromCode]: ['matches the patterns of the text in linear time'] },
  },
  {
    id: 'sandbox.code-tools',
    promise:
      '`execute_code` is in no toolkit by default, and runs only if `TOOLWRIGHT_DANGEROUS_IO` permits it, with the decision in the metadata of its result.',
    sources: ['SECURITY.md#what-is-a-vulnerability', 'docs/sandbox.md#let-a-model-run-code'],
    tests: {
      [codeTools]: [
        'runs the code of a model, and returns its value and its console output',
        'returns the output until a time limit',
        'is refused if the policy is %s',
        'warns of each call if the policy is %j',
        'is in no toolkit that did not register it',
      ],
    },
  },
];
