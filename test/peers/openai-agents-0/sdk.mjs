export { Agent, RunState, run, Usage } from '@openai/agents';
export { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents-core/testing';
