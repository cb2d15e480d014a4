import type { Requirement } from './requirement.js';

/** The promises about the adapters for agent SDKs. */
export const agentSdkRequirements: readonly Requirement[] = [
  {
    id: 'agent-sdks.contract',
    promise:
      'A toolkit behaves alike in every agent SDK: calls, errors, streams, images, abort, approval, groups, state and identity.',
    sources: ['docs/agent-sdks.md#agent-sdks'],
    tests: {
      'test/contracts/agent-sdk.contract.ts': [
        'runs a call',
        'explains misspelt arguments to the model',
        'reports a failing tool to the model, and continues',
        'redacts a secret that a tool throws',
        'passes the output of a streaming tool to the model, and its chunks to the application',
        'passes an image to the model',
        'aborts the tool and ends the run if the run is aborted',
        'runs a call that the user approves',
        'runs a call with the arguments that an approver has edited',
        'does not run a call that the user denies',
        'adds a group that the model activates between two turns',
        'explains to the model that a tool is inactive',
        'explains to the model that a tool does not exist',
        'runs two calls of a turn at the same time',
        'binds values of the state of a request, which the model does not see',
        'passes the identity of a request to the tool',
      ],
    },
  },
  {
    id: 'agent-sdks.limits',
    promise: 'What an SDK cannot do is stated with the reason, and is what its run shows.',
    sources: ['docs/agent-sdks.md#agent-sdks'],
    tests: {
      'test/contracts/agent-sdk.contract.ts': ['states the limits of the SDK in docs/agent-sdks.md'],
    },
  },
  {
    id: 'agent-sdks.programs',
    promise: 'The programs compile with the types of their SDK, and print what they say.',
    sources: ['docs/agent-sdks.md#agent-sdks'],
    tests: {
      'test/docs/peer-programs.e2e.spec.ts': ['compile with the types of $peer, and print what they say: $at'],
    },
  },
  {
    id: 'agent-sdks.size',
    promise: 'Each adapter is smaller than 3.6 kB after minification and compression, without the core.',
    sources: ['docs/agent-sdks.md#agent-sdks'],
    tests: {
      'test/agent-sdk-size.e2e.spec.ts': [
        '%s is smaller than 3.6 kB after minification and compression, without the core',
      ],
    },
  },
  {
    id: 'agent-sdks.ai-sdk',
    promise:
      'The AI SDK has preliminary results, the instructions and tools of active groups in each step, its own approval, and answers of the toolkit to calls that the SDK rejects.',
    sources: ['docs/agent-sdks.md#ai-sdk'],
    tests: {
      'test/ai-sdk/tools.e2e.spec.ts': [
        'stream %s as preliminary results with the output so far',
        'stop the generator of a stream that is aborted',
        'repair malformed arguments by the rules of the toolkit',
        'have the instructions of active groups in the steps in which they are active',
        'run after an approval in another process',
      ],
    },
  },
  {
    id: 'agent-sdks.ai-sdk-types',
    promise:
      'The output of a tool in the AI SDK is its data, of which the SDK reads the types; the model reads the content, and a failed call throws.',
    sources: ['docs/agent-sdks.md#ai-sdk'],
    tests: {
      'test/ai-sdk/types.e2e.spec.ts': ['are read by version %i of the AI SDK'],
      'test/ai-sdk/tools.e2e.spec.ts': [
        'have the JSON form of their data as the output',
        'show the content of a result to the model, and its data to the application: %s',
        'show an image to the model, also from a stored conversation',
        'throw an error with the text for the model if a call fails',
        'read results of stored conversations, which are plain JSON',
      ],
    },
  },
  {
    id: 'agent-sdks.ai-sdk-approval',
    promise:
      'An approval in the messages of the AI SDK does not replace the approver of a toolkit, and a call that the SDK has not asked for is denied.',
    sources: ['docs/agent-sdks.md#ai-sdk'],
    tests: {
      'test/ai-sdk/tools.e2e.spec.ts': [
        'do not run with an approval of the user if the toolkit has an approver',
        'do not run if the SDK has not asked the user',
      ],
    },
  },
  {
    id: 'agent-sdks.openai',
    promise: 'The tools run in loops over both APIs of OpenAI and in runTools, with the images that each accepts.',
    sources: ['docs/agent-sdks.md#openai', 'docs/agent-sdks.md#loops-of-your-own'],
    tests: {
      'test/contracts/agent-sdk.contract.ts': ['passes an image to the model', 'runs a call'],
      'test/openai/messages.e2e.spec.ts': [
        'aborts the tools of runTools when its runner is aborted',
        'runs malformed arguments of a model by the rules of the toolkit',
        'come from tools with the parameters that OpenAI accepts, which the SDK may change',
        'come from deferred tools too, because runTools cannot load them, but not from those for code only',
        'have a generated ID in runTools',
      ],
    },
  },
  {
    id: 'agent-sdks.anthropic',
    promise:
      "The tools run in loops over Anthropic's Messages API and in its tool runner, with is_error for failed calls.",
    sources: ['docs/agent-sdks.md#anthropic', 'docs/agent-sdks.md#loops-of-your-own'],
    tests: {
      'test/anthropic/messages.e2e.spec.ts': [
        'are the blocks of the calls of a message',
        'show the error of a tool to the tool runner without a prefix',
        'come from the tools that toAnthropic exports, those of the provider included',
        'reach the model of the tool runner without a prefix, with is_error',
        'include those of a group whose tools the application adds to the tool runner',
        'are not awaited by a runner that is aborted',
      ],
      'test/anthropic/without-sdk.e2e.spec.ts': ['fails with the text for the model'],
    },
  },
  {
    id: 'agent-sdks.gemini',
    promise: 'The tools run in loops with Gemini and in automatic function calling, by the names that Gemini accepts.',
    sources: ['docs/agent-sdks.md#gemini', 'docs/agent-sdks.md#loops-of-your-own'],
    tests: {
      'test/google-genai/messages.e2e.spec.ts': [
        'have the name of the call, for tools whose names Gemini does not accept',
        'come from declarations of the tools that are active at the time',
        'do not answer the calls of other tools in the same request',
      ],
    },
  },
  {
    id: 'agent-sdks.openai-agents',
    promise:
      'The OpenAI Agents SDK has the tools and instructions of active groups in each turn, the identity and state of each run, and its own approval.',
    sources: ['docs/agent-sdks.md#openai-agents-sdk'],
    tests: {
      'test/openai-agents/tools.e2e.spec.ts': [
        'are those that the user of each run may access, with the state of the run',
        'have the instructions of the groups that are active in each turn',
        'interrupt the run only for arguments that need approval',
        'run once after an approval in another process',
        'do not run with an approval of the user if the toolkit has an approver',
        'are answered by the SDK if their arguments are not JSON, and never end the run',
      ],
    },
  },
  {
    id: 'agent-sdks.claude-agent',
    promise:
      'The Claude Agent SDK has the tools as a server in the process, with their JSON Schemas, groups, approval and abort.',
    sources: ['docs/agent-sdks.md#claude-agent-sdk'],
    tests: {
      'test/claude-agent/tool-server.spec.ts': [
        'publishes the JSON Schema of a tool as it is',
        'gives each client of a toolkit its own session',
        'announces a group that the application activates',
        'denies a call that needs approval if neither an approver nor the agent can decide',
        'aborts the running calls when the agent closes the connection',
      ],
    },
  },
  {
    id: 'agent-sdks.ag-ui',
    promise:
      'The events of calls are events of AG-UI, valid by its schemas, in order, with an end for each start, without secrets and stacks.',
    sources: ['docs/agent-sdks.md#ag-ui'],
    tests: {
      'test/ag-ui/ag-ui-client.e2e.spec.ts': [
        'are valid by the schemas of AG-UI, are in order, and have an end for each start',
        'asks for the approval of a call, and runs it in the next run',
        'aborts the run of a client that disconnects',
      ],
      'test/ag-ui/to-ag-ui.spec.ts': ['contains neither secrets nor stacks', 'answers aborted and unsubscribed calls'],
    },
  },
  {
    id: 'agent-sdks.langchain',
    promise:
      'LangChain and LangGraph have the complete schemas, errors as messages with a status, approval by an interrupt, and the tools of active groups in each turn.',
    sources: ['docs/agent-sdks.md#langchain-and-langgraph'],
    tests: {
      'test/langchain/tools.e2e.spec.ts': [
        'send the model the complete schema, of which they have their own copy',
        'answer invalid arguments with the fix, without a stack',
        'abort the tool with the signal of the run',
      ],
      'test/langchain/tool-node.e2e.spec.ts': [
        'asks for all decisions of a turn at once, before any call runs',
        'runs each call once after the decisions, in another process too',
        'leaves the decision to an approver',
      ],
    },
  },
  {
    id: 'agent-sdks.from-langchain',
    promise: 'A tool of LangChain is validated, streamed, approved and aborted in a toolkit.',
    sources: ['docs/agent-sdks.md#langchain-and-langgraph'],
    tests: {
      'test/langchain/from-langchain.e2e.spec.ts': [
        'coerces and validates arguments, and applies the transformations of zod once',
        'streams what the tool yields and writes, and returns its output',
        'asks for approval, and reports events, as any tool',
        'aborts the tool with the call',
      ],
    },
  },
  {
    id: 'agent-sdks.mastra',
    promise:
      'Mastra has the complete schemas, its own approval of agents, and the tools of active groups in each step.',
    sources: ['docs/agent-sdks.md#mastra'],
    tests: {
      'test/mastra/tools.e2e.spec.ts': [
        'have the form of createTool',
        'publish the complete schema, in a copy for each reader',
        'run once after the approval',
        'have the instructions of the active groups once in each step',
      ],
    },
  },
  {
    id: 'agent-sdks.subagents',
    promise: 'An agent of an SDK is a tool of another one, with the session of its run.',
    sources: ['docs/agent-sdks.md#subagents', 'docs/agent-sdks.md#what-carries-over'],
    tests: {
      'test/docs/peer-programs.e2e.spec.ts': ['compile with the types of $peer, and print what they say: $at'],
    },
  },
  {
    id: 'agent-sdks.from-ai-sdk',
    promise: 'A tool of the AI SDK is validated, streamed, approved and aborted in a toolkit.',
    sources: ['docs/agent-sdks.md#ai-sdk'],
    tests: {
      'test/ai-sdk/from-ai-sdk.e2e.spec.ts': [
        'has its description and schema, and validates its arguments',
        'streams its preliminary results, of which the last one is its output',
        'needs approval if the SDK requires it',
        'is aborted with its call',
        'emits the events of its calls, and returns to the SDK as any other tool',
      ],
    },
  },
];
