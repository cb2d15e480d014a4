import type { Requirement } from './requirement.js';

const views = 'test/mcp/apps/view.spec.ts';
const tools = 'test/mcp/apps/app-tools.e2e.spec.ts';
const shown = 'test/mcp/apps/app-views.e2e.spec.ts';

/** What docs/apps.md promises. */
export const appsRequirements: readonly Requirement[] = [
  {
    id: 'apps.views',
    promise: 'Hosts show the page of a tool, and other clients receive its result as before.',
    sources: ['docs/apps.md#views-in-chats', 'MCP Apps 2026-01-26, visibility'],
    tests: {
      [tools]: [
        'lists tools with their views, and reads each view once',
        'neither lists nor calls what only views call: %j',
      ],
      [shown]: ['with arguments, data and calls of tools'],
    },
  },
  {
    id: 'apps.app-only-tools',
    promise: 'A tool that only views call is on no list for models, and models do not reach it.',
    sources: ['docs/apps.md#views-in-chats'],
    tests: { [views]: ['keeps a tool that only views call from every list for models, and from calls by models'] },
  },
  {
    id: 'apps.script',
    promise: 'The script of a view weighs less than 2 kB, and keeps a state that outlives the page.',
    sources: ['docs/apps.md#the-script-of-a-view'],
    tests: { [views]: ['is at most 2 kB'], [shown]: ['with a state that outlives the page'] },
  },
  {
    id: 'apps.policy',
    promise: 'A view reaches only what it declares, and runs only the scripts in its text.',
    sources: ['docs/apps.md#what-a-view-may-load-and-use'],
    tests: {
      [views]: [
        'refuses %j as an origin',
        'has a policy of its own, which allows the scripts of the page by their hash',
      ],
      [shown]: ['a view reaches only what it declares, also in a host without a policy'],
    },
  },
  {
    id: 'apps.approval',
    promise: 'The user decides on a waiting call in its view, once, and as the same identity.',
    sources: ['docs/apps.md#approval-in-a-view'],
    tests: {
      [tools]: ['decides on a call in its view, once', 'refuses the decision of another identity'],
      [shown]: ['and its user approves a call, once', 'and its user denies a call with a reason'],
    },
  },
];
