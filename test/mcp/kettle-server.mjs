// Serves a toolkit in its own process: with the SDK 'v1' or 'v2', over 'http' or 'stdio'.
import {
  InterruptedError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  Toolkit,
  ToolSpec,
  ValidationError,
} from 'toolwright';

const [, , sdk, transport] = process.argv;
const { serveMcp } = await (sdk === 'v1' ? import('toolwright/mcp/v1') : import('toolwright/mcp/v2'));
const form = { type: 'object', properties: { lumps: { type: 'integer' } }, required: ['lumps'] };
const one = (name, type) => ({ type: 'object', properties: { [name]: { type } }, required: [name] });

const tools = {
  counts: { outputSchema: { type: 'array', items: { type: 'integer' } }, run: () => [1, 2] },
  word: { outputSchema: { type: 'string' }, run: () => 'tea' },
  nothing: { outputSchema: { type: ['object', 'null'] }, run: () => null },
  cups: { outputSchema: one('cups', 'integer'), run: () => ({ cups: 3 }) },
  results: { outputSchema: one('result', 'object'), run: () => ({ result: {} }) },
  spill: {
    run: () => {
      throw new RangeError('The pot is empty.');
    },
  },
  pour: {
    run: async function* (ctx) {
      ctx.progress(1, 9, 'The water is hot. ');
      yield 'one ';
      yield 'two';
    },
  },
  hurry: {
    run: () => {
      throw new RateLimitError('One pot at a time.', { retryAfterMs: 1_500, details: { pots: 1 } });
    },
  },
  measure: {
    inputSchema: one('spoons', 'integer'),
    run: () => {
      const issues = [{ path: '/spoons', message: 'must be even', rule: 'even' }];
      throw new ValidationError('Two spoons, or four.', { issues });
    },
  },
  leave: {
    run: () => {
      throw new PermissionError('You stay here.');
    },
  },
  drop: {
    run: async function* () {
      yield 'one cup';
      throw new NotFoundError('The cup is gone.');
    },
  },
  giveUp: {
    run: () => {
      throw new InterruptedError('The kettle was switched off.');
    },
  },
  smash: { needsApproval: true, run: () => 'smashed' },
  taste: {
    run: async (ctx) => {
      const { text } = await ctx.sample({ messages: [{ role: 'user', content: 'How is it?' }] });
      return text;
    },
  },
  search: {
    run: async (ctx) => (await ctx.roots()).map(({ uri }) => uri).join(),
  },
  trace: { run: ({ meta: { traceparent, tracestate, baggage } }) => ({ traceparent, tracestate, baggage }) },
  sweeten: {
    run: async (ctx) => {
      const answer = await ctx.ask(form, { message: 'How many lumps?' });
      return answer.kind === 'accept' ? `${answer.data.lumps} lumps` : answer.kind;
    },
  },
};

const toolkit = new Toolkit();
for (const [name, { run, ...more }] of Object.entries(tools)) {
  toolkit.register(ToolSpec.create({ name, ...more, executor: { kind: 'test', execute: (_, ctx) => run(ctx) } }));
}
const serving = await serveMcp(toolkit, transport === 'stdio' ? { transport } : { transport, port: 0 });
if (serving.url !== undefined) process.stderr.write(`${serving.url}\n`);
