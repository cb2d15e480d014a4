import type { Requirement } from './requirement.js';

/** The promises about tools that are imported from MCP servers. */
export const mcpClientRequirements: readonly Requirement[] = [
  {
    id: 'mcp-client.linked',
    promise: '`linkMcp` connects a server and a client of either protocol version in memory.',
    sources: ['docs/testing.md#mcp-without-a-port'],
    tests: {
      'test/mcp/link-mcp.e2e.spec.ts': [
        'imports the tools of a toolkit under their own names',
        'streams the chunks of a tool',
        'lets a tool ask the user of the client',
      ],
    },
  },
  {
    id: 'mcp-client.versions',
    promise: "A source connects to servers of 2026-07-28 with the SDK `'v2'`, and to older ones with either SDK.",
    sources: ['docs/mcp-client.md#importing-the-tools-of-mcp-servers'],
    tests: {
      'test/mcp/client/modern-servers.e2e.spec.ts': ['is connected with its protocol version'],
      'test/mcp/client/real-servers.e2e.spec.ts': ['serves calls of tools by names that models accept'],
    },
  },
  {
    id: 'mcp-client.validated-arguments',
    promise: 'Arguments are validated before they are sent to the server.',
    sources: ['docs/mcp-client.md#importing-the-tools-of-mcp-servers'],
    tests: {
      'test/mcp/client/real-servers.e2e.spec.ts': ['receives only valid arguments'],
      'test/mcp/interop.e2e.spec.ts': ['invalid arguments are rejected before they are sent'],
    },
  },
  {
    id: 'mcp-client.environment',
    promise: 'A process inherits only a few variables of the environment, in addition to `env`.',
    sources: ['docs/mcp-client.md#connecting-to-a-server'],
    tests: {
      'test/mcp/client/processes.e2e.spec.ts': ['inherits few environment variables, and receives the configured ones'],
    },
  },
  {
    id: 'mcp-client.process-exits',
    promise: 'If a process exits, pending calls fail with a `NetworkError` and it is restarted with increasing delays.',
    sources: ['docs/mcp-client.md#connecting-to-a-server'],
    tests: {
      'test/mcp/client/processes.e2e.spec.ts': [
        'fails every pending call immediately with a typed error',
        'is restarted automatically, and its tools continue to work',
        'is not restarted after maxRestarts attempts, except by a call',
      ],
    },
  },
  {
    id: 'mcp-client.process-ends',
    promise:
      'A process ends with its source and with your own process, together with all processes that it has started.',
    sources: ['docs/mcp-client.md#connecting-to-a-server'],
    tests: {
      'test/mcp/client/processes.e2e.spec.ts': [
        'ends with its descendants when the source is closed',
        'ends with its descendants when it is killed',
        'ends when its parent process is killed',
      ],
    },
  },
  {
    id: 'mcp-client.unreachable-url',
    promise:
      'A URL that becomes unreachable, or whose stream breaks, fails its calls with a `NetworkError`, within a second or once resuming has failed.',
    sources: ['docs/mcp-client.md#connecting-to-a-server'],
    tests: {
      'test/mcp/client/http-servers.e2e.spec.ts': [
        'fails the call immediately when the stream cannot be resumed',
        'fails the call when the stream could have been resumed',
        'fails the call when the response had not begun',
        'fails the call when the stream ends without a result',
      ],
    },
  },
  {
    id: 'mcp-client.resumed-stream',
    promise: 'If only the stream was lost, the result is delivered on a resumed one.',
    sources: [
      'docs/mcp-client.md#connecting-to-a-server',
      'MCP 2025-11-25, basic/transports: Resumability and Redelivery',
    ],
    tests: {
      'test/mcp/client/http-servers.e2e.spec.ts': [
        'delivers its result on a resumed stream when only the stream was lost',
      ],
    },
  },
  {
    id: 'mcp-client.forgotten-session',
    promise: 'A server that has forgotten the session is initialised again, once, and the call continues.',
    sources: ['docs/mcp-client.md#connecting-to-a-server', 'MCP 2025-11-25, basic/transports: Session Management'],
    tests: {
      'test/mcp/client/http-servers.e2e.spec.ts': [
        'is initialised again after it lost the session, and the call succeeds',
        'is initialised again only once per call when it loses every session',
      ],
    },
  },
  {
    id: 'mcp-client.own-client',
    promise: 'A client that you have connected is neither closed nor reconnected.',
    sources: ['docs/mcp-client.md#connecting-to-a-server'],
    tests: {
      'test/mcp/client/sdk-client.spec.ts': [
        'follows changes of its tools, and leaves the client open',
        'reports that the client is closed',
      ],
    },
  },
  {
    id: 'mcp-client.client-info',
    promise: 'The client info is by default the name and the version in the `package.json` nearest to the main module.',
    sources: ['docs/mcp-client.md#connecting-to-a-server'],
    tests: {
      'test/mcp/protocol/application-info.e2e.spec.ts': [
        'the name and the version of a client > are those of the package that contains the main module',
      ],
    },
  },
  {
    id: 'mcp-client.login',
    promise:
      'If a server requires a login, connecting fails with an `AuthenticationError`, and succeeds after `finishAuth`.',
    sources: ['docs/mcp-client.md#authorization', 'MCP 2025-11-25, basic/authorization'],
    tests: {
      'test/mcp/client/oauth.e2e.spec.ts': [
        'is connected after the login, and its token is refreshed when it expires',
        'can require a login later, and accepts all parameters of the redirect',
        'fails when the redirect has no code',
      ],
    },
  },
  {
    id: 'mcp-client.client-metadata-document',
    promise: 'A client is known by its metadata document if the authorisation server reads such documents.',
    sources: ['docs/mcp-client.md#authorization', 'MCP 2026-07-28, basic/authorization/client-registration'],
    tests: {
      'test/mcp/client/oauth.e2e.spec.ts': ['knows the client by its document if it reads documents: $readsDocuments'],
    },
  },
  {
    id: 'mcp-client.schemes',
    promise:
      'Tokens are requested by a scheme without a login, kept for each identity, and renewed when they are refused.',
    sources: ['docs/mcp-client.md#authorization-without-a-login'],
    tests: {
      'test/mcp/client/client-authorization.e2e.spec.ts': [
        'are exchanged for a token, which is used until the server refuses it',
        'are requested once for many calls at the same time',
        'has its own tokens if a function returns the scheme of a call',
        'protects the credentials from another authorisation server',
        'binds tokens to a key, with the nonces of both servers',
      ],
    },
  },
  {
    id: 'mcp-client.visits',
    promise: 'A page that a server asks to visit is shown to the handler only if its URL is safe, and is never opened.',
    sources: ['docs/mcp-client.md#answering-requests-of-a-server', 'MCP 2026-07-28, client/elicitation'],
    tests: {
      'test/mcp/visits.e2e.spec.ts': [
        'ends with the decision of the user: %s',
        'is refused without asking the user: %s',
        'before a call receives the call again after the visit',
      ],
    },
  },
  {
    id: 'mcp-client.token-in-errors',
    promise: 'The configured headers and the token are sent to the server and do not appear in errors.',
    sources: ['docs/mcp-client.md#authorization', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/mcp/client/http-servers.e2e.spec.ts': [
        'has the configured headers and token, which do not appear in errors',
      ],
    },
  },
  {
    id: 'mcp-client.outbound',
    promise:
      'Requests reach the host of the URL and public addresses only, also those to authorisation servers, and the loopback interface if the URL is on it; `outbound` allows more hosts, which do not receive the headers of the transport.',
    sources: ['docs/mcp-client.md#the-hosts-of-requests'],
    tests: {
      'test/mcp/client/outbound.e2e.spec.ts': [
        'reaches the private address of its URL',
        'does not follow the redirect of a call to another private address',
        'does not read metadata at another private address that the server names',
        'does not reach an authorisation server at another private address, also when a login is finished',
        'reaches %s, without the headers of the transport',
        'denies %s with the addresses %j',
        'follows no redirect',
        'is refused as %j',
        'is refused in a runtime without node:dns, unless it allows private addresses',
        'of several sources applies to those with a url',
      ],
    },
  },
  {
    id: 'mcp-client.several-servers',
    promise: '`mcpSources` connects the servers that are available and reports the others with their errors.',
    sources: ['docs/mcp-client.md#connecting-to-several-servers'],
    tests: {
      'test/mcp/client/mcp-sources.e2e.spec.ts': [
        'connects the available servers and reports the others with their errors',
        'accepts options for all servers and for one server',
      ],
    },
  },
  {
    id: 'mcp-client.names',
    promise: 'Imported tools have names that models accept, with the name of the source as prefix.',
    sources: ['docs/mcp-client.md#what-is-imported'],
    tests: { 'test/mcp/client/real-servers.e2e.spec.ts': ['serves calls of tools by names that models accept'] },
  },
  {
    id: 'mcp-client.own-tools-first',
    promise: 'A tool of a source never replaces one that you registered, and yours replaces one of a source.',
    sources: ['docs/mcp-client.md#what-is-imported', 'docs/toolkit.md#tool-sources'],
    tests: {
      'test/mcp/client/mcp-sources.e2e.spec.ts': ['never replaces a local tool with a remote one'],
      'test/toolkit/sources.spec.ts': [
        'is never replaced by a tool of a source',
        'takes the place of one of a source, whatever happens to duplicates: %s',
      ],
    },
  },
  {
    id: 'mcp-client.unusable-tools',
    promise: 'A tool that cannot be used is omitted with a reason, and the other tools of the server work.',
    sources: ['docs/mcp-client.md#what-is-imported', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': [
        'is imported without the one tool of five that is invalid',
        'is imported without tools that have unsafe names',
        'is imported without tools whose arguments cannot be sent as headers',
      ],
    },
  },
  {
    id: 'mcp-client.descriptions',
    promise: 'Descriptions are stripped of invisible characters and cut at 2,048 characters.',
    sources: ['docs/mcp-client.md#what-is-imported'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': [
        'has descriptions without invisible characters and of limited length',
        'has descriptions of at most 2,048 characters by default',
      ],
      'test/mcp/client/untrusted-servers.spec.ts': ['loses only invisible characters', 'is not cut within a character'],
    },
  },
  {
    id: 'mcp-client.endless-lists',
    promise: 'A list of tools that exceeds `maxPages` or `maxTools` fails with an error that names the limit.',
    sources: ['docs/mcp-client.md#what-is-imported', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': [
        'fails with the limit when it exceeds maxTools',
        'fails with the limit when its pages never end',
        'can have 10,000 tools on one page',
      ],
    },
  },
  {
    id: 'mcp-client.large-messages',
    promise: 'A message that exceeds `maxMessageBytes` fails only its own call.',
    sources: ['docs/mcp-client.md#what-is-imported', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': ['fails only its own call when it exceeds maxMessageBytes'],
      'test/mcp/client/http-servers.e2e.spec.ts': ['fails its call: %s'],
    },
  },
  {
    id: 'mcp-client.version-error',
    promise:
      'A protocol version that does not fit fails with an `McpVersionError` that is not retryable and names the versions of the server.',
    sources: ['docs/mcp-client.md#what-is-imported', 'MCP 2025-11-25, basic/lifecycle: Version Negotiation'],
    tests: {
      'test/mcp/client/protocol-versions.e2e.spec.ts': [
        'reports the versions of a server of 2026-07-28 over HTTP',
        'reports the versions of a server of 2026-07-28 over standard input and output',
        'reports the version of a server that is too old, with %s',
        'reports the versions of a server that is too new, with %s',
        'does not mistake %s for it',
      ],
    },
  },
  {
    id: 'mcp-client.pins',
    promise:
      'With `pins`, a tool is compared with the fingerprints that you approved, and otherwise with the first version that the source has seen.',
    sources: ['docs/mcp-client.md#detecting-changed-tools'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': [
        'is compared with the pinned fingerprints',
        'is reported or quarantined by the policy: %s',
      ],
    },
  },
  {
    id: 'mcp-client.repeated-changes',
    promise: 'A server that reports a change of its list hundreds of times has it read only a few times.',
    sources: ['docs/mcp-client.md#detecting-changed-tools'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': ['is read again only a few times for 500 notifications'],
    },
  },
  {
    id: 'mcp-client.identity-sessions',
    promise:
      'Each set of headers has its own connection and session, so that no session carries the calls of two users.',
    sources: ['docs/mcp-client.md#the-identity-of-each-call', 'MCP 2025-11-25, basic/transports: Session Management'],
    tests: {
      'test/mcp/client/identities.e2e.spec.ts': [
        'are evaluated for each request, without a call for what the source itself sends',
        'give each identity its own session, also for concurrent calls',
        'stay with their session after it was lost, and while the list is read again',
        'are of the caller whose call fails with 401, and of no other',
        'route progress and cancellation to the calls of their own session',
        'let a handler see for which caller a server asks',
        'receives the calls of each caller with its own credentials, and the answers of its own user',
      ],
    },
  },
  {
    id: 'mcp-client.identity-limits',
    promise: 'The number of identities is limited, idle ones are closed, and none that is in use.',
    sources: ['docs/mcp-client.md#the-identity-of-each-call'],
    tests: {
      'test/mcp/client/identities.e2e.spec.ts': [
        'close the identity that has been idle for longest, and no identity in use',
        'open a session for a renewed token, and the session of the old one is closed when it is idle',
        'close every session with the source',
      ],
    },
  },
  {
    id: 'mcp-client.identity-values',
    promise:
      'Headers of a call are validated, redacted, sent to no other server, and nothing that is not named leaves.',
    sources: ['docs/mcp-client.md#the-identity-of-each-call', 'RFC 9110, sections 5.1 and 5.5'],
    tests: {
      'test/mcp/client/identities.e2e.spec.ts': [
        'are validated: %j',
        'appear in no error, event, progress or warning, even if the server repeats them',
        'are sent neither by default nor in part: nothing of the caller leaves that is not named',
        'are not sent to another origin to which the server redirects',
        'may not contain authorization if auth sets it',
      ],
    },
  },
  {
    id: 'mcp-client.identity-failures',
    promise: 'A function for headers that fails ends the call with a typed error, which is not retried.',
    sources: ['docs/mcp-client.md#the-identity-of-each-call'],
    tests: {
      'test/mcp/client/identities.e2e.spec.ts': [
        'fail the call with a typed error, which is not retried, if the function fails',
        'fail the connecting with a typed error if the function fails without a call',
        'are rejected if they cannot work: %#',
      ],
    },
  },
  {
    id: 'mcp-client.meta',
    promise: '`meta` adds entries to the `_meta` of each call, but no keys of the protocol.',
    sources: ['docs/mcp-client.md#calls-and-results', 'MCP 2025-11-25, basic: General fields, `_meta`'],
    tests: {
      'test/mcp/client/call-meta.spec.ts': [
        'adds entries to the _meta of each call, with the progress token',
        'is evaluated for each call, with a read-only view of the call',
        'rejects the key %j, when the source is created and for each call',
        'fails the call with a typed error, which is not retried, if the function fails',
        'sends a secret as its value, which does not appear in errors',
      ],
    },
  },
  {
    id: 'mcp-client.trace-context',
    promise: 'The trace context of a call is sent in its `_meta` if it is valid, and nothing else of its `_meta` is.',
    sources: ['docs/mcp-client.md#calls-and-results', 'MCP 2026-07-28, basic: `_meta`, trace context'],
    tests: {
      'test/mcp/client/call-meta.spec.ts': [
        'is sent with each call, and nothing else of its _meta is',
        'has a valid %s: %s',
        'has no malformed %s: %j',
        'has a tracestate only with a traceparent',
      ],
      'test/mcp/interop.e2e.spec.ts': [
        'a tool receives the trace context of its call',
        'a tool receives the span of its call as the parent of its own',
      ],
    },
  },
  {
    id: 'mcp-client.content',
    promise: 'All kinds of content are preserved, including unknown ones.',
    sources: ['docs/mcp-client.md#calls-and-results', 'MCP 2025-11-25, server/tools: Tool Result'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': [
        'retains content blocks of all types, including unknown ones',
      ],
      'test/mcp/client/real-servers.e2e.spec.ts': ['returns images and resources as content'],
    },
  },
  {
    id: 'mcp-client.output',
    promise: "`structuredContent` that does not match the tool's output schema is `invalid_output`.",
    sources: ['docs/mcp-client.md#calls-and-results', 'MCP 2025-11-25, server/tools: Output Schema'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': ['is rejected when it does not match the output schema'],
    },
  },
  {
    id: 'mcp-client.unwrapped',
    promise:
      'A value that was wrapped as `{ result }` because it is not an object is unwrapped, and an object that only looks like it is not.',
    sources: ['docs/mcp-client.md#calls-and-results'],
    tests: {
      'test/mcp/client/untrusted-servers.spec.ts': ['is detected by its schema: %o', 'is not detected in %o'],
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': ['is unwrapped when an array was sent as an object'],
    },
  },
  {
    id: 'mcp-client.progress',
    promise: 'Progress becomes chunks, and hundreds of thousands of notifications do not affect the call.',
    sources: ['docs/mcp-client.md#calls-and-results'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': [
        'emits its progress as chunks, and then the final response',
        'arrives after 200,000 progress notifications, most of which are dropped',
      ],
    },
  },
  {
    id: 'mcp-client.cancelled',
    promise:
      'A call that is aborted, unsubscribed or timed out is cancelled on the server, and a late response is dropped.',
    sources: ['docs/mcp-client.md#calls-and-results', 'MCP 2025-11-25, basic/utilities/cancellation'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': [
        'that is %s is cancelled on the server, and a late response is dropped',
        'is not cancelled after it has ended',
      ],
    },
  },
  {
    id: 'mcp-client.garbage',
    promise: 'A response that is repeated or surrounded by garbage is used once, with a warning.',
    sources: ['docs/mcp-client.md#calls-and-results'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': [
        'is used once, with a warning, when it is repeated or surrounded by garbage',
      ],
    },
  },
  {
    id: 'mcp-client.error-codes',
    promise: 'An HTTP status selects the error code of a call: 401, 403, 404, 429 and 5xx.',
    sources: ['docs/mcp-client.md#calls-and-results', 'docs/errors.md#throw-errors-from-a-tool'],
    tests: { 'test/mcp/client/http-servers.e2e.spec.ts': ['fails with the status %i as an error with the code %s'] },
  },
  {
    id: 'mcp-client.restored-errors',
    promise: 'An error of a toolwright server is restored as the same class with the same details.',
    sources: ['docs/mcp-client.md#calls-and-results'],
    tests: {
      'test/mcp/interop.e2e.spec.ts': [
        'a tool that fails returns an error of the same class with the same details',
        'a call that its server cancels is not reported as cancelled by the client',
      ],
      'test/mcp/client/sdk-client.spec.ts': ['reads only the valid parts of an error: %j'],
    },
  },
  {
    id: 'mcp-client.deadline',
    promise: '`deadlineMs` of a source limits all attempts of a call together.',
    sources: ['docs/mcp-client.md#calls-and-results', 'docs/streaming.md#time-limits'],
    tests: { 'test/mcp/client/deadlines.spec.ts': ['limits all attempts of a call together'] },
  },
  {
    id: 'mcp-client.hanging-server',
    promise:
      'A server that hangs fails a call at its timeout or abort, affects no later call and does not prevent the source from closing.',
    sources: ['docs/mcp-client.md#calls-and-results', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/mcp/client/http-servers.e2e.spec.ts': [
        'fails a call at its timeout or abort and does not affect later calls',
        'does not prevent a source from closing',
      ],
    },
  },
  {
    id: 'mcp-client.requests-of-a-server',
    promise:
      'The handlers `elicit`, `sample` and `roots` answer the requests of a server, also those in results of 2026-07-28.',
    sources: ['docs/mcp-client.md#answering-requests-of-a-server', 'MCP 2025-11-25, client/elicitation'],
    tests: {
      'test/mcp/client/real-servers.e2e.spec.ts': ['can ask the user, sample a model and list roots'],
      'test/mcp/client/modern-servers.e2e.spec.ts': ['can ask in a multi-round-trip'],
    },
  },
  {
    id: 'mcp-client.from-mcp',
    promise: '`fromMcp` creates a spec from one tool that a client of either SDK has listed.',
    sources: ['docs/mcp-client.md#importing-one-tool'],
    tests: {
      'test/mcp/client/sdk-client.spec.ts': ['creates a spec for a tool that a client has listed'],
      'test/mcp/client/modern-servers.e2e.spec.ts': ['creates a spec for one tool'],
    },
  },
  {
    id: 'mcp-client.interop',
    promise:
      'Tools that toolwright serves and imports return their data, chunks and errors unchanged, with every SDK and transport.',
    sources: ['docs/mcp-client.md#calls-and-results'],
    tests: {
      'test/mcp/interop.e2e.spec.ts': [
        '%s returns its data unchanged',
        'chunks arrive as chunks, in order, before one final response',
        'a tool that fails returns its message',
      ],
    },
  },
  {
    id: 'mcp-client.app-tools',
    promise:
      'Tools that a server offers to apps only do not exist for models, and the application runs them by their specs.',
    sources: ['docs/mcp-client.md#what-is-imported'],
    tests: {
      'test/mcp/client/app-tools.spec.ts': [
        'are in no list, export and search of a toolkit',
        'do not exist for a call on behalf of a model',
        'are run by the application through their specs',
      ],
    },
  },
  {
    id: 'mcp-client.missing-sdk',
    promise: 'The SDK is loaded when the first server is connected, and a missing one is named by its package.',
    sources: ['docs/mcp-client.md#importing-the-tools-of-mcp-servers'],
    tests: {
      'test/loaded-packages.e2e.spec.ts': [
        'does not load the SDKs of the Model Context Protocol before the first server',
      ],
      'test/mcp/missing-sdk.e2e.spec.ts': [
        'serves version 2026-07-28 over standard input and output, and warns that other clients are refused',
        'serves version 2026-07-28 over HTTP, and names the package to a client of another version',
        'names the package of an application server',
        'lets an application of NestJS start, and warns',
      ],
    },
  },
  {
    id: 'mcp-client.schema-limits',
    promise: 'A tool whose schemas exceed a limit is quarantined with the limit, and the other tools work.',
    sources: ['docs/mcp-client.md#limits-for-schemas-and-results', 'SECURITY.md#limits'],
    tests: {
      'test/mcp/client/hostile-schemas.e2e.spec.ts': [
        'quarantines its tool with the reason if it %s',
        'has the limits of the options',
      ],
    },
  },
  {
    id: 'mcp-client.validation-budget',
    promise: 'A call that exceeds `patternWork` or `validationSteps` is refused, and its issue names the value.',
    sources: ['docs/mcp-client.md#limits-for-schemas-and-results'],
    tests: {
      'test/mcp/client/hostile-schemas.e2e.spec.ts': ['refuses %s'],
    },
  },
  {
    id: 'mcp-client.result-limits',
    promise: 'The structured content of a result has the limits of arguments.',
    sources: ['docs/mcp-client.md#limits-for-schemas-and-results'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': ['is rejected when it is malformed: case %#'],
    },
  },
  {
    id: 'mcp-client.stable-names',
    promise:
      'A name never begins to call another tool of the server, and tools that would have one name all have digests, in any order.',
    sources: ['docs/mcp-client.md#what-is-imported'],
    tests: {
      'test/toolkit/local-names.spec.ts': [
        'is accepted by every model, unique and the same in any order',
        'have digests as soon as the second arrives, and as long as the source exists',
      ],
      'test/mcp/client/shared-names.spec.ts': [
        'has neither of them: %j',
        'is taken from the tool that had it, which is drift',
        'is given to no other tool when the first is gone',
      ],
      'test/mcp/client/hostile-schemas.e2e.spec.ts': [
        'do not change what a name calls when the list is in another order',
        'never begin to call another tool',
      ],
    },
  },
  {
    id: 'mcp-client.shared-names',
    promise:
      'Rules that allow, remembered and deferred approvals and pins of a name are not for another tool or the new name of its tool, and rules that restrict are for all tools that share it.',
    sources: ['docs/mcp-client.md#tools-that-share-a-name'],
    tests: {
      'test/mcp/client/shared-names.spec.ts': [
        'do not apply to the new name of a tool',
        'give the name of a pinned tool to no other tool',
        'allow neither of the tools that share it',
        'restrict both of the tools that share it: %s',
        'are for neither of the tools that share it later',
        'are not for another tool that has the name in a later source',
        'of a deferred call are not for another tool that has the name later',
      ],
    },
  },
  {
    id: 'mcp-client.endless-line',
    promise: 'A line on standard output that exceeds `maxMessageBytes` and does not end fails the calls at once.',
    sources: ['docs/mcp-client.md#what-is-imported'],
    tests: {
      'test/mcp/client/misbehaving-servers.e2e.spec.ts': [
        'ends the call at once if it %s',
        'ends the other calls of its connection, too',
      ],
    },
  },
  {
    id: 'mcp-client.tasks',
    promise: 'A call that becomes a task of its server is awaited, with its progress and its questions.',
    sources: ['docs/mcp-client.md#tasks'],
    tests: {
      'test/mcp/client/tasks.spec.ts': [
        'is called and awaited: task is %s',
        'reports its progress as the progress of the call',
        'asks with the handlers of the source, each question once',
      ],
      'test/mcp/client/tasks.e2e.spec.ts': [
        'is asked at least every ten seconds',
        'is asked again if it comes back',
        'fails a call by name if it forgets the task',
      ],
    },
  },
  {
    id: 'mcp-client.cancelled-tasks',
    promise: 'A task is cancelled when its call is aborted or out of time, and when the source is closed.',
    sources: ['docs/mcp-client.md#tasks'],
    tests: {
      'test/mcp/client/tasks.spec.ts': [
        'is cancelled when the caller aborts',
        'is cancelled when the call is out of time: %s',
        'is cancelled when the source is closed',
      ],
    },
  },
  {
    id: 'mcp-client.offers',
    promise:
      'Resources, prompts and their completion are imported on request, with the checks, limits and identity of tools.',
    sources: ['docs/mcp-client.md#resources-prompts-and-skills'],
    tests: {
      'test/mcp/client/offers.e2e.spec.ts': [
        'lists resources, templates and prompts',
        'gets prompts and completes their arguments',
        'reads as the identity of the call',
        'reports changes of a live resource, and ends the subscription',
        'imports only tools by default',
        'offers them to models as tools',
        'serves them again',
      ],
      'test/mcp/client/hostile-offers.spec.ts': [
        'quarantines illegal URIs, templates, names and arguments',
        'refuses contents and messages that are malformed or too large',
        'does not take over URIs of others',
      ],
    },
  },
];
