import { readTraceContext } from '../../base/network/trace-context.js';
import { isThenable } from '../../base/values/thenable.js';
import type { CallLabels } from '../../call/call-labels.js';
import { hostCallOf } from '../../call/host-call.js';
import { onAbort } from '../../call/on-abort.js';
import { toJsonValue } from '../../call/response/json-value.js';
import { Secret } from '../../call/state/secret.js';
import { DefinitionError, type ToolArguments, type ToolContext, type ToolExecutor } from '../../index.js';
import { flowPartKey } from '../../toolkit/flow-part.js';
import { partOf } from '../../toolkit/pipeline/pipeline.js';
import { rootOf } from '../../toolkit/pipeline/root-of.js';
import type { CallHeaders } from './call-headers.js';
import type { CallerLink } from './caller-link.js';
import { RemoteCall } from './remote-call.js';
import type { ServedTool } from './worker-table.js';

const encoder = new TextEncoder();
// A server limits the size of headers.
const maxIdentityLength = 4_096;
const maxLabelsLength = 4_096;

/** Creates the executor of a tool that workers serve. */
export function createNatsExecutor(tool: ServedTool, link: CallerLink): ToolExecutor {
  return Object.freeze({
    kind: 'nats',
    execute: (args: ToolArguments, context: ToolContext) => runRemotely({ tool, link }, args, context),
  });
}

async function* runRemotely(
  { tool, link }: { readonly tool: ServedTool; readonly link: CallerLink },
  args: ToolArguments,
  context: ToolContext,
): AsyncGenerator<unknown, unknown> {
  const data = encoder.encode(JSON.stringify(revealArguments(args)));
  const call = new RemoteCall({ link, tool, headers: headersOf(context, link), data, context });
  const stopListening = onAbort(context.signal, () => call.cancel());
  try {
    call.start();
    for (;;) {
      const waiting = call.next();
      const received = isThenable(waiting) ? await waiting : waiting;
      if ('error' in received) throw received.error;
      if (received.done) return received.value;
      yield received.value;
    }
  } finally {
    stopListening();
    call.cancel();
  }
}

function headersOf(context: ToolContext, link: CallerLink): CallHeaders {
  const { auth } = link.settings;
  const identity = auth === undefined ? undefined : toJsonValue(auth(context.auth));
  if (identity !== undefined && JSON.stringify(identity).length > maxIdentityLength) {
    throw new DefinitionError(`natsSource: auth must return at most ${maxIdentityLength} characters of JSON text.`);
  }
  const { timeoutMs, deadlineMs, onLog } = hostCallOf(context).options;
  const limitMs = Math.min(timeoutMs ?? Number.POSITIVE_INFINITY, deadlineMs ?? Number.POSITIVE_INFINITY);
  return {
    callId: context.call.id,
    limitMs: limitMs === Number.POSITIVE_INFINITY ? undefined : limitMs,
    identity,
    labels: labelsOf(context),
    logs: onLog !== undefined,
    trace: readTraceContext(context.meta),
  };
}

/** Returns what is known of the arguments, as far as a header has room for it. */
function labelsOf(context: ToolContext): CallLabels | undefined {
  const root = rootOf(context);
  const labels = root && partOf(root.environment, flowPartKey)?.labelsOf(root);
  if (labels === undefined || JSON.stringify(labels).length <= maxLabelsLength) return labels;
  return { trust: 'untrusted', readers: [], isResolved: true };
}

/** Reveals the arguments that are secrets, such as bound values, for the worker. */
function revealArguments(args: ToolArguments): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, Secret.is(value) ? value.reveal() : value]),
  );
}
