export { Agent } from '@mastra/core/agent';
export { Mastra } from '@mastra/core/mastra';
export { InMemoryStore } from '@mastra/core/storage';
export { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
export { createTool } from '@mastra/core/tools';
export { createStep, createWorkflow } from '@mastra/core/workflows';

process.env.MASTRA_TELEMETRY_DISABLED = '1';
