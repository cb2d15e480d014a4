import type { Requirement } from './requirement.js';

const policies = 'test/flow/policies.spec.ts';
const session = 'test/flow/session.spec.ts';
const handles = 'test/flow/handles.spec.ts';
const programs = 'test/flow/programs.spec.ts';

/** The promises about the flow of data. */
export const flowRequirements: readonly Requirement[] = [
  {
    id: 'flow.switch',
    promise:
      'With the option `flow`, a call that others may have decided is asked about, denied, or run and reported, and without it nothing is followed.',
    sources: ['docs/flow.md#what-comes-from-outside-gives-no-orders', 'docs/flow.md#switch-it-on'],
    tests: {
      [session]: [
        'runs calls of a model that has read nothing from outside',
        'denies what a mail has asked for',
        'explains a call with the chain of its origins',
      ],
      [policies]: ['nothing is followed, and a session has neither words nor explanations'],
      'test/samples/mail-assistant.e2e.spec.ts': [
        'lets three mails have what they order without the option flow',
        'serves the user and none of the mails with it',
      ],
    },
  },
  {
    id: 'flow.trusted-values',
    promise:
      'In a session that has read what others have written, an argument is trusted only if it is a whole value of the user, a value of a trusted field of its kind, a boolean, null or a member of an enum.',
    sources: ['docs/flow.md#what-a-session-trusts', 'docs/flow.md#what-is-promised'],
    tests: {
      [session]: [
        "accepts a whole value of the user's words",
        'accepts an ID of a trusted field for an argument of its kind',
      ],
      [policies]: [
        'may be a whole value of the user, but no sentence',
        'may be true, false or a member of an enum',
        'matches a field of its kind only, also if it is short',
        "matches a whole number of the user's words",
      ],
    },
  },
  {
    id: 'flow.received',
    promise: 'The trust of arguments is that of the moment when the call, or its list of calls, was received.',
    sources: ['docs/flow.md#what-a-session-trusts'],
    tests: { [policies]: ['has the trust of the moment when its list of calls was received'] },
  },
  {
    id: 'flow.labels',
    promise:
      'The label of a result is that of its tool, of a function, or of its fields, and middleware cannot make it more trusted.',
    sources: ['docs/flow.md#label-results', 'docs/flow.md#what-is-not-promised'],
    tests: {
      [policies]: [
        'may be that of a function of its arguments',
        'is that of a DTO class for its fields',
        'is no better if middleware returns something else',
      ],
    },
  },
  {
    id: 'flow.imported',
    promise:
      'Imported tools are untrusted unless the application says otherwise, and a session that lists them is, unless their definitions are trusted or pinned.',
    sources: ['docs/flow.md#imported-tools', 'SECURITY.md#flow-of-data', 'docs/mcp-client.md#what-is-imported'],
    tests: {
      [policies]: [
        'is untrusted, whatever its annotations say',
        'is trusted if the application says so',
        'makes a session untrusted that lists it, unless its definition is trusted or pinned',
      ],
    },
  },
  {
    id: 'flow.deciding',
    promise:
      'Addresses, ids and arguments that say so decide, a tool that changes something and has none is asked about, and a read-only tool opens trusted addresses only.',
    sources: [
      'docs/flow.md#say-which-arguments-decide',
      'SECURITY.md#flow-of-data',
      'SECURITY.md#what-is-a-vulnerability',
    ],
    tests: {
      [policies]: [
        'addresses, ids, and arguments that say so',
        'no argument that is exempted',
        'nothing, and is asked about',
        'every argument with `all`',
        'the address that a read-only tool opens',
      ],
    },
  },
  {
    id: 'flow.readers',
    promise:
      'Private data goes to its readers only, unless the value is of the user or of a field that anyone may read.',
    sources: ['docs/flow.md#limit-who-reads-what', 'docs/flow.md#what-is-promised', 'SECURITY.md#flow-of-data'],
    tests: {
      [policies]: ['goes to its readers only', 'goes to no tool that reaches others without a reader'],
    },
  },
  {
    id: 'flow.words',
    promise:
      "Only what is passed as the user's words is trusted as such, and what the model has seen elsewhere is untrusted by default.",
    sources: ['docs/flow.md#pass-the-users-words'],
    tests: {
      [session]: ["accepts a whole value of the user's words"],
      [policies]: ['adds what the model has seen elsewhere, which is untrusted by default'],
    },
  },
  {
    id: 'flow.application',
    promise: 'A call of the application has trusted arguments, and any other call without a session has not.',
    sources: ['docs/flow.md#calls-of-the-application'],
    tests: { [policies]: ['has trusted arguments, and one of a toolkit without it does not'] },
  },
  {
    id: 'flow.state',
    promise: 'A value of the state has the label of what has written it, also for a bound parameter that decides.',
    sources: ['docs/flow.md#state-and-bindings', 'docs/binding-and-state.md#state-layers', 'SECURITY.md#flow-of-data'],
    tests: { [policies]: ['has the label of what has written it, also for a bound parameter'] },
  },
  {
    id: 'flow.messages',
    promise: 'What a tool says during a call has the label of what it was given and has read, also over MCP.',
    sources: ['docs/flow.md#events-history-and-snapshots'],
    tests: {
      'test/flow/messages.spec.ts': [
        'has the label of what the tool was given',
        'has the readers of private data',
        'has no label if it is open, or nothing is followed: %j',
      ],
      'test/flow/mcp-labels.spec.ts': ['has its label in progress, log messages and questions'],
    },
  },
  {
    id: 'flow.stored',
    promise:
      'What a model has written into a memory keeps its label in later sessions and processes, and what files and programs return is untrusted.',
    sources: ['docs/flow.md#memories-files-and-programs'],
    tests: {
      'test/flow/stored.spec.ts': [
        'is trusted in later sessions, as far as who has written it was',
        'is not trusted if its model had read what others have written',
        'is not trusted where something else has written it',
        'keeps private data for its readers',
        'keeps in other processes who has written it',
        'shows models nothing of that, and does not let them change it',
        'are untrusted: %s',
        'leave a session trusted that only writes',
      ],
    },
  },
  {
    id: 'flow.mcp',
    promise:
      'Labels of results over MCP make them less trusted, never more; those of arguments make them more trusted only for a named identity.',
    sources: ['docs/flow.md#labels-over-mcp'],
    tests: {
      'test/flow/mcp-labels.spec.ts': [
        'make a result of a trusted source less trusted',
        'make no result of another source more trusted',
        'make arguments more trusted only if the application names the identity',
      ],
    },
  },
  {
    id: 'flow.handles',
    promise:
      'With `show: "handle"`, a model receives no text that others have written, stays trusted, and passes texts on by handles, whose values have the labels of their places.',
    sources: [
      'docs/flow.md#results-that-the-model-does-not-read',
      'docs/binding-and-state.md#references-in-arguments-of-the-application',
    ],
    tests: {
      [handles]: [
        'shows numbers, dates, members of enums, IDs and trusted fields, and handles in the place of texts',
        'does not taint what the model writes afterwards',
        'refuses a handle of a text that decides, unless the user has written its value',
        'knows a shown value where an argument repeats it',
        'refuses handles of no kept result by name',
        'accepts a text that begins with @ and is escaped',
      ],
    },
  },
  {
    id: 'flow.extract',
    promise:
      "The application's function reads facts from kept texts: numbers, dates and members of enums are shown, texts are further handles.",
    sources: ['docs/flow.md#extract-facts'],
    tests: {
      [handles]: [
        'returns numbers, dates and members of enums in clear, and texts as further handles',
        'ends at the time limit and at the number of extracts',
      ],
    },
  },
  {
    id: 'flow.programs',
    promise:
      'A program passes on what it has not looked at without a question, and after a look, what it passes is as untrusted as what it saw.',
    sources: ['docs/flow.md#programs'],
    tests: {
      [programs]: [
        'moves what it does not look at',
        'decides nothing of its own after a look',
        'has looked if it catches an error of untrusted data',
        'iterates over a list whose length is declared harmless, and looks at nothing',
      ],
      'test/sandbox/opaque.spec.ts': ['is passed to functions without a look, as a whole and by its members'],
    },
  },
  {
    id: 'flow.concerns',
    promise:
      'An approver sees which argument comes from which result and its text as a quotation, and neither a rule that allows nor a remembered approval answers the question.',
    sources: [
      'docs/flow.md#what-an-approver-sees',
      'docs/approval.md#which-calls-need-approval',
      'SECURITY.md#flow-of-data',
    ],
    tests: {
      [session]: ['shows an approver where an argument comes from'],
      [policies]: ['is answered by no rule that allows, and by no remembered approval', 'is in an approval that waits'],
    },
  },
  {
    id: 'flow.explained',
    promise:
      'Events, the history and `explain` contain the label of a result, the decision about a call and the origins of its arguments.',
    sources: ['docs/flow.md#events-history-and-snapshots'],
    tests: {
      [session]: ['explains a call with the chain of its origins'],
      [policies]: ['has the label of its result and the decision about the call'],
    },
  },
  {
    id: 'flow.snapshots',
    promise:
      'A snapshot contains the labels of its session, which is restored as untrusted if they are missing or were changed.',
    sources: [
      'docs/flow.md#events-history-and-snapshots',
      'docs/sessions.md#saving-and-restoring-a-session',
      'SECURITY.md#flow-of-data',
    ],
    tests: {
      [policies]: [
        'contains the labels, signed if there is a key',
        'is untrusted if its labels are missing or were changed',
      ],
    },
  },
  {
    id: 'flow.agentdojo',
    promise:
      "AgentDojo's suites are replayed with policies that name no value of theirs, and the figures say what got through.",
    sources: ['docs/flow.md#measured-on-agentdojo'],
    tests: {
      'test/flow/agentdojo.spec.ts': [
        'names tools, parameters, fields and kinds',
        'may have 40 lines of 120 characters',
        'may use words of names and enums, whatever the data contains',
      ],
      'test/flow/agentdojo-handles.spec.ts': [
        'stops attacks that the model does not read, and all others as before',
        'lets a model read everything in a task that needs a text which decides',
      ],
    },
  },
];
