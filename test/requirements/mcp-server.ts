import type { Requirement } from './requirement.js';

/** The promises about tools that are served over MCP. */
export const mcpServerRequirements: readonly Requirement[] = [
  {
    id: 'mcp-server.tested-clients',
    promise:
      'Each capability has been shown by a client of others, and the table names the versions that have shown it.',
    sources: ['docs/mcp-server.md#tested-clients'],
    tests: {
      'test/repository.spec.ts': [
        'shows each capability of each MCP client of others, as the last complete run has written them',
      ],
    },
  },
  {
    id: 'mcp-server.result-meta',
    promise:
      'The `meta` of a response is the `_meta` of the result, its `metadata` is not sent, and a key that MCP reserves is refused by name.',
    sources: ['docs/mcp-server.md#what-a-client-sees'],
    tests: {
      'test/mcp/server/result-meta.e2e.spec.ts': [
        'is the _meta of the result, without the metadata',
        'is sent with the error of a failure',
        'is refused by name if MCP reserves its key',
        'is the frozen meta of an imported tool',
      ],
      'test/response/result-meta.spec.ts': [
        'is a property of the result and of the final response, apart from metadata',
        'is part of the events of toSSE',
      ],
    },
  },
  {
    id: 'mcp-server.tasks',
    promise:
      'A call of a tool with the option `task` becomes a task when the tool begins, which belongs to its subject, asks its client, is cancelled by it, and is limited.',
    sources: ['docs/mcp-server.md#tasks'],
    tests: {
      'test/mcp/stateless/tasks.spec.ts': [
        'is answered at once, and its client fetches the result',
        'is asked in a round what middleware asks before the tool begins, and becomes a task afterwards',
        'belongs to the subject that made it',
        'asks its client, which answers one question after the other',
        'is cancelled by its client, which aborts the tool',
        'is refused beyond the limit of a client, whose other calls go on',
        'is refused by a tool that requires a task, before anything runs',
      ],
      'test/mcp/stateless/stored-tasks.spec.ts': [
        'is stored before it is answered, is run by a worker, and is seen by every node',
        'belongs to the subject that made it, on every node',
      ],
    },
  },
  {
    id: 'mcp-server.request-state',
    promise:
      '`requestState` is evaluated for each request, and its keys are visible in this request only, hiding those of the session only if it names them.',
    sources: ['docs/mcp-server.md#a-tenant-from-a-header', 'docs/multi-tenant.md#multi-tenant-apps'],
    tests: {
      'test/mcp/server/request-state.e2e.spec.ts': [
        'binds the value of each request, also for clients that share a session',
        'is awaited, and receives the identity of the client',
        'is visible to the descriptions of each list, and to tools that depend on the state',
        'of two concurrent requests is separate',
        'hides what sessionState sets, only for the keys that it replaces',
        'is refused by name for a key that sessionState sets too',
        'that %s fails the request, and only onError receives the error',
        'stays in its request for the keys of the request, and in the session for all others',
        'shares the active groups of the session',
        'is refused early as %j',
      ],
      'test/state/overlaid-state.spec.ts': [
        'hides the entire top-level keys of the base that the overlay has',
        'writes below its keys to the overlay, and all other keys to the base',
      ],
    },
  },
  {
    id: 'mcp-server.request-of-a-call',
    promise:
      'A served tool reads the HTTP request of each call without credentials, and the `_meta` of each call without the keys of the protocol.',
    sources: ['docs/mcp-server.md#the-request-of-a-call'],
    tests: {
      'test/mcp/server/request-context.e2e.spec.ts': [
        'reads the request of each call without credentials',
        'reads the _meta of each call without the keys of the protocol',
        'has no request, and reads the _meta of its call',
      ],
    },
  },
  {
    id: 'mcp-server.stdout-reserved',
    promise:
      'Over standard input and output, `toolwright serve` writes nothing but messages of the protocol to standard output.',
    sources: [
      'docs/mcp-server.md#serving-a-module-from-the-command-line',
      'docs/cli.md#serve',
      'MCP 2025-11-25, basic/transports: stdio',
    ],
    tests: { 'test/cli/serve.e2e.spec.ts': ['serves all tools of a module and writes nothing else to stdout: %j'] },
  },
  {
    id: 'mcp-server.command-line-http',
    promise: '`toolwright serve --http` reports its URL and serves many clients.',
    sources: ['docs/mcp-server.md#serving-a-module-from-the-command-line', 'docs/cli.md#serve'],
    tests: { 'test/cli/serve.e2e.spec.ts': ['reports its URL and serves many clients'] },
  },
  {
    id: 'mcp-server.configurations',
    promise: 'The documented configurations of hosts start a server from any folder.',
    sources: ['docs/mcp-server.md#configuring-a-host'],
    tests: {
      'test/cli/host-configuration.e2e.spec.ts': ['is served with the documented configuration of %s'],
    },
  },
  {
    id: 'mcp-server.sdk-of-module',
    promise: '`toolwright serve` uses the SDK that is installed for the served module, or says what to install where.',
    sources: ['docs/mcp-server.md#configuring-a-host', 'docs/mcp-server.md#serving-a-module-from-the-command-line'],
    tests: {
      'test/cli/host-configuration.e2e.spec.ts': [
        'is served with the SDK of the module',
        'is served with @modelcontextprotocol/server if the project has only that',
        'reports which packages to install, and where',
      ],
    },
  },
  {
    id: 'mcp-server.stdio-ends',
    promise:
      'A server over standard input and output ends when its input ends, after it has answered the pending calls.',
    sources: ['docs/mcp-server.md#serving-a-toolkit-from-code'],
    tests: {
      'test/cli/serve.e2e.spec.ts': ['exits after its input ends and the pending calls are answered'],
      'test/mcp/server/slow-readers.e2e.spec.ts': ['closes when its input ends, after the last response'],
    },
  },
  {
    id: 'mcp-server.attach',
    promise: '`attachMcp` adds the tools of a toolkit to a server of the SDK that has its own resources or prompts.',
    sources: ['docs/mcp-server.md#serving-a-toolkit-from-code'],
    tests: {
      'test/mcp/server/attaching.spec.ts': ['adds tools to a server with its own prompts: %s'],
      'test/mcp/server/http-sessions.e2e.spec.ts': ['serves the application’s own resources in addition to the tools'],
    },
  },
  {
    id: 'mcp-server.attach-refuses',
    promise: '`attachMcp` rejects a server that is connected, one that has its own tools, and any other object.',
    sources: ['docs/mcp-server.md#serving-a-toolkit-from-code'],
    tests: {
      'test/mcp/server/attaching.spec.ts': [
        'rejects a server that is connected',
        'rejects a server that has its own tools',
        'rejects an object that is not a server',
      ],
    },
  },
  {
    id: 'mcp-server.server-info',
    promise:
      'The server info is by default the name and the version in the `package.json` nearest to the main module, else to the working folder, else those of toolwright.',
    sources: ['docs/mcp-server.md#what-a-client-sees', 'MCP 2025-11-25, basic/lifecycle: Initialization'],
    tests: {
      'test/mcp/protocol/application-info.e2e.spec.ts': [
        'the name and the version of a server > are those of the package that contains the main module',
        'are those of the working folder if the main module is %s',
        'are those of toolwright if there is no package.json',
        'can be set, each separately',
      ],
    },
  },
  {
    id: 'mcp-server.list',
    promise: 'A client lists the active tools that it may access, in the order of registration.',
    sources: ['docs/mcp-server.md#what-a-client-sees', 'MCP 2025-11-25, server/tools: Listing Tools'],
    tests: {
      'test/mcp/server/listing.spec.ts': [
        'lists active tools only, in the order of registration',
        'lists for each client the tools that it may access',
      ],
    },
  },
  {
    id: 'mcp-server.pages',
    promise:
      'The list is served in pages of 200 tools by default, each tool once, and a cursor stays valid after tools were removed.',
    sources: ['docs/mcp-server.md#what-a-client-sees', 'MCP 2025-11-25, server/utilities/pagination'],
    tests: {
      'test/mcp/server/listing.spec.ts': [
        'lists each tool once',
        'lists 200 tools on a page by default',
        'continues at the same position after tools were removed',
        'rejects the cursor %j with an invalid-params error',
      ],
    },
  },
  {
    id: 'mcp-server.list-changes',
    promise:
      'Changes of the list that happen together are announced once, and a group that a client activates is active only for that client.',
    sources: ['docs/mcp-server.md#what-a-client-sees', 'MCP 2025-11-25, server/tools: List Changed Notification'],
    tests: {
      'test/mcp/server/listing.spec.ts': [
        'is announced once for many changes that happen together',
        'is announced only to the client whose meta tool changed it',
      ],
    },
  },
  {
    id: 'mcp-server.metadata',
    promise:
      'A client sees the title, annotations, icons and `_meta` of a tool, and a schema written as JSON Schema unchanged.',
    sources: ['docs/mcp-server.md#what-a-client-sees'],
    tests: { 'test/mcp/server/listing.spec.ts': ['returns all metadata of a tool, and the authored schema unchanged'] },
  },
  {
    id: 'mcp-server.structured-content',
    promise:
      'Data is sent as `structuredContent` together with text, and wrapped as `{ result }` if it is not an object.',
    sources: ['docs/mcp-server.md#what-a-client-sees', 'MCP 2025-11-25, server/tools: Structured Content'],
    tests: {
      'test/mcp/server/calling.spec.ts': [
        'matches an output schema of an object, and is repeated as text',
        'is wrapped as { result } for any other schema: %j',
      ],
      'test/mcp/server/listing.spec.ts': [
        'wraps an output schema that is not an object as { result }, with its definitions at the root',
      ],
    },
  },
  {
    id: 'mcp-server.failures',
    promise:
      "A failure, including rejected arguments, is a result with `isError` that the model reads, and its code is in `_meta['toolwright/error']`.",
    sources: ['docs/mcp-server.md#what-a-client-sees', 'MCP 2025-11-25, server/tools: Error Handling'],
    tests: {
      'test/mcp/server/calling.spec.ts': [
        'returns a result for the model: %s %j',
        'explains to the model that a tool is inactive',
      ],
      'test/mcp/interop.e2e.spec.ts': ['a tool that fails returns an error of the same class with the same details'],
    },
  },
  {
    id: 'mcp-server.unknown-tool',
    promise:
      'A call of a tool that does not exist for the client is a protocol error, and an inaccessible tool cannot be told apart from an unknown one.',
    sources: ['docs/mcp-server.md#what-a-client-sees', 'MCP 2025-11-25, server/tools: Error Handling'],
    tests: {
      'test/mcp/server/calling.spec.ts': [
        'rejects an unknown tool with a protocol error',
        'rejects an inaccessible tool like an unknown one',
      ],
    },
  },
  {
    id: 'mcp-server.progress',
    promise:
      'Each chunk of a stream becomes a progress notification with an increasing value if the client requested progress, and none follows the result.',
    sources: ['docs/mcp-server.md#progress-and-backpressure', 'MCP 2025-11-25, basic/utilities/progress'],
    tests: {
      'test/mcp/server/calling.spec.ts': [
        'reports and counts each chunk, and returns the complete output',
        'reports chunks with increasing values once the tool has reported progress',
        'reports values that increase, and every text once, whatever the tool reports',
        'reports nothing after the result',
        'reports nothing to a client that sent no progress token',
      ],
    },
  },
  {
    id: 'mcp-server.cancelled',
    promise: 'If the client cancels or disconnects, the tool is cancelled and its generator cleans up.',
    sources: ['docs/mcp-server.md#progress-and-backpressure', 'MCP 2025-11-25, basic/utilities/cancellation'],
    tests: {
      'test/mcp/server/calling.spec.ts': ['ends when the client cancels: the generator cleans up'],
      'test/mcp/server/http-sessions.e2e.spec.ts': ['cancels its call'],
      'test/mcp/sdk-v2/serving.e2e.spec.ts': ['stops a tool whose client has disconnected'],
    },
  },
  {
    id: 'mcp-server.cancelled-silently',
    promise: 'A call that its client cancels over HTTP logs nothing.',
    sources: ['docs/mcp-server.md#progress-and-backpressure'],
    tests: {
      'test/mcp/server/cancelled-calls.e2e.spec.ts': [
        'logs nothing if the client leaves %s',
        'logs nothing if an official client cancels it',
        'logs nothing if an imported tool is cancelled',
      ],
    },
  },
  {
    id: 'mcp-server.slow-readers',
    promise:
      'A client that reads slowly pauses the stream, receives only the latest progress, and at most 1,000 pending log messages of a call.',
    sources: ['docs/mcp-server.md#progress-and-backpressure'],
    tests: {
      'test/mcp/server/slow-readers.e2e.spec.ts': [
        'causes the tool to wait, and misses nothing when it reads again',
        'receives the latest progress, but not all of it, when the tool reports progress',
        'misses log messages after the first thousand',
      ],
    },
  },
  {
    id: 'mcp-server.log',
    promise: "`ctx.log()` writes to the client's log, from the level that the client selected.",
    sources: ['docs/mcp-server.md#using-the-clients-capabilities', 'MCP 2025-11-25, server/utilities/logging'],
    tests: {
      'test/mcp/server/calling.spec.ts': [
        'sends the log messages of the tool to the client',
        'omits messages below the level of the client',
      ],
    },
  },
  {
    id: 'mcp-server.private-notices',
    promise: 'Progress and log messages that a client receives contain neither secrets nor absolute paths.',
    sources: ['docs/multi-tenant.md#secrets', 'SECURITY.md#what-is-a-vulnerability'],
    tests: { 'test/mcp/server/private-notices.spec.ts': ['contain neither secrets nor absolute paths'] },
  },
  {
    id: 'mcp-server.ask',
    promise:
      '`ctx.ask()` shows the user a form, and the answer is validated against the schema, whatever form the client shows.',
    sources: ['docs/mcp-server.md#using-the-clients-capabilities', 'MCP 2025-11-25, client/elicitation'],
    tests: {
      'test/mcp/server/client-capabilities.spec.ts': [
        'sends a form and receives the answer',
        'fails on an answer that breaks a rule that forms do not support',
        'fails on a field that no form can show: %j',
      ],
    },
  },
  {
    id: 'mcp-server.sample-and-roots',
    promise:
      "`ctx.sample()` requests a response from the client's model, and `ctx.roots()` returns the client's folders.",
    sources: ['docs/mcp-server.md#using-the-clients-capabilities', 'MCP 2025-11-25, client/sampling'],
    tests: {
      'test/mcp/server/client-capabilities.spec.ts': [
        'receives the completion from the client',
        'receives the roots of the client',
      ],
    },
  },
  {
    id: 'mcp-server.missing-capability',
    promise: 'A capability that the caller does not offer is a `MissingCapabilityError` that names it.',
    sources: ['docs/mcp-server.md#using-the-clients-capabilities', 'docs/errors.md#execution'],
    tests: {
      'test/execution/client-access.spec.ts': [
        'names the capability that the caller does not provide, and the fix: %s',
      ],
      'test/mcp/server/client-capabilities.spec.ts': ['fails when the client does not support elicitation'],
    },
  },
  {
    id: 'mcp-server.paused-limits',
    promise: "The tool's time limits are paused while the client is asked.",
    sources: ['docs/mcp-server.md#using-the-clients-capabilities', 'docs/streaming.md#time-limits'],
    tests: {
      'test/execution/client-access.spec.ts': [
        'pauses the time limits while the user thinks',
        'resumes the time limits once the user has answered',
      ],
      'test/execution/deadlines.e2e.spec.ts': ['does not count the time in which the tool asks the user'],
    },
  },
  {
    id: 'mcp-server.modern-results',
    promise: 'In version 2026-07-28, output schemas and `structuredContent` may be any value and are sent unchanged.',
    sources: ['docs/mcp-server.md#protocol-version-2026-07-28', 'MCP 2026-07-28, server/tools'],
    tests: {
      'test/mcp/server/structured-content.e2e.spec.ts': [
        'is structured content for a client of 2026-07-28: %j',
        'is only text for a client of 2025-11-25: %j',
      ],
      'test/mcp/sdk-v2/serving.e2e.spec.ts': [
        'lists output schemas unchanged, and returns the data of calls unchanged',
      ],
    },
  },
  {
    id: 'mcp-server.modern-only',
    promise: '`toolwright/mcp/v2` supports no version older than 2026-07-28, and its refusal names the version.',
    sources: ['docs/mcp-server.md#protocol-version-2026-07-28'],
    tests: { 'test/mcp/sdk-v2/serving.e2e.spec.ts': ['rejects clients of older versions with its own version'] },
  },
  {
    id: 'mcp-server.round-trips',
    promise:
      'A tool that asks in version 2026-07-28 waits in its process, and the client repeats the call with the answer.',
    sources: ['docs/mcp-server.md#protocol-version-2026-07-28'],
    tests: {
      'test/mcp/sdk-v2/serving.e2e.spec.ts': [
        'asks in multiple round trips, and resumes the call',
        'uses the keys that the tool sets for its questions',
        'uses an answer that arrives before its question once, and ignores other answers',
      ],
    },
  },
  {
    id: 'mcp-server.signed-state',
    promise: 'The state of a waiting call is signed, and valid only for the client that started the call.',
    sources: ['docs/mcp-server.md#protocol-version-2026-07-28'],
    tests: {
      'test/mcp/sdk-v2/serving.e2e.spec.ts': [
        'rejects a state that it has not signed',
        'passes the identity of a token to the tools, and restricts a waiting call to its owner',
      ],
    },
  },
  {
    id: 'mcp-server.waiting-calls',
    promise:
      'At most 16 calls of one client wait, 256 of the server, and 64 MiB in all, and a call that would exceed a limit displaces the oldest ones with an error that names the option.',
    sources: ['docs/mcp-server.md#protocol-version-2026-07-28'],
    tests: {
      'test/mcp/sdk-v2/serving.e2e.spec.ts': [
        'has 16 waiting calls of one client by default',
        'ends the oldest call of %p, and no call of another client',
        'ends the oldest call of all clients',
        'ends the oldest calls that are too large together, and one that is too large alone at once',
        'counts answers that no question has used',
      ],
      'test/mcp/server/waiting-calls.spec.ts': ['displaces the oldest call of a client that has too many'],
    },
  },
  {
    id: 'mcp-server.waiting-memory',
    promise:
      'Calls that wait with arguments of 1 MB each do not exhaust a process with 160 MB, and a call that has ended occupies no memory.',
    sources: ['SECURITY.md#what-is-a-vulnerability', 'docs/mcp-server.md#protocol-version-2026-07-28'],
    tests: {
      'test/mcp/sdk-v2/serving.e2e.spec.ts': [
        'survives 250 waiting calls with arguments of 1 MB in a process with 160 MB',
      ],
      'test/chaos/soak.e2e.spec.ts': ['occupies no memory in either protocol version, also if its client goes away'],
    },
  },
  {
    id: 'mcp-server.replayed-rounds',
    promise:
      "With `rounds: 'replayed'`, any process with the same key runs a method again with the answers so far, which is the default over HTTP if `key` is set.",
    sources: ['docs/mcp-server.md#rounds-on-several-processes', 'MCP 2026-07-28, basic/patterns/mrtr'],
    tests: {
      'test/mcp/server/replayed-rounds.e2e.spec.ts': [
        'is begun by one server and continued by another',
        'is answered by the official client',
        'receives its own answers, if the answers of two calls arrive crossed',
        'asks the questions of one moment in one round, of its user, its model and its roots',
        'uses an answer that arrives before its question, in every run',
        'has the identity, the state and the call ID of its client in every run',
        'is cancelled with its connection while it is run again',
        'is run again over standard input and output only if rounds are replayed explicitly',
      ],
      'test/chaos/replicas.e2e.spec.ts': ['lose no call that asks questions while they are killed and restarted'],
      'test/mcp/server/replayed-refusals.e2e.spec.ts': [
        'runs the method for each request that sends it',
        'are held %s, without a warning',
        'are refused early %s',
      ],
    },
  },
  {
    id: 'mcp-server.suspended-runs',
    promise:
      'A run that ends with a question cleans up and is not a failure: its response is pending, its end is the event `suspended`, and the history records only the last run.',
    sources: [
      'docs/mcp-server.md#rounds-on-several-processes',
      'docs/observability.md#events',
      'docs/errors.md#interrupted',
    ],
    tests: {
      'test/mcp/server/replayed-rounds.e2e.spec.ts': [
        'does not send progress and logs again',
        'cleans up and is neither failed nor recorded until it ends',
        'runs the middleware, the retries and the time limits in each round, and occupies no slot between them',
        'survives questions that the tool awaits one after another',
      ],
      'test/toolkit/suspended-calls.spec.ts': [
        'is pending and cleans up: %s',
        'is pending for middleware, and while it waits for approval',
        'is recorded once, with the end of its last run',
      ],
    },
  },
  {
    id: 'mcp-server.replayed-state',
    promise:
      'The state of a replayed call is signed, contains nothing of the server but names, digests and times, and is refused before anything runs if it was changed, has expired, or belongs to another tool, definition, subject or other arguments.',
    sources: ['docs/mcp-server.md#rounds-on-several-processes', 'MCP 2026-07-28, basic/patterns/mrtr'],
    tests: {
      'test/mcp/server/replayed-refusals.e2e.spec.ts': [
        'is refused, and nothing runs, if %s',
        'is refused with other arguments, for another tool and for another client',
        'is refused if the definition of the tool has changed',
        'is refused after ten minutes',
        'is verified with all keys and signed with the first one',
        'contains nothing of the server but names, digests and times',
      ],
    },
  },
  {
    id: 'mcp-server.replay-limits',
    promise:
      'A replayed call fails with a ReplayError if its method asks another question than in its last run, after 32 rounds, and if its state exceeds 64 KiB.',
    sources: ['docs/mcp-server.md#rounds-on-several-processes'],
    tests: {
      'test/mcp/server/replayed-refusals.e2e.spec.ts': [
        'fails with a ReplayError if the method is not deterministic before its question',
        'may change the words of a question that has a key',
        'fails with a ReplayError if the answers so far are too large',
        'fails with a ReplayError after 32 rounds',
      ],
    },
  },
  {
    id: 'mcp-server.replayed-approvals',
    promise:
      'An approval of a replayed call can be used once, and calls of tools that are not idempotent, or whose approvals cannot be claimed, are held in their process and named by a warning.',
    sources: ['docs/mcp-server.md#rounds-on-several-processes'],
    tests: {
      'test/mcp/server/replayed-refusals.e2e.spec.ts': [
        'can be used once, by one of all servers',
        'holds the call in its process if %s',
        'are held for a tool that is not idempotent, which a warning names once',
      ],
    },
  },
  {
    id: 'mcp-server.undeclared-capability',
    promise:
      'A call that needs a capability that its client has not declared is rejected with error -32021, unless the tool catches the error.',
    sources: ['docs/mcp-server.md#protocol-version-2026-07-28'],
    tests: {
      'test/mcp/sdk-v2/serving.e2e.spec.ts': [
        'rejects a call that requires the undeclared capability %s',
        'runs a tool that handles a missing capability itself',
      ],
    },
  },
  {
    id: 'mcp-server.header-arguments',
    promise: 'A request whose header differs from the argument with `x-mcp-header` is rejected.',
    sources: ['docs/mcp-server.md#protocol-version-2026-07-28', 'MCP 2026-07-28, basic/transports/streamable-http'],
    tests: { 'test/mcp/sdk-v2/serving.e2e.spec.ts': ['compares arguments with the headers that repeat them, with %s'] },
  },
  {
    id: 'mcp-server.modern-notices',
    promise: 'A client of version 2026-07-28 receives list changes and log messages only if it requests them.',
    sources: ['docs/mcp-server.md#protocol-version-2026-07-28'],
    tests: {
      'test/mcp/sdk-v2/serving.e2e.spec.ts': [
        'sends log messages to a client that asks for them',
        'serveMcp of toolwright/mcp/v2 > notifies a subscribed client of changes to the list',
      ],
    },
  },
  {
    id: 'mcp-server.versions',
    promise: 'A server supports the protocol versions 2024-11-05 to 2025-11-25.',
    sources: ['docs/mcp-server.md#serving-tools-over-mcp', 'MCP 2025-11-25, basic/lifecycle: Version Negotiation'],
    tests: { 'test/mcp/server/http-sessions.e2e.spec.ts': ['supports version %s'] },
  },
];
