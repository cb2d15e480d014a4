import type { Requirement } from './requirement.js';

/** The promises about agents that are tools. */
export const subagentRequirements: readonly Requirement[] = [
  {
    id: 'subagents.run',
    promise:
      'An agent is a tool: its arguments are validated, its schema is published as it is, and its answer is the result.',
    sources: ['docs/subagents.md#subagents', 'docs/subagents.md#run-an-agent'],
    tests: {
      'test/toolkit/agents/agent-tool.spec.ts': [
        'runs an agent with validated arguments, and returns its answer',
        'publishes its input schema as it is',
        'the chunks that the agent emits, and ends with its answer',
        'the chunks as the answer, if the agent returns nothing',
        'the answer of an agent that is a generator',
        'fails if the agent ends with %s',
        'fails if the agent throws, without the secrets of the state',
      ],
    },
  },
  {
    id: 'subagents.session',
    promise: 'Each run has its own session with groups, state and the identity of the call.',
    sources: ['docs/subagents.md#what-an-agent-has'],
    tests: {
      'test/toolkit/agents/agent-tool.spec.ts': [
        'has the active groups of the options, and its own activation',
        'binds the values of its own state before those of the call and of the toolkit',
        'belongs to another toolkit if the options name one, and its events to both',
        'separates two runs at the same time',
        'runs in a session, whose state the agent reads',
      ],
    },
  },
  {
    id: 'subagents.approval',
    promise: 'Inner calls that need approval reach the approver of the call, of its session or of its toolkit.',
    sources: ['docs/subagents.md#what-an-agent-has'],
    tests: {
      'test/toolkit/agents/agent-tool.spec.ts': [
        'the approver of the call, which %s',
        'the approver of the session that runs the agent',
        'the approver of the toolkit that runs the agent, if the agent has another toolkit without one',
        'the user of the client',
        'no one, so that the call is denied',
      ],
    },
  },
  {
    id: 'subagents.abort',
    promise: 'The calls of an agent end with its call, with its time limit and with its answer.',
    sources: ['docs/subagents.md#what-an-agent-has'],
    tests: {
      'test/toolkit/agents/agent-tool.spec.ts': [
        'when its own call is aborted',
        'when its own time limit is reached',
        'that still run when the agent has answered',
        'that it makes after its answer',
      ],
    },
  },
  {
    id: 'subagents.limits',
    promise: 'The calls of a run and the number of agents that run within each other are limited.',
    sources: ['docs/subagents.md#limits'],
    tests: {
      'test/toolkit/agents/agent-tool.spec.ts': [
        'has a budget of calls',
        'to three within each other',
        'to the number of the options',
        'through sessions that an agent creates',
      ],
    },
  },
  {
    id: 'subagents.events',
    promise: 'Events of inner calls have the ID of the call of their agent, and the toolkit emits them.',
    sources: ['docs/subagents.md#observe-an-agent'],
    tests: {
      'test/toolkit/agents/agent-tool.spec.ts': [
        'emits the calls of the agent as events of the toolkit, with the ID of the parent call',
        'with the events of each under the call of its parent',
      ],
    },
  },
];
