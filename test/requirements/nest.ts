import type { Requirement } from './requirement.js';

const table = 'test/nest/table.e2e.spec.ts';
const row = ['has the feature: $name'];

/** The promises about NestJS. The rows of the table show most of them. */
export const nestRequirements: readonly Requirement[] = [
  {
    id: 'nest.enhancers',
    promise:
      'Guards, pipes, interceptors and exception filters of every level run for every call, and their refusals are typed errors.',
    sources: [
      'docs/nestjs.md#guards',
      'docs/nestjs.md#the-first-tool',
      'docs/nestjs.md#nestjs',
      'docs/nestjs.md#install',
    ],
    tests: { [table]: row, 'test/nest/bootstrap.spec.ts': ['runs the guards of a method that a spy replaces'] },
  },
  {
    id: 'nest.no-skipped-guard',
    promise: 'An application does not start if NestJS would skip a guard of a tool.',
    sources: ['docs/nestjs.md#guards'],
    tests: {
      'test/nest/bootstrap.spec.ts': [
        'refuses a guard that NestJS would not run',
        'refuses an override without the guards of the method',
      ],
      'test/nest/hidden-tools.e2e.spec.ts': ['is refused when the class is defined, if there is none'],
      'test/nest/nest-guards.spec.ts': [
        'is refused by name: %s',
        'is registered without its guarded tools, and with nestGuards',
      ],
    },
  },
  {
    id: 'nest.hidden-tools',
    promise: 'A guard that hides a tool sees the request of each caller, and is a named error where it misses one.',
    sources: ['docs/nestjs.md#guards'],
    tests: {
      'test/nest/hidden-tools.e2e.spec.ts': [
        'reads the request of each caller who lists tools over HTTP',
        'reads the request of a listing, of an export, of a session and of a call from code',
        'is a named error if it reads what is missing where there is no request',
        'is a named error if it fails because of what is missing',
        'decides without a request if the identity is enough',
        'is a named error if it reads the call, because a listing has no call',
      ],
    },
  },
  {
    id: 'nest.validation',
    promise: 'A ValidationPipe validates arguments only if it is chosen, and one that cannot be followed is refused.',
    sources: ['docs/nestjs.md#validation'],
    tests: { 'test/nest/bootstrap.spec.ts': ['refuses a ValidationPipe with the option %s'] },
  },
  {
    id: 'nest.scopes-streams-routes',
    promise: 'Scopes, requests, streams, routes and MCP clients of both eras work on Express and Fastify.',
    sources: [
      'docs/nestjs.md#requests-and-scopes',
      'docs/nestjs.md#streams',
      'docs/nestjs.md#routes-and-mcp',
      'docs/nestjs.md#several-toolkits-and-features',
      'docs/from-mcp-nest.md#mcp-nest',
    ],
    tests: { [table]: row },
  },
  {
    id: 'nest.lifecycle',
    promise: 'Mistakes are reported at startup by module, class and method, and closing drains open calls.',
    sources: ['docs/nestjs.md#startup-and-shutdown'],
    tests: {
      'test/nest/bootstrap.spec.ts': [
        'names both methods of a duplicate name, and their modules',
        'refuses a class of a feature that no module provides',
        'names the module of an invalid tool',
      ],
      'test/nest/lifecycle.spec.ts': [
        'waits for open calls, and refuses new ones',
        'cancels the calls that outlast the time limit',
        'starts an application without a server, with its guards and controllers',
      ],
      'test/nest/processes.e2e.spec.ts': [
        'drains open calls on SIGTERM, and cancels those that outlast the time limit',
        'lists and calls the tools of the role %s',
      ],
      'test/cli/load-tools.spec.ts': ['calls the function toolkit that a module exports'],
    },
  },
  {
    id: 'nest.route-guard',
    promise:
      'The routes of tools and the MCP endpoint run nothing for forms, foreign origins and foreign hosts on the loopback interface, and work behind proxies.',
    sources: ['docs/nestjs.md#routes-and-mcp'],
    tests: {
      'test/nest/route-guard.e2e.spec.ts': [
        'refuse what a page of another site can send: POST %s',
        'accept clients that are no browsers, and pages of their own host',
        'accept clients of a public name behind a proxy',
        'refuse a name that leads to the port of this server, also with trustProxy: %s',
        'accept the hosts and the origins of the options only',
        'refuse content types that body parsers may skip: POST %s',
        'accept no more origins if hosts are allowed',
        'accept the origins with which the application shares its responses',
        'refuse the pages of other servers on this machine',
        'call a tool without arguments for an empty body: POST %s',
        'accept at the MCP endpoint what the routes of tools accept',
        'accept pages of this machine at the MCP endpoint only if the request was sent to this machine',
        'refuse pages of a name that leads to this machine, also if the MCP endpoint accepts any host',
      ],
    },
  },
  {
    id: 'nest.routes-in-applications',
    promise:
      'The routes answer as documented whatever pipes, interceptors, filters and guards apply to all routes of the application.',
    sources: ['docs/nestjs.md#routes-and-mcp'],
    tests: {
      'test/nest/application.e2e.spec.ts': [
        'answer as documented, whatever applies to all routes of the application',
        'wrap the result of a call once, and stream it',
        'answer every caller anew, and run the guards of the application',
      ],
    },
  },
  {
    id: 'nest.route-approver',
    promise: 'Calls of the routes can be deferred while the callers of other ways are asked.',
    sources: ['docs/nestjs.md#routes-and-mcp'],
    tests: {
      'test/nest/approver.e2e.spec.ts': ['decides on calls of a route', 'does not decide on other calls'],
      'test/samples/nest-app.e2e.spec.ts': [
        'deletes a task only if a person approves',
        'calls tools, and asks the user about deletions',
      ],
    },
  },
  {
    id: 'nest.route-approvals',
    promise: 'One option decides who may approve through the route, and the call runs as its caller.',
    sources: ['docs/nestjs.md#who-may-decide-on-deferred-calls'],
    tests: {
      'test/nest/route-approvals.e2e.spec.ts': [
        'lets the caller decide, and no one else',
        'lets another person decide on %s: the call runs as its caller',
        'refuses unknown members of a decision, and says the nearest one',
        'lets another person decide on a stream',
        'lets no one decide as another person on the call of a caller without an identity',
        'displaces only calls of the same caller that exceed the %s',
        'takes a missing identity for no other person: %j',
        'takes %s for another person',
        'takes the subject %j for no other person',
        'asks a function for the person and the call',
        'refuses a promise of the function, and runs nothing',
      ],
    },
  },
  {
    id: 'nest.openapi',
    promise: 'The OpenAPI document describes the routes with the schemas of the tools that every caller may see.',
    sources: ['docs/nestjs.md#routes-and-mcp'],
    tests: { 'test/nest/openapi.spec.ts': ['describes the routes with the schemas of the tools'] },
  },
  {
    id: 'nest.developer-page',
    promise:
      'The option `dev` serves the developer page to this machine only, unless hosts are named, never in production, and the ' +
      'pipeline of NestJS runs for the tools that it calls.',
    sources: ['docs/nestjs.md#the-developer-page'],
    tests: {
      [table]: row,
      'test/nest/bootstrap.spec.ts': [
        'does not start with the developer page: %j',
        'starts without the developer page',
      ],
      'test/dev/page/flows/call.contract.ts': [
        'shows a hidden value with its key and a lock, and calls with the one that replaces it',
      ],
      'test/dev/page/flows/history.contract.ts': [
        'shows the calls of other clients',
        'edits and approves the deferred call of another client',
      ],
      'test/nest/dev-page.e2e.spec.ts': [
        'has paid what was approved, and shows no secret',
        'shows that the body parser of the application refuses large arguments',
      ],
      'test/nest/dev-route.e2e.spec.ts': [
        'is served at the URL that is logged once, and calls tools',
        'is not there unless it is set',
        'has the path that the application gives it: %s',
        'is opened without the login that a global guard requires, which applies to the tools',
        'calls tools on behalf of the request in its options',
        'decides on the deferred call of another client, %s',
        'refuses other hosts, pages and machines, also if the application shares its responses',
        'accepts other machines under the hosts that are named',
        'is no part of the OpenAPI document',
        'does not prevent that the application closes, with open streams, calls and connections',
        'belongs to one of several toolkits, whose options may come from a factory',
        'is refused at the path of another toolkit: %s',
        'logs its path if the application does not listen, or listens without a port',
        'accepts large arguments on %s',
        'leaves arguments beyond the limit of a body parser to the application',
        'says that middleware has read a body, without parsing it',
        'is not served by an application without a server',
      ],
    },
  },
  {
    id: 'nest.microservices',
    promise: 'Tools are called in microservices and hybrid applications, also from handlers of messages.',
    sources: ['docs/nestjs.md#microservices'],
    tests: {
      'test/nest/project/src/microservices.spec.ts': [
        'calls tools, also from the handler of a message',
        'has handlers that are tools',
        'does not start with a tool that would receive something else than the context of a message',
        'guards tools by its global guards',
        'calls tools over HTTP and from the handler of a message',
      ],
    },
  },
  {
    id: 'nest.testing',
    promise: 'Mocks keep the schema and the guards of the class that they replace, and a scripted model calls tools.',
    sources: ['docs/nestjs.md#test-tools-in-nestjs'],
    tests: {
      'test/nest/bootstrap.spec.ts': ['calls the mock that replaces a provider'],
      'test/nest/lifecycle.spec.ts': ['makes the calls of a script'],
      'test/nest/project/src/tasks.module.spec.ts': [
        'calls the tool with the repository that replaces the other',
        'runs the guard that replaces the other',
      ],
    },
  },
];
