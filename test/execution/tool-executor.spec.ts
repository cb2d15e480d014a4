import { ToolSpec } from 'toolwright';
import { describeExecutor } from '../contracts/executor.contract.js';

describeExecutor('an executor of its own kind', (behaviour) =>
  ToolSpec.create({
    name: 'serve',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    executor: { kind: 'kitchen', execute: ({ text }, ctx) => behaviour(ctx, String(text)) },
  }),
);
