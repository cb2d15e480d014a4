import type { Requirement } from './requirement.js';

const offers = 'test/offers/offers.spec.ts';
const served = 'test/mcp/server/offers.e2e.spec.ts';
const hostile = 'test/mcp/server/hostile-offers.e2e.spec.ts';

/** What docs/resources.md promises, and docs/mcp-server.md about servers with resources and prompts. */
export const resourcesRequirements: readonly Requirement[] = [
  {
    id: 'resources.same-rules-as-tools',
    promise:
      'Resources and prompts have the access, approval, middleware, events and time limits of tools, and are no tools.',
    sources: ['docs/resources.md#resources-and-prompts'],
    tests: {
      [offers]: [
        'is canAccess: what a caller may not use does not exist for it',
        'is approval',
        'are middleware, events and time limits',
        'is no tool',
      ],
    },
  },
  {
    id: 'resources.templates',
    promise: 'Values that leave a folder, control characters and unknown variables match no template.',
    sources: ['docs/resources.md#uris-and-templates', 'RFC 6570, section 3'],
    tests: {
      [offers]: ['is not found by %s', 'of the template %s reads %s', 'is refused when it is registered: %s'],
      [hostile]: ['%s'],
    },
  },
  {
    id: 'resources.contents',
    promise: 'A resource is a text, data, bytes, blocks or a stream.',
    sources: ['docs/resources.md#contents'],
    tests: { [offers]: ['can be %s'], [served]: ['says how long and by whom contents may be reused'] },
  },
  {
    id: 'resources.lists',
    promise: 'Lists contain what can be read, once.',
    sources: ['docs/resources.md#lists'],
    tests: { [hostile]: ['with a list that contains only what can be read, once'] },
  },
  {
    id: 'resources.live',
    promise: 'A client that does not read updates occupies no memory, and subscriptions end with their client.',
    sources: ['docs/resources.md#live-resources', 'docs/resources.md#over-mcp'],
    tests: {
      [hostile]: [
        'while a client does not read the updates of a live resource, in bounded memory',
        'are refused after the first 100 in 2025-11-25, and end with the session',
        'are limited to 1,024 requests of 2026-07-28, also if they arrive together',
      ],
      'test/chaos/soak.e2e.spec.ts': ['occupies no memory in either protocol version, also if its client goes away'],
    },
  },
  {
    id: 'resources.prompts',
    promise: 'A prompt may have several messages with media.',
    sources: ['docs/resources.md#prompts'],
    tests: { [offers]: ['can have several messages with media'] },
  },
  {
    id: 'resources.completion',
    promise: 'Arguments are completed by a method, or by what their schema names.',
    sources: ['docs/resources.md#completion'],
    tests: { [offers]: ['completes %s'] },
  },
  {
    id: 'resources.own-server',
    promise: 'A server of the application answers the methods for which it has handlers, and the toolkit the others.',
    sources: ['docs/mcp-server.md#a-server-of-your-own'],
    tests: { 'test/mcp/server/attaching.spec.ts': ['answers what the own server of %s does not'] },
  },
  {
    id: 'resources.whole-server',
    promise: 'The whole server and the same in code of the SDK serve the same clients, and their lines are counted.',
    sources: ['docs/mcp-server.md#a-whole-server'],
    tests: {
      'test/samples/mcp-server.e2e.spec.ts': [
        'serves the same note pad over standard input and output',
        'is linked next to the sample in docs/mcp-server.md, with the lines of both counted',
      ],
    },
  },
];
