import { createScopeState } from '../entry/scope-tool.js';
import type { ToolEntry } from '../entry/tool-entry.js';
import type { CallHandler } from './pipeline.js';

/** Creates the handler that runs the tool itself. */
export function runTool(entry: ToolEntry): CallHandler {
  return (call, sink) => {
    const { id: callId, input, scope, root, changedMeta: meta } = call;
    const { environment, deadline } = root;
    const options = meta === undefined ? root.options : { ...root.options, meta };
    const parsedArgs = input === root.input ? root.parsedInput : undefined;
    const { spec } = entry;
    const validated = root.checkedInputs?.find(spec, input);
    const state = spec.layerState(entry.actsOnScope === true ? createScopeState(environment.scope) : call.state);
    const onLateResult = (): void => root.reportLateResult();
    const request = {
      args: input,
      parsedArgs,
      validated,
      state,
      options,
      callId,
      scope,
      deadline,
      host: root,
      onLateResult,
    };
    const toolCall = spec.createCall(request, sink);
    root.addToolCall(toolCall);
    return toolCall.run((outcome) => outcome);
  };
}
