import { describeAgentSdk } from '../contracts/agent-sdk.contract.js';
import { createAiAgent, importAiSdk } from './ai-agent.js';

for (const major of [6, 7] as const) {
  describeAgentSdk(`the AI SDK ${major}`, async () => createAiAgent(await importAiSdk(major)));
}
