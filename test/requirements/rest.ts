import type { Requirement } from './requirement.js';

/** The promises about tools that send HTTP requests. */
export const restRequirements: readonly Requirement[] = [
  {
    id: 'rest.operation',
    promise:
      'The arguments of an operation are sent in its path, and the others in the query or in a JSON body; fixed values cannot be replaced, and secrets are not shown.',
    sources: ['docs/rest.md#create-a-tool-for-an-operation'],
    tests: {
      'test/rest/rest-tool.e2e.spec.ts': [
        'sends the arguments of a GET in its path and its query',
        'sends the other arguments of a POST as a JSON object',
        'sends fixed headers, fixed parameters and bound values, which are secret',
        'shows no credential that a server repeats in its error',
      ],
      'test/rest/build-request.spec.ts': ['does not let an argument replace a fixed header'],
      'test/rest/rest-package.e2e.spec.ts': [
        'names the command that installs a missing package, from %s',
        'lets the process exit after %i calls, without being closed',
      ],
    },
  },
  {
    id: 'rest.decorator',
    promise:
      'A method with @Rest() is a tool whose calls send a request, with the parameters and options of the method.',
    sources: ['docs/rest.md#declare-operations-as-methods'],
    tests: {
      'test/rest/rest-decorator.spec.ts': [
        'sends a request instead of running the method',
        'sends the properties of a DTO, after approval',
        'sends bound values, and hides them from the model',
        'sends the arguments of a generated schema',
        'sends the credentials of the state of each call',
        'runs the method of an override that declares no operation',
        'without restOptions',
        'for an argument of the path that the method does not have',
      ],
      'test/rest/standard-decorators.spec.ts': [
        'sends a request with the arguments, defaults and bound values',
        'is replaced by an override with @Tool(), and inherited by one without a decorator',
      ],
      'test/nest/rest-operations.spec.ts': ['refuses a method that declares an HTTP operation'],
    },
  },
  {
    id: 'rest.auth',
    promise:
      'Requests are sent with the credentials of their call, which no definition, event, error or other origin receives; tokens are shared, and replaced when they expire or are refused.',
    sources: ['docs/rest.md#authenticate-requests'],
    tests: {
      'test/rest/auth/auth.spec.ts': [
        'sends %j',
        'sends the credential of each call',
        'sends no request if the state is %j',
        'reads the key in a state scope that contains bound keys only',
        'receives the context and returns headers',
        'returns a scheme',
        'sends no credential if it returns undefined',
        'of %j in a definition, an event, a log or an error',
        'that a function returns as %s',
        'that is exchanged for a token, nor the token',
        'of %j to another origin',
        'to another origin to which a server redirects the key %j',
      ],
      'test/rest/auth/client-credentials.spec.ts': [
        'are exchanged for a token once for all calls',
        'are exchanged again when the token has expired',
        'of each tenant are exchanged for another token',
        'are exchanged again once for all calls if the server refuses a cached token',
        'are not exchanged again if the server refuses a new token',
        'are not sent to a private address that a function returns',
      ],
    },
  },
  {
    id: 'rest.placement',
    promise:
      'An argument is sent in the place and the style of its placement, cannot leave its segment of the path, and cannot add a header.',
    sources: ['docs/rest.md#choose-where-arguments-are-sent'],
    tests: {
      'test/rest/build-request.spec.ts': [
        'writes path arguments in the style %s with explode %s',
        'writes query arguments in the style %s with explode %s',
        'keeps the path argument %j in its segment',
        'is refused for the path argument %j',
        'is refused for the header argument %j',
        'has a body of the type %j',
        'has a multipart body with texts, JSON and files',
      ],
      'test/rest/rest-tool.e2e.spec.ts': ['sends arguments where their placement says'],
    },
  },
  {
    id: 'rest.names',
    promise:
      'A name that the author sets in a request carries the values of the author only, and a name of an argument those of the argument.',
    sources: ['docs/rest.md#choose-where-arguments-are-sent', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      'test/rest/request-names.spec.ts': [
        'is not set by an object in the query: fixed %s',
        'is not set by an object in the query: bound %s',
        'is not set by an object in the query: %s',
        'is not set through encodings of the name',
        'is not set by an object in a path of the style matrix',
        'is not set by an object in a form',
        'is not set by a header or a cookie, if a function returns the credentials',
        'cannot be that of an argument too: %s',
        'cannot be that of an argument of @Rest() too',
        'is not chosen by a model that chooses the operation: %s',
        'is no argument of an operation of a document',
      ],
      'test/rest/name-owners.spec.ts': [
        'of an object in the style %s does not set a name of the author',
        'of an object in a form of the type %s, in the style %s, does not set another property',
        'of an object in the style %s is checked in a document and in a class',
        'of a deepObject does not set the bound argument %s: %j, %s',
        'of a deepObject does not set a name of another deepObject, and a declared name keeps its values',
        'is set by one of two objects only',
        'of a body that is one argument does not set another property',
        'of an object in a path does not set a literal matrix parameter',
        'of an object in a cookie does not set a cookie of the author',
        'has no value of the model under a name of the author',
      ],
    },
  },
  {
    id: 'rest.folded-names',
    promise:
      'A name of an argument is compared with the names of the author as common servers read it, also in OpenAPI documents.',
    sources: [
      'docs/rest.md#choose-where-arguments-are-sent',
      'docs/openapi.md#import-a-document',
      'SECURITY.md#what-is-a-vulnerability',
    ],
    tests: {
      'test/rest/name-owners.spec.ts': [
        'is not set by a key: %j',
        'is not that of an argument: %j',
        'is neither a header nor a cookie of an argument',
        'is not set through the header Cookie',
        'is no argument of an operation of a document',
      ],
    },
  },
  {
    id: 'rest.surrogates',
    promise: 'An argument with half of a surrogate pair is refused by its path, except in JSON.',
    sources: ['docs/rest.md#choose-where-arguments-are-sent'],
    tests: {
      'test/rest/name-owners.spec.ts': [
        'in %s is refused with the path of the argument',
        'in JSON is sent as an escape sequence',
      ],
    },
  },
  {
    id: 'rest.general',
    promise:
      'A tool without method and path sends only the operations that its author allows, in no spelling any other.',
    sources: ['docs/rest.md#let-the-model-choose-the-operation'],
    tests: {
      'test/rest/general-tool.spec.ts': [
        'has a method, a path, a query and a body, and describes its operations',
        'sends what the model chooses',
        'reaches %j',
        'sends no request to %j',
        'refuses %j',
        'rejects the option allow %j',
        'returns the value that the option response selects',
        'rejects %j',
      ],
    },
  },
  {
    id: 'rest.response',
    promise:
      'The type of a response selects its content, its status selects the error, and a fault of the server or an exceeded limit ends the call with an error.',
    sources: ['docs/rest.md#responses-and-errors-of-a-server'],
    tests: {
      'test/rest/rest-tool.e2e.spec.ts': [
        'converts the status %i to the error %s',
        'retries after the time that a response with the status %i states',
        'shows no HTML in an error',
        'shows in an error no %s',
        'of server-sent events',
        'of the lines of NDJSON',
        'the value that the option response selects: %s from %s',
        'of text, as it arrives, if the option response is stream',
        'before it fails because the connection breaks',
        'before it fails for an event with the name error, without credentials',
        'ends at its time limit, even if the server sends a byte now and then',
        'ends a response of the type %s that is decoded to more than maxBytes',
      ],
      'test/rest/send-request.e2e.spec.ts': [
        'is rejected if the server %s',
        'is rejected if the connection is not established in time',
        'counts decoded bytes',
      ],
    },
  },
  {
    id: 'rest.hosts',
    promise:
      'Requests and redirects reach only allowed hosts and public addresses, and another origin receives no credential and no body.',
    sources: ['docs/rest.md#restrict-the-hosts-of-requests'],
    tests: {
      'test/base/network/outbound-rules.spec.ts': ['deny %s', 'decide about %s'],
      'test/rest/send-request.e2e.spec.ts': [
        'that the URL contains as %s',
        'to which a host name resolves in addition to a public one',
        'to which a socket connects without a resolver',
        'to which a server redirects as %s',
        'sends no credential to another origin',
        'sends no body to another origin',
        'ends after five redirects',
      ],
      'test/rest/redirect-scope.spec.ts': [
        'to %s, below the path of baseUrl, receives the credential and the body',
        'to %s, outside of it, receives neither',
        'that repeats a credential outside of the path is not followed',
        'is not sent out of the path or to another origin if it is %s: %s',
        'is sent there if it is no credential',
        'is not sent there if it is a credential that the spec binds later',
        'to %s, which allow does not contain, is denied',
        'to another origin is denied, also if the rules allow the host',
      ],
    },
  },
];
