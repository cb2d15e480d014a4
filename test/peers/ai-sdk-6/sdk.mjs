export * from 'ai';
export { MockLanguageModelV3 as MockLanguageModel, simulateReadableStream } from 'ai/test';
