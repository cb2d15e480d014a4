import type { Requirement } from './requirement.js';

/** The promises about identity and authorization of tools that are served over MCP. */
export const mcpAuthorizationRequirements: readonly Requirement[] = [
  {
    id: 'mcp-authorization.session-state',
    promise:
      '`sessionState` receives the identity of the client and its request, and its values are read first in the session of that client.',
    sources: ['docs/mcp-server.md#sessions-and-authorization', 'docs/multi-tenant.md#serving-over-mcp'],
    tests: {
      'test/mcp/server/http-sessions.e2e.spec.ts': ['has its own state, which sessionState initialises'],
      'test/mcp/server/both-sdks.e2e.spec.ts': [
        'read the state that sessionState derives from the client and its request',
      ],
    },
  },
  {
    id: 'mcp-authorization.verify-strict',
    promise:
      'Anything that `verify` returns but an identity with a subject denies the request with 401, and a value that is neither an identity nor empty emits a process warning without the token.',
    sources: ['docs/mcp-server.md#sessions-and-authorization', 'RFC 6750, section 3.1'],
    tests: {
      'test/mcp/server/http-authorization.e2e.spec.ts': [
        'responds with 401 if verify returns %s, and warns once without the token',
      ],
    },
  },
  {
    id: 'mcp-authorization.identity',
    promise:
      'Tools, `canAccess` and `sessionState` receive the `auth` that `verify` returns or, without it, the entire object.',
    sources: ['docs/mcp-server.md#sessions-and-authorization', 'docs/multi-tenant.md#serving-over-mcp'],
    tests: {
      'test/mcp/server/http-authorization.e2e.spec.ts': [
        'passes the identity of the token to the tools, to canAccess and to sessionState',
        'passes the token info itself when it has no auth',
      ],
    },
  },
  {
    id: 'mcp-authorization.audience',
    promise:
      'With `resource`, a token whose audience does not contain the resource is refused, unless `audience` is `false`.',
    sources: [
      'docs/mcp-server.md#sessions-and-authorization',
      'RFC 8707, section 2',
      'MCP 2025-11-25, basic/authorization: Token Audience Binding and Validation',
    ],
    tests: {
      'test/mcp/server/http-authorization.e2e.spec.ts': [
        'responds with 401 and a challenge to a token: %s',
        'accepts tokens without or for any audience with audience: false',
        'accepts tokens without an audience if it does not know its own URL',
      ],
    },
  },
  {
    id: 'mcp-authorization.anonymous',
    promise:
      'Requests without a token are served only with `anonymous: true` and only if they need no scope, and an invalid token is refused in any case.',
    sources: ['docs/mcp-server.md#sessions-and-authorization'],
    tests: {
      'test/mcp/server/http-authorization.e2e.spec.ts': [
        'responds with 401 and a challenge to a token: %s',
        'serves a request without a token, and still refuses an invalid one',
        'requires a token for a message that requires a scope',
      ],
    },
  },
  {
    id: 'mcp-authorization.challenge',
    promise: 'A missing or invalid token is answered with 401 and a missing scope with 403, each with a challenge.',
    sources: ['docs/mcp-server.md#sessions-and-authorization', 'RFC 6750, section 3', 'RFC 9728, section 5.1'],
    tests: {
      'test/mcp/server/http-authorization.e2e.spec.ts': [
        'responds with 401 and a challenge to a token: %s',
        'responds with 403 and the scope to a token that lacks one',
        'requires the general scopes for a %s, too',
      ],
    },
  },
  {
    id: 'mcp-authorization.header-only',
    promise: 'A token in the URL of a request is not read.',
    sources: ['docs/mcp-server.md#sessions-and-authorization', 'RFC 6750, section 2.3'],
    tests: { 'test/mcp/server/http-authorization.e2e.spec.ts': ['does not read a token from the URL'] },
  },
  {
    id: 'mcp-authorization.resource-metadata',
    promise: 'The metadata of the protected resource is served without a token at its well-known path.',
    sources: ['docs/mcp-server.md#sessions-and-authorization', 'RFC 9728, section 3.1'],
    tests: { 'test/mcp/server/http-authorization.e2e.spec.ts': ['serves the metadata without a token, at %s'] },
  },
];
