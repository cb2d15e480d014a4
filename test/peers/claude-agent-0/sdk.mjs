export { query } from '@anthropic-ai/claude-agent-sdk';
export { createDouble } from './double.mjs';
