import { raceAbort } from '../../call/abort-scope.js';
import { toToolError } from '../../call/failure.js';
import { createFailedOutcome } from '../../call/outcome.js';
import { text } from '../../call/response/content.js';
import type { ToolSpec } from '../../tool/spec/tool-spec.js';
import { requirePart } from '../../toolkit/entry/require-part.js';
import type { ToolEntry } from '../../toolkit/entry/tool-entry.js';
import type { PendingCall } from '../../toolkit/pipeline/pending-call.js';
import { type CallHandler, openInputs, type PipelineCall, type RootCall } from '../../toolkit/pipeline/pipeline.js';
import type { CallWait } from '../../toolkit/pipeline/supplied-call.js';
import { pendingCallsKey } from './pending-calls.js';

/**
 * Runs a tool of the client: validates the arguments, and ends with a call that waits for its result. When the client has
 * supplied a result, it ends with that.
 */
export function deferToClient({ spec }: ToolEntry, next: CallHandler): CallHandler {
  if (!spec.runsOnClient) return next;
  const { name: toolName, version } = spec;
  return async (call) => {
    const { root, context } = call;
    const { supplied } = root;
    const state = spec.layerState(call.state);
    try {
      if (supplied !== undefined) {
        return await raceAbort(supplied.read(spec, state), { signal: context.signal, toolName });
      }
      const input = await raceAbort(validateInput(spec, call), { signal: context.signal, toolName });
      const toolVersion = version === undefined ? {} : { toolVersion: version };
      const pendingCall: PendingCall = { callId: root.callId, toolName, ...toolVersion, input, since: Date.now() };
      root.wait = createWait(Object.freeze(pendingCall), root);
      const content = [text(`'${toolName}' runs on the client. Its result is not available yet.`)];
      const rendered = { data: undefined, content, structuredContent: input, metadata: { pendingCall } };
      return { toolName, rendered, state: 'pending', error: undefined, streamed: false, attempts: 0 };
    } catch (thrown) {
      const error = toToolError(thrown, { toolName, secretsIn: state.roots() });
      return createFailedOutcome(toolName, error);
    }
  };
}

function createWait(call: PendingCall, { environment, events, options, state }: RootCall): CallWait {
  const calls = requirePart(environment.scope, pendingCallsKey);
  return {
    call,
    begin: () => calls.open(call, { events, auth: options.auth, secretsIn: state.roots() }),
    discard: () => calls.discard(call),
  };
}

async function validateInput(spec: ToolSpec, { input, context, root }: PipelineCall): Promise<PendingCall['input']> {
  const options = { state: context.state, coerce: root.options.coerce };
  const checked = await openInputs(root).check({ spec, input }, options);
  return checked.input;
}
