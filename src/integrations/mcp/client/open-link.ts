import { applicationInfo } from '../protocol/application-info.js';
import { isSdkClient } from './endpoint/transport-options.js';
import type { RemoteCall } from './http/remote-call.js';
import type { LinkOpening } from './identity.js';
import { observeLink } from './link/observed-link.js';
import type { LinkHandlers, RemoteHandlers, RemoteLink, RequestHandler, RequestOrigin } from './link/remote-link.js';
import { loadBinder, versionOf } from './load-binder.js';
import { type McpSourceOptions, readOutbound, sdkOf } from './source-options.js';
import { defaultTaskWaitMs, type TaskSettings } from './tasks/task-options.js';

const defaultMessageBytes = 64 * 1024 * 1024;

/** Opens a link to the server of a source. */
export async function openLink(options: McpSourceOptions, opening: LinkOpening): Promise<RemoteLink> {
  const { transport, clientInfo, maxMessageBytes, telemetry } = options;
  const { observer, signal, headers, auth, runningCalls } = opening;
  if (isSdkClient(transport)) {
    const adopted = (await loadBinder(versionOf(transport))).adopt(transport, observer);
    return telemetry === undefined ? adopted : observeLink(adopted, telemetry);
  }
  const binder = await loadBinder(sdkOf(options));
  return binder.connect({
    transport,
    clientInfo: clientInfo ?? applicationInfo(),
    handlers: createLinkHandlers(options, runningCalls),
    headers,
    auth: await auth(signal),
    outbound: readOutbound(options),
    maxMessageBytes: maxMessageBytes ?? defaultMessageBytes,
    observer,
    telemetry,
    signal,
  });
}

/** Returns how the tasks of a source are awaited; undefined if they are not. */
export function readTaskSettings(options: McpSourceOptions): TaskSettings | undefined {
  const { tasks = true, transport } = options;
  // A client that the application has connected refuses tasks itself.
  if (tasks === false || isSdkClient(transport)) return undefined;
  return {
    maxWaitMs: (tasks === true ? undefined : tasks.maxWaitMs) ?? defaultTaskWaitMs,
    answer: (question, call, signal) => answerQuestion(question, { options, call, signal }),
  };
}

async function answerQuestion(
  question: unknown,
  asked: { readonly options: RemoteHandlers; readonly call: RemoteCall; readonly signal: AbortSignal },
): Promise<unknown> {
  const { options, call, signal } = asked;
  // Only clients of this SDK receive tasks.
  const binder = await loadBinder('v2');
  return binder.answerQuestion?.(
    question,
    createLinkHandlers(options, () => [call.view]),
    signal,
  );
}

function createLinkHandlers(
  { elicit, visit, sample, roots, apps }: RemoteHandlers,
  runningCalls: LinkOpening['runningCalls'],
): LinkHandlers {
  const withCalls = <Params>(
    handler: RequestHandler<RequestOrigin, Params> | undefined,
  ): RequestHandler<Pick<RequestOrigin, 'signal'>, Params> | undefined =>
    handler && ((params, { signal }) => handler(params, { signal, calls: runningCalls() }));
  return { elicit: withCalls(elicit), visit: withCalls(visit), sample: withCalls(sample), roots, apps };
}
