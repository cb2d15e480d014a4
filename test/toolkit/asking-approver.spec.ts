import { createHash } from 'node:crypto';
import { type CallClient, Toolkit, ToolSpec } from 'toolwright';
import type { ClientQuestion, ClientReply } from 'toolwright/mcp';
import { z } from 'zod';

/** A toolkit with one tool that needs approval, and every question that the caller's user is asked. */
function shop(title?: string) {
  const toolkit = new Toolkit();
  const ran: unknown[] = [];
  toolkit.register(
    ToolSpec.create({
      name: 'order',
      title,
      needsApproval: true,
      inputSchema: {
        type: 'object',
        properties: { item: { type: 'string' }, express: { type: 'boolean', default: false } },
      },
      executor: {
        kind: 'test',
        execute: ({ item }) => {
          ran.push(item);
          return 'ordered';
        },
      },
    }),
  );
  const asked: ClientQuestion[] = [];
  const order = (reply: ClientReply, item = 'tea') => {
    const ask: CallClient['ask'] = async (question) => {
      asked.push(question);
      return reply;
    };
    return toolkit.execute('order', { item }, { client: { ask } });
  };
  return { toolkit, ran, asked, order };
}

describe('a call that needs approval, with a client that can ask its user', () => {
  it('runs when the user allows it', async () => {
    const { order, ran, asked } = shop();
    expect((await order({ kind: 'accept', data: { approve: true } })).data).toBe('ordered');
    expect(ran).toEqual(['tea']);
    expect(asked).toEqual([
      {
        message: 'Allow the call of \'order\' with these arguments?\n\n{\n  "item": "tea",\n  "express": false\n}',
        schema: {
          type: 'object',
          properties: {
            approve: { type: 'boolean', title: 'Allow this call' },
            reason: { type: 'string', title: 'Why not', description: 'Shown to the model if you do not allow it' },
          },
          required: ['approve'],
        },
        toolName: 'order',
      },
    ]);
  });

  it.each<[string, ClientReply, string]>([
    ['says no', { kind: 'accept', data: { approve: false } }, 'The user did not allow it.'],
    ['says why not', { kind: 'accept', data: { approve: false, reason: 'Too dear.' } }, 'Too dear.'],
    ['says nothing', { kind: 'accept', data: { approve: false, reason: '' } }, 'The user did not allow it.'],
    ['says what is no reason', { kind: 'accept', data: { approve: false, reason: 7 } }, 'The user did not allow it.'],
    ['answers with what is no yes', { kind: 'accept', data: { approve: 'true' } }, 'The user did not allow it.'],
    ['declines', { kind: 'decline' }, 'The user did not allow it.'],
    ['goes away', { kind: 'cancel' }, 'The user did not allow it.'],
  ])('is denied when the user %s', async (_, reply, words) => {
    const { order, ran } = shop();
    const { error } = await order(reply);
    expect(error?.code).toBe('denied');
    expect(error?.message).toContain(words);
    expect(ran).toEqual([]);
  });

  it('is shown with its title', async () => {
    const { order, asked } = shop('Order something');
    await order({ kind: 'decline' });
    expect(asked[0]?.message).toMatch(/^Allow the call of 'order' \(Order something\) with these arguments\?/);
  });

  it('is shown with truncated arguments and their total length', async () => {
    const { order, asked } = shop();
    await order({ kind: 'decline' }, 'x'.repeat(5_000));
    const [, shown = ''] = asked[0]?.message.split('\n\n') ?? [];
    const [json = '', note] = shown.split('\n[');
    expect(json).toHaveLength(2_000);
    expect(json).toMatch(/^\{\n {2}"item": "x+$/);
    const serialized = JSON.stringify({ item: 'x'.repeat(5_000), express: false }, undefined, 2);
    const digest = createHash('sha256').update(serialized).digest('hex');
    expect(note).toBe(`${serialized.length} characters in total, SHA-256 ${digest}]`);
  });

  it('is shown as it runs, and as it was sent where that differs', async () => {
    const messages: string[] = [];
    const toolkit = new Toolkit();
    toolkit.register(
      ToolSpec.create({
        name: 'pay',
        inputSchema: z.object({ to: z.string().trim().toLowerCase(), note: z.string() }),
        needsApproval: true,
        executor: { kind: 'native', execute: () => 'paid' },
      }),
    );
    const ask = async ({ message }: { message: string }) => {
      messages.push(message);
      return { kind: 'decline' } as const;
    };
    await toolkit.execute('pay', { to: ' EVE', note: 'x' }, { client: { ask } });
    await toolkit.execute('pay', { to: 'eve', note: 'x' }, { client: { ask } });
    const shown = JSON.stringify({ to: 'eve', note: 'x' }, undefined, 2);
    const message = `Allow the call of 'pay' with these arguments?\n\n${shown}`;
    const sent = JSON.stringify({ to: ' EVE' }, undefined, 2);
    expect(messages).toEqual([`${message}\n\nThey were sent with other values:\n\n${sent}`, message]);
  });

  it('is denied if the user cannot be asked', async () => {
    const { toolkit, ran } = shop();
    const { error } = await toolkit.execute('order', { item: 'tea' }, { client: { roots: async () => [] } });
    expect(error?.code).toBe('denied');
    expect(ran).toEqual([]);
  });
});
