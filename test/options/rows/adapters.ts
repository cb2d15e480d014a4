import { Toolkit, ToolSpec } from 'toolwright';
import { agUiSse, toAgUi } from 'toolwright/ag-ui';
import * as aiSdk from 'toolwright/ai-sdk';
import { toolServer } from 'toolwright/claude-agent';
import { callableTool, functionResponses } from 'toolwright/google-genai';
import * as mastra from 'toolwright/mastra';
import { serveNats } from 'toolwright/nats';
import { chatToolMessages, responsesToolOutputs, runnableTools } from 'toolwright/openai';
import { agentTools } from 'toolwright/openai-agents';
import { telemetry } from 'toolwright/telemetry';
import { startNatsServer } from '../../support/nats-server.mjs';
import { type Rows, row } from '../check-rows.js';

const toolkit = new Toolkit();
toolkit.register(ToolSpec.fromFunction(() => 1, { name: 'one' }));

const calls = { concurrency: 1, retry: { maxRetries: 1 } };
const agent = { ...calls, include: ['one'] };
const run = { threadId: '1', runId: '2' };

/** The rows of the adapters for agent SDKs that load none. */
export const adapterRows: Rows = {
  'telemetry: telemetry(options)': row((options) => telemetry(options), { captureInput: true }),
  'ai-sdk: followGroups(options)': row((options) => aiSdk.followGroups(toolkit, options), { otherTools: [] }),
  'ai-sdk: repairToolCall(options)': row((options) => aiSdk.repairToolCall(toolkit, options), calls),
  'ai-sdk: aiTools(options)': row((options) => aiSdk.aiTools(toolkit, options), agent),
  'openai: chatToolMessages(options)': row(
    (options) => chatToolMessages(toolkit, { role: 'assistant' }, options),
    calls,
  ),
  'openai: responsesToolOutputs(options)': row((options) => responsesToolOutputs(toolkit, [], options), calls),
  'openai: runnableTools(options)': row((options) => runnableTools(toolkit, options), agent),
  'google-genai: functionResponses(options)': row((options) => functionResponses(toolkit, [], options), calls),
  'google-genai: callableTool(options)': row((options) => callableTool(toolkit, options), { ...agent, otherTools: [] }),
  'openai-agents: agentTools(options)': row((options) => agentTools(toolkit, options), agent),
  'claude-agent: toolServer(options)': row((options) => toolServer(toolkit, options), {
    name: 'a',
    waitingCalls: { maxCalls: 1 },
  }),
  'ag-ui: agUiSse(options)': row((options) => agUiSse(toolkit.events$, options).body?.cancel(), {
    ...run,
    heartbeatMs: 10,
  }),
  'ag-ui: toAgUi(options)': row((options) => void toAgUi(toolkit.events$, options), run),
  'mastra: followGroups(options)': row((options) => mastra.followGroups(toolkit, options), { otherTools: [] }),
  'mastra: mastraTools(options)': row((options) => mastra.mastraTools(toolkit, options), agent),
};

/** The rows that need SDKs and servers, which the end-to-end tests have. */
export const serverRows: Rows = {
  'anthropic: toolResults(options)': row(async (options) => {
    const { toolResults } = await import('toolwright/anthropic');
    return toolResults(toolkit, { content: [] }, options);
  }, calls),
  'anthropic: betaTools(options)': row(async (options) => {
    const { betaTools } = await import('toolwright/anthropic');
    return betaTools(toolkit, options);
  }, agent),
  'nats: NatsServing#close(options)': row(
    async (options) => {
      const server = await startNatsServer();
      const serving = await serveNats(toolkit, { servers: server.url });
      try {
        await serving.close(options);
      } finally {
        await serving.close();
        await server.stop();
      }
    },
    { graceMs: 10 },
  ),
  'langchain: toolNode(options)': row(async (options) => {
    const { toolNode } = await import('toolwright/langchain');
    return toolNode(toolkit, options);
  }, calls),
  'langchain: toolkitMiddleware(options)': row(async (options) => {
    const { toolkitMiddleware } = await import('toolwright/langchain');
    return toolkitMiddleware(toolkit, options);
  }, agent),
  'langchain: langchainTools(options)': row(async (options) => {
    const { langchainTools } = await import('toolwright/langchain');
    return langchainTools(toolkit, options);
  }, agent),
};
