export { Agent } from '@mastra/core/agent';
export { Mastra } from '@mastra/core/mastra';
export { InMemoryStore } from '@mastra/core/storage';
export { createTool } from '@mastra/core/tools';
export { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
