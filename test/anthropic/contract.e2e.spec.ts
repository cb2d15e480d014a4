import { describeAgentSdk } from '../contracts/agent-sdk.contract.js';
import { createAnthropicAgent, importAnthropic, loops, toolRunnerLimits } from './anthropic-agent.js';

describeAgentSdk("Anthropic's Messages API", async () => createAnthropicAgent(await importAnthropic(), loops.messages));

describeAgentSdk("the tool runner of Anthropic's SDK", async () =>
  createAnthropicAgent(await importAnthropic(), loops.toolRunner, toolRunnerLimits),
);
