import type { Requirement } from './requirement.js';

/** The promises about calls that are approved later. */
export const approvalTokenRequirements: readonly Requirement[] = [
  {
    id: 'approval-token.deferred',
    promise: 'A deferred call ends as `denied` with the reason `pending`, and contains a signed token as plain JSON.',
    sources: ['docs/approval.md#approving-a-call-later', 'docs/errors.md#denied'],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'ends with a final response that reports the deferral and contains the signed call',
      ],
    },
  },
  {
    id: 'approval-token.resume-elsewhere',
    promise: 'Any process with the same `approvalKey` runs exactly the deferred call, under its original ID.',
    sources: ['docs/approval.md#approving-a-call-later'],
    tests: {
      'test/toolkit/approval-token.spec.ts': ['runs exactly that call, in another process'],
      'test/toolkit/approval-processes.e2e.spec.ts': ['runs the call once in processes that share only the key'],
    },
  },
  {
    id: 'approval-token.resume-checks',
    promise: 'Access, groups and `deny` rules are checked again when a call is resumed.',
    sources: ['docs/approval.md#approving-a-call-later'],
    tests: { 'test/toolkit/approval-token.spec.ts': ['rejects a tool that %s'] },
  },
  {
    id: 'approval-token.resume-pipeline',
    promise:
      'A resumed call goes through middleware, events and history like any other call, and changes that middleware makes to its arguments are ignored.',
    sources: ['docs/approval.md#approving-a-call-later'],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'passes through events, history and middleware like any other call',
        'runs the approved arguments, even if middleware changes them',
        'runs the approved arguments, even if middleware %s the object itself',
        'shows arguments that cannot be changed',
        'does not run another tool to which middleware redirects the call',
      ],
    },
  },
  {
    id: 'approval-token.token-signature',
    promise:
      'A token of which any part was changed, or that another key signed, is refused with the reason `signature`.',
    sources: ['docs/approval.md#approving-a-call-later', 'RFC 2104, section 2'],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'a token with any single character changed',
        'a token with another %s',
        'a token that was signed with another key',
        'a token of another kind signed with the same key',
      ],
    },
  },
  {
    id: 'approval-token.token-expiry',
    promise: 'A token expires after one day or `expiresInMs`, and is then refused with the reason `expired`.',
    sources: ['docs/approval.md#approving-a-call-later'],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'ends with a final response that reports the deferral and contains the signed call',
        'expires at the time that the approver sets',
        'a token that has expired',
      ],
    },
  },
  {
    id: 'approval-token.token-session',
    promise:
      'A token can be used only through a session of the same ID or, for a call without a session, only through a toolkit.',
    sources: [
      'docs/approval.md#resuming-the-call-of-a-session',
      'docs/approval.md#approving-a-call-later',
      'docs/sessions.md#sessions',
    ],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'refuses to run the call of %s',
        'runs the call of a session in a session of the same ID, with its state',
        'runs the call of a session in a session that is restored from its snapshot',
      ],
    },
  },
  {
    id: 'approval-token.token-subject',
    promise: 'A token is refused with the reason `subject` for another caller than the one whose call was deferred.',
    sources: ['docs/approval.md#approving-a-call-later', 'docs/multi-tenant.md#access-and-approval'],
    tests: { 'test/toolkit/approval-token.spec.ts': ['the approval of %j to %j'] },
  },
  {
    id: 'approval-token.token-definition',
    promise:
      "A token is refused if the tool's description, schemas or `version` have changed, and a denial is accepted for any definition.",
    sources: ['docs/approval.md#approving-a-call-later'],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'refuses the approval if its %s differs',
        'accepts the approval if only its limits and its code differ',
        'still accepts a denial',
      ],
    },
  },
  {
    id: 'approval-token.token-once',
    promise: 'An approval can be used once, and edited arguments that do not validate do not use it up.',
    sources: ['docs/approval.md#approving-a-call-later'],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'a second run of the same call',
        'runs edited arguments after they are validated',
      ],
    },
  },
  {
    id: 'approval-token.read-approval-session',
    promise:
      '`readApproval` returns the pending call of a genuine token with the ID of its session, and throws for any other text.',
    sources: ['docs/approval.md#resuming-the-call-of-a-session'],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'returns the pending approval of a genuine token',
        'a token with any single character changed',
        'runs the call of a session in a session of the same ID, with its state',
      ],
    },
  },
  {
    id: 'approval-token.key-length',
    promise: 'A key for approvals has at least 32 bytes, and anything else is refused when the toolkit is created.',
    sources: ['docs/approval.md#your-responsibilities'],
    tests: { 'test/toolkit/approval-token.spec.ts': ['is checked early: %j', 'must be long enough'] },
  },
  {
    id: 'approval-token.key-rotation',
    promise:
      'Of a list of keys the first signs and all verify, and a key that is removed from the list no longer verifies.',
    sources: ['docs/approval.md#your-responsibilities'],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'may be a list, of which the first key signs and all verify',
        'no longer verifies with a key that was removed from the list',
      ],
    },
  },
  {
    id: 'approval-token.approval-subject',
    promise:
      '`approvalSubject` identifies the caller in place of `auth`, and is required if `auth` is more than plain data.',
    sources: ['docs/approval.md#your-responsibilities'],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'compares only the result of approvalSubject',
        'is required if auth is more than plain data',
      ],
    },
  },
  {
    id: 'approval-token.claim',
    promise: '`claimApproval` lets one of several processes run a call, and nothing runs while it fails.',
    sources: ['docs/approval.md#your-responsibilities'],
    tests: {
      'test/toolkit/approval-token.spec.ts': [
        'runs a call once across all processes',
        'runs nothing while claims fail, and leaves the approval usable',
      ],
    },
  },
  {
    id: 'approval-token.token-hides-caller',
    promise: "A token contains a hash of the caller, not the caller's `auth`.",
    sources: ['docs/approval.md#your-responsibilities'],
    tests: { 'test/toolkit/approval-token.spec.ts': ['does not reveal the caller'] },
  },
];
