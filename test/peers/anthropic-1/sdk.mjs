export { Anthropic } from '@anthropic-ai/sdk';
