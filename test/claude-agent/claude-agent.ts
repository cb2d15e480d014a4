import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { type CallToolResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { type ToolCall, Toolkit, type ToolkitSession } from 'toolwright';
import { type ToolServerOptions, toolServer } from 'toolwright/claude-agent';
import type { AgentRun, AgentRunOptions, AgentSdk, SeenRequest, SeenResult } from '../contracts/agent-sdk.contract.js';

/** The options of a client that stands for the agent. */
export interface AgentClientOptions extends Partial<ToolServerOptions> {
  /** The decision of the user who is asked. @default the client cannot ask */
  readonly decision?: 'approve' | 'deny' | undefined;
}

/** Connects a client to a server as the agent does. */
export async function connectAgent(
  scope: Toolkit | ToolkitSession,
  { decision, ...options }: AgentClientOptions = {},
): Promise<Client> {
  const { instance } = await toolServer(scope, { name: 'tools', ...options });
  const capabilities = decision === undefined ? {} : { elicitation: {} };
  const client = new Client({ name: 'agent', version: '1.0.0' }, { capabilities });
  if (decision !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, () => {
      return decision === 'deny' ? { action: 'decline' } : { action: 'accept', content: { approve: true } };
    });
  }
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await Promise.all([instance.connect(serverSide), client.connect(clientSide)]);
  return client;
}

/** The Claude Agent SDK under test: its agent is a program that the tests do not have, so a scripted loop calls the tools. */
export const claudeAgent: AgentSdk = {
  run: runAgent,
  limits: {
    'unknown tool': {
      reason: 'A call of a tool that does not exist is a protocol error of MCP, so it is not a result of the toolkit.',
      check: ({ failure, text, requests }) => {
        expect(failure).toBeUndefined();
        expect(text).toBe('done');
        expect(requests.at(-1)?.results[0]).toMatchObject({
          text: expect.stringMatching(/^MCP error -32602: .*Did you mean 'add'/),
          isError: true,
        });
      },
    },
  },
};

async function runAgent({ scope, turns, options, signal, decision }: AgentRunOptions): Promise<AgentRun> {
  const { onChunk, auth, ...sessionOptions } = options;
  // The state, the approver and the events of a request are those of a session.
  const session = (scope as Toolkit).session({ ...sessionOptions, auth });
  session.events$.subscribe((event) => {
    if (event.type === 'chunk') onChunk?.(event.response);
  });
  const client = await connectAgent(session, { decision });
  const requests: SeenRequest[] = [];
  const results: SeenResult[] = [];
  try {
    for (const turn of [...turns, []]) {
      const { tools } = await client.listTools();
      requests.push({ tools: tools.map(({ name }) => name), results: [...results] });
      results.push(...(await Promise.all(turn.map((call) => callTool(client, call, signal)))));
    }
    return { requests, text: 'done' };
  } catch (failure) {
    return { requests, failure };
  } finally {
    await client.close();
  }
}

async function callTool(
  client: Client,
  { id, name, input }: ToolCall & { readonly id: string },
  signal: AbortSignal,
): Promise<SeenResult> {
  try {
    const args = input as Record<string, unknown>;
    const { content, isError } = (await client.callTool({ name, arguments: args }, undefined, {
      signal,
      onprogress: () => {},
    })) as CallToolResult;
    const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
    return {
      id,
      text,
      isError: isError === true,
      images: content.flatMap((block) => (block.type === 'image' ? block.mimeType : [])),
    };
  } catch (error) {
    signal.throwIfAborted();
    // An agent shows its model the message of a protocol error.
    return { id, text: (error as Error).message, isError: true, images: [] };
  }
}
