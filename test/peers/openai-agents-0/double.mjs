import { Usage } from '@openai/agents';
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents-core/testing';

const call = functionCall('search', { query: 'tea', limit: '1' }, { callId: 'call_1' });

/** A model that searches for tea, and then reports the result. */
export const model = new ScriptedModel(
  [
    { output: [call], usage: new Usage() },
    modelResponder(({ request }) => {
      const { output } = request.input.find(({ type }) => type === 'function_call_result');
      return { output: [assistantMessage(`I found ${output.text ?? output}.`)], usage: new Usage() };
    }),
  ].map((step) => ('output' in step ? modelResponder(() => step) : step)),
);
