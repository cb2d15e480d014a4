import type { Requirement } from './requirement.js';

const spec = 'test/toolkit/agents/agent-tool.spec.ts';

/** The promises about agents that are tools. */
export const subagentsRequirements: readonly Requirement[] = [
  {
    id: 'subagents.run',
    promise:
      'An agent is a tool whose run receives the validated input and a session, and whose published schema is the one that the author wrote.',
    sources: ['docs/subagents.md#subagents'],
    tests: {
      [spec]: [
        'runs a loop over the tools of its session, and returns its answer',
        'publishes the schema of its input as it is written',
        'accepts a DTO class and a Standard Schema as its input',
        'validates its answer against its output schema',
      ],
    },
  },
  {
    id: 'subagents.session',
    promise: 'Each run has its own groups and state, and reads the state of the call of its agent after its own.',
    sources: ['docs/subagents.md#the-session-of-a-run'],
    tests: {
      [spec]: [
        'has its own groups',
        'initially has the groups of the caller, and its versions',
        'cannot change its groups by itself if the caller cannot',
        'reads its own state, then that of the call, and writes to its own',
        'has its own copy of the state in each run',
        'prefers the state of its own toolkit to that of the caller',
        'has no tools that the client of the caller runs',
        'of two parallel runs are separate',
        'can be retried: each attempt has its own session',
      ],
    },
  },
  {
    id: 'subagents.budget',
    promise: 'A call beyond the budget of a run does not run, and ends with a `DeniedError`.',
    sources: ['docs/subagents.md#the-session-of-a-run', 'SECURITY.md#what-is-a-vulnerability'],
    tests: { [spec]: ['denies the calls of a run beyond it', 'does not limit the calls of its caller'] },
  },
  {
    id: 'subagents.caller',
    promise: 'The calls of a run have the identity, the client and the log of the call of the agent.',
    sources: ['docs/subagents.md#approvals-and-the-caller', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      [spec]: ['is the caller of the calls in its run', 'answers the questions of tools and of the agent'],
    },
  },
  {
    id: 'subagents.approvals',
    promise:
      'A call of a run that needs approval reaches the approver of the call of the agent, and the time limits of the agent are paused meanwhile.',
    sources: ['docs/subagents.md#approvals-and-the-caller', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      [spec]: [
        'reach the approver of the toolkit: %s',
        'reach the approver of the call, of the session, or the user of the client',
        'reach the approver of the agent’s own toolkit, if it has one',
        'do not count against the time limits of the agent',
        'count against the time limits of the agent again once the call that waited has ended',
        'that are deferred are resumed through a session with the ID of the run',
      ],
    },
  },
  {
    id: 'subagents.events',
    promise: 'The events and the records of the calls of a run have the ID of the call of the agent.',
    sources: ['docs/subagents.md#events-of-a-run', 'docs/observability.md#events'],
    tests: {
      [spec]: [
        'name the call of the agent as their parent, in the toolkit and in the session',
        'of an agent within an agent name the inner agent',
        'are recorded with their parent, also if both models send the same call IDs',
        'with a toolkit of its own are emitted by both toolkits, once',
        'are emitted once if the toolkit of the agent is the one that runs its call',
      ],
    },
  },
  {
    id: 'subagents.answer',
    promise:
      'A run that ends without an answer is an error, and chunks are the answer of a run that returns undefined.',
    sources: ['docs/subagents.md#chunks-and-the-answer'],
    tests: {
      [spec]: [
        'that returns %s ended without an answer',
        'may answer %s',
        'are its answer if they are %s',
        'precede an answer that the run returns',
        'are emitted at the pace of the reader',
      ],
    },
  },
  {
    id: 'subagents.secrets',
    promise: 'The error of a run contains no secret of its session or of its caller.',
    sources: ['docs/subagents.md#chunks-and-the-answer', 'SECURITY.md#what-is-a-vulnerability'],
    tests: { [spec]: ['contains no secret of its state or of its caller'] },
  },
  {
    id: 'subagents.abort',
    promise:
      'The end or the cancellation of an agent aborts the running calls and the background tasks of its run, and a later call does not run.',
    sources: ['docs/subagents.md#abort-and-the-end-of-a-run', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      [spec]: [
        'aborts running calls, and later ones end at once',
        'cancels its background tasks',
        'aborts the signal of its run and each running call',
        'is aborted by unsubscribing',
        'is aborted by its time limit: %j',
        'also aborts calls with a signal of their own',
      ],
      'test/execution/leaks.e2e.spec.ts': ['no generator, no context and no session of an agent is kept in memory'],
    },
  },
  {
    id: 'subagents.depth',
    promise: 'Agents run within agents to a depth of 3, also across toolkits, and a deeper one does not run.',
    sources: ['docs/subagents.md#agents-that-call-agents', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      [spec]: ['run to a depth of 3', 'run to the depth of the option maxDepth', 'are counted across toolkits'],
    },
  },
  {
    id: 'subagents.mcp',
    promise:
      'An agent that is served over MCP asks the user of the client, is cancelled with its request, and is held.',
    sources: ['docs/subagents.md#over-mcp', 'docs/mcp-server.md#rounds-on-several-processes'],
    tests: {
      'test/mcp/server/agents.spec.ts': [
        'is listed with the schema of its input',
        'asks the user of the client, who %s the call of its run',
        'is aborted with the request, and with it the calls of its run',
      ],
      'test/mcp/server/agent-rounds.e2e.spec.ts': [
        'is held while a tool of its run asks, because its model would answer another run differently',
      ],
    },
  },
];
