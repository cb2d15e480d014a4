import { describeAgentSdk } from '../contracts/agent-sdk.contract.js';
import { chatLimits, createOpenAiAgent, importOpenAi, loops, runToolsLimits } from './openai-agent.js';

for (const major of [6, 7] as const) {
  describeAgentSdk(`the Responses API of openai ${major}`, async () =>
    createOpenAiAgent(await importOpenAi(major), loops.responses),
  );
  describeAgentSdk(`the Chat Completions API of openai ${major}`, async () =>
    createOpenAiAgent(await importOpenAi(major), loops.chat, chatLimits),
  );
  describeAgentSdk(`runTools of openai ${major}`, async () =>
    createOpenAiAgent(await importOpenAi(major), loops.runTools, runToolsLimits),
  );
}
