/** The clients: the driver, the name in the table, and the package that has the client. */
export const clients = [
  { name: 'sdk-v1', title: 'SDK v1', package: '@modelcontextprotocol/sdk' },
  { name: 'sdk-v2', title: 'SDK v2', package: '@modelcontextprotocol/client' },
  { name: 'ext-tasks', title: 'ext-tasks', package: '@modelcontextprotocol/ext-tasks' },
  { name: 'inspector', title: 'Inspector CLI', package: '@modelcontextprotocol/inspector' },
  { name: 'ai-sdk', title: 'AI SDK', package: '@ai-sdk/mcp' },
  { name: 'langchain', title: 'LangChain', package: '@langchain/mcp-adapters' },
  { name: 'openai-agents', title: 'OpenAI Agents', package: '@openai/agents' },
  // Version 2 needs @mcp-use/client, and Vite 8.4, which the packages of version 1 accept, needs
  // napi-windows-process-start-time: neither could be installed from npm when these versions were chosen.
  { name: 'mcp-use', title: 'mcp-use', package: 'mcp-use' },
];
