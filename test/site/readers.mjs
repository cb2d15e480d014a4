// The kinds of readers of the site: how each finds an answer from the start page, by at most three links or one search,
// and text that the answer contains.

export const readers = [
  { kind: 'tsx or tsc', links: ['Start', 'Getting started'], page: 'getting-started', answer: 'toolwright/register' },
  { kind: 'NestJS', links: ['Do', 'NestJS'], page: 'nestjs', answer: 'ToolkitModule.forRoot' },
  { kind: 'the AI SDK', links: ['AI SDK'], page: 'agent-sdks', answer: 'aiTools(' },
  { kind: 'OpenAI', links: ['OpenAI'], page: 'agent-sdks', answer: 'responsesToolOutputs' },
  { kind: 'LangChain', links: ['LangChain'], page: 'agent-sdks', answer: 'langchainTools(' },
  { kind: 'Vite in a browser', links: ['the build plugin'], page: 'build-plugin', answer: 'vite' },
  { kind: 'Next.js in a browser', links: ['tools over HTTP'], page: 'http', answer: 'createClient' },
  { kind: 'server-sent events', links: ['Server-sent events'], page: 'server-sent-events', answer: 'EventSource' },
  { kind: 'OpenAPI', links: ['OpenAPI documents as tools'], page: 'openapi', answer: 'openApiSource' },
  { kind: 'an MCP server', links: ['Do', 'Serving tools over MCP'], page: 'mcp-server', answer: 'serveMcp' },
  { kind: 'an MCP client', links: ['import tools'], page: 'mcp-client', answer: 'mcpSource' },
  { kind: 'class-validator', links: ['their rules'], page: 'dto-rules', answer: '@IsInt' },
  { kind: 'jest or vitest', links: ['Testing tools'], page: 'testing', answer: 'vitest' },
  { kind: 'code mode', links: ['Code mode'], page: 'code-mode', answer: 'sandbox' },
  { kind: 'functions and zod', links: ['functions with a schema'], page: 'typed-tools', answer: 'z.object' },
  {
    kind: 'an option by its name',
    search: 'maxSessionsPerClient',
    page: 'McpSessionLimits',
    answer: 'maxSessionsPerClient',
  },
  { kind: 'an error by its code', search: 'invalid_output', page: 'errors', answer: 'invalid_output' },
  { kind: 'a class by its name', search: 'ToolkitSession', page: 'ToolkitSession', answer: 'ToolkitSession' },
];
