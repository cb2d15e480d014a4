import type { Requirement } from './requirement.js';

const handler = 'test/http/tool-handler.e2e.spec.ts';
const client = 'test/client/create-client.e2e.spec.ts';

/** The promises about the routes of `toolHandler`, and the client that calls them. */
export const httpRequirements: readonly Requirement[] = [
  {
    id: 'http.routes',
    promise: 'The handler lists and calls tools, streams their responses and decides on deferred calls.',
    sources: ['docs/http.md#tools-over-http', 'docs/http.md#routes'],
    tests: {
      [handler]: [
        'lists the tools that the caller may call itself',
        'calls tools, and answers with the status of their result',
        'streams the responses of a call',
        'lets the caller decide, and no one else',
        'answers requests that it cannot serve',
      ],
    },
  },
  {
    id: 'http.servers',
    promise: 'The routes and the client work with each server on the page.',
    sources: ['docs/http.md#servers'],
    tests: {
      [client]: ['calls tools, also at the same time', 'iterates over the parts of a stream'],
      [handler]: ['ignores what runtimes pass in addition to a request'],
    },
  },
  {
    id: 'http.callers',
    promise: 'The identity and the state of a call come from functions of the request, and never from its arguments.',
    sources: ['docs/http.md#callers'],
    tests: {
      [handler]: [
        'passes the identity, the state and the request of the caller to a call',
        'answers with %d if auth refuses the caller',
        'reports other errors of auth and state, and answers nothing of them',
      ],
    },
  },
  {
    id: 'http.pages',
    promise: 'Pages of other sites and names that lead to this machine are refused unless an option allows them.',
    sources: ['docs/http.md#pages-of-other-sites', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      [handler]: [
        'answers %s',
        'accepts the names of the loopback interface unless others are allowed, and warns once',
        'accepts with any host the pages of allowed origins only',
        'answers preflight requests of allowed origins only, and shares responses with them',
      ],
    },
  },
  {
    id: 'http.disconnect',
    promise: 'When a client of the handler disconnects, its call is cancelled.',
    sources: ['docs/http.md#routes', 'docs/http.md#the-client'],
    tests: {
      [client]: [
        'cancels a call on the server, and rejects with the reason of its signal',
        'cancels the call of a stream on the server that is left, or whose signal is aborted',
      ],
      [handler]: ['cancels the stream of a client that disconnects, and of one that does not read'],
    },
  },
  {
    id: 'http.client',
    promise: 'The client rejects with a code for each way in which a call or its server can fail.',
    sources: ['docs/http.md#the-client', 'SECURITY.md#what-is-a-vulnerability'],
    tests: {
      [client]: [
        'rejects with the code, the issues and the status of a failed call',
        'rejects if a server answers with %s',
        'rejects if a stream %s',
        'rejects if the server closes the connection',
        'does not leave its path for a name of dots',
      ],
    },
  },
  {
    id: 'http.client-approvals',
    promise: 'The client asks for a decision on a deferred call, and continues the call with it.',
    sources: ['docs/http.md#the-client'],
    tests: {
      [client]: [
        'asks for a decision on a deferred call, and runs what was approved',
        'approves with other arguments, denies, and leaves the decision for later',
      ],
      'test/samples/web-page.e2e.spec.ts': ['calls, streams, cancels and approves in a page, and with a hook of React'],
    },
  },
];
