import { raceAbort } from '../../execution/abort-scope.js';
import { toToolError } from '../../execution/failure.js';
import { createFailedOutcome } from '../../execution/outcome.js';
import { text } from '../../response/content.js';
import type { ToolSpec } from '../../spec/tool-spec.js';
import { readSuppliedResult } from '../client-tools/supply-result.js';
import type { ToolEntry } from '../tool-entry.js';
import type { PendingCall } from './pending-call.js';
import { type CallHandler, openInputs, type PipelineCall } from './pipeline.js';

/**
 * Creates the handler of a tool that the client runs: it validates the arguments, and ends with a pending call. When the
 * client has supplied a result, it ends with that.
 */
export function deferToClient({ spec }: ToolEntry): CallHandler {
  const { name: toolName, version } = spec;
  return async (call) => {
    const { root, context } = call;
    const { supplied } = root;
    const state = spec.layerState(call.state);
    try {
      if (supplied !== undefined) {
        return await raceAbort(readSuppliedResult(spec, supplied, state), { signal: context.signal, toolName });
      }
      const input = await raceAbort(validateInput(spec, call), { signal: context.signal, toolName });
      const toolVersion = version === undefined ? {} : { toolVersion: version };
      const pendingCall: PendingCall = { callId: root.callId, toolName, ...toolVersion, input, since: Date.now() };
      root.pendingCall = Object.freeze(pendingCall);
      const content = [text(`'${toolName}' runs on the client. Its result is not available yet.`)];
      const rendered = { data: undefined, content, structuredContent: input, metadata: { pendingCall } };
      return { toolName, rendered, state: 'pending', error: undefined, streamed: false, attempts: 0 };
    } catch (thrown) {
      const error = toToolError(thrown, { toolName, secretsIn: state.roots() });
      return createFailedOutcome(toolName, error);
    }
  };
}

async function validateInput(spec: ToolSpec, { input, context, root }: PipelineCall): Promise<PendingCall['input']> {
  const options = { state: context.state, coerce: root.options.coerce };
  const checked = await openInputs(root).check({ spec, input }, options);
  return checked.input;
}
