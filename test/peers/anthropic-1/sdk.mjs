export { Anthropic } from '@anthropic-ai/sdk';
export { VERSION } from '@anthropic-ai/sdk/version';
