import { describeAgentSdk } from '../contracts/agent-sdk.contract.js';
import { createGraphAgent, createMiddlewareAgent, createToolsAgent, importLangChain } from './langchain-agent.js';

describeAgentSdk('an agent of LangChain', async () => createToolsAgent(await importLangChain()));
describeAgentSdk('an agent of LangChain with the middleware', async () =>
  createMiddlewareAgent(await importLangChain()),
);
describeAgentSdk('a graph of LangGraph', async () => createGraphAgent(await importLangChain()));
