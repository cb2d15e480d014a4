import { describeAgentSdk } from '../contracts/agent-sdk.contract.js';
import { claudeAgent } from './claude-agent.js';

describeAgentSdk('the Claude Agent SDK', async () => claudeAgent);
