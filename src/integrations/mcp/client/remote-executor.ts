import { readTraceContext, type TraceContext } from '../../../base/network/trace-context.js';
import { flowMetaKey } from '../../../call/call-labels.js';
import { text } from '../../../call/response/content.js';
import { respond, type ToolResponse } from '../../../call/response/tool-response.js';
import { Secret } from '../../../call/state/secret.js';
import type { ToolContext } from '../../../call/tool-context.js';
import type { ToolArguments, ToolExecutor } from '../../../call/tool-executor.js';
import { flowPartKey } from '../../../toolkit/flow-part.js';
import { partOf } from '../../../toolkit/pipeline/pipeline.js';
import { rootOf } from '../../../toolkit/pipeline/root-of.js';
import type { RemoteProgress, RemoteTool } from '../protocol/remote-tool.js';
import { sentLabels } from '../protocol/sent-labels.js';
import { RemoteCall } from './http/remote-call.js';
import type { LinkRequest } from './link/remote-link.js';
import { ProgressFeed } from './progress-feed.js';
import { type ResultReading, readResult } from './read-result.js';

/** An object that sends the requests of calls to one server. It rejects with the error for the error response. */
export interface RequestSender {
  request(request: LinkRequest, call: RemoteCall): Promise<unknown>;
}

/** The remote tool to run, and the options for reading its result. */
export interface RemoteCallPlan extends ResultReading {
  /** Whether a fingerprint of the application pins the definition. @default false */
  readonly isPinned?: boolean | undefined;
  /** Whether to send what is known of the arguments, in a toolkit with the option `flow`. @default false */
  readonly sendLabels?: boolean | undefined;
  /** The definition of the tool, as the server listed it. */
  readonly tool: RemoteTool;
}

/** Creates the executor of a remote tool. Progress notifications become chunks, the result the final response. */
export function createRemoteExecutor(sender: RequestSender, plan: RemoteCallPlan): ToolExecutor {
  return Object.freeze({
    kind: 'mcp',
    isPinned: plan.isPinned,
    execute: (args: ToolArguments, context: ToolContext) => runRemotely({ sender, plan }, args, context),
  });
}

async function* runRemotely(
  { sender, plan }: { readonly sender: RequestSender; readonly plan: RemoteCallPlan },
  args: ToolArguments,
  context: ToolContext,
): AsyncGenerator<ToolResponse, ToolResponse> {
  const call = new RemoteCall({ toolName: plan.toolName, remoteName: plan.tool.name }, context);
  const feed = new ProgressFeed();
  const answer = sender.request(createRequest(plan, args, { context, feed }), call).finally(() => feed.end());
  // It is awaited below, unless the call ends first.
  answer.catch(() => {});
  try {
    for (let received = await feed.next(); received !== undefined; received = await feed.next()) {
      const progress = call.redactProgress(received);
      context.progress(progress.progress, progress.total, progress.message);
      yield progressChunk(progress);
    }
    return readResult(await answer, plan);
  } catch (error) {
    throw call.redactError(error);
  }
}

function createRequest(
  { tool, sendLabels = false }: RemoteCallPlan,
  args: ToolArguments,
  { context, feed }: { readonly context: ToolContext; readonly feed: ProgressFeed },
): LinkRequest {
  return {
    method: 'tools/call',
    params: { name: tool.name, arguments: revealArguments(args), ...metaOf(context, sendLabels) },
    tool,
    signal: context.signal,
    onProgress: (progress) => feed.push(progress),
  };
}

function progressChunk(progress: RemoteProgress): ToolResponse {
  const { message } = progress;
  return respond({
    content: message === undefined || message === '' ? [] : [text(message)],
    metadata: { progress },
  });
}

/** Returns the `_meta` with the trace context of a call, and with what is known of its arguments. */
function metaOf(context: ToolContext, sendLabels: boolean): { readonly _meta?: object } {
  const trace = traceMeta(context);
  const root = sendLabels ? rootOf(context) : undefined;
  const labels = root && partOf(root.environment, flowPartKey)?.labelsOf(root);
  return labels === undefined ? trace : { _meta: { ...trace._meta, [flowMetaKey]: sentLabels(labels) } };
}

/** Returns the `_meta` with the trace context of a call. */
export function traceMeta({ meta }: ToolContext): { readonly _meta?: TraceContext } {
  const traceContext = readTraceContext(meta);
  return Object.keys(traceContext).length === 0 ? {} : { _meta: traceContext };
}

/** Reveals the arguments that are secrets, such as bound values, for the server. */
function revealArguments(args: ToolArguments): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, Secret.is(value) ? value.reveal() : value]),
  );
}
