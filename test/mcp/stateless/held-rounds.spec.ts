import { type ToolContext, Toolkit, ToolSpec } from 'toolwright';
import { type McpHandler, mcpHandler } from 'toolwright/mcp';
import { type Answer, send } from './requests.js';

const form = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;
const forms = { elicitation: { form: {} } };
let handler: McpHandler;

beforeEach(() => {
  const toolkit = new Toolkit();
  const executor = {
    kind: 'test',
    execute: (_: unknown, ctx: ToolContext) => ctx.ask<{ city: string }>(form, { message: 'Where?' }),
  };
  toolkit.register(ToolSpec.create({ name: 'trip', executor }));
  handler = mcpHandler(toolkit, { era: '2026-07-28', closeTimeoutMs: 50 });
});

afterEach(() => handler.close());

function call(more: object, capabilities: object): Promise<Answer> {
  return send(handler, 'tools/call', { name: 'trip', ...more }, { capabilities });
}

describe('a call that waits for answers', () => {
  it.each([
    ['nothing', {}],
    ['only pages', { elicitation: { url: {} } }],
    ['something else', { sampling: {} }],
  ])('repeats no question for a request that declares %s, and still waits', async (_, capabilities) => {
    const { requestState } = (await call({}, forms)).result;
    const refused = await call({ requestState, inputResponses: {} }, capabilities);
    expect(refused).toMatchObject({
      status: 400,
      error: { code: -32_021, data: { requiredCapabilities: forms } },
    });
    const inputResponses = { 'question-1': { action: 'accept', content: { city: 'Rome' } } };
    const { result } = await call({ requestState, inputResponses }, {});
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { data: { city: 'Rome' } } });
  });
});
