export * from 'ai';
export { MockLanguageModelV4 as MockLanguageModel, simulateReadableStream } from 'ai/test';
