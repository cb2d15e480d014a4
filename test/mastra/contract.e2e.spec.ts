import { describeAgentSdk } from '../contracts/agent-sdk.contract.js';
import { createMastraAgent, importMastra } from './mastra-agent.js';

describeAgentSdk('an agent of Mastra', async () => createMastraAgent(await importMastra()));
