import type { Requirement } from './requirement.js';

const codeMode = 'test/toolkit/code-mode/code-mode.spec.ts';
const processes = 'test/toolkit/code-mode/code-mode-processes.e2e.spec.ts';
const clients = 'test/toolkit/code-mode/code-mode-clients.e2e.spec.ts';
const stores = 'test/contracts/snapshot-store.contract.ts';

/** The promises about code mode. */
export const codeModeRequirements: readonly Requirement[] = [
  {
    id: 'code-mode.tools',
    promise: 'A model reads three tools in place of all others, with the declarations that fit into a budget.',
    sources: [
      'docs/code-mode.md#code-mode',
      'docs/code-mode.md#enable-code-mode',
      'docs/code-mode.md#which-tools-a-model-reads',
      'docs/code-mode.md#compared-with-others',
    ],
    tests: {
      [codeMode]: [
        'three tools in place of all others',
        'the declarations of tools with their inputs and outputs',
        'the tools whose author allows direct calls, too',
        'as many declarations as fit, and the namespaces of all others',
      ],
      [clients]: ['describes 1,223 tools in fewer than 1,500 tokens'],
    },
  },
  {
    id: 'code-mode.calls',
    promise: 'Each call of a program is a call of the toolkit, with its access, bindings, approval and events.',
    sources: ['SECURITY.md#code-of-models', 'docs/code-mode.md#what-a-program-can-do'],
    tests: {
      [codeMode]: [
        'whose calls are calls of the toolkit',
        'that reads the error of a call, and how to correct it',
        'that does not see bound values, and cannot replace them',
        'the tools that the caller may access only',
        'whose streams are accumulated, or passed chunk by chunk to a function',
        'until it is aborted, with its calls',
      ],
      [clients]: ['shows three tools, runs programs, and asks the user of the client for approval'],
    },
  },
  {
    id: 'code-mode.budgets',
    promise: 'A program ends at its budgets, by errors that say what is left.',
    sources: ['docs/code-mode.md#budgets'],
    tests: {
      [codeMode]: [
        'the calls of a program, by an error that it can catch',
        'the calls that run at the same time',
        '%s',
      ],
    },
  },
  {
    id: 'code-mode.approval',
    promise: 'A program that waits for an approval continues once, in any process, and repeats no call.',
    sources: ['SECURITY.md#code-of-models', 'docs/code-mode.md#approval-in-a-program'],
    tests: {
      [codeMode]: [
        'continues after the decision, and repeats no call',
        'waits until all its calls are decided, in any order',
        'is refused if a tool that it may call has changed',
        'waits without an approver if there is a store',
        'belongs to its session',
      ],
      [processes]: ['continues in another process when it is %s, and runs each call once'],
      [stores]: ['is limited in its size, and reuses the place of what has expired', 'is limited in its age'],
    },
  },
];
