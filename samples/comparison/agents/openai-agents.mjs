import { Agent, run as runAgent, setTracingDisabled, Usage } from '@openai/agents';
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents-core/testing';

setTracingDisabled(true);

/** Runs one call in an agent. */
export async function run({ shop, ...tools }, { tool, input, tenant, approves }) {
  const outputs = [functionCall(tool, input, { callId: 'call_1' }), assistantMessage('done')];
  const model = new ScriptedModel(
    outputs.map((output) => modelResponder(() => ({ output: [output], usage: new Usage() }))),
  );
  const agent = new Agent({ name: 'agent', model, tools: Object.values(tools), mcpServers: shop ? [shop] : [] });
  let result = await runAgent(agent, 'Go', { context: { tenant } });
  const approvals = result.interruptions.length;
  for (const interruption of result.interruptions) {
    if (approves) result.state.approve(interruption);
    else result.state.reject(interruption);
  }
  if (approvals > 0) result = await runAgent(agent, result.state);
  const { output } = model.lastCall.request.input.find(({ type }) => type === 'function_call_result');
  return {
    definitions: model.firstCall.request.tools.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters,
    })),
    shown: [],
    approvals,
    result: output.text ?? output[0].text,
  };
}
