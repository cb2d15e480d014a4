/**
 * What the model calls in each job: the arguments that it sends, the tenant of the request, and the decision of the user.
 * The first request of a job is a valid one.
 */
export const requests = {
  'one-tool': [
    { tool: 'search', input: { query: 'tea', limit: 3 } },
    { tool: 'search', input: { query: 'tea', limit: 'many' } },
    { tool: 'search', input: { limit: 3 } },
  ],
  streaming: [{ tool: 'recite', input: { lines: 2 } }],
  'hidden-tenant': [
    { tool: 'orders', input: { status: 'open' }, tenant: 'acme' },
    { tool: 'orders', input: { status: 'open', tenant: 'evil' }, tenant: 'acme' },
  ],
  'nested-input': [
    { tool: 'find', input: { states: ['open', 'paid'], total: { min: 1, max: 9 } } },
    { tool: 'find', input: { states: ['lost'], total: { min: 1, max: 9 } } },
    { tool: 'find', input: { states: ['open'], total: { min: 1 } } },
  ],
  'mcp-tools': [{ tool: 'search', input: { query: 'tea', limit: 3 } }],
  approval: [
    { tool: 'order', input: { article: 'tea' }, approves: true },
    { tool: 'order', input: { article: 'tea' }, approves: false },
  ],
  'zod-function': [
    { tool: 'forecast', input: { city: 'Oslo', days: 2 } },
    { tool: 'forecast', input: { city: 'Oslo', days: 9 } },
  ],
};
