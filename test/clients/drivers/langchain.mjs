import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { templatesOf, textOf } from './offers.mjs';

const api = 'has no API for it';
export const lacks = { ask: api, skills: api, views: api };

export async function connect({ url, headers, command, args, onLog, onChange, onUpdate }) {
  const server = url === undefined ? { transport: 'stdio', command, args } : { transport: 'http', url, headers };
  let onProgress;
  const client = new MultiServerMCPClient({
    mcpServers: { toolwright: server },
    onMessage: ({ data }) => onLog(String(data)),
    onProgress: ({ progress }) => onProgress?.(progress),
    onToolsListChanged: onChange,
    onResourcesUpdated: ({ uri }) => onUpdate(uri),
  });
  // The client of the SDK, which the package offers for prompts and resources.
  const sdkClient = () => client.getClient('toolwright');
  return {
    // The client of the SDK has the list that is current after a change. `getTools` has that of the start.
    list: async () => {
      const { tools } = await (await sdkClient()).listTools();
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
    listResources: async () => (await client.listResources('toolwright')).toolwright.map(({ uri }) => uri),
    listTemplates: async () => {
      return templatesOf({ resourceTemplates: (await client.listResourceTemplates('toolwright')).toolwright });
    },
    complete: async (params) => (await (await sdkClient()).complete(params)).completion.values,
    subscribe: async (uri) => (await sdkClient()).subscribeResource({ uri }),
    listPrompts: async () => (await (await sdkClient()).listPrompts()).prompts.map(({ name }) => name),
    getPrompt: async (name, given) => textOf(await (await sdkClient()).getPrompt({ name, arguments: given })),
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
