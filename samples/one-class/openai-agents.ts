import 'reflect-metadata';
import { Agent, run, setTracingDisabled, Usage } from '@openai/agents';
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents-core/testing';
import { Toolkit } from 'toolwright';
import { agentTools } from 'toolwright/openai-agents';
import { Shop } from './shop.js';

// In place of a model: it orders two pots, and reports the result.
const model = new ScriptedModel([
  modelResponder(() => {
    const call = functionCall('order', { article: 'pot', count: '2' }, { callId: 'call_1' });
    return { output: [call], usage: new Usage() };
  }),
  modelResponder(({ request }) => {
    const items = typeof request.input === 'string' ? [] : request.input;
    const result = items.find((item) => item.type === 'function_call_result');
    const output = result?.type === 'function_call_result' ? result.output : '';
    const text = typeof output === 'object' && 'text' in output ? output.text : String(output);
    return { output: [assistantMessage(text)], usage: new Usage() };
  }),
]);

const toolkit = new Toolkit();
toolkit.register(new Shop());

setTracingDisabled(true);
const agent = new Agent({ name: 'Clerk', model, tools: agentTools(toolkit) });
const asking = await run(agent, 'Order two pots');

// The user approves the order.
for (const interruption of asking.interruptions) asking.state.approve(interruption);
console.log((await run(agent, asking.state)).finalOutput);
