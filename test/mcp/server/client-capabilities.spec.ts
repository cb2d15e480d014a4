import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  type ElicitResult,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { image, type JsonSchema, type ToolContext, Toolkit, ToolSpec, video } from 'toolwright';
import { connectInMemory } from './clients.js';

const orderSchema = {
  type: 'object',
  title: 'An order',
  properties: {
    city: { type: 'string', title: 'City', minLength: 1, pattern: '^[A-Z]' },
    size: { enum: ['small', 'large'] },
    extras: { type: 'array', items: { enum: ['tea', 'cake'] }, uniqueItems: true },
    count: { $ref: '#/$defs/count', description: 'How many' },
  },
  required: ['city'],
  $defs: { count: { type: 'integer', minimum: 1, multipleOf: 2 } },
} as const;

function toolkitWith(run: (ctx: ToolContext) => unknown, more: object = {}): Toolkit {
  const toolkit = new Toolkit();
  toolkit.register(
    ToolSpec.create({ name: 'plan', executor: { kind: 'test', execute: (_, ctx) => run(ctx) }, ...more }),
  );
  return toolkit;
}

/** Connects a client whose user answers every form the same way, and records the questions. */
async function connectWithAnswer(
  toolkit: Toolkit,
  answer: ElicitResult,
): Promise<{ readonly client: Client; readonly asked: unknown[] }> {
  const asked: unknown[] = [];
  const client = await connectInMemory(toolkit, {
    client: { capabilities: { elicitation: {} } },
    before: (one) => {
      one.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        asked.push(params);
        return answer;
      });
    },
  });
  return { client, asked };
}

describe('a tool that asks the user', () => {
  const ask = (schema: JsonSchema) => (ctx: ToolContext) => ctx.ask(schema, { message: 'What do you want?' });

  it('sends a form and receives the answer', async () => {
    const toolkit = toolkitWith(ask(orderSchema));
    const { client, asked } = await connectWithAnswer(toolkit, {
      action: 'accept',
      content: { city: 'Rome', count: 2 },
    });
    expect(await client.callTool({ name: 'plan' })).toMatchObject({
      structuredContent: { kind: 'accept', data: { city: 'Rome', count: 2 } },
    });
    expect(asked).toEqual([
      expect.objectContaining({
        message: 'What do you want?',
        requestedSchema: {
          type: 'object',
          properties: {
            city: { type: 'string', title: 'City', minLength: 1 },
            size: { type: 'string', enum: ['small', 'large'] },
            extras: { type: 'array', items: { type: 'string', enum: ['tea', 'cake'] } },
            count: { type: 'integer', description: 'How many', minimum: 1 },
          },
          required: ['city'],
        },
      }),
    ]);
  });

  it.each(['decline', 'cancel'] as const)('receives that the user chose to %s', async (action) => {
    const { client } = await connectWithAnswer(toolkitWith(ask(orderSchema)), { action });
    expect(await client.callTool({ name: 'plan' })).toMatchObject({ structuredContent: { kind: action } });
  });

  it('fails on an answer that breaks a rule that forms do not support', async () => {
    const { client } = await connectWithAnswer(toolkitWith(ask(orderSchema)), {
      action: 'accept',
      content: { city: 'rome' },
    });
    expect(await client.callTool({ name: 'plan' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('/city must match') }],
    });
  });

  it.each<JsonSchema>([{ type: 'object' }, { type: ['string', 'null'] }, { type: 'array', items: { type: 'string' } }])(
    'fails on a field that no form can show: %j',
    async (field) => {
      const toolkit = toolkitWith(ask({ type: 'object', properties: { where: field } }));
      const { client, asked } = await connectWithAnswer(toolkit, { action: 'accept', content: {} });
      expect(await client.callTool({ name: 'plan' })).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("plan: ctx.ask cannot ask for 'where'") }],
      });
      expect(asked).toEqual([]);
    },
  );

  it('fails when the client does not support elicitation', async () => {
    const client = await connectInMemory(toolkitWith(ask(orderSchema)));
    expect(await client.callTool({ name: 'plan' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('its caller does not provide that capability') }],
    });
  });

  it('fails when the client only opens URLs', async () => {
    const client = await connectInMemory(toolkitWith(ask(orderSchema)), {
      client: { capabilities: { elicitation: { url: {} } } },
    });
    expect(await client.callTool({ name: 'plan' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('its caller does not provide that capability') }],
    });
  });
});

describe('a tool that samples a model', () => {
  it('receives the completion from the client', async () => {
    const asked: unknown[] = [];
    const sent = [
      { type: 'text', text: 'Hi' },
      { type: 'image', data: 'AA==', mimeType: 'image/png' },
      { type: 'text', text: '[video (video/mp4) omitted: not supported in tool results]' },
      { type: 'text', text: '[image: https://a.example/]' },
    ];
    const toolkit = toolkitWith(async (ctx) => {
      const blocks = [image('AA==', 'image/png'), video('AA==', 'video/mp4'), image({ url: 'https://a.example/' })];
      const messages = [{ role: 'user', content: 'Hi' } as const, { role: 'user', content: blocks } as const];
      const { text, model } = await ctx.sample({ messages, maxTokens: 5 });
      return `${model}: ${text}`;
    });
    const client = await connectInMemory(toolkit, {
      client: { capabilities: { sampling: {} } },
      before: (one) => {
        one.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
          asked.push(params);
          return { role: 'assistant', model: 'tiny', content: { type: 'text', text: 'Hello.' } };
        });
      },
    });
    expect((await client.callTool({ name: 'plan' })).content).toEqual([{ type: 'text', text: 'tiny: Hello.' }]);
    expect(asked).toEqual([
      expect.objectContaining({ messages: sent.map((content) => ({ role: 'user', content })), maxTokens: 5 }),
    ]);
  });
});

describe('a tool that lists roots', () => {
  it('receives the roots of the client', async () => {
    const client = await connectInMemory(
      toolkitWith((ctx) => ctx.roots()),
      {
        client: { capabilities: { roots: {} } },
        before: (one) => {
          one.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///home', name: 'Home' }] }));
        },
      },
    );
    expect((await client.callTool({ name: 'plan' })).content).toEqual([
      { type: 'text', text: '[{"uri":"file:///home","name":"Home"}]' },
    ]);
  });
});

describe('a tool that needs approval', () => {
  const approved = { needsApproval: true };

  it('runs when the user of the client allows it', async () => {
    const toolkit = toolkitWith(() => 'done', approved);
    const { client, asked } = await connectWithAnswer(toolkit, { action: 'accept', content: { approve: true } });
    expect((await client.callTool({ name: 'plan' })).content).toEqual([{ type: 'text', text: 'done' }]);
    expect(asked).toEqual([expect.objectContaining({ message: expect.stringContaining("the call of 'plan'") })]);
  });

  it.each<[ElicitResult]>([[{ action: 'accept', content: { approve: false } }], [{ action: 'decline' }]])(
    'does not run when the user answers %j',
    async (answer) => {
      const { client } = await connectWithAnswer(
        toolkitWith(() => 'done', approved),
        answer,
      );
      expect(await client.callTool({ name: 'plan' })).toMatchObject({
        isError: true,
        content: [{ text: "The call of 'plan' was denied: The user did not allow it." }],
      });
    },
  );

  it('does not run when the client cannot ask its user', async () => {
    const client = await connectInMemory(toolkitWith(() => 'done', approved));
    expect(await client.callTool({ name: 'plan' })).toMatchObject({ isError: true });
  });
});
