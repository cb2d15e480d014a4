import { describeAgentSdk } from '../contracts/agent-sdk.contract.js';
import { automaticLimits, createGeminiAgent, importGemini, loops } from './gemini-agent.js';

describeAgentSdk('generateContent of Gemini', async () =>
  createGeminiAgent(await importGemini(), loops.generateContent),
);

describeAgentSdk('automatic function calling of Gemini', async () =>
  createGeminiAgent(await importGemini(), loops.automatic, automaticLimits),
);
