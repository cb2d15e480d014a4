import type { ToolContext } from '../../execution/tool-context.js';
import type { ToolArguments, ToolExecutor } from '../../execution/tool-executor.js';
import { text } from '../../response/content.js';
import { respond, type ToolResponse } from '../../response/tool-response.js';
import { Secret } from '../../state/secret.js';
import type { RemoteProgress, RemoteTool } from '../protocol/remote-tool.js';
import { ProgressFeed } from './progress-feed.js';
import { type ResultReading, readResult } from './read-result.js';
import type { LinkRequest } from './remote-link.js';

/** Sends requests to one server. Rejects with what the pipeline shall make an error response of. */
export interface RequestSender {
  request(request: LinkRequest, toolName?: string): Promise<unknown>;
}

/** Which tool of a server is run, and how its answer is read. */
export interface RemoteCallPlan extends ResultReading {
  /** As the server listed it. */
  readonly tool: RemoteTool;
}

/** Runs a tool of a server. Progress that the server tells becomes chunks, the result the whole. */
export function remoteExecutor(sender: RequestSender, plan: RemoteCallPlan): ToolExecutor {
  return Object.freeze({
    kind: 'mcp',
    execute: (args: ToolArguments, context: ToolContext) => runRemotely({ sender, plan }, args, context),
  });
}

async function* runRemotely(
  { sender, plan }: { readonly sender: RequestSender; readonly plan: RemoteCallPlan },
  args: ToolArguments,
  context: ToolContext,
): AsyncGenerator<ToolResponse, ToolResponse> {
  const feed = new ProgressFeed();
  const params = { name: plan.tool.name, arguments: sentArguments(args) };
  const answer = sender
    .request(
      {
        method: 'tools/call',
        params,
        tool: plan.tool,
        signal: context.signal,
        onProgress: (progress) => feed.push(progress),
      },
      plan.toolName,
    )
    .finally(() => feed.end());
  // It is awaited below, but not if the call ends before.
  answer.catch(() => {});
  for (let told = await feed.next(); told !== undefined; told = await feed.next()) {
    context.progress(told.progress, told.total, told.message);
    yield progressChunk(told);
  }
  return readResult(await answer, plan);
}

function progressChunk(progress: RemoteProgress): ToolResponse {
  const { message } = progress;
  return respond({
    content: message === undefined || message === '' ? [] : [text(message)],
    metadata: { progress },
  });
}

/** Bound values may be secrets: the server gets what they are. */
function sentArguments(args: ToolArguments): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, Secret.is(value) ? value.reveal() : value]),
  );
}
