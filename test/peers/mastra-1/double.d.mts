import type { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';

export function createModel(): MastraLanguageModelV2Mock;
