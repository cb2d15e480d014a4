import type { Requirement } from './requirement.js';

/** The promises about sessions and limits of tools that are served over MCP. */
export const mcpHttpRequirements: readonly Requirement[] = [
  {
    id: 'mcp-http.handler',
    promise: '`mcpHandler` serves clients of both protocol versions on one path, by `fetch` and by Node.js.',
    sources: ['docs/mcp-server.md#serving-from-your-own-http-server'],
    tests: {
      'test/mcp/server/mcp-handler.e2e.spec.ts': [
        'together with those of the other version, on one path',
        'and passes on the caller whom the application has authenticated',
        'reads a body that a framework has parsed',
        'refuses clients of another version if its era is %s',
        'cancels open calls when it is closed, and refuses further requests',
      ],
      'test/samples/mcp-conformance.e2e.spec.ts': [
        'is passed by one endpoint through `node` and through `fetch`, and by the sample client',
      ],
    },
  },
  {
    id: 'mcp-http.json',
    promise: 'A call that ends soon and sends nothing before is answered as JSON, and any other as a stream.',
    sources: ['docs/mcp-server.md#json-or-a-stream'],
    tests: {
      'test/mcp/server/mcp-handler.e2e.spec.ts': ['with a response to a call of %s %j %j of type %s'],
    },
  },
  {
    id: 'mcp-http.cancel',
    promise: 'Without a session, a client cancels its own calls, and no others.',
    sources: ['docs/mcp-server.md#cancelling-without-a-session', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/mcp/server/mcp-handler.e2e.spec.ts': [
        'and cancels a call by a notification of its subject, and of no other',
        'and cancels a call whose response they stop reading',
      ],
    },
  },
  {
    id: 'mcp-http.eras',
    promise: 'Each protocol version can do what the table says.',
    sources: ['docs/mcp-server.md#what-a-version-cannot-do'],
    tests: {
      'test/mcp/server/http-sessions.e2e.spec.ts': ['can resume the response when events are stored'],
      'test/mcp/sdk-v2/serving.e2e.spec.ts': ['notifies a subscribed client of changes to the list'],
    },
  },
  {
    id: 'mcp-http.allowed-hosts',
    promise:
      'A request for a host that is not allowed gets 403, and a server that listens on all addresses requires `allowedHosts`.',
    sources: ['docs/mcp-server.md#http-options', 'MCP 2025-11-25, basic/transports: Security Warning'],
    tests: {
      'test/mcp/server/http-refusals.e2e.spec.ts': [
        'gets a JSON-RPC error: %s',
        'can be sent only to an allowed host',
        'rejects %j',
      ],
    },
  },
  {
    id: 'mcp-http.local-by-default',
    promise: 'A server listens on 127.0.0.1 by default.',
    sources: ['docs/mcp-server.md#http-options', 'MCP 2025-11-25, basic/transports: Security Warning'],
    tests: { 'test/mcp/server/http-refusals.e2e.spec.ts': ['listens on 127.0.0.1 by default'] },
  },
  {
    id: 'mcp-http.foreign-origin',
    promise: 'A web page of another origin gets 403 and calls no tool.',
    sources: [
      'docs/mcp-server.md#http-options',
      'SECURITY.md#what-is-a-vulnerability',
      'MCP 2025-11-25, basic/transports: Security Warning',
    ],
    tests: {
      'test/mcp/browser/pages.e2e.spec.ts': ['calls no tool from another origin'],
      'test/mcp/sdk-v2/serving.e2e.spec.ts': ['rejects foreign origins like every SDK'],
    },
  },
  {
    id: 'mcp-http.allowed-origin',
    promise:
      'A web page of an allowed origin calls tools with an official client, and preflight requests allow the headers of every protocol version and no others.',
    sources: ['docs/mcp-server.md#http-options', 'MCP 2026-07-28, basic/transports/streamable-http'],
    tests: {
      'test/mcp/browser/pages.e2e.spec.ts': ['calls a tool from an allowed origin'],
      'test/mcp/server/http-refusals.e2e.spec.ts': [
        'can send a preflight request for the headers of arguments, and for no others',
      ],
    },
  },
  {
    id: 'mcp-http.session-owner',
    promise: 'A session belongs to the subject that started it and does not exist for anyone else.',
    sources: [
      'docs/mcp-server.md#http-options',
      'SECURITY.md#what-is-a-vulnerability',
      'MCP 2025-11-25, basic/security_best_practices: Session Hijacking',
    ],
    tests: {
      'test/mcp/server/http-authorization.e2e.spec.ts': ['restricts a session to the subject that began it'],
      'test/mcp/http/session-table.spec.ts': ['has a session only for its subject'],
    },
  },
  {
    id: 'mcp-http.sessions-per-client',
    promise: 'A client has at most 100 sessions, and the one that is idle the longest ends when another begins.',
    sources: ['docs/mcp-server.md#http-options'],
    tests: {
      'test/mcp/server/session-limits.e2e.spec.ts': [
        'are 100 by default, and the longest idle one ends when another begins',
        'do not exceed the limit when they begin at the same time',
      ],
      'test/mcp/http/session-table.spec.ts': [
        'ends the longest idle session of a client that has too many, and no other',
      ],
    },
  },
  {
    id: 'mcp-http.sessions-in-use',
    promise:
      'A client gets 503 if none of its sessions, or none of all sessions, is idle, and other clients can still begin sessions.',
    sources: ['docs/mcp-server.md#http-options'],
    tests: {
      'test/mcp/server/session-limits.e2e.spec.ts': ['are refused while all of them are in use, and others can begin'],
      'test/mcp/server/http-refusals.e2e.spec.ts': ['would exceed maxSessions while all sessions are in use'],
    },
  },
  {
    id: 'mcp-http.sessions-of-all',
    promise: 'A new client while there are too many sessions ends the session of all that is idle the longest.',
    sources: ['docs/mcp-server.md#http-options'],
    tests: {
      'test/mcp/server/session-limits.e2e.spec.ts': ['end when they are idle the longest and a new client arrives'],
    },
  },
  {
    id: 'mcp-http.client-of',
    promise: 'Sessions are counted by subject, else by what `clientOf` returns, else by address.',
    sources: ['docs/mcp-server.md#http-options'],
    tests: {
      'test/mcp/server/session-limits.e2e.spec.ts': [
        'are counted by subject if clients are authenticated',
        'are counted by the address of the connection if clientOf returns nothing',
      ],
    },
  },
  {
    id: 'mcp-http.idle-session',
    promise: 'A session that is idle longer than `idleTimeoutMs` ends, unless a stream is open.',
    sources: ['docs/mcp-server.md#http-options'],
    tests: {
      'test/mcp/server/http-sessions.e2e.spec.ts': ['ends when it is idle too long, but not while a stream is open'],
    },
  },
  {
    id: 'mcp-http.json-rpc-errors',
    promise: 'Every rejected request gets a JSON-RPC body, with the ID of its message once that has been read.',
    sources: ['docs/mcp-server.md#http-options', 'MCP 2025-11-25, basic/transports: Streamable HTTP'],
    tests: {
      'test/mcp/server/http-refusals.e2e.spec.ts': [
        'gets a JSON-RPC error: %s',
        'gets a JSON-RPC error before its body is read: %s',
        'receives the ID of its message once the message has been read',
        'receives an internal error when the application fails',
      ],
    },
  },
  {
    id: 'mcp-http.no-stack-over-http',
    promise: 'A failure of the application is answered with "Internal error." and reported to `onError` only.',
    sources: ['SECURITY.md#what-is-a-vulnerability'],
    tests: { 'test/mcp/server/http-refusals.e2e.spec.ts': ['receives an internal error when the application fails'] },
  },
  {
    id: 'mcp-http.body-limit',
    promise: 'A body that is longer than `maxBodyBytes` (4 MiB) gets 413, also without a Content-Length header.',
    sources: ['docs/mcp-server.md#http-options', 'docs/mcp-server.md#limits-of-messages', 'RFC 9110, section 15.5.14'],
    tests: {
      'test/mcp/server/http-refusals.e2e.spec.ts': [
        'can have a body of at most 4 MiB',
        'is rejected by its length without a Content-Length header, too',
      ],
    },
  },
  {
    id: 'mcp-http.header-limit',
    promise: 'Headers that are longer than `maxHeaderBytes` (16 KiB) get 431 with a JSON-RPC body.',
    sources: ['docs/mcp-server.md#http-options', 'RFC 6585, section 5'],
    tests: { 'test/mcp/server/http-refusals.e2e.spec.ts': ['gets a JSON-RPC error before its body is read: %s'] },
  },
  {
    id: 'mcp-http.request-timeout',
    promise: 'A request that takes longer than `requestTimeoutMs` to arrive gets 408.',
    sources: ['docs/mcp-server.md#http-options', 'RFC 9110, section 15.5.9'],
    tests: { 'test/mcp/server/http-refusals.e2e.spec.ts': ['times out when it does not send all of its %s'] },
  },
  {
    id: 'mcp-http.dripping-client',
    promise:
      'A client that sends its request a byte at a time, or does not read its response, is disconnected when the time limit is reached, even if it goes on sending.',
    sources: ['docs/mcp-server.md#http-options'],
    tests: {
      'test/mcp/server/hostile-sockets.e2e.spec.ts': [
        'is disconnected after requestTimeoutMs when it drips %s',
        'is disconnected after sendTimeoutMs when it drips the next request instead of reading the response',
        'is disconnected after requestTimeoutMs when it sends nothing',
      ],
    },
  },
  {
    id: 'mcp-http.slow-client',
    promise:
      'A client that reads slowly receives its entire response, and a stream on which nothing is sent may stay open.',
    sources: ['docs/mcp-server.md#http-options'],
    tests: {
      'test/mcp/server/hostile-sockets.e2e.spec.ts': [
        'receives its entire response, although that takes longer than sendTimeoutMs',
        'retains a stream on which nothing is sent',
      ],
    },
  },
  {
    id: 'mcp-http.connections',
    promise: 'Connections beyond `maxConnections` are closed at once, and one that closes makes room.',
    sources: ['docs/mcp-server.md#http-options'],
    tests: {
      'test/mcp/server/hostile-sockets.e2e.spec.ts': ['are at most maxConnections, and one that closes makes room'],
    },
  },
  {
    id: 'mcp-http.close',
    promise:
      '`close()` waits for open calls, cancels those that exceed `closeTimeoutMs`, and is not delayed by clients that do not read.',
    sources: ['docs/mcp-server.md#http-options'],
    tests: {
      'test/mcp/server/http-sessions.e2e.spec.ts': [
        'completes pending calls, rejects new ones, and closes once',
        'cancels calls that exceed closeTimeoutMs, with a message for the model',
      ],
      'test/mcp/server/hostile-sockets.e2e.spec.ts': ['does not delay the closing of the server'],
    },
  },
  {
    id: 'mcp-http.event-store',
    promise:
      'With an event store a client that disconnected can fetch the result of its call, and cannot read the events of another session.',
    sources: ['docs/mcp-server.md#http-options', 'MCP 2025-11-25, basic/transports: Resumability and Redelivery'],
    tests: {
      'test/mcp/server/http-sessions.e2e.spec.ts': [
        'can resume the response when events are stored',
        'cannot read the events of another session',
      ],
    },
  },
  {
    id: 'mcp-http.groups-of-subject',
    promise: 'Without sessions, the groups that a model activates are stored for its subject and apply to no one else.',
    sources: ['docs/mcp-server.md#groups-without-sessions'],
    tests: {
      'test/mcp/server/stateless-groups.e2e.spec.ts': [
        'retains the groups that a subject activates, for that subject only',
      ],
      'test/mcp/server/subject-sessions.spec.ts': [
        'returns the same session for the same subject, and different ones for different subjects',
      ],
    },
  },
  {
    id: 'mcp-http.groups-limits',
    promise:
      'The groups of at most `maxSessions` subjects are stored without sessions, each for `idleTimeoutMs` after its last request.',
    sources: ['docs/mcp-server.md#groups-without-sessions'],
    tests: {
      'test/mcp/server/stateless-groups.e2e.spec.ts': [
        'forgets the groups of the subject that was idle longest beyond sessions.maxSessions',
      ],
      'test/mcp/server/subject-sessions.spec.ts': [
        'discards the session that was idle longest if there are too many',
        'discards a session that was idle too long, and no other one',
      ],
    },
  },
  {
    id: 'mcp-http.groups-without-subject',
    promise:
      'For a client without a subject and without sessions, tools that activate groups are neither listed nor callable.',
    sources: ['docs/mcp-server.md#groups-without-sessions'],
    tests: {
      'test/mcp/server/stateless-groups.e2e.spec.ts': [
        'has no tool that activates groups for a client without a subject',
      ],
    },
  },
  {
    id: 'mcp-http.batches',
    promise:
      'Batches are accepted only in sessions of version 2025-03-26 or older, and a batch cannot begin a session.',
    sources: ['docs/mcp-server.md#http-options', 'MCP 2025-06-18, changelog'],
    tests: {
      'test/mcp/server/both-eras.e2e.spec.ts': [
        'in a session of version %s is answered with %d, whatever version its header names',
        'cannot begin a session',
        'to a server without sessions, %s, is answered with %s',
        'is refused in version 2026-07-28',
      ],
    },
  },
  {
    id: 'mcp-http.argument-bytes',
    promise:
      'Arguments of more than `maxArgumentBytes` (1 MiB) are answered with a result that the model reads, and the tool does not run.',
    sources: ['docs/mcp-server.md#limits-of-messages'],
    tests: {
      'test/mcp/server/argument-limits.e2e.spec.ts': [
        'are refused above maxArgumentBytes, with a result that the model reads',
        'have a limit that can be set',
        'arguments for attached tools > are refused above maxArgumentBytes',
      ],
      'test/mcp/server/argument-bytes.spec.ts': [
        'is true for a limit below the size of the JSON text in UTF-8, and false from there on',
      ],
    },
  },
  {
    id: 'mcp-http.message-values',
    promise:
      'A message with more values than `maxMessageValues` (20,000) is refused with error -32600, which names the option, before it is parsed.',
    sources: ['docs/mcp-server.md#limits-of-messages'],
    tests: {
      'test/mcp/server/argument-limits.e2e.spec.ts': [
        'are refused before they are parsed: 340,000 names in a body of 4 MB',
        'are refused when they have too many values %s',
        'may have maxMessageValues values in the message',
      ],
      'test/mcp/server/message-scan.spec.ts': ['counts the values of any JSON text, however it is indented'],
    },
  },
  {
    id: 'mcp-http.refusal-time',
    promise: 'The refusal of a body with hundreds of thousands of names takes milliseconds, not a second.',
    sources: ['docs/mcp-server.md#limits-of-messages', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/mcp/server/argument-limits.e2e.spec.ts': [
        'are refused before they are parsed: 340,000 names in a body of 4 MB',
      ],
    },
  },
  {
    id: 'mcp-http.line-bytes',
    promise:
      'A line on standard input that is longer than `maxMessageBytes` is refused by its ID, and the next one is answered.',
    sources: ['docs/mcp-server.md#limits-of-messages'],
    tests: {
      'test/mcp/server/argument-limits.e2e.spec.ts': [
        'is refused above maxMessageBytes by its ID, which is written %s, and the next is answered',
      ],
    },
  },
  {
    id: 'mcp-http.invalid-limits',
    promise: 'An invalid limit is rejected by name when the server starts.',
    sources: ['docs/mcp-server.md#limits-of-messages'],
    tests: {
      'test/mcp/server/argument-limits.e2e.spec.ts': ['rejects an invalid %s'],
      'test/mcp/server/hostile-sockets.e2e.spec.ts': ['require a valid %s'],
    },
  },
  {
    id: 'mcp-http.proto-in-both-eras',
    promise: 'The argument `__proto__` is refused by servers of every protocol version and over every transport.',
    sources: ['SECURITY.md#what-is-a-vulnerability', 'docs/schemas.md#unknown-arguments'],
    tests: {
      'test/mcp/server/both-eras.e2e.spec.ts': [
        'are refused over HTTP: %s',
        'are refused over standard input and output: %s',
      ],
    },
  },
  {
    id: 'mcp-http.server-card',
    promise: 'The server card is public, may be cached, and contains neither tools nor anything of a request.',
    sources: ['docs/mcp-server.md#server-card-and-health'],
    tests: {
      'test/mcp/server/public-routes.e2e.spec.ts': [
        'is public, cached, readable by pages of any origin, and says nothing of the tools',
        'does not take its address from a request, and refuses foreign hosts and other methods',
      ],
    },
  },
  {
    id: 'mcp-http.health',
    promise: 'The route for health answers 200, and 503 while the server closes, without a token.',
    sources: ['docs/mcp-server.md#server-card-and-health'],
    tests: {
      'test/mcp/server/public-routes.e2e.spec.ts': [
        'answers 200, and 503 as soon as the handler closes, without a token',
        'refuses foreign hosts, foreign origins and other methods',
      ],
    },
  },
];
