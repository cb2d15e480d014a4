import { MultiServerMCPClient } from '@langchain/mcp-adapters';

export const lacks = { ask: 'has no API for it' };

export async function connect({ url, headers, command, args, onLog, onChange }) {
  const server = url === undefined ? { transport: 'stdio', command, args } : { transport: 'http', url, headers };
  let onProgress;
  const client = new MultiServerMCPClient({
    mcpServers: { toolwright: server },
    onMessage: ({ data }) => onLog(String(data)),
    onProgress: ({ progress }) => onProgress?.(progress),
    onToolsListChanged: onChange,
  });
  return {
    // The client of the SDK has the list that is current after a change. `getTools` has that of the start.
    list: async () => {
      const { tools } = await (await client.getClient('toolwright')).listTools();
      return tools.map(({ name }) => name);
    },
    call: async (name, given, options = {}) => {
      onProgress = options.onProgress;
      const tool = (await client.getTools()).find((tool) => tool.name === name);
      try {
        const call = { type: 'tool_call', id: name, name, args: given };
        return toResult(await tool.invoke(call, { signal: options.signal }));
      } catch (error) {
        return { isError: true, text: error.message };
      }
    },
    read: async (uri) => (await client.readResource('toolwright', uri))[0].text,
    close: () => client.close(),
  };
}

/** Reads a tool message: its artifact has the structured content, and its content the links. */
function toResult({ content, artifact = [] }) {
  const blocks = [content, artifact].flat();
  return {
    text: blocks.map((block) => (typeof block === 'string' ? block : (block.text ?? ''))).join('\n'),
    data: blocks.find(({ type }) => type === 'mcp_structured_content')?.data,
    isError: false,
    link: /toolwright:\/\/results\/[\w-]+/.exec(JSON.stringify(blocks))?.[0],
  };
}
