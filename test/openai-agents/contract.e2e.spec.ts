import { describeAgentSdk } from '../contracts/agent-sdk.contract.js';
import { createAgentsAgent, importAgents } from './agents-agent.js';

describeAgentSdk('the OpenAI Agents SDK', async () => createAgentsAgent(await importAgents()));
