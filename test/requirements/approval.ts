import type { Requirement } from './requirement.js';

/** The promises about permission and approval. */
export const approvalRequirements: readonly Requirement[] = [
  {
    id: 'approval.hidden-tool',
    promise:
      'A call of a tool that `canAccess` refuses ends like a call of a tool that does not exist, and the message does not name the tool.',
    sources: ['docs/approval.md#who-may-use-a-tool', 'docs/multi-tenant.md#what-a-model-sees-and-sets'],
    tests: {
      'test/toolkit/access.spec.ts': [
        'reveals nothing about the tool to a caller without access',
        'decides who may call, in the toolkit and in its sessions',
      ],
    },
  },
  {
    id: 'approval.filtered-lists',
    promise:
      'Lists and exports with `auth` omit the tools that this caller may not access, in toolkits and in sessions.',
    sources: ['docs/approval.md#who-may-use-a-tool', 'docs/toolkit.md#exporting-the-tools-for-a-model'],
    tests: { 'test/toolkit/access.spec.ts': ['decides what %s sees in lists and exports'] },
  },
  {
    id: 'approval.broken-access-check',
    promise:
      'If `canAccess` throws or returns a promise, access is denied: a call ends with a `PermissionError` that names the tool, and lists omit the tool with a process warning.',
    sources: ['docs/approval.md#who-may-use-a-tool', 'docs/errors.md#permission'],
    tests: {
      'test/toolkit/access.spec.ts': [
        'and %s ends a call with an error that names the tool',
        'and %s leaves out its own tool alone, with a warning',
      ],
    },
  },
  {
    id: 'approval.redirected-access',
    promise: 'A call that middleware redirects to another tool is checked against the access rules of that tool.',
    sources: ['docs/approval.md#who-may-use-a-tool'],
    tests: { 'test/toolkit/access.spec.ts': ['is called for the tool to which middleware redirects a call'] },
  },
  {
    id: 'approval.direct-calls',
    promise: 'The methods of a spec and direct calls of the method check no access and ask for no approval.',
    sources: ['docs/approval.md#permission-and-approval', 'SECURITY.md#what-is-not-a-vulnerability'],
    tests: {
      'test/toolkit/access.spec.ts': ['does not apply to direct calls by the author'],
      'test/toolkit/approval.spec.ts': ['an approver > is not called for direct calls by the author'],
    },
  },
  {
    id: 'approval.predicate',
    promise:
      'A predicate `needsApproval` receives the validated arguments and the context, may be asynchronous, and skips approval only by returning `false`.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': [
        'requires approval for the calls that its predicate selects',
        'may be asynchronous and read the context of the call',
        'treats %s as true',
        'denies the call if its predicate fails',
      ],
    },
  },
  {
    id: 'approval.predicate-arguments',
    promise: 'A predicate `needsApproval` cannot change the arguments that run.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: { 'test/toolkit/approval.spec.ts': ['needsApproval > cannot change the arguments that run'] },
  },
  {
    id: 'approval.register-override',
    promise: '`register(provider, { needsApproval })` overrides the setting of the registered tools.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: { 'test/toolkit/approval.spec.ts': ['can be set in register()'] },
  },
  {
    id: 'approval.approver-order',
    promise:
      'The approver of the call takes precedence over that of the session, and that of the session over that of the toolkit.',
    sources: ['docs/approval.md#which-calls-need-approval', 'docs/multi-tenant.md#access-and-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': ['is that of the call, otherwise of the session, otherwise of the toolkit'],
    },
  },
  {
    id: 'approval.no-approver',
    promise: 'A call that needs approval is denied if there is neither an approver nor a user who can be asked.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': ['that is missing denies the call'],
      'test/toolkit/asking-approver.spec.ts': ['is denied if the user cannot be asked'],
    },
  },
  {
    id: 'approval.user-as-approver',
    promise:
      'Without an approver, the user of the caller is asked through `options.client`, and only an explicit permission lets the call run.',
    sources: [
      'docs/approval.md#which-calls-need-approval',
      'docs/mcp-server.md#using-the-clients-capabilities',
      'MCP 2025-11-25, client/elicitation',
    ],
    tests: {
      'test/toolkit/asking-approver.spec.ts': ['runs when the user allows it', 'is denied when the user %s'],
      'test/mcp/server/client-capabilities.spec.ts': [
        'runs when the user of the client allows it',
        'does not run when the user answers %j',
      ],
    },
  },
  {
    id: 'approval.denial-reason',
    promise:
      'A denied call ends with a `DeniedError` and the state `denied`, the tool does not run, and the model reads the reason.',
    sources: ['docs/approval.md#which-calls-need-approval', 'docs/errors.md#denied'],
    tests: {
      'test/toolkit/approval.spec.ts': ['prevents a call from running with %j, and the model reads the reason'],
    },
  },
  {
    id: 'approval.edited-arguments',
    promise:
      'Arguments that an approver edits are validated like those of a model, and the metadata `approval` reports which arguments ran.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': [
        'has the edited arguments run, and reports that they were edited',
        'has the edited arguments validated like those of a model',
      ],
    },
  },
  {
    id: 'approval.other-answers',
    promise: 'Any other answer of an approver denies the call, and so does an approver that throws.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': [
        'that returns %j denies the call',
        'that %s denies the call, and the model does not read the error',
      ],
    },
  },
  {
    id: 'approval.unknown-key',
    promise:
      'An answer with an unknown key denies the call and the error names the key, so that a misspelled `input` does not approve the original arguments.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': ['that returns %j, with an unknown key, denies the call and names the key'],
      'test/toolkit/approval-token.spec.ts': ['throws on a decision with an unknown key, which it names'],
    },
  },
  {
    id: 'approval.asked-only-if-runnable',
    promise:
      'The approver is asked only about calls of tools that are known, active and accessible, with arguments that validate.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': [
        'is not called for invalid arguments',
        'is not called for a tool that is unknown, inactive or not accessible',
      ],
    },
  },
  {
    id: 'approval.approved-is-run',
    promise: 'What was approved is what runs, even if the caller or the approver changes its objects later.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': [
        'decides on the arguments that run, even if the sent object changes',
        'cannot change the arguments after its decision',
      ],
    },
  },
  {
    id: 'approval.arguments-as-they-run',
    promise:
      'The approver sees the arguments as they run: after coercion, and with the defaults of the schema filled in.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': [
        'after coercion and with nested defaults',
        'for a DTO class, as plain JSON',
        'for a Standard Schema with defaults',
      ],
    },
  },
  {
    id: 'approval.converted-arguments',
    promise:
      'Rules, predicates, approvers and remembered approvals see the arguments as they run and as they were sent, and the strictest answer holds.',
    sources: ['docs/approval.md#arguments-that-a-schema-converts', 'SECURITY.md#permission-rules'],
    tests: {
      'test/toolkit/converted-arguments.spec.ts': [
        'is denied by a rule on what runs: %s',
        'is asked for by %s',
        'is not asked for only because it is converted: %s',
        'is not covered by an approval that is remembered for everyone else: %s',
        'is covered by an approval that is remembered for what runs',
        'is what rules see again after an edit',
        'is denied if it has no JSON form',
        'is denied by a rule on what runs, and on what was sent',
      ],
      'test/toolkit/approval.spec.ts': [
        'with a default as the schema converts it',
        'with a default that the schema itself rejects',
      ],
    },
  },
  {
    id: 'approval.visible-arguments',
    promise:
      'Rules, predicates and approvers see the members of instances that a schema creates, and a call with a value that they cannot see is denied.',
    sources: ['docs/approval.md#arguments-that-a-schema-converts', 'SECURITY.md#permission-rules'],
    tests: {
      'test/toolkit/visible-arguments.spec.ts': [
        'includes %s',
        'is in the token of a deferred call, and runs when it is resumed',
        'is what a predicate receives as it was sent, too',
        'does not change what runs if a predicate or an approver changes it',
        'has no JSON form and denies a call that has to be checked: %s',
        'is only required of a call that has to be checked',
      ],
    },
  },
  {
    id: 'approval.unedited-arguments',
    promise:
      'What an approver has not changed in edited arguments runs with the value that was shown, or the call is denied by name.',
    sources: ['docs/approval.md#arguments-that-a-schema-converts'],
    tests: {
      'test/toolkit/approval-edits.spec.ts': [
        'does not convert the rest again: %s',
        'is refused if it is not certain what is unchanged: %s',
        'is denied if an unchanged argument would run with %s',
        'keeps defaults that are other ones each time',
      ],
    },
  },
  {
    id: 'approval.one-value',
    promise:
      'The validated value that was approved is the one that runs, in each attempt, and a deferred call runs with it or is denied.',
    sources: ['docs/approval.md#arguments-that-a-schema-converts', 'SECURITY.md#permission-rules'],
    tests: {
      'test/toolkit/converted-arguments.spec.ts': [
        'is the one that runs, and the schema runs once: %s',
        'is the one that a guard has seen',
        'runs in each attempt, and again after middleware has retried the call',
        'cannot be changed by what decides about it',
        'is validated as new input after an edit, and what is not edited stays as it was',
        'is for tools with an extended model the value of the tool itself',
        'runs with the value that was approved: %s',
        'is denied with the name of the property if it would run with another value',
      ],
    },
  },
  {
    id: 'approval.user-sees-arguments',
    promise: 'A user who is asked over MCP sees the tool and the arguments as they will run.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/asking-approver.spec.ts': [
        'is shown with its title',
        'is shown with truncated arguments and their total length',
      ],
    },
  },
  {
    id: 'approval.middleware-retry',
    promise:
      'The approver is asked about the call as middleware passes it on, and not again if middleware retries the same call.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': [
        'decides on the call as middleware passes it on',
        'is called once for a call that middleware retries',
        'is called again for other arguments',
      ],
    },
  },
  {
    id: 'approval.time-limits',
    promise:
      'The wait for an approver counts towards no time limit, neither `timeoutMs` nor `deadlineMs`, and not towards `durationMs`.',
    sources: ['docs/approval.md#which-calls-need-approval', 'docs/streaming.md#time-limits'],
    tests: {
      'test/toolkit/approval.spec.ts': ['does not use the time limit of the call'],
      'test/execution/deadlines.e2e.spec.ts': ["does not count the approver's time"],
    },
  },
  {
    id: 'approval.no-slot',
    promise: 'A call that waits for approval occupies no concurrency slot.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: { 'test/toolkit/approval.spec.ts': ['does not block other calls of the tool'] },
  },
  {
    id: 'approval.cancelled-request',
    promise: '`request.signal` aborts when the call is cancelled, and an answer that arrives later has no effect.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: {
      'test/toolkit/approval.spec.ts': [
        'is notified when the call is aborted, and the call ends immediately',
        'is notified when the consumer unsubscribes',
        'has no effect if it approves too late',
      ],
    },
  },
  {
    id: 'approval.events',
    promise: 'A denied call ends with `denied` in `events$`, and the request for approval is not an event.',
    sources: ['docs/approval.md#which-calls-need-approval'],
    tests: { 'test/toolkit/approval.spec.ts': ['appears in the events only as the end of the call'] },
  },
  {
    id: 'approval.strictest-rule',
    promise: 'If several permission rules match a tool, the strictest one applies, whatever their order.',
    sources: ['docs/approval.md#permission-rules'],
    tests: { 'test/toolkit/permission-rules.spec.ts': ['applies the strictest rule, in any order'] },
  },
  {
    id: 'approval.registered-name',
    promise:
      'Permission rules match the name that a tool is registered under, and `*` matches any characters in linear time.',
    sources: ['docs/approval.md#permission-rules'],
    tests: {
      'test/toolkit/permission-rules.spec.ts': [
        'matches the name under which a tool is registered',
        'matches the pattern %j with the tool %j: %j',
        'matches a pattern of many stars quickly',
      ],
    },
  },
  {
    id: 'approval.hide-rule',
    promise: 'A `hide` rule omits a tool from lists and exports, and answers its calls as if it did not exist.',
    sources: ['docs/approval.md#permission-rules'],
    tests: {
      'test/toolkit/selection.spec.ts': [
        'omits a tool from lists and exports',
        'answers a call as if the tool did not exist',
        'applies to MCP clients',
      ],
    },
  },
  {
    id: 'approval.deny-rule',
    promise:
      'A `deny` rule ends the call with a `DeniedError` without asking the approver, and the tool is still listed.',
    sources: ['docs/approval.md#permission-rules'],
    tests: {
      'test/toolkit/permission-rules.spec.ts': [
        'denies a tool, informs the model, and calls no approver',
        'lists a denied tool: canAccess decides who sees a tool',
      ],
    },
  },
  {
    id: 'approval.allow-and-ask-rules',
    promise: "An `ask` rule requires approval and an `allow` rule requires none, whatever the tool's `needsApproval`.",
    sources: ['docs/approval.md#permission-rules'],
    tests: {
      'test/toolkit/permission-rules.spec.ts': [
        'runs a tool that a rule allows without approval, whatever its needsApproval is',
        'requires approval for every tool that an ask rule matches, including read-only ones',
      ],
    },
  },
  {
    id: 'approval.exempt-read-only',
    promise: '`exemptReadOnly` skips approval for tools with `readOnlyHint`, but neither predicates nor `deny` rules.',
    sources: ['docs/approval.md#permission-rules'],
    tests: {
      'test/toolkit/permission-rules.spec.ts': [
        'requires no approval for a read-only tool',
        'still denies what a rule denies',
        'still requires approval if a predicate on the arguments does',
      ],
    },
  },
  {
    id: 'approval.remote-hints',
    promise:
      '`exemptReadOnly` does not apply to tools imported from MCP servers, because their annotations are claims of another server.',
    sources: [
      'docs/approval.md#permission-rules',
      'docs/mcp-client.md#what-is-imported',
      'MCP 2025-11-25, server/tools: Data Types',
    ],
    tests: { 'test/toolkit/permission-rules.spec.ts': ['does not trust the hints of another server'] },
  },
  {
    id: 'approval.background',
    promise: 'A call that waits for approval may go to the background, and a denial is then the result of the task.',
    sources: ['docs/background.md#together-with-other-features'],
    tests: {
      'test/toolkit/background.spec.ts': [
        'wait for approval in the background',
        'report a denial as the result of the task',
      ],
    },
  },
  {
    id: 'approval.rules-for-arguments',
    promise:
      'A rule with `when` decides on validated arguments, with defaults and edits, and a missing argument meets no condition.',
    sources: ['docs/approval.md#rules-for-arguments', 'SECURITY.md#permission-rules'],
    tests: {
      'test/toolkit/argument-permissions.spec.ts': [
        'decides on pay(%j) when %j: %s',
        'sees fields, elements and defaults: order(%j) when %j: %s',
        'allows a call only if all elements of an argument are allowed',
        'allows a call, by a rule or by a remembered approval, only if no element lacks the argument: %j, %j',
        'denies a call if one element of an argument is denied, whatever others lack',
        'does not allow elements that lack the argument as sent, if a conversion renames it',
        'may name an argument whose name has dots, which takes precedence over a path',
        'is overridden by a stricter rule, in any order',
        'sees the arguments that run: those that an approver has edited',
        'sees the arguments of a call that is resumed',
        'matches a long text and a pattern of many stars in linear time',
      ],
    },
  },
  {
    id: 'approval.rules-are-checked',
    promise:
      'A rule for a tool without the argument, or with an argument of another type, is refused by name when the tool is registered.',
    sources: ['docs/approval.md#rules-for-arguments'],
    tests: {
      'test/toolkit/argument-permissions.spec.ts': [
        'is refused when its tool is registered, if it names no argument of it: %j',
        'is refused if it names a bound parameter',
        'may name an argument that only some tools of a pattern have',
        'is refused if it is malformed: %j',
      ],
    },
  },
  {
    id: 'approval.rules-for-paths',
    promise: 'A rule for a path sees where the path leads, however it is written.',
    sources: ['docs/approval.md#rules-for-arguments', 'SECURITY.md#permission-rules'],
    tests: {
      'test/toolkit/argument-permissions.spec.ts': [
        'is denied if it or where it leads is denied',
        'is allowed if it and where it leads are allowed',
      ],
      'test/builtin/guarded/permissions.spec.ts': [
        'denies %j, however it is written and wherever it leads',
        'allows a path only if it is in the folder, and leads into it: %j',
        'sees where the file would be created, to deny it: drafts/%s',
        'sees where the file would be created, to allow it: drafts/%s',
        'sees where the links of a folder lead',
        'sees the program, each argument and the working folder',
      ],
    },
  },
  {
    id: 'approval.remembered',
    promise:
      'A remembered approval covers the calls of its rule in its session, until it is revoked or ends, and never a call that a rule denies.',
    sources: ['docs/approval.md#approvals-that-are-remembered', 'SECURITY.md#permission-rules'],
    tests: {
      'test/toolkit/argument-permissions.spec.ts': [
        'covers the further calls that match its rule',
        'belongs to its session',
        'ends when it is revoked',
        'ends after its time',
        'takes no precedence over a rule that denies',
        'is in the snapshot of the session, and in the session that restores it',
        'does not cover a tool whose definition has changed',
        'is remembered when the call is approved later',
        'requires a session',
      ],
    },
  },
];
