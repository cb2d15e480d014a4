import type { Requirement } from './requirement.js';

/** The promises about sessions and tenants. */
export const sessionsRequirements: readonly Requirement[] = [
  {
    id: 'sessions.separate',
    promise:
      'Each session has its own active groups, state and history, and starts with the groups that are active in the toolkit.',
    sources: ['docs/sessions.md#sessions', 'docs/groups.md#groups', 'docs/multi-tenant.md#state-per-tenant'],
    tests: {
      'test/toolkit/sessions.spec.ts': [
        'has its own groups, which are initially those of the toolkit',
        'has its own state, layered over that of the toolkit',
        'has its own history; that of the toolkit contains all calls',
      ],
    },
  },
  {
    id: 'sessions.auth',
    promise: 'The auth of a session identifies the caller in each listing and call that does not pass its own.',
    sources: ['docs/sessions.md#sessions'],
    tests: {
      'test/toolkit/completed-options.spec.ts': ['apply to each listing and call that does not pass its own'],
    },
  },
  {
    id: 'sessions.shared-tools',
    promise: 'Tools that you register or remove appear or disappear in every session at once.',
    sources: ['docs/sessions.md#sessions'],
    tests: { 'test/toolkit/sessions.spec.ts': ['sees tools that are added and removed'] },
  },
  {
    id: 'sessions.removed-group',
    promise: 'A group that is removed is inactive everywhere, and a new group of the same name starts inactive.',
    sources: ['docs/sessions.md#sessions'],
    tests: { 'test/toolkit/groups.spec.ts': ['that are removed and created again start afresh, in sessions too'] },
  },
  {
    id: 'sessions.shared-groups',
    promise: '`toolkit.session({ groups: other })` shares the active groups of another session, but not its state.',
    sources: ['docs/sessions.md#sessions'],
    tests: { 'test/toolkit/sessions.spec.ts': ['shares its active groups with another session, but not its state'] },
  },
  {
    id: 'sessions.fixed-groups',
    promise: 'With `fixedGroups: true` a model cannot change the groups of a session.',
    sources: ['docs/sessions.md#sessions'],
    tests: { 'test/toolkit/sessions.spec.ts': ['has no tool that changes its groups with fixedGroups'] },
  },
  {
    id: 'sessions.id',
    promise: 'A session has the ID that is passed, or a random one.',
    sources: ['docs/sessions.md#sessions'],
    tests: { 'test/toolkit/sessions.spec.ts': ['has the ID that is passed, or a random one', 'rejects the ID %j'] },
  },
  {
    id: 'sessions.memory',
    promise: 'A session uses a few kilobytes of memory at most, however many tools the toolkit has.',
    sources: ['docs/sessions.md#sessions'],
    tests: {
      'test/bench/sessions.e2e.spec.ts': [
        'prints the bytes of a session, over few tools and over many',
        'shows that ten thousand sessions need memory per session, not per tool',
      ],
    },
  },
  {
    id: 'sessions.snapshot',
    promise:
      "A snapshot is plain JSON with the ID, the active groups and the session's own state, and restores them in another process.",
    sources: ['docs/sessions.md#saving-and-restoring-a-session', 'docs/multi-tenant.md#state-per-tenant'],
    tests: {
      'test/toolkit/sessions.spec.ts': [
        'transfer groups and state to another process',
        'restore any JSON',
        'are independent between a session and its toolkit',
      ],
    },
  },
  {
    id: 'sessions.snapshot-secrets',
    promise: 'A snapshot contains no secret at any depth, and `restore()` leaves secrets and live objects in place.',
    sources: [
      'docs/sessions.md#saving-and-restoring-a-session',
      'docs/multi-tenant.md#state-per-tenant',
      'SECURITY.md#what-is-a-vulnerability',
    ],
    tests: {
      'test/toolkit/sessions.spec.ts': [
        'contain no secret at any depth, and preserve the current ones',
        'preserve live objects in the state',
      ],
    },
  },
  {
    id: 'sessions.restored-id',
    promise:
      '`restore()` sets the ID of the session to that of the snapshot, unless the session was created with an ID or the snapshot has none.',
    sources: ['docs/sessions.md#saving-and-restoring-a-session'],
    tests: {
      'test/toolkit/sessions.spec.ts': [
        'transfer the ID of a session, unless the restored one was created with an ID',
        'preserve the ID if the snapshot has none',
      ],
    },
  },
  {
    id: 'sessions.changed-definitions',
    promise:
      '`restore()` emits one process warning that names the tools and groups that are missing or have changed since the snapshot.',
    sources: ['docs/sessions.md#saving-and-restoring-a-session'],
    tests: {
      'test/toolkit/snapshot-changes.spec.ts': [
        'is restored with one warning that names missing and changed tools and groups',
        'is restored without a warning if nothing has changed, or more has been added',
        'is restored without a group that was active and has been removed',
      ],
    },
  },
  {
    id: 'sessions.all-or-nothing',
    promise: '`restore()` changes nothing if the snapshot is malformed or if the state rejects a value.',
    sources: ['docs/sessions.md#saving-and-restoring-a-session'],
    tests: {
      'test/toolkit/sessions.spec.ts': [
        'reject %s before anything changes',
        'change nothing if the state fails to %s a value',
      ],
    },
  },
  {
    id: 'sessions.tenants',
    promise: 'One toolkit serves several tenants, each of which sees its own data, tools and secrets.',
    sources: ['docs/multi-tenant.md#a-complete-example'],
    tests: { 'test/docs/code-blocks.e2e.spec.ts': ['run, and print what they say: $at'] },
  },
  {
    id: 'sessions.events',
    promise: "A session's events and history contain its own calls only, and the toolkit's those of all sessions.",
    sources: ['docs/multi-tenant.md#events-history-and-background-calls', 'docs/observability.md#events'],
    tests: {
      'test/toolkit/events.spec.ts': ['of a session are emitted by the toolkit, and not by other sessions'],
      'test/toolkit/sessions.spec.ts': ['has its own history; that of the toolkit contains all calls'],
    },
  },
  {
    id: 'sessions.tasks',
    promise: 'Background calls belong to the session that started them.',
    sources: ['docs/multi-tenant.md#events-history-and-background-calls', 'docs/background.md#how-tasks-are-stored'],
    tests: {
      'test/toolkit/background.spec.ts': [
        'belong to the session that created them',
        'limits the tasks of each session separately',
      ],
    },
  },
  {
    id: 'sessions.cache',
    promise:
      '`cache` shares a result only between callers with equal arguments, `auth` and state, unless it has a key.',
    sources: ['docs/multi-tenant.md#middleware-across-tenants', 'docs/middleware.md#cache'],
    tests: {
      'test/features/middleware/cache.spec.ts': [
        'shares nothing if `auth` differs',
        'shares nothing if the state differs',
        'distinguishes secrets in the state',
        'shares results by the key',
      ],
    },
  },
  {
    id: 'sessions.cache-access',
    promise: 'A caller that `canAccess` refuses does not get a cached result.',
    sources: ['docs/multi-tenant.md#middleware-across-tenants'],
    tests: { 'test/features/middleware/cache.spec.ts': ['returns nothing to a caller that may not access the tool'] },
  },
  {
    id: 'sessions.rate-limit',
    promise: '`rateLimit` counts all calls together, or by key.',
    sources: ['docs/multi-tenant.md#middleware-across-tenants', 'docs/middleware.md#ratelimit'],
    tests: { 'test/features/middleware/rate-limit.spec.ts': ['counts all calls together by default', 'counts by key'] },
  },
  {
    id: 'sessions.hidden-remote-arguments',
    promise:
      'Arguments that a source sets with `bind` or `preset` are hidden from the model, refused if it sends them, and sent to the server.',
    sources: ['docs/multi-tenant.md#importing-tools-of-mcp-servers', 'docs/mcp-client.md#calls-and-results'],
    tests: { 'test/mcp/client/real-servers.e2e.spec.ts': ['receives preset arguments that are hidden from the model'] },
  },
];
