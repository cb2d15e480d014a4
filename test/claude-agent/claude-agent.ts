import { join } from 'node:path';
import type { Toolkit, ToolkitSession } from 'toolwright';
import { toolServer } from 'toolwright/claude-agent';
import type {
  AgentRun,
  AgentRunOptions,
  AgentSdk,
  ScriptedTurn,
  SeenRequest,
  SeenResult,
} from '../contracts/agent-sdk.contract.js';
import { root } from '../support/repository.js';

/** A run of the agent. */
interface QueryOptions {
  readonly scope: Toolkit | ToolkitSession;
  readonly turns: readonly ScriptedTurn[];
  readonly signal?: AbortSignal | undefined;
  /** The decision of the user who is asked. @default the application cannot ask */
  readonly decision?: 'approve' | 'deny' | undefined;
}

/** Runs `query()` of the SDK with a double of the program that it starts. Records what the double's model receives. */
async function runQuery({ scope, turns, signal, decision }: QueryOptions): Promise<AgentRun> {
  const { query, createDouble } = await import(join(root, 'test/peers/claude-agent-0/sdk.mjs'));
  const requests: SeenRequest[] = [];
  const results: SeenResult[] = [];
  const abortController = new AbortController();
  signal?.addEventListener('abort', () => abortController.abort(), { once: true });
  try {
    const messages = query({
      prompt: 'Go',
      options: {
        abortController,
        mcpServers: { tools: await toolServer(scope, { name: 'tools' }) },
        ...createDouble({ server: 'tools', turns }),
        ...(decision === undefined ? {} : { onElicitation: () => toAnswer(decision) }),
      },
    });
    let text: string | undefined;
    for await (const message of messages as AsyncIterable<AgentMessage>) {
      if (message.subtype === 'init') requests.push({ tools: message.tools, results: [...results] });
      if (message.type === 'user') results.push(...message.message.content.map(toResult));
      if (message.type === 'result') text = message.result;
    }
    return { requests, text };
  } catch (failure) {
    return { requests, failure };
  }
}

/** The Claude Agent SDK, under test. */
export const claudeAgent: AgentSdk = {
  run: runAgent,
  limits: {
    'unknown tool': {
      reason: 'A call of a tool that does not exist is a protocol error of MCP, so it is not a result of the toolkit.',
      check: ({ failure, text, requests }) => {
        expect({ failure, text }).toEqual({ failure: undefined, text: 'done' });
        expect(requests.at(-1)?.results).toEqual([
          { id: 'call_1', text: expect.stringMatching(/^MCP error -32602: .*'ad'.*'add'/), isError: true, images: [] },
        ]);
      },
    },
  },
};

/** Runs a case of the contract. The state, the approver and the events of a request are those of a session. */
function runAgent({ scope, turns, options, signal, decision }: AgentRunOptions): Promise<AgentRun> {
  const { onChunk, ...sessionOptions } = options;
  const session = (scope as Toolkit).session(sessionOptions);
  session.events$.subscribe((event) => {
    if (event.type === 'chunk') onChunk?.(event.response);
  });
  return runQuery({ scope: session, turns, signal, decision });
}

/** The parts of the SDK's messages that the tests read. */
interface AgentMessage {
  readonly type: string;
  readonly subtype?: string;
  readonly tools: readonly string[];
  readonly message: { readonly content: readonly ToolResultBlock[] };
  readonly result: string;
}

interface ToolResultBlock {
  readonly tool_use_id: string;
  readonly content: readonly { readonly type: string; readonly text?: string; readonly mimeType?: string }[];
  readonly is_error: boolean;
}

async function toAnswer(decision: 'approve' | 'deny'): Promise<object> {
  return decision === 'deny' ? { action: 'decline' } : { action: 'accept', content: { approve: true } };
}

function toResult({ tool_use_id: id, content, is_error: isError }: ToolResultBlock): SeenResult {
  const text = content.map((block) => block.text ?? '').join('\n');
  return { id, text, isError, images: content.flatMap(({ mimeType }) => mimeType ?? []) };
}
